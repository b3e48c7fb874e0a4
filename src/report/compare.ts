/** Compares reports: what changed between two of one implementation, or how several implementations differ. */

import type { Outcome } from '../judge/outcome.ts';
import { cut, jsonText } from '../text/visible.ts';
import { count, firstOf, utc } from '../text/words.ts';
import { nameOf } from './document.ts';
import { saidOf } from './failures.ts';
import { viewMarkdown } from './markdown.ts';
import { viewHtml } from './page-parts.ts';
import type { ReportFile } from './read.ts';
import {
  kindOf,
  kindWords,
  ofKind,
  type Report,
  type ReportedObservation,
  type ReportedRequirement,
  requiredWith,
  verdictKinds,
} from './report.ts';
import { viewText } from './text.ts';
import {
  code,
  type Item,
  items,
  type Line,
  type Look,
  lines,
  partOf,
  plain,
  prose,
  type Tone,
  toned,
  type View,
} from './view.ts';

/** One of the compared reports: whom it judged, with what, and the result. */
type Judged = Readonly<ReturnType<typeof judgedOf>>;

/** What differs between the runs apart from their results. `values` go with `reports`; null if one has none. */
interface Difference {
  readonly name: string;
  readonly values: readonly (string | null)[];
}

/** How a row compares, in the order in which it is shown, and what heads it: what changed, then the matrix. */
const groups = {
  broke: ['Broke', 'failed'],
  changed: ['Changed otherwise', 'inconclusive'],
  fixed: ['Fixed', 'passed'],
  'still-failing': ['Still failing', 'failed'],
  'as-before': ['As before', 'plain'],
  diverging: ['Passed by some, failed by others', 'failed'],
  failed: ['Failed by all that decided it', 'failed'],
  undecided: ['Not decided by all', 'inconclusive'],
  passed: ['Passed by all', 'passed'],
} as const satisfies Readonly<Record<string, readonly [title: string, tone: Tone]>>;

type Group = keyof typeof groups;

/** A requirement. `cells` go with `reports`: outcome and reason, of a failure what its first failed check says. */
interface Row extends Pick<ReportedRequirement, 'id' | 'section' | 'level' | 'statement'> {
  readonly group: Group;
  /** Null if the report has no such row. */
  readonly cells: readonly (Pick<ReportedRequirement, 'outcome' | 'reason'> | null)[];
}

/** A question that the specification leaves open. `answers` go with `reports`; null if nothing was recorded. */
interface Gap extends Pick<ReportedObservation, 'id' | 'section' | 'question'> {
  /** `too-few`: no request was answered in two of the runs. */
  readonly group: 'differing' | 'alike' | 'too-few';
  readonly answers: readonly (string | null)[];
}

/** What `compare` found; `schemas/comparison.schema.json` is its schema. */
export interface Comparison {
  readonly formatVersion: 1;
  /** `changes`: two reports of one implementation, the older first. `matrix`: implementations side by side. */
  readonly kind: 'changes' | 'matrix';
  readonly summary: string;
  readonly reports: readonly Judged[];
  /** Ids of the required rows that broke; none in a matrix. */
  readonly broke: readonly string[];
  readonly differences: readonly Difference[];
  readonly rows: readonly Row[];
  readonly gaps: readonly Gap[];
}

/**
 * Two reports of one implementation, the older first, give what changed; everything else gives the matrix, and so do
 * two if it is `forced`.
 */
export function compareReports(files: readonly ReportFile[], forced = false): Comparison {
  const all = files.map(({ report }) => report);
  const names = new Set(all.map(({ implementation }) => implementation.name));
  const isOne = names.has(null) || names.size === 1;
  const kind = !forced && files.length === 2 && isOne ? 'changes' : 'matrix';
  const groupOf = kind === 'changes' ? changeOf : standingOf;
  const labels = labelsOf(all, kind);
  const reports = files.map((file, at) => judgedOf(file, labels[at] ?? file.path));
  const rows = aligned(all.map(({ requirements }) => requirements)).map(({ row, found }): Row => {
    const { id, section, level, statement } = row;
    const group = groupOf(found.map((one) => one?.outcome));
    const cells = found.map((one) => one && { outcome: one.outcome, reason: saidOf(one) });
    return { id, section, level, statement, group, cells: cells.map((cell) => cell ?? null) };
  });
  const gaps = aligned(all.map(({ observations }) => observations)).map(({ row, found }): Gap => {
    const { id, section, question } = row;
    const answers = found.map((one) => one?.answer ?? null);
    return { id, section, question, group: agreementOf(answers), answers };
  });
  const broke = rows.filter(({ level, group }) => level === 'required' && group === 'broke');
  const summarize = kind === 'changes' ? changesSummary : matrixSummary;
  return {
    formatVersion: 1,
    kind,
    summary: summarize(reports, rows, gaps),
    reports,
    broke: broke.map(({ id }) => id),
    differences: differencesOf(all, kind),
    rows,
    gaps,
  };
}

/** Every row of several lists by its id, in the order of the newest list, then of the others. */
function aligned<T extends { readonly id: string }>(lists: readonly (readonly T[])[]) {
  const maps = lists.map((list) => new Map(list.map((row) => [row.id, row])));
  const rows = new Map(maps.toReversed().flatMap((list) => [...list]));
  for (const map of maps) for (const [id, row] of map) rows.set(id, row);
  return [...rows].map(([id, row]) => ({ row, found: maps.map((map) => map.get(id)) }));
}

type Outcomes = readonly (Outcome | undefined)[];

function changeOf([was, is]: Outcomes): Group {
  if (was === is) return was === 'failed' ? 'still-failing' : 'as-before';
  // What was not judged before is not known to have broken.
  if (is === 'failed') return was === 'skipped' || was === undefined ? 'changed' : 'broke';
  return is === 'passed' && was === 'failed' ? 'fixed' : 'changed';
}

function standingOf(outcomes: Outcomes): Group {
  const has = (outcome: Outcome) => outcomes.includes(outcome);
  if (has('failed')) return has('passed') ? 'diverging' : 'failed';
  return outcomes.every((outcome) => outcome === 'passed') ? 'passed' : 'undecided';
}

const requiredIn = (rows: readonly Row[], group: Group) =>
  rows.filter((row) => row.level === 'required' && row.group === group);

/** `2 fixed`, for each group that has rows. */
function amounts(rows: readonly Row[], ...wanted: readonly Group[]): string[] {
  return wanted.flatMap((group) => {
    const { length } = requiredIn(rows, group);
    return length === 0 ? [] : [`${length} ${groups[group][0].toLowerCase()}`];
  });
}

const gapsIn = (gaps: readonly Gap[], ...wanted: readonly Gap['group'][]) =>
  gaps.filter(({ group }) => wanted.includes(group)).length;

type Summarize = (reports: readonly Judged[], rows: readonly Row[], gaps: readonly Gap[]) => string;

const matrixSummary: Summarize = (reports, rows, gaps) => {
  const required = rows.filter(({ level }) => level === 'required').length;
  const compared = count(gapsIn(gaps, 'differing', 'alike'), 'gap');
  const diverging = requiredIn(rows, 'diverging').length;
  return [
    conformWords(reports),
    `they diverge in ${diverging} of ${count(required, 'requirement')} and in ${gapsIn(gaps, 'differing')} of ${compared}`,
    ...amounts(rows, 'failed', 'passed'),
  ].join('; ');
};

const changesSummary: Summarize = (reports, rows, gaps) => {
  const broke = requiredIn(rows, 'broke').map(({ id }) => id);
  const warnings = rows.filter((row) => row.level === 'advisory' && row.group === 'broke').length;
  const differing = gapsIn(gaps, 'differing');
  return [
    broke.length === 0
      ? `nothing broke${isNewerOpen(reports) ? ', but the newer run is incomplete' : ''}`
      : `${count(broke.length, 'requirement')} broke (${firstOf(broke, 3)})`,
    ...amounts(rows, 'changed', 'fixed', 'still-failing'),
    ...(warnings > 0 ? [`${count(warnings, 'warning')} more`] : []),
    ...(differing > 0
      ? [`${count(differing, 'other answer')} where the specification is silent`]
      : []),
  ].join(', ');
};

/** Whether the newest report leaves something open. */
export function isNewerOpen(reports: Comparison['reports']): boolean {
  return reports.at(-1)?.verdict === 'incomplete';
}

/** `1 of 3 conforms`. */
function conformWords(reports: readonly Judged[]): string {
  const conformant = reports.filter(({ verdict }) => verdict === 'conformant').length;
  return `${conformant} of ${reports.length} ${conformant === 1 ? 'conforms' : 'conform'}`;
}

/** Settings that do not bear on an outcome. */
const ofNoEffect = /^--(?:implementation|implementation-version|contact|seed|challenge|baseline)$/;

function differencesOf(reports: readonly Report[], kind: Comparison['kind']): Difference[] {
  const ofOne: Readonly<Record<string, (report: Report) => string | null>> = {
    'server version': ({ implementation }) => implementation.version,
    'server address': ({ implementation }) => implementation.baseUrl,
    seed: ({ run }) => `${run.seed}`,
  };
  const flags = new Set(reports.flatMap(({ run }) => Object.keys(run.settings)));
  const settings = [...flags]
    .filter((flag) => !ofNoEffect.test(flag))
    .map((flag) => [flag, ({ run }: Report) => run.settings[flag] ?? null] as const);
  const all: Readonly<Record<string, (report: Report) => string | null>> = {
    ...(kind === 'changes' ? ofOne : {}),
    'suite version': ({ suite }) => suite.version,
    'suite digest': ({ suite }) => suite.digest,
    '--profile': ({ profile }) => profile,
    '--plan': ({ run }) => run.plan,
    ...Object.fromEntries(settings),
  };
  return Object.entries(all)
    .map(([name, of]) => ({ name, values: reports.map(of) }))
    .filter(({ values }) => new Set(values).size > 1);
}

/** Answers such as `limit=0: 400; limit=101: 200` split by what was sent: each run may have sent something else. */
function partsOf(answers: readonly (string | null)[]): (string | null)[][] {
  const maps = answers.map((answer) => {
    const parts = answer?.split('; ') ?? [];
    return new Map(parts.map((part, at) => [/^[^:]+(?=: )/.exec(part)?.[0] ?? `${at}`, part]));
  });
  const names = new Set(maps.flatMap((parts) => [...parts.keys()]));
  return [...names].map((name) => maps.map((parts) => parts.get(name) ?? null));
}

/** How answers to a gap compare: only answers to the same request are held against each other. */
function agreementOf(answers: readonly (string | null)[]): Gap['group'] {
  const shared = partsOf(answers)
    .map((part) => part.filter((value) => value !== null))
    .filter((values) => values.length > 1);
  if (shared.length === 0) return 'too-few';
  const isAlike = shared.every(([first = '', ...others]) =>
    others.every((other) => isSameAnswer(first, other)),
  );
  return isAlike ? 'alike' : 'differing';
}

/** Times are measured, and long numbers drawn by the seed: 59 s ahead and 60 s ahead are one answer. */
function isSameAnswer(...answers: readonly [string, string]): boolean {
  const [one = '', other = ''] = answers.map((text) => text.replace(/-?\d{10,}/g, 'N'));
  const times = /\d+(?:\.\d+)?(?= s\b)/g;
  if (one.replace(times, '') !== other.replace(times, '')) return false;
  const [mine = [], yours = []] = [one, other].map((text) => (text.match(times) ?? []).map(Number));
  return mine.every((time, at) => Math.abs(time - (yours[at] ?? 0)) <= Math.max(2, time / 10));
}

/** `label` is a name that no other report of a matrix has; `required` counts requirements by outcome. */
function judgedOf({ path, report }: ReportFile, label: string) {
  const { implementation, suite, profile, verdict, run } = report;
  const { name, version, baseUrl } = implementation;
  const amount = (outcome: Outcome) => requiredWith(report, outcome).length;
  const { startedAt, partial, endedEarly } = run;
  return {
    ...{ label, file: path, startedAt, implementation: { name, version, baseUrl } },
    suite: { version: suite.version, digest: suite.digest },
    ...{ profile, partial, endedEarly, verdict },
    required: {
      passed: amount('passed'),
      failed: amount('failed'),
      inconclusive: amount('inconclusive'),
      skipped: amount('skipped'),
      'not-applicable': amount('not-applicable'),
    },
    failedAdvisories: ofKind(report, 'warning').length,
  };
}

/** The name with its version; with its place among the arguments, too, if others in a matrix have the same. */
function labelsOf(reports: readonly Report[], kind: Comparison['kind']): string[] {
  const short = reports.map((report) => cut(nameOf(report), 120));
  const isUnique = (label: string) => short.indexOf(label) === short.lastIndexOf(label);
  return short.map((label, at) =>
    kind === 'changes' || isUnique(label) ? label : `${label} (argument ${at + 1})`,
  );
}

/** One form of a comparison. `render` is pure. */
interface CompareFormat {
  readonly name: string;
  /** How names of its files end. */
  readonly ending: string;
  readonly render: (comparison: Comparison, look: Look) => string;
}

/** The forms that a comparison can be had in. */
export const compareFormats: readonly [CompareFormat, ...CompareFormat[]] = [
  { name: 'text', ending: '.txt', render: (found, look) => viewText(viewOf(found), look) },
  {
    name: 'markdown',
    ending: '.md',
    render: (found) => {
      const view = viewOf(found);
      return viewMarkdown({ ...view, title: `Compared: ${view.title}` });
    },
  },
  { name: 'html', ending: '.html', render: (found) => viewHtml(viewOf(found)) },
  { name: 'json', ending: '.json', render: (found) => `${jsonText(found)}\n` },
];

/** The document: the reports, what differs between the runs, the matrix, then rows and gaps with who says what. */
function viewOf(comparison: Comparison): View {
  const { kind, reports, rows, gaps, summary, broke, differences } = comparison;
  const isMatrix = kind === 'matrix';
  const names = isMatrix ? reports.map(({ label }) => label) : ['before', 'after'];
  const isTold = ({ group }: Row) => group !== 'as-before' && group !== 'passed';
  const required = rows.filter(({ level }) => level === 'required');
  const open = required.filter(isTold);
  const advisories = rows.filter(
    (row) => row.level === 'advisory' && isTold(row) && row.group !== 'undecided',
  );
  const silent = gaps.filter(
    ({ group }) => group === 'differing' || (isMatrix && group === 'alike'),
  );
  const verdicts = new Set(reports.map(({ verdict }) => verdict));
  const isFailed = isMatrix ? verdicts.has('non-conformant') : broke.length > 0;
  const isGreen = isMatrix ? !verdicts.has('incomplete') : !isNewerOpen(reports);
  return {
    verdict: isMatrix ? conformWords(reports) : broke.length > 0 ? 'broke' : 'nothing broke',
    tone: isFailed ? 'failed' : isGreen ? 'passed' : 'inconclusive',
    title: cut(isMatrix ? names.join(', ') : (reports[1]?.label ?? ''), 100),
    summary,
    parts: [
      ...partOf('reports', isMatrix ? 'Implementations' : 'The two reports', [
        items(
          'plain',
          reports.map((one, at) => reportItem(one, isMatrix ? `${at + 1}` : `${names[at]}:`)),
        ),
      ]),
      ...partOf('differences', 'What differs between the runs', [
        lines(differenceLines(differences, isMatrix)),
      ]),
      ...partOf('matrix', `Not passed by all (${open.length})`, [
        {
          kind: 'table',
          head: ['requirement', ...names.map((_, at) => `${at + 1}`)],
          rows: isMatrix ? open.map(tableRow) : [],
        },
      ]),
      ...Object.entries(groups).flatMap(([group, [title, tone]]) => {
        // The table says who did not decide a row.
        const found = open.filter((row) => row.group === group && group !== 'undecided');
        const shown = found.map((row) => rowItem(row, names));
        return partOf(group, `${title} (${found.length})`, [items(tone, shown)]);
      }),
      ...partOf('advisories', `Advisories, which never decide (${advisories.length})`, [
        items(
          'warning',
          advisories.map((row) => rowItem(row, names)),
        ),
      ]),
      ...partOf('gaps', `Where the specification is silent (${silent.length})`, [
        items(
          'plain',
          silent.map((gap) => gapItem(gap, names, isMatrix)),
        ),
      ]),
    ],
  };
}

function reportItem(one: Judged, mark: string): Item {
  const { label, implementation, startedAt, verdict, profile, required, file } = one;
  const { partial, endedEarly, failedAdvisories } = one;
  const counts = `${required.passed} passed, ${required.failed} failed, ${required.inconclusive} inconclusive, ${failedAdvisories} warned`;
  const part = partial ? ' in part (--only or --skip)' : '';
  return {
    title: [plain(`${mark} ${label}: `), toned(verdictKinds[verdict], verdict)],
    lines: [
      [plain(`${utc(startedAt, 'second')}, profile ${profile}${part}: ${counts}`)],
      [plain(`${implementation.baseUrl}, `), code(file)],
      ...(endedEarly === null ? [] : [[plain(`the run ended early: ${endedEarly}`)]]),
    ],
  };
}

function differenceLines(differences: readonly Difference[], isMatrix: boolean): Line[] {
  if (differences.length === 0 && !isMatrix) {
    return [
      [
        plain(
          'nothing in the reports; if the service changed, give each run its --implementation-version',
        ),
      ],
    ];
  }
  return differences.map(({ name, values }) => {
    // Twelve digits of a digest are enough to see that it is another one.
    const room = name === 'suite digest' ? 12 : 240;
    const shown = values.map((value) => value?.slice(0, room) ?? 'none');
    const distinct = isMatrix ? [...new Set(shown)].join(', ') : shown.join(' before, ');
    return [toned('warning', name), plain(`: ${distinct}${isMatrix ? '' : ' after'}`)];
  });
}

/** Columns by number, and marks: ids stay whole in a narrow terminal. */
function tableRow({ id, level, cells }: Row): Line {
  const marks = cells.map((cell) => {
    if (cell === null) return toned('left-out', '');
    const kind = kindOf({ outcome: cell.outcome, level });
    return toned(kind, kindWords[kind].mark);
  });
  return [code(id), ...marks];
}

/** A row with each outcome, who has it, and why. */
function rowItem({ id, section, statement, level, cells }: Row, names: readonly string[]): Item {
  const outcomes = cells.map((cell) => {
    if (cell === null) return { word: toned('left-out', 'not in the suite'), reason: '' };
    const { outcome, reason } = cell;
    const kind = kindOf({ outcome, level });
    const word = kind === 'left-out' ? outcome.replace('-', ' ') : kindWords[kind].word;
    return { word: toned(kind, word), reason: outcome === 'passed' ? '' : cut(reason, 240) };
  });
  const byText = groupedNames(
    outcomes.map(({ word, reason }) => `${word.text}\n${reason}`),
    names,
  );
  return {
    title: [code(id), plain(` (section ${section}): `), prose(statement)],
    lines: byText.map(([at, who]): Line => {
      const { word, reason } = outcomes[at] ?? { word: plain(''), reason: '' };
      return [plain(`${who}: `), word, plain(reason === '' ? '' : `: ${reason}`)];
    }),
  };
}

/** A gap with each answer, and who gives it; those that are alike only in a matrix. */
function gapItem({ id, section, question, answers }: Gap, names: readonly string[], all: boolean) {
  const shown = partsOf(answers).filter((part) => {
    const given = part.filter((value) => value !== null);
    return all || (given.length > 1 && new Set(given).size > 1);
  });
  return {
    title: [code(id), plain(` (section ${section}): `), prose(question)],
    lines: shown.flatMap((part) =>
      groupedNames(part, names).flatMap(([at, who]) => {
        const value = part[at] ?? null;
        return value === null ? [] : [[plain(`${cut(value, 240)} (${who})`)]];
      }),
    ),
  };
}

/** For each distinct value the place of its first, and who has it, in words. */
function groupedNames(
  values: readonly (string | null)[],
  names: readonly string[],
): [at: number, who: string][] {
  return [...new Set(values)].map((value) => {
    const who = names.filter((_, at) => values[at] === value);
    return [values.indexOf(value), who.length === names.length ? 'all' : firstOf(who, 8)];
  });
}
