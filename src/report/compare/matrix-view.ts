import { sections, sectionsOf } from '../../catalogue/sections.ts';
import type { Judged, Matrix, MatrixRow, Standing } from './comparison.ts';
import { gapsPart } from './gaps-view.ts';
import {
  type Block,
  code,
  type Line,
  type Part,
  partOf,
  plain,
  prose,
  type Space,
  type TableGroup,
  type Tone,
  toned,
  type View,
} from './view.ts';
import { byWhom, outcomeWord, verdictWord } from './words.ts';

type Shown = readonly [standing: Standing, title: string, tone: Tone];

const standings: readonly Shown[] = [
  ['diverging', 'Where implementations diverge', 'warning'],
  ['failed-everywhere', 'Failed by all that decided it', 'failed'],
  ['passed-where-decided', 'Passed by all that decided it, but not decided by all', 'plain'],
  ['undecided-everywhere', 'Decided by none', 'plain'],
];

/** Requirements by implementation: first where they diverge, last in a line what all of them pass. */
export function matrixView(matrix: Matrix, space: Space): View {
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
        overview(matrix),
        {
          kind: 'lines',
          lines: matrix.notes.map((note) => [toned('undecided', 'note'), plain(`: ${note}`)]),
        },
      ]),
      ...standings.flatMap((shown) => rowsPart(matrix, shown, space)),
      ...alikePart(matrix.rows.filter(required)),
      ...advisoriesPart(matrix, space),
      ...gapsPart(matrix, space),
    ],
  };
}

function required({ level }: MatrixRow): boolean {
  return level === 'required';
}

function overview({ implementations }: Matrix): Block {
  return {
    kind: 'table',
    head: [
      'implementation',
      'verdict',
      'profile',
      'passed',
      'failed',
      'undecided',
      'not judged',
      'warnings',
    ],
    groups: [
      { heading: null, rows: implementations.map((one) => ({ cells: overviewCells(one) })) },
    ],
  };
}

function overviewCells({ label, verdict, profile, required, failedAdvisories }: Judged): Line[][] {
  const left = required.skipped + required['not-applicable'];
  const amounts = [required.passed, required.failed, required.inconclusive, left, failedAdvisories];
  return [
    [[plain(label)]],
    [[verdictWord(verdict)]],
    [[plain(profile)]],
    ...amounts.map((amount) => [[plain(`${amount}`)]]),
  ];
}

function rowsPart(matrix: Matrix, [standing, title, tone]: Shown, space: Space): Part[] {
  const rows = matrix.rows.filter((row) => required(row) && row.standing === standing);
  const told = standing === 'diverging' || standing === 'failed-everywhere';
  const table = matrix.implementations.length <= space.outcomes;
  return partOf(standing, `${title} (${rows.length})`, [
    ...(table ? [outcomeTable(matrix, rows)] : []),
    ...(told || !table ? [rowItems(matrix, rows, tone)] : []),
  ]);
}

function outcomeTable({ implementations }: Matrix, rows: readonly MatrixRow[]): Block {
  const groups = sections.flatMap(([number, title]): TableGroup[] => {
    const found = rows.filter(({ section }) => placeOf(section) === number);
    if (found.length === 0) return [];
    return [{ heading: [plain(`${number} ${title}`)], rows: found.map(outcomeRow) }];
  });
  const elsewhere = rows.filter(({ section }) => !placed.has(placeOf(section)));
  const rest = { heading: [plain('Other sections')], rows: elsewhere.map(outcomeRow) };
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

function outcomeRow({ id, level, cells }: MatrixRow) {
  return { cells: [[[code(id)]], ...cells.map((cell) => [[outcomeWord(cell, level)]])] };
}

/** Row by row who failed it and how, and who did not decide it. */
function rowItems({ implementations }: Matrix, rows: readonly MatrixRow[], tone: Tone): Block {
  const labels = implementations.map(({ label }) => label);
  return {
    kind: 'items',
    tone,
    items: rows.map(({ id, section, level, statement, cells }) => ({
      title: [code(id), plain(` (section ${section}): `), prose(statement)],
      lines: byWhom(cells, labels, level),
    })),
  };
}

function alikePart(rows: readonly MatrixRow[]): Part[] {
  const passed = rows.filter(({ standing }) => standing === 'passed-everywhere');
  const ids = passed.flatMap(({ id }, at) => [...(at > 0 ? [plain(', ')] : []), code(id)]);
  return partOf('passed-everywhere', `Passed by all (${passed.length})`, [
    { kind: 'lines', lines: ids.length === 0 ? [] : [ids] },
  ]);
}

function advisoriesPart(matrix: Matrix, space: Space): Part[] {
  const rows = matrix.rows.filter(
    ({ level, standing }) =>
      level === 'advisory' && (standing === 'diverging' || standing === 'failed-everywhere'),
  );
  const table = matrix.implementations.length <= space.outcomes;
  return partOf('advisories', `Advisories with warnings, which never decide (${rows.length})`, [
    table ? outcomeTable(matrix, rows) : rowItems(matrix, rows, 'warning'),
  ]);
}
