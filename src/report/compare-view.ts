/** A comparison as a document: its text, Markdown and HTML are renderings of it. */
import { cut, jsonText } from '../text/visible.ts';
import { utc } from '../text/words.ts';
import { type Comparison, changeGroups, conformWords, partsOf, standingGroups } from './compare.ts';
import { viewHtml } from './html.ts';
import { viewMarkdown } from './markdown.ts';
import { kindOf, kindWords, verdictKinds } from './report.ts';
import { viewText } from './text.ts';
import {
  type Block,
  code,
  type Item,
  idsIn,
  items,
  type Line,
  type Look,
  lines,
  type Part,
  type Phrase,
  partOf,
  plain,
  prose,
  type Tone,
  toned,
  type View,
} from './view.ts';

type Judged = Comparison['reports'][number];
type Row = Comparison['rows'][number];
type Gap = Comparison['gaps'][number];

/** One form of a comparison. `render` is pure. */
interface CompareFormat {
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

/** The forms that a comparison can be had in. */
export const compareFormats: readonly [CompareFormat, ...CompareFormat[]] = [
  {
    name: 'text',
    ending: '.txt',
    render: (comparison, look) => {
      const columns = Math.floor((look.width - narrowest.id) / narrowest.mark);
      return viewText(viewOf(comparison, { columns, narrow: true }), look);
    },
  },
  {
    name: 'markdown',
    ending: '.md',
    render: (comparison) => {
      const view = viewOf(comparison, { columns: 6, narrow: false });
      return viewMarkdown({ ...view, title: `Compared: ${view.title}` });
    },
  },
  {
    name: 'html',
    ending: '.html',
    render: (comparison) => viewHtml(viewOf(comparison, { columns: 10, narrow: false })),
  },
  { name: 'json', ending: '.json', render: (comparison) => `${jsonText(comparison)}\n` },
];

function viewOf(comparison: Comparison, space: Space): View {
  return comparison.kind === 'changes' ? changesView(comparison) : matrixView(comparison, space);
}

/** What changed between two reports of one implementation, the worst first. */
function changesView({
  reports,
  rows,
  gaps,
  notes,
  summary,
  broke,
  differences,
}: Comparison): View {
  const [before, after] = reports;
  const { name, baseUrl } = after?.implementation ?? {};
  const advisories = rows.filter(
    ({ level, group }) =>
      level === 'advisory' && group !== 'as-before' && group !== 'still-failing',
  );
  const answers = gaps.filter(({ group }) => group === 'differing');
  const same = rows.filter(({ group }) => group === 'as-before').length;
  const reportLines = [before, after].flatMap((one, at) =>
    one === undefined ? [] : [reportLine(at === 0 ? 'before' : 'after', one)],
  );
  return {
    verdict: broke.length > 0 ? 'broke' : 'nothing broke',
    tone: broke.length > 0 ? 'failed' : 'passed',
    title: name ?? baseUrl ?? '',
    summary,
    parts: [
      ...partOf('reports', 'The two reports', [lines([...reportLines, ...noteLines(notes)])]),
      ...partOf('changed', 'What differs between the runs', [lines(differenceLines(differences))]),
      ...Object.entries(changeGroups).flatMap(([group, [title, tone]]) => {
        const found = rows.filter((row) => row.level === 'required' && row.group === group);
        return partOf(group, `${title} (${found.length})`, [items(tone, found.map(changeItem))]);
      }),
      ...partOf('advisories', `Advisories, which never decide (${advisories.length})`, [
        items('warning', advisories.map(changeItem)),
      ]),
      ...partOf('gaps', `Other answers where the specification is silent (${answers.length})`, [
        items('plain', answers.map(answerChange)),
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

/** Server, suite, settings and seed, as far as they differ. */
function differenceLines(differences: Comparison['differences']): Line[] {
  if (differences.length === 0) {
    return [[plain('nothing that the reports name: the service changed unseen, or it is chance')]];
  }
  // Twelve digits of a digest are enough to see that it is another one.
  const short = (name: string, value: string | null) =>
    name === 'digest' && value !== null ? value.slice(0, 12) : valueText(value);
  return differences.map(({ what, name, before, after }) => [
    toned('warning', what),
    plain(
      `${name === what ? '' : ` ${name}`}: ${short(name, before)} before, ${short(name, after)} after`,
    ),
  ]);
}

function changeItem(row: Row): Item {
  const [before = null, after = null] = row.cells;
  const isSame = row.group === 'still-failing';
  const side = (name: string, cell: typeof before): Line[] => {
    if (cell === null) return [];
    const reason = cell.outcome === 'passed' ? '' : cut(cell.reason, reasonRoom);
    const more = reason === '' ? [] : [plain(`: ${reason}`)];
    return [[plain(`${name}: `), outcomePhrase(cell, row.level), ...more]];
  };
  return {
    title: titleOf(row, row.statement),
    lines: [...(isSame ? [] : side('before', before)), ...side(isSame ? 'now' : 'after', after)],
  };
}

function answerChange({ id, section, question, answers }: Gap): Item {
  return {
    title: titleOf({ id, section }, question),
    lines: partsOf(id, answers).flatMap(({ name, values: [was = null, is = null] }): Line[] => {
      if (was === is || was === null || is === null) return [];
      const what = name === '' ? '' : `${name}: `;
      return [[plain(`${what}before: ${valueText(was)}; after: ${valueText(is)}`)]];
    }),
  };
}

/** Requirements by implementation: first where they diverge, last in a line what all of them pass. */
function matrixView({ reports, rows, gaps, notes, summary }: Comparison, space: Space): View {
  const required = rows.filter(({ level }) => level === 'required');
  const warned = rows.filter(
    ({ level, group }) =>
      level === 'advisory' && (group === 'diverging' || group === 'failed-everywhere'),
  );
  const passed = required.filter(({ group }) => group === 'passed-everywhere');
  const names = reports.map(({ label }) => label);
  const verdicts = reports.map(({ verdict }) => verdict);
  return {
    verdict: conformWords(reports),
    tone: verdicts.every((one) => one === 'conformant')
      ? 'passed'
      : verdicts.includes('non-conformant')
        ? 'failed'
        : 'inconclusive',
    title: cut(names.join(', '), 100),
    summary,
    parts: [
      ...partOf('implementations', 'Implementations', [
        space.narrow ? implementationItems(reports) : implementationTable(reports),
        lines(noteLines(notes)),
      ]),
      ...Object.entries(standingGroups).flatMap(([standing, [title, tone]]) => {
        const found = required.filter(({ group }) => group === standing);
        const isTold = standing === 'diverging' || standing === 'failed-everywhere';
        const isTable = names.length <= space.columns;
        return partOf(standing, `${title} (${found.length})`, [
          ...(isTable ? [outcomeTable(found, names, space)] : []),
          ...(isTold || !isTable ? [rowItems(found, tone, names)] : []),
        ]);
      }),
      ...partOf('passed-everywhere', `Passed by all (${passed.length})`, [
        lines(passed.length === 0 ? [] : [idsIn(passed.map(({ id }) => id))]),
      ]),
      ...partOf('advisories', `Advisories with warnings, which never decide (${warned.length})`, [
        rowItems(warned, 'warning', names),
      ]),
      ...gapParts(gaps, names),
    ],
  };
}

/** A table of facts, for forms with room. */
function implementationTable(reports: readonly Judged[]): Block {
  const head = [
    ...['name', 'version', 'date', 'verdict', 'profile', 'certified by'],
    ...['passed', 'failed', 'inconclusive', 'not judged', 'warned'],
  ];
  const rows = reports.map((one) => {
    const { implementation, label, startedAt, verdict, profile, required } = one;
    const left = required.skipped + required['not-applicable'];
    const amounts = [required.passed, required.failed, required.inconclusive, left];
    return {
      cells: [
        plain(implementation.name === null ? label : cut(implementation.name, 60)),
        plain(cut(implementation.version ?? '–', 60)),
        plain(utc(startedAt)),
        verdictWord(verdict),
        plain(profile),
        plain(certifierText(one)),
        ...[...amounts, one.failedAdvisories].map((amount) => plain(`${amount}`)),
      ],
    };
  });
  return { kind: 'table', head, rows };
}

/** The same facts, numbered, for a terminal. */
function implementationItems(reports: readonly Judged[]): Block {
  const shown = reports.map((one, at) => {
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

function outcomeTable(rows: readonly Row[], names: readonly string[], { narrow }: Space): Block {
  const columns = narrow ? names.map((_, at) => `${at + 1}`) : names;
  const shown = rows.map(({ id, level, cells }) => ({
    odd: oddOnes(cells).map((at) => at + 1),
    cells: [code(id), ...cells.map((cell) => outcomePhrase(cell, level, narrow))],
  }));
  return { kind: 'table', head: ['requirement', ...columns], rows: shown };
}

/** Which of at least three decided outcomes differ from most others. */
function oddOnes(cells: Row['cells']): number[] {
  const at = (outcome: string) =>
    cells.flatMap((cell, place) => (cell?.outcome === outcome ? [place] : []));
  const [passed, failed] = [at('passed'), at('failed')];
  if (passed.length + failed.length < 3 || passed.length === failed.length) return [];
  return passed.length > failed.length ? failed : passed;
}

/** Row by row who failed it and how, and who did not decide it. */
function rowItems(rows: readonly Row[], tone: Tone, names: readonly string[]): Block {
  const shown = rows.map((row) => ({
    title: titleOf(row, row.statement),
    lines: byWhom(row, names),
  }));
  return items(tone, shown);
}

/** A line for each outcome and who has it: failures first, by reason, passes last. */
function byWhom({ cells, level }: Row, names: readonly string[]): Line[] {
  const kinds = new Map<string, { word: Phrase; reason: string; who: string[]; weight: number }>();
  for (const [at, cell] of cells.entries()) {
    const word = outcomePhrase(cell, level);
    const hasFailed = cell?.outcome === 'failed';
    const reason = hasFailed ? cut(cell.reason, reasonRoom) : '';
    const weight = hasFailed ? 0 : cell?.outcome === 'passed' ? 2 : 1;
    const kind = kinds.get(`${word.text} ${reason}`) ?? { word, reason, who: [], weight };
    kind.who.push(names[at] ?? '');
    kinds.set(`${word.text} ${reason}`, kind);
  }
  return [...kinds.values()]
    .sort((a, b) => a.weight - b.weight)
    .map(({ word, reason, who, weight }) => {
      const by = whoText(who, names, weight === 0);
      return [word, plain(` by ${by}${reason === '' ? '' : `: ${reason}`}`)];
    });
}

/** Implementations by name; only their number if they are many and need not all be named. */
function whoText(who: readonly string[], names: readonly string[], isEach: boolean): string {
  if (who.length === names.length) return 'all';
  return isEach || who.length <= 8 ? who.join(', ') : `${who.length}`;
}

/** What each implementation does where the specification is silent; those that differ first. */
function gapParts(gaps: readonly Gap[], names: readonly string[]): Part[] {
  const titles = {
    differing: 'different answers',
    alike: 'one answer',
    'too-few': 'recorded by too few to compare',
  } as const;
  return Object.entries(titles).flatMap(([group, words]) => {
    const found = gaps.filter((gap) => gap.group === group);
    const shown = found.map(({ question, ...gap }) => ({
      title: titleOf(gap, question),
      lines: answerLines(gap, names),
    }));
    const title = `Silent specification, ${words} (${found.length})`;
    return partOf(`gaps-${group}`, title, [items('plain', shown)]);
  });
}

/** For each part of the answers who gives which, the commonest first. */
function answerLines(
  { id, answers }: Pick<Gap, 'id' | 'answers'>,
  names: readonly string[],
): Line[] {
  return partsOf(id, answers).flatMap(({ name, values }) => {
    const givers = new Map<string, string[]>();
    for (const [at, value] of values.entries()) {
      if (value !== null) givers.set(value, [...(givers.get(value) ?? []), names[at] ?? '']);
    }
    return [...givers]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([value, who], at): Line => {
        const by = whoText(who, names, at > 0);
        return [plain(`${name === '' ? '' : `${name}: `}${valueText(value)} (by ${by})`)];
      });
  });
}

/** What heads a requirement or a gap: its id, its section and its words. */
function titleOf({ id, section }: Pick<Gap, 'id' | 'section'>, words: string): Line {
  return [code(id), plain(` (section ${section}): `), prose(words)];
}

function noteLines(notes: readonly string[]): Line[] {
  return notes.map((note) => [toned('inconclusive', 'note'), plain(`: ${note}`)]);
}

function verdictWord(verdict: Judged['verdict']): Phrase {
  return toned(verdictKinds[verdict], verdict);
}

/** The outcome in a word, or as a mark; a failed advisory is a warning. */
function outcomePhrase(cell: Row['cells'][number], level: Row['level'], isMark = false): Phrase {
  if (cell === null) return toned('left-out', isMark ? '' : 'not in the suite');
  const kind = kindOf({ outcome: cell.outcome, level });
  if (isMark) return toned(kind, kindWords[kind].mark);
  if (kind !== 'left-out') return toned(kind, kindWords[kind].word);
  return toned(kind, cell.outcome === 'skipped' ? 'left out' : 'not applicable');
}

const reasonRoom = 240;

/** A value, cut if it is long. */
function valueText(value: string | null): string {
  return value === null ? 'none' : cut(value, reasonRoom);
}
