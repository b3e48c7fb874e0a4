import { findRequirement } from '../../catalogue/catalogue.ts';
import type { Exchange } from '../../http/exchange.ts';
import { count, utc } from '../../text/words.ts';
import { badge } from '../badge.ts';
import { page } from '../html/page.ts';
import { placeOf, requiredWith, verdictKinds } from '../kinds.ts';
import type { ReportFile } from '../read.ts';
import { viewHtml } from '../view/html.ts';
import {
  cell,
  type Line,
  lines,
  type Part,
  partOf,
  plain,
  prose,
  type TableRow,
  tableOf,
  type View,
} from '../view/view.ts';
import type { Matrix, MatrixGap, MatrixRow, RowSide } from './comparison.ts';
import { htmlSpace } from './formats.ts';
import { answerRows } from './gaps-view.ts';
import { matrixOf } from './matrix.ts';
import { matrixView } from './matrix-view.ts';
import { oddOnes, type SiteLinks } from './shown.ts';
import { decided, outcomeWord, reasonText, verdictWord } from './words.ts';

/** A report with its traffic; without traffic, its page shows no exchanges. */
export interface SavedRun extends ReportFile {
  /** Reads the traffic when its page is rendered: the traffic of many runs would not fit into memory. */
  readonly exchanges: () => readonly Exchange[] | Promise<readonly Exchange[]>;
}

/** One file of the site, its path relative and of plain letters. `render` does nothing but read a run's traffic. */
export interface SiteFile {
  readonly path: string;
  readonly render: () => string | Promise<string>;
}

/** One implementation and its runs, the latest first. */
interface Maker {
  readonly name: string;
  readonly slug: string;
  readonly latest: SavedRun;
  readonly runs: readonly SavedRun[];
}

const heading = 'implementations side by side';

/**
 * A folder of plain pages to publish: the matrix of the latest run of each implementation, a page for each
 * implementation with its runs, each run's own page, and a page for each requirement and each gap.
 */
export function siteOf(runs: readonly SavedRun[]): SiteFile[] {
  const makers = makersOf(runs);
  const matrix = matrixOf(makers.map(({ latest }) => latest));
  return [
    { path: 'index.html', render: () => viewHtml(indexView(matrix, makers), heading) },
    ...makers.flatMap(makerFiles),
    ...matrix.rows.map((row) => ({
      path: requirementPath(row.id),
      render: () => viewHtml(requirementView(row, matrix, makers), heading),
    })),
    ...matrix.gaps.map((gap) => ({
      path: requirementPath(gap.id),
      render: () => viewHtml(gapView(gap, matrix, makers), heading),
    })),
  ];
}

function makersOf(runs: readonly SavedRun[]): Maker[] {
  const byName = new Map<string, SavedRun[]>();
  for (const run of runs) {
    const { name, baseUrl } = run.report.implementation;
    const known = byName.get(name ?? baseUrl);
    if (known === undefined) byName.set(name ?? baseUrl, [run]);
    else known.push(run);
  }
  const taken = new Set<string>();
  return [...byName].flatMap(([name, own]) => {
    const latestFirst = own.toSorted((a, b) => startOf(b) - startOf(a));
    const [latest] = latestFirst;
    if (latest === undefined) return [];
    return [{ name, slug: slugOf(name, taken), latest, runs: latestFirst }];
  });
}

function startOf({ report }: SavedRun): number {
  return Date.parse(report.run.startedAt);
}

/** A name of letters and digits that no other implementation has. */
function slugOf(name: string, taken: Set<string>): string {
  const plainName = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const base = plainName.replaceAll(/^-+|-+$/g, '').slice(0, 60) || 'implementation';
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  taken.add(slug);
  return slug;
}

/** Ids from other versions of the suite come from a file: only safe characters go into a path. */
function requirementPath(id: string): string {
  return `requirements/${id.replaceAll(/[^a-z0-9.-]/g, '-')}.html`;
}

function linksFrom(root: string, makers: readonly Maker[]): SiteLinks {
  return {
    requirement: (id) => `${root}${requirementPath(id)}`,
    implementation: (at) => `${root}implementations/${makers[at]?.slug}/index.html`,
  };
}

function indexView(matrix: Matrix, makers: readonly Maker[]): View {
  const view = matrixView(matrix, htmlSpace, linksFrom('', makers));
  return { ...view, title: count(makers.length, 'implementation') };
}

/** The page of an implementation, those of its runs, and its badge. */
function makerFiles(maker: Maker): SiteFile[] {
  const folder = `implementations/${maker.slug}`;
  return [
    { path: `${folder}/index.html`, render: () => viewHtml(makerView(maker), heading) },
    { path: `${folder}/badge.svg`, render: () => badge(maker.latest.report) },
    ...maker.runs.map(({ report, exchanges }, at) => ({
      path: `${folder}/${runPath(at)}`,
      render: async () => page(report, await exchanges()),
    })),
  ];
}

function runPath(at: number): string {
  return `run-${at + 1}.html`;
}

function makerView({ name, latest, runs }: Maker): View {
  const { report } = latest;
  const svg = Buffer.from(badge(report)).toString('base64');
  return {
    verdict: report.verdict,
    tone: verdictKinds[report.verdict],
    title: name,
    picture: { href: `data:image/svg+xml;base64,${svg}`, says: `badge: ${report.verdict}` },
    summary: report.summary,
    parts: [
      ...home('../../'),
      ...partOf('runs', `Runs (${runs.length})`, [tableOf(runHead, runs.map(runRow))]),
    ],
  };
}

const runHead = ['started', 'verdict', 'profile', 'version', 'passed', 'failed', 'suite'];

function runRow({ report }: SavedRun, at: number): TableRow {
  const { run, verdict, profile, implementation, suite } = report;
  const facts = [
    profile,
    implementation.version ?? 'not named',
    `${requiredWith(report, 'passed').length}`,
    `${requiredWith(report, 'failed').length}`,
    suite.version,
  ];
  const started = plain(utc(run.startedAt, 'second'), runPath(at));
  return { cells: [[[started]], [[verdictWord(verdict)]], ...facts.map(cell)] };
}

/** Who passes a requirement and who does not, and how. */
function requirementView(row: MatrixRow, matrix: Matrix, makers: readonly Maker[]): View {
  const { level, cells } = row;
  const words = cells.map((cell) => outcomeWord(cell, level));
  const odd = new Set(oddOnes(cells.map(decided)));
  const passed = cells.filter((cell) => cell?.outcome === 'passed').length;
  const failed = cells.filter((cell) => cell?.outcome === 'failed').length;
  const rows = cells.map((cell, at) => ({
    odd: odd.has(at) ? [1] : [],
    cells: [[words.slice(at, at + 1)], [whyLine(row.id, cell, makers[at])]],
  }));
  return {
    verdict: failed > 0 ? `${failed} failed` : `${passed} passed`,
    tone: failed > 0 ? 'failed' : 'passed',
    title: row.id,
    summary: `${passed} of ${cells.length} passed, ${failed} failed`,
    parts: clauseParts(row, row.statement, ['outcome', 'why'], rows, matrix, makers),
  };
}

/** Why an implementation passes a requirement or not, and where its run shows it. */
function whyLine(id: string, cell: RowSide | null, maker: Maker | undefined): Line {
  const reason = reasonText(cell);
  if (reason === '' || maker === undefined) return [plain(reason)];
  const href = `../implementations/${maker.slug}/${runPath(0)}#${placeOf(id)}`;
  return [plain(`${reason} `), plain('in its run', href)];
}

const gapWords = {
  differing: {
    verdict: 'diverging',
    tone: 'inconclusive',
    summary: 'implementations answer differently',
  },
  alike: { verdict: 'alike', tone: 'passed', summary: 'all that answered answer alike' },
  'too-few': {
    verdict: 'not compared',
    tone: 'plain',
    summary: 'recorded by too few to compare: no question was answered by two',
  },
} as const;

/** What each implementation does where the specification is silent. */
function gapView(gap: MatrixGap, matrix: Matrix, makers: readonly Maker[]): View {
  const parts = answerRows(gap);
  const rows = gap.answers.map((_, at) => ({
    odd: parts.flatMap(({ odd }, part) => (odd?.includes(at + 1) ? [part + 1] : [])),
    cells: parts.map(({ cells }) => cells[at + 1] ?? []),
  }));
  const head = parts.map(({ cells }) => cells[0]?.[0]?.[0]?.text ?? '');
  return {
    ...gapWords[gap.group],
    title: gap.id,
    parts: clauseParts(gap, gap.question, head, rows, matrix, makers),
  };
}

/** The clause, and a table with a row for each implementation. */
function clauseParts(
  { id, section }: MatrixRow | MatrixGap,
  statement: string,
  head: readonly string[],
  rows: readonly TableRow[],
  { implementations }: Matrix,
  makers: readonly Maker[],
): Part[] {
  const links = linksFrom('../', makers);
  const named = rows.map(({ cells, ...rest }, at) => {
    const name = plain(implementations[at]?.label ?? '', links.implementation?.(at));
    return { ...rest, cells: [[[name]], ...cells] };
  });
  return [
    ...home('../'),
    ...clausePart(id, section, statement),
    ...partOf('answers', 'Implementation by implementation', [
      tableOf(['implementation', ...head], named),
    ]),
  ];
}

function clausePart(id: string, section: string, statement: string): Part[] {
  const row = findRequirement(id);
  const rules = row && [
    [plain('Decided: '), prose(row.decided)],
    [plain('Allowed: '), prose(row.allows)],
  ];
  return partOf('clause', `Section ${section}`, [lines([[prose(statement)], ...(rules ?? [])])]);
}

function home(root: string): Part[] {
  const line = [plain('All implementations', `${root}index.html`)];
  return partOf('home', 'Where this stands', [lines([line])]);
}
