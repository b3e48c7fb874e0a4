import { sections, sectionsOf } from '../../catalogue/sections.ts';
import { cut } from '../../text/visible.ts';
import type { Judged, Matrix, MatrixRow, RowSide, Standing } from './comparison.ts';
import { gapsPart } from './gaps-view.ts';
import {
  type Block,
  code,
  type Line,
  oddOnes,
  type Part,
  partOf,
  plain,
  prose,
  type SiteLinks,
  type Space,
  type TableGroup,
  type Tone,
  toned,
  type View,
} from './view.ts';
import { byWhom, decided, outcomeWord, verdictWord } from './words.ts';

type Shown = readonly [standing: Standing, title: string, tone: Tone];

const standings: readonly Shown[] = [
  ['diverging', 'Where implementations diverge', 'warning'],
  ['failed-everywhere', 'Failed by all that decided it', 'failed'],
  ['passed-where-decided', 'Passed by all that decided it, but not decided by all', 'plain'],
  ['undecided-everywhere', 'Decided by none', 'plain'],
];

/** Requirements by implementation: first where they diverge, last in a line what all of them pass. */
export function matrixView(matrix: Matrix, space: Space, links: SiteLinks = {}): View {
  const diverge = matrix.rows.some(
    ({ level, standing }) => level === 'required' && standing === 'diverging',
  );
  return {
    verdict: diverge ? 'diverging' : 'alike',
    tone: diverge ? 'undecided' : 'passed',
    title: `${matrix.implementations.length} reports`,
    summary: matrix.summary,
    parts: [
      ...partOf('implementations', 'Implementations', [
        overview(matrix, links),
        {
          kind: 'lines',
          lines: matrix.notes.map((note) => [toned('undecided', 'note'), plain(`: ${note}`)]),
        },
      ]),
      ...standings.flatMap((shown) => rowsPart(matrix, shown, space, links)),
      ...alikePart(matrix.rows.filter(required), links),
      ...advisoriesPart(matrix, space, links),
      ...gapsPart(matrix, space, links),
    ],
  };
}

function required({ level }: MatrixRow): boolean {
  return level === 'required';
}

function overview({ implementations }: Matrix, links: SiteLinks): Block {
  return {
    kind: 'table',
    head: [
      'name',
      'verdict',
      'profile',
      'passed',
      'failed',
      'inconclusive',
      'not judged',
      'warned',
    ],
    groups: [
      {
        heading: null,
        rows: implementations.map((one, at) => ({
          cells: overviewCells(one, links.implementation?.(at)),
        })),
      },
    ],
  };
}

function overviewCells(
  { label, verdict, profile, required, failedAdvisories }: Judged,
  link?: { readonly href: string },
): Line[][] {
  const left = required.skipped + required['not-applicable'];
  const amounts = [required.passed, required.failed, required.inconclusive, left, failedAdvisories];
  return [
    [[{ ...plain(label), ...link }]],
    [[verdictWord(verdict)]],
    [[plain(profile)]],
    ...amounts.map((amount) => [[plain(`${amount}`)]]),
  ];
}

function rowsPart(
  matrix: Matrix,
  [standing, title, tone]: Shown,
  space: Space,
  links: SiteLinks,
): Part[] {
  const rows = matrix.rows.filter((row) => required(row) && row.standing === standing);
  const told = standing === 'diverging' || standing === 'failed-everywhere';
  const table = matrix.implementations.length <= space.outcomes;
  return partOf(standing, `${title} (${rows.length})`, [
    ...(table ? [outcomeTable(matrix, rows, space, links), ...oddLegend(rows)] : []),
    ...(told || !table ? [rowItems(matrix, rows, tone, links)] : []),
  ]);
}

/** What the marks of a table say, if there are any. */
function oddLegend(rows: readonly MatrixRow[]): Block[] {
  if (rows.every(({ cells }) => oddOnes(cells.map(decided)).length === 0)) return [];
  return [{ kind: 'text', line: [plain('≠: unlike most of those that decided it.')] }];
}

function outcomeTable(
  { implementations }: Matrix,
  rows: readonly MatrixRow[],
  space: Space,
  links: SiteLinks,
): Block {
  const requirementOf = (row: MatrixRow) => outcomeRow(row, implementations, space, links);
  const groups = sections.flatMap(([number, title]): TableGroup[] => {
    const found = rows.filter(({ section }) => placeOf(section) === number);
    if (found.length === 0) return [];
    return [{ heading: [plain(`${number} ${title}`)], rows: found.map(requirementOf) }];
  });
  const elsewhere = rows.filter(({ section }) => !placed.has(placeOf(section)));
  const rest = { heading: [plain('Other sections')], rows: elsewhere.map(requirementOf) };
  return {
    kind: 'table',
    head: ['requirement', ...implementations.map(({ label }) => label)],
    groups: elsewhere.length === 0 ? groups : [...groups, rest],
  };
}

const placed = new Set(sections.map(([number]) => number));

/** The first section that a row names is where it stands. */
function placeOf(section: string): string {
  return sectionsOf(section)[0] ?? '';
}

function outcomeRow(
  { id, level, cells }: MatrixRow,
  implementations: readonly Judged[],
  { reasons }: Space,
  links: SiteLinks,
) {
  const words = cells.map((cell) => outcomeWord(cell, level));
  return {
    odd: oddOnes(cells.map(decided)).map((at) => at + 1),
    cells: [
      [[{ ...code(id), ...links.requirement?.(id) }]],
      ...cells.map((cell, at): Line[] => {
        const reason =
          cell?.outcome === 'inconclusive' && reasons > 0
            ? whyOpen(cell, implementations[at]?.endedEarly ?? null)
            : '';
        return [words.slice(at, at + 1), ...(reason === '' ? [] : [[plain(cut(reason, reasons))]])];
      }),
    ],
  };
}

/** Why a run that ended early did so is told once, in a note. */
function whyOpen({ reason }: RowSide, endedEarly: string | null): string {
  return endedEarly !== null && reason.endsWith(endedEarly) ? 'the run ended early' : reason;
}

/** Row by row who failed it and how, and who did not decide it. */
function rowItems(
  { implementations }: Matrix,
  rows: readonly MatrixRow[],
  tone: Tone,
  links: SiteLinks,
): Block {
  const labels = implementations.map(({ label }) => label);
  return {
    kind: 'items',
    tone,
    items: rows.map(({ id, section, level, statement, cells }) => ({
      title: [
        { ...code(id), ...links.requirement?.(id) },
        plain(` (section ${section}): `),
        prose(statement),
      ],
      lines: byWhom(cells, labels, level),
    })),
  };
}

function alikePart(rows: readonly MatrixRow[], links: SiteLinks): Part[] {
  const passed = rows.filter(({ standing }) => standing === 'passed-everywhere');
  const ids = passed.flatMap(({ id }, at) => [
    ...(at > 0 ? [plain(', ')] : []),
    { ...code(id), ...links.requirement?.(id) },
  ]);
  return partOf('passed-everywhere', `Passed by all (${passed.length})`, [
    { kind: 'lines', lines: ids.length === 0 ? [] : [ids] },
  ]);
}

function advisoriesPart(matrix: Matrix, space: Space, links: SiteLinks): Part[] {
  const rows = matrix.rows.filter(
    ({ level, standing }) =>
      level === 'advisory' && (standing === 'diverging' || standing === 'failed-everywhere'),
  );
  const table = matrix.implementations.length <= space.outcomes;
  return partOf('advisories', `Advisories with warnings, which never decide (${rows.length})`, [
    table ? outcomeTable(matrix, rows, space, links) : rowItems(matrix, rows, 'warning', links),
  ]);
}
