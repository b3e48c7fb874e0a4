/** A comparison as a document, and its text, Markdown, HTML and JSON. */
import { cut, jsonText } from '../../text/visible.ts';
import { listed, utc } from '../../text/words.ts';
import { kindOf, kindWords, verdictKinds } from '../kinds.ts';
import { viewHtml } from '../view/html.ts';
import type { Look } from '../view/look.ts';
import { viewMarkdown } from '../view/markdown.ts';
import { viewText } from '../view/text.ts';
import {
  type Block,
  cell,
  code,
  items,
  type Line,
  lines,
  type Part,
  type Phrase,
  partOf,
  plain,
  prose,
  type Tone,
  tableOf,
  toned,
  type View,
} from '../view/view.ts';
import {
  type Agreement,
  type Changes,
  type Comparison,
  conformWords,
  type GapAgreement,
  type GapChange,
  type Judged,
  type Matrix,
  type MatrixGap,
  type MatrixRow,
  type NamedChange,
  partsOf,
  type RowChange,
  type RowGroup,
  type RowSide,
  rowsIn,
} from './comparison.ts';

/** One form of a comparison. `render` is pure. */
export interface CompareFormat {
  readonly name: string;
  /** How names of its files end. */
  readonly ending: string;
  readonly render: (comparison: Comparison, look: Look) => string;
}

/** What a form has room for. */
interface Space {
  /** Implementations side by side; more are listed. */
  readonly columns: number;
  /** Whether a column is named by its number and a cell is a mark, so that ids stay whole. */
  readonly narrow: boolean;
}

/** Columns of a terminal beside those of the matrix, and of one of these. */
const narrowest = { id: 40, mark: 4 } as const;

/** The forms that a comparison can be had in. A further one is one more entry. */
export const compareFormats: readonly [CompareFormat, ...CompareFormat[]] = [
  {
    name: 'text',
    ending: '.txt',
    render: (comparison, look) => {
      const columns = Math.floor((look.width - narrowest.id) / narrowest.mark);
      return viewText(documentOf(comparison, { columns, narrow: true }), look);
    },
  },
  {
    name: 'markdown',
    ending: '.md',
    render: (comparison) => {
      const view = documentOf(comparison, { columns: 6, narrow: false });
      return viewMarkdown({ ...view, title: `Compared: ${view.title}` });
    },
  },
  {
    name: 'html',
    ending: '.html',
    render: (comparison) => viewHtml(documentOf(comparison, { columns: 200, narrow: false })),
  },
  {
    name: 'json',
    ending: '.json',
    render: (comparison) => `${jsonText(comparison)}\n`,
  },
];

function documentOf(comparison: Comparison, space: Space): View {
  return comparison.kind === 'changes'
    ? changesDocument(comparison)
    : matrixDocument(comparison, space);
}

const groups: readonly (readonly [group: RowGroup, title: string, tone: Tone])[] = [
  ['broke', 'Broke', 'failed'],
  ['no-longer-decided', 'No longer decided', 'inconclusive'],
  ['newly-decided', 'Newly decided', 'inconclusive'],
  ['fixed', 'Fixed', 'passed'],
  ['new', 'New in the suite', 'plain'],
  ['gone', 'Gone from the suite', 'plain'],
  ['still-failing', 'Still failing', 'failed'],
  ['still-undecided', 'Inconclusive in another way', 'inconclusive'],
];

/** What changed between two reports of one implementation, the worst first. */
function changesDocument(changes: Changes): View {
  const { before, after, rows, gaps, notes } = changes;
  const hasBroken = changes.broke.length > 0;
  const advisories = groups
    .filter(([group]) => group !== 'still-failing')
    .flatMap(([group]) => rowsIn(rows, 'advisory', group));
  const answers = gaps.filter(({ group }) => group === 'other-answer');
  const same = rows.filter(({ group }) => group === 'as-before').length;
  return {
    verdict: hasBroken ? 'broke' : 'nothing broke',
    tone: hasBroken ? 'failed' : 'passed',
    title: after.implementation.name ?? after.implementation.baseUrl,
    summary: changes.summary,
    parts: [
      ...partOf('reports', 'The two reports', [
        lines([reportLine('before', before), reportLine('after', after), ...noteLines(notes)]),
      ]),
      ...partOf('changed', 'What may have changed it', [lines(causeLines(changes))]),
      ...groups.flatMap(([group, title, tone]) => {
        const found = rowsIn(rows, 'required', group);
        return partOf(group, `${title} (${found.length})`, [items(tone, found.map(rowItem))]);
      }),
      ...partOf('advisories', `Advisories, which never decide (${advisories.length})`, [
        items('warning', advisories.map(rowItem)),
      ]),
      ...partOf('gaps', `Other answers where the specification is silent (${answers.length})`, [
        items('plain', answers.map(gapItem)),
      ]),
      ...partOf('as-before', 'As before', [lines([[plain(`${same} requirements`)]])]),
    ],
  };
}

function reportLine(when: string, judged: Judged): Line {
  const { implementation, startedAt, verdict, profile, file } = judged;
  const { name, version, baseUrl } = implementation;
  const whom = [name, version, name === null ? baseUrl : `at ${baseUrl}`];
  const words = `${when}: ${whom.filter((part) => part !== null).join(' ')}, ${utc(startedAt, 'second')}, `;
  return [plain(words), verdictWord(verdict), plain(` for the ${profile} profile, `), code(file)];
}

/** Server, suite, settings and seed: the same or not. */
function causeLines({ differences, mayAccount, before }: Changes): Line[] {
  const { server, suite, settings, seed } = differences;
  const { version } = before.implementation;
  const unknown = 'no other one is named; --implementation-version tells versions apart';
  const causes = `may account for what changed: ${listed([...mayAccount], 'or')}`;
  return [
    changeLine('server', server, version === null ? unknown : `the same version, ${version}`),
    changeLine('suite', suite, `the same, ${before.suite.version}`),
    changeLine('settings', settings, 'the same'),
    ...(seed.length > 0 ? [changeLine('seed', seed, '')] : []),
    ...(mayAccount.length > 0 ? [[plain(causes)]] : []),
  ];
}

function changeLine(what: string, found: readonly NamedChange[], otherwise: string): Line {
  if (found.length === 0) return [plain(`${what}: ${otherwise}`)];
  // Twelve digits of a digest are enough to see that it is another one.
  const short = (name: string, value: string | null) =>
    name === 'digest' && value !== null ? value.slice(0, 12) : valueText(value);
  const words = found.map(
    ({ name, before, after }) =>
      `${name === what ? '' : `${name} `}${short(name, before)} before, ${short(name, after)} after`,
  );
  return [plain(`${what}: `), toned('warning', 'changed'), plain(`: ${words.join('; ')}`)];
}

function rowItem(row: RowChange) {
  const { level, before, after, group } = row;
  const isSame = group === 'still-failing';
  return {
    title: titleOf(row, row.statement),
    lines: [
      ...(before === null || isSame ? [] : [sideLine('before', before, level)]),
      ...(after === null ? [] : [sideLine(isSame ? 'now' : 'after', after, level)]),
    ],
  };
}

function gapItem({ before, after, ...gap }: GapChange) {
  const parts = partsOf(gap.id, [before, after]);
  return {
    title: titleOf(gap, gap.question),
    lines: parts.flatMap(({ name, values: [was = null, is = null] }): Line[] => {
      if (was === is || was === null || is === null) return [];
      const what = name === '' ? '' : `${name}: `;
      return [[plain(`${what}before: ${valueText(was)}; after: ${valueText(is)}`)]];
    }),
  };
}

const standings: readonly (readonly [standing: Agreement, title: string, tone: Tone])[] = [
  ['diverging', 'Where implementations diverge', 'warning'],
  ['failed-everywhere', 'Failed by all that decided it', 'failed'],
  ['passed-where-decided', 'Passed by all that decided it, but not decided by all', 'plain'],
  ['undecided-everywhere', 'Decided by none', 'plain'],
];

/** Requirements by implementation: first where they diverge, last in a line what all of them pass. */
function matrixDocument(matrix: Matrix, space: Space): View {
  const { implementations, rows, notes } = matrix;
  const required = rows.filter(({ level }) => level === 'required');
  const warned = rows.filter(
    ({ level, standing }) =>
      level === 'advisory' && (standing === 'diverging' || standing === 'failed-everywhere'),
  );
  const passed = required.filter(({ standing }) => standing === 'passed-everywhere');
  const ids = passed.flatMap(({ id }, at) => [...(at > 0 ? [plain(', ')] : []), code(id)]);
  const names = implementations.map(({ label }) => label);
  return {
    verdict: conformWords(implementations),
    tone: toneOf(implementations),
    title: cut(names.join(', '), 100),
    summary: matrix.summary,
    parts: [
      ...partOf('implementations', 'Implementations', [
        space.narrow ? implementationItems(implementations) : implementationTable(implementations),
        lines(noteLines(notes)),
      ]),
      ...standings.flatMap(([standing, title, tone]) => {
        const found = required.filter((row) => row.standing === standing);
        const isTold = standing === 'diverging' || standing === 'failed-everywhere';
        const blocks = rowBlocks(found, tone, isTold, implementations, space);
        return partOf(standing, `${title} (${found.length})`, blocks);
      }),
      ...partOf('passed-everywhere', `Passed by all (${passed.length})`, [
        lines(ids.length === 0 ? [] : [ids]),
      ]),
      ...partOf('advisories', `Advisories with warnings, which never decide (${warned.length})`, [
        rowItems(warned, 'warning', names),
      ]),
      ...gapParts(matrix, names),
    ],
  };
}

function toneOf(implementations: readonly Judged[]): Tone {
  if (implementations.every(({ verdict }) => verdict === 'conformant')) return 'passed';
  const hasFailed = implementations.some(({ verdict }) => verdict === 'non-conformant');
  return hasFailed ? 'failed' : 'inconclusive';
}

/** A table of facts, for forms with room. */
function implementationTable(implementations: readonly Judged[]): Block {
  const head = [
    ...['name', 'version', 'date', 'verdict', 'profile', 'certified by'],
    ...['passed', 'failed', 'inconclusive', 'not judged', 'warned'],
  ];
  const rows = implementations.map((one) => {
    const { implementation, label, startedAt, verdict, profile, required } = one;
    const left = required.skipped + required['not-applicable'];
    const amounts = [required.passed, required.failed, required.inconclusive, left];
    return {
      cells: [
        cell(implementation.name === null ? label : cut(implementation.name, 60)),
        cell(cut(implementation.version ?? '–', 60)),
        cell(utc(startedAt)),
        [[verdictWord(verdict)]],
        cell(profile),
        cell(certifierText(one)),
        ...[...amounts, one.failedAdvisories].map((amount) => cell(`${amount}`)),
      ],
    };
  });
  return tableOf(head, rows);
}

/** The same facts, numbered, for a terminal. */
function implementationItems(implementations: readonly Judged[]): Block {
  const shown = implementations.map((one, at) => {
    const { label, startedAt, verdict, profile, required, failedAdvisories } = one;
    const counts = `${required.passed} passed, ${required.failed} failed, ${required.inconclusive} inconclusive, ${failedAdvisories} warned`;
    return {
      title: [plain(`${at + 1} ${label}: `), verdictWord(verdict)],
      lines: [
        [plain(`${utc(startedAt)}, profile ${profile}: ${counts}`)],
        [plain(`certified by: ${certifierText(one)}`)],
      ],
    };
  });
  return items('plain', shown);
}

/** Who signed; `verify` is what tells whether the certificate holds. */
function certifierText({ certifiedBy }: Judged): string {
  return certifiedBy === null ? 'nobody' : `${certifiedBy} (not verified here)`;
}

function rowBlocks(
  rows: readonly MatrixRow[],
  tone: Tone,
  isTold: boolean,
  implementations: readonly Judged[],
  space: Space,
): Block[] {
  const names = implementations.map(({ label }) => label);
  const isTable = names.length <= space.columns;
  return [
    ...(isTable ? [outcomeTable(rows, names, space)] : []),
    ...(isTold || !isTable ? [rowItems(rows, tone, names)] : []),
  ];
}

function outcomeTable(rows: readonly MatrixRow[], names: readonly string[], { narrow }: Space) {
  const columns = narrow ? names.map((_, at) => `${at + 1}`) : names;
  const shown = rows.map(({ id, level, cells }) => ({
    odd: oddOnes(cells).map((at) => at + 1),
    cells: [[[code(id)]], ...cells.map((side) => [[outcomePhrase(side, level, narrow)]])],
  }));
  return tableOf(['requirement', ...columns], shown);
}

/** Which of at least three decided outcomes differ from most others. */
function oddOnes(cells: readonly (RowSide | null)[]): number[] {
  const at = (outcome: string) =>
    cells.flatMap((side, place) => (side?.outcome === outcome ? [place] : []));
  const [passed, failed] = [at('passed'), at('failed')];
  if (passed.length + failed.length < 3 || passed.length === failed.length) return [];
  return passed.length > failed.length ? failed : passed;
}

/** Row by row who failed it and how, and who did not decide it. */
function rowItems(rows: readonly MatrixRow[], tone: Tone, names: readonly string[]): Block {
  const shown = rows.map((row) => ({
    title: titleOf(row, row.statement),
    lines: byWhom(row, names),
  }));
  return items(tone, shown);
}

/** A line for each outcome and who has it: failures first, by reason, passes last. */
function byWhom({ cells, level }: MatrixRow, names: readonly string[]): Line[] {
  const kinds = new Map<string, { word: Phrase; reason: string; who: string[]; weight: number }>();
  for (const [at, side] of cells.entries()) {
    const word = outcomePhrase(side, level);
    const hasFailed = side?.outcome === 'failed';
    const reason = hasFailed ? cut(side.reason, reasonRoom) : '';
    const weight = hasFailed ? 0 : side?.outcome === 'passed' ? 2 : 1;
    const kind = kinds.get(`${word.text} ${reason}`) ?? { word, reason, who: [], weight };
    kind.who.push(names[at] ?? '');
    kinds.set(`${word.text} ${reason}`, kind);
  }
  return [...kinds.values()]
    .sort((a, b) => a.weight - b.weight)
    .map(({ word, reason, who, weight }) => {
      const by = who.length === names.length ? 'all' : namesText(who, weight === 0);
      return [word, plain(` by ${by}${reason === '' ? '' : `: ${reason}`}`)];
    });
}

/** Implementations by name; only their number if they are many and need not all be named. */
function namesText(names: readonly string[], isEach: boolean): string {
  return isEach || names.length <= 8 ? names.join(', ') : `${names.length}`;
}

/** What each implementation does where the specification is silent; those that differ first. */
function gapParts({ gaps }: Matrix, names: readonly string[]): Part[] {
  const of = (group: GapAgreement) => gaps.filter((gap) => gap.group === group);
  const [differing, alike, tooFew] = [of('differing'), of('alike'), of('too-few')];
  const itemsOf = (found: readonly MatrixGap[]) =>
    items(
      'plain',
      found.map((gap) => ({ title: titleOf(gap, gap.question), lines: answerLines(gap, names) })),
    );
  const silent = 'Silent specification,';
  return [
    ...partOf('gaps', `${silent} different answers (${differing.length})`, [itemsOf(differing)]),
    ...partOf('gaps-alike', `${silent} one answer (${alike.length})`, [itemsOf(alike)]),
    ...partOf('gaps-too-few', `${silent} recorded by too few to compare (${tooFew.length})`, [
      itemsOf(tooFew),
    ]),
  ];
}

/** For each part of the answers who gives which, the commonest first. */
function answerLines({ id, answers }: MatrixGap, names: readonly string[]): Line[] {
  return partsOf(id, answers).flatMap(({ name, values }) => {
    const givers = new Map<string, string[]>();
    for (const [at, value] of values.entries()) {
      if (value !== null) givers.set(value, [...(givers.get(value) ?? []), names[at] ?? '']);
    }
    return [...givers]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([value, who], at): Line => {
        const by = who.length === names.length ? 'all' : namesText(who, at > 0);
        return [plain(`${name === '' ? '' : `${name}: `}${valueText(value)} (by ${by})`)];
      });
  });
}

/** What heads a requirement or a gap: its id, its section and its words. */
function titleOf(
  { id, section }: { readonly id: string; readonly section: string },
  words: string,
) {
  return [code(id), plain(` (section ${section}): `), prose(words)];
}

function noteLines(notes: readonly string[]): Line[] {
  return notes.map((note) => [toned('inconclusive', 'note'), plain(`: ${note}`)]);
}

function verdictWord(verdict: Judged['verdict']): Phrase {
  return toned(verdictKinds[verdict], verdict);
}

/** The outcome in a word, or as a mark; a failed advisory is a warning. */
function outcomePhrase(
  side: RowSide | null,
  level: 'required' | 'advisory',
  isMark = false,
): Phrase {
  if (side === null) return toned('left-out', isMark ? '' : 'not in the suite');
  const kind = kindOf({ outcome: side.outcome, level });
  if (isMark) return toned(kind, kindWords[kind].mark);
  if (kind !== 'left-out') return toned(kind, kindWords[kind].word);
  return toned(kind, side.outcome === 'skipped' ? 'left out' : 'not applicable');
}

const reasonRoom = 240;

/** A value, cut if it is long. */
function valueText(value: string | null): string {
  return value === null ? 'none' : cut(value, reasonRoom);
}

/** Outcome and reason; a pass needs none. */
function sideLine(name: string, side: RowSide, level: 'required' | 'advisory'): Line {
  const reason = side.outcome === 'passed' ? '' : cut(side.reason, reasonRoom);
  const word = outcomePhrase(side, level);
  return [plain(`${name}: `), word, ...(reason === '' ? [] : [plain(`: ${reason}`)])];
}
