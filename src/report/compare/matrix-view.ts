import { sections, sectionsOf } from '../../catalogue/sections.ts';
import { cut } from '../../text/visible.ts';
import {
  type Block,
  cell,
  code,
  items,
  type Line,
  lines,
  type Part,
  partOf,
  plain,
  type TableGroup,
  type TableRow,
  type Tone,
  table,
  tableOf,
  text,
  type View,
} from '../view/view.ts';
import type { Agreement, Judged, Matrix, MatrixRow, RowSide } from './comparison.ts';
import { gapsPart } from './gaps-view.ts';
import { noteLines, oddOnes, type Shown, type SiteLinks, type Space, titled } from './shown.ts';
import { byWhom, decided, outcomeWord, verdictWord } from './words.ts';

const standings: readonly (readonly [standing: Agreement, title: string, tone: Tone])[] = [
  ['diverging', 'Where implementations diverge', 'warning'],
  ['failed-everywhere', 'Failed by all that decided it', 'failed'],
  ['passed-where-decided', 'Passed by all that decided it, but not decided by all', 'plain'],
  ['undecided-everywhere', 'Decided by none', 'plain'],
];

/** Requirements by implementation: first where they diverge, last in a line what all of them pass. */
export function matrixView(matrix: Matrix, space: Space, links: SiteLinks = {}): View {
  const shown = { matrix, space, links };
  const required = matrix.rows.filter(({ level }) => level === 'required');
  const diverge = required.some(({ standing }) => standing === 'diverging');
  return {
    verdict: diverge ? 'diverging' : 'alike',
    tone: diverge ? 'inconclusive' : 'passed',
    title: `${matrix.implementations.length} reports`,
    summary: matrix.summary,
    parts: [
      ...partOf('implementations', 'Implementations', [
        overview(shown),
        lines(noteLines(matrix.notes)),
      ]),
      ...standings.flatMap(([standing, title, tone]) => {
        const rows = required.filter((row) => row.standing === standing);
        return partOf(
          standing,
          `${title} (${rows.length})`,
          rowBlocks(rows, standing, tone, shown),
        );
      }),
      ...alikePart(required, links),
      ...advisoriesPart(shown),
      ...gapsPart(shown),
    ],
  };
}

const amounts = ['passed', 'failed', 'inconclusive', 'not judged', 'warned'];

function overview({ matrix, links }: Shown): Block {
  const rows = matrix.implementations.map((one, at) => ({
    cells: overviewCells(one, links.implementation?.(at)),
  }));
  return tableOf(['name', 'verdict', 'profile', ...amounts], rows);
}

function overviewCells(
  { label, verdict, profile, required, failedAdvisories }: Judged,
  href: string | undefined,
): TableRow['cells'] {
  const left = required.skipped + required['not-applicable'];
  const found = [required.passed, required.failed, required.inconclusive, left, failedAdvisories];
  return [
    [[plain(label, href)]],
    [[verdictWord(verdict)]],
    cell(profile),
    ...found.map((amount) => cell(`${amount}`)),
  ];
}

function rowBlocks(
  rows: readonly MatrixRow[],
  standing: Agreement,
  tone: Tone,
  shown: Shown,
): Block[] {
  const told = standing === 'diverging' || standing === 'failed-everywhere';
  const inTable = fitsTable(shown);
  return [
    ...(inTable ? [outcomeTable(rows, shown), ...oddLegend(rows)] : []),
    ...(told || !inTable ? [rowItems(rows, tone, shown)] : []),
  ];
}

function fitsTable({ matrix, space }: Shown): boolean {
  return matrix.implementations.length <= space.outcomes;
}

/** What the marks of a table say, if there are any. */
function oddLegend(rows: readonly MatrixRow[]): Block[] {
  if (rows.every(({ cells }) => oddOnes(cells.map(decided)).length === 0)) return [];
  return [text([plain('≠: unlike most of those that decided it.')])];
}

function outcomeTable(rows: readonly MatrixRow[], shown: Shown): Block {
  const group = (heading: string, found: readonly MatrixRow[]): TableGroup[] => {
    if (found.length === 0) return [];
    return [{ heading: [plain(heading)], rows: found.map((row) => outcomeRow(row, shown)) }];
  };
  const groups = sections.flatMap(([number, title]) =>
    group(
      `${number} ${title}`,
      rows.filter(({ section }) => placeOf(section) === number),
    ),
  );
  const elsewhere = rows.filter(({ section }) => !placed.has(placeOf(section)));
  const head = ['requirement', ...shown.matrix.implementations.map(({ label }) => label)];
  return table(head, [...groups, ...group('Other sections', elsewhere)]);
}

const placed = new Set(sections.map(([number]) => number));

/** The first section that a row names is where it stands. */
function placeOf(section: string): string {
  return sectionsOf(section)[0] ?? '';
}

function outcomeRow({ id, level, cells }: MatrixRow, { matrix, space, links }: Shown): TableRow {
  const outcomes = cells.map((side, at): Line[] => {
    const early = matrix.implementations[at]?.endedEarly ?? null;
    const isTold = side?.outcome === 'inconclusive' && space.reasons > 0;
    const reason = isTold ? whyOpen(side, early) : '';
    const word = [outcomeWord(side, level)];
    return [word, ...(reason === '' ? [] : [[plain(cut(reason, space.reasons))]])];
  });
  return {
    odd: oddOnes(cells.map(decided)).map((at) => at + 1),
    cells: [[[code(id, links.requirement?.(id))]], ...outcomes],
  };
}

/** Why a run that ended early did so is told once, in a note. */
function whyOpen({ reason }: RowSide, endedEarly: string | null): string {
  return endedEarly !== null && reason.endsWith(endedEarly) ? 'the run ended early' : reason;
}

/** Row by row who failed it and how, and who did not decide it. */
function rowItems(rows: readonly MatrixRow[], tone: Tone, { matrix, links }: Shown): Block {
  const labels = matrix.implementations.map(({ label }) => label);
  const shown = rows.map((row) => ({
    title: titled(row, row.statement, links),
    lines: byWhom(row.cells, labels, row.level),
  }));
  return items(tone, shown);
}

function alikePart(rows: readonly MatrixRow[], links: SiteLinks): Part[] {
  const passed = rows.filter(({ standing }) => standing === 'passed-everywhere');
  const ids = passed.flatMap(({ id }, at) => [
    ...(at > 0 ? [plain(', ')] : []),
    code(id, links.requirement?.(id)),
  ]);
  return partOf('passed-everywhere', `Passed by all (${passed.length})`, [
    lines(ids.length === 0 ? [] : [ids]),
  ]);
}

function advisoriesPart(shown: Shown): Part[] {
  const rows = shown.matrix.rows.filter(
    ({ level, standing }) =>
      level === 'advisory' && (standing === 'diverging' || standing === 'failed-everywhere'),
  );
  return partOf('advisories', `Advisories with warnings, which never decide (${rows.length})`, [
    fitsTable(shown) ? outcomeTable(rows, shown) : rowItems(rows, 'warning', shown),
  ]);
}
