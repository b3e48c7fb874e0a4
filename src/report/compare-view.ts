/** A comparison as a document: its text, Markdown and HTML are renderings of it. */
import { cut, jsonText } from '../text/visible.ts';
import { firstOf, utc } from '../text/words.ts';
import { type Comparison, changeGroups, conformWords, partsOf, standings } from './compare.ts';
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
  type Phrase,
  partOf,
  plain,
  prose,
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

/** Implementations side by side at most; if there are more, they are only listed. */
const mostColumns = 10;

/** The forms that a comparison can be had in. */
export const compareFormats: readonly [CompareFormat, ...CompareFormat[]] = [
  {
    name: 'text',
    ending: '.txt',
    render: (comparison, look) => viewText(viewOf(comparison), look),
  },
  {
    name: 'markdown',
    ending: '.md',
    render: (comparison) => {
      const view = viewOf(comparison);
      return viewMarkdown({ ...view, title: `Compared: ${view.title}` });
    },
  },
  { name: 'html', ending: '.html', render: (comparison) => viewHtml(viewOf(comparison)) },
  { name: 'json', ending: '.json', render: (comparison) => `${jsonText(comparison)}\n` },
];

function viewOf(comparison: Comparison): View {
  return comparison.kind === 'changes' ? changesView(comparison) : matrixView(comparison);
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
    return [[plain('nothing in the reports: an unversioned change, or a flaky result')]];
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
function matrixView({ reports, rows, gaps, notes, summary }: Comparison): View {
  const required = rows.filter(({ level }) => level === 'required');
  const hasFailed = ({ group }: Row) => group === 'diverging' || group === 'failed-everywhere';
  const failed = required.filter(hasFailed);
  const warned = rows.filter((row) => row.level === 'advisory' && hasFailed(row));
  const passed = required.filter(({ group }) => group === 'passed-everywhere');
  const shown = standings
    .filter((standing) => standing !== 'passed-everywhere')
    .flatMap((standing) => required.filter(({ group }) => group === standing));
  const names = reports.map(({ label }) => label);
  const verdicts = reports.map(({ verdict }) => verdict);
  const compared = [
    ...gaps.filter(({ group }) => group === 'differing'),
    ...gaps.filter(({ group }) => group === 'alike'),
  ];
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
        items('plain', reports.map(implementationItem)),
        lines(noteLines(notes)),
      ]),
      ...(names.length <= mostColumns
        ? partOf('matrix', `Not passed by all (${shown.length})`, [outcomeTable(shown, names)])
        : []),
      ...partOf('failed', `Who fails, and how (${failed.length})`, [rowItems(failed, names)]),
      ...partOf('passed-everywhere', `Passed by all (${passed.length})`, [
        lines(passed.length === 0 ? [] : [idsIn(passed.map(({ id }) => id))]),
      ]),
      ...partOf('advisories', `Advisories with warnings, which never decide (${warned.length})`, [
        rowItems(warned, names),
      ]),
      ...partOf('gaps', `Where the specification is silent (${compared.length})`, [
        items(
          'plain',
          compared.map((gap) => ({
            title: titleOf(gap, gap.question),
            lines: answerLines(gap, names),
          })),
        ),
      ]),
    ],
  };
}

/** Numbered, as the columns of the matrix are. `verify` is what tells whether a certificate holds. */
function implementationItem(one: Judged, at: number): Item {
  const { label, startedAt, verdict, profile, required, failedAdvisories, certifiedBy } = one;
  const counts = `${required.passed} passed, ${required.failed} failed, ${required.inconclusive} inconclusive, ${failedAdvisories} warned`;
  const certifier = certifiedBy === null ? 'nobody' : `${certifiedBy} (not verified here)`;
  return {
    title: [plain(`${at + 1} ${label}: `), verdictWord(verdict)],
    lines: [
      [plain(`${utc(startedAt)}, profile ${profile}: ${counts}`)],
      [plain(`certified by: ${certifier}`)],
    ],
  };
}

/** Columns by number, and marks: ids stay whole in a narrow terminal. */
function outcomeTable(rows: readonly Row[], names: readonly string[]): Block {
  return {
    kind: 'table',
    head: ['requirement', ...names.map((_, at) => `${at + 1}`)],
    rows: rows.map(({ id, level, cells }) => [
      code(id),
      ...cells.map((cell) => outcomePhrase(cell, level, true)),
    ]),
  };
}

/** Row by row who failed it and how. */
function rowItems(rows: readonly Row[], names: readonly string[]): Block {
  const shown = rows.map((row): Item => {
    const failures = new Map<string, string[]>();
    for (const [at, cell] of row.cells.entries()) {
      if (cell?.outcome !== 'failed') continue;
      const reason = cut(cell.reason, reasonRoom);
      failures.set(reason, [...(failures.get(reason) ?? []), names[at] ?? '']);
    }
    const word = row.level === 'advisory' ? toned('warning', 'warning') : toned('failed', 'failed');
    return {
      title: titleOf(row, row.statement),
      lines: [...failures].map(([reason, who]) => [
        word,
        plain(` by ${whoText(who, names)}${reason === '' ? '' : `: ${reason}`}`),
      ]),
    };
  });
  return items('plain', shown);
}

function whoText(who: readonly string[], names: readonly string[]): string {
  return who.length === names.length ? 'all' : firstOf(who, 8);
}

/** For each part of the answers who gives which, the commonest first. */
function answerLines({ id, answers }: Gap, names: readonly string[]): Line[] {
  return partsOf(id, answers).flatMap(({ name, values }) => {
    const givers = new Map<string, string[]>();
    for (const [at, value] of values.entries()) {
      if (value !== null) givers.set(value, [...(givers.get(value) ?? []), names[at] ?? '']);
    }
    const what = name === '' ? '' : `${name}: `;
    return [...givers]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(
        ([value, who]): Line => [plain(`${what}${valueText(value)} (by ${whoText(who, names)})`)],
      );
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
