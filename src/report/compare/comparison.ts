/** Compares reports: what changed between two of one implementation, or how several implementations differ. */
import type { GapId } from '../../catalogue/catalogue.ts';
import type { Plan, Profile } from '../../catalogue/plans.ts';
import type { Outcome, Verdict } from '../../judge/outcome.ts';
import type { Credentials } from '../../package/credentials.ts';
import { cut } from '../../text/visible.ts';
import { count, firstOf, utc } from '../../text/words.ts';
import { saidOf } from '../card.ts';
import { ofKind, requiredWith } from '../kinds.ts';
import type { ReportFile } from '../read.ts';
import type { Report, ReportedObservation, ReportedRequirement } from '../report.ts';

/** A report to compare, and who signed a certificate for it. */
export interface Compared extends ReportFile {
  /** `key ID`, `unsigned`, or null without a certificate of this report; the certificate is not verified. */
  readonly certifiedBy: string | null;
}

/** One of the compared reports: whom it judged, with what, and the result. */
export interface Judged {
  /** A name that no other report of the comparison has. */
  readonly label: string;
  readonly file: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly implementation: Pick<Report['implementation'], 'name' | 'version' | 'baseUrl'>;
  readonly suite: Pick<Credentials, 'version' | 'digest'>;
  readonly profile: Profile;
  readonly plan: Plan | null;
  readonly seed: number;
  /** Whether `--only` or `--skip` left rows out. */
  readonly partial: boolean;
  readonly endedEarly: string | null;
  readonly verdict: Verdict;
  /** Requirements by outcome. */
  readonly required: Readonly<Record<Outcome, number>>;
  readonly failedAdvisories: number;
  readonly certifiedBy: string | null;
}

/** A value before and after; null if that side has none. */
export interface Change<T> {
  readonly before: T | null;
  readonly after: T | null;
}

export interface NamedChange extends Change<string> {
  readonly name: string;
}

/** What may account for changed outcomes. `seed`: other generated data. */
export type Cause = 'server' | 'suite' | 'settings' | 'seed' | 'chance';

/** What became of a row between two reports of one implementation. */
export type RowGroup =
  /** Failed now, and did not before, though it was judged. */
  | 'broke'
  | 'fixed'
  /** Passed or failed before, and neither now. */
  | 'no-longer-decided'
  /** Passed or failed now, and neither before; a failure only if the row was left out before. */
  | 'newly-decided'
  | 'still-failing'
  /** The older suite has no such row. */
  | 'new'
  /** The newer suite has no such row. */
  | 'gone'
  /** Undecided before and now, in another way. */
  | 'still-undecided'
  | 'as-before';

/** The outcome of a row in one report. */
export interface RowSide {
  readonly outcome: Outcome;
  /** Why; of a failure all that its first failed check says. */
  readonly reason: string;
}

type RowHead = Pick<ReportedRequirement, 'id' | 'section' | 'level' | 'statement'>;
type GapHead = Pick<ReportedObservation, 'id' | 'section' | 'question'>;

export interface RowChange extends Change<RowSide>, RowHead {
  readonly group: RowGroup;
}

/** What became of an answer where the specification is silent; `asked-differently`: the runs sent different requests. */
export interface GapChange extends Change<string>, GapHead {
  readonly group: 'as-before' | 'other-answer' | 'asked-differently';
}

/** What differs between two reports apart from the results. */
export interface Differences {
  /** Version and address, if they differ. */
  readonly server: readonly NamedChange[];
  /** Version and digest, if they differ. */
  readonly suite: readonly NamedChange[];
  /** By flag. */
  readonly settings: readonly NamedChange[];
  readonly seed: readonly NamedChange[];
}

/** Two reports of one implementation: what became of each row, and what may account for it. */
export interface Changes {
  readonly formatVersion: 1;
  readonly kind: 'changes';
  readonly summary: string;
  readonly before: Judged;
  readonly after: Judged;
  /** Ids of the required rows that broke. */
  readonly broke: readonly string[];
  readonly differences: Differences;
  /** The likeliest first. */
  readonly mayAccount: readonly Cause[];
  /** What to know before reading on, a sentence each. */
  readonly notes: readonly string[];
  readonly rows: readonly RowChange[];
  readonly gaps: readonly GapChange[];
}

/** How implementations compare in a row. */
export type Agreement =
  /** Some failed it and others passed. */
  | 'diverging'
  /** All that decided it failed it. */
  | 'failed-everywhere'
  /** None failed it, and some did not decide it. */
  | 'passed-where-decided'
  | 'passed-everywhere'
  | 'undecided-everywhere';

/** One row of the matrix. `cells` go with `implementations`; null if the report has no such row. */
export interface MatrixRow extends RowHead {
  readonly standing: Agreement;
  readonly cells: readonly (RowSide | null)[];
}

/** How the answers to a gap compare; `too-few`: no question was answered by two. */
export type GapAgreement = 'differing' | 'alike' | 'too-few';

/** One gap of the matrix. `answers` go with `implementations`; null if nothing was recorded. */
export interface MatrixGap extends GapHead {
  readonly group: GapAgreement;
  readonly answers: readonly (string | null)[];
}

/** Reports of several implementations side by side. */
export interface Matrix {
  readonly formatVersion: 1;
  readonly kind: 'matrix';
  readonly summary: string;
  readonly implementations: readonly Judged[];
  /** What to know before reading on, a sentence each. */
  readonly notes: readonly string[];
  readonly rows: readonly MatrixRow[];
  readonly gaps: readonly MatrixGap[];
}

/** What `compare` found; `schemas/comparison.schema.json` is its schema. */
export type Comparison = Changes | Matrix;

/**
 * Two reports of one implementation, the older first, give what changed; everything else gives the matrix, and so do
 * two if it is `forced`.
 */
export function compareReports(files: readonly Compared[], forced = false): Comparison {
  const [first, second, ...others] = files;
  if (forced || first === undefined || second === undefined || others.length > 0) {
    return matrixOf(files);
  }
  const [one, other] = [first.report.implementation.name, second.report.implementation.name];
  const isOne = one === null || other === null || one === other;
  return isOne ? changesOf(first, second) : matrixOf(files);
}

function changesOf(first: Compared, second: Compared): Changes {
  const [before, after] = [first.report, second.report];
  const rows = rowChanges(before, after);
  const gaps = gapChanges(before, after);
  const differences = differencesOf(before, after);
  const broke = rowsIn(rows, 'required', 'broke').map(({ id }) => id);
  const labels = labelsOf([first, second]);
  const judged = [judgedOf(first, labels[0]), judgedOf(second, labels[1])] as const;
  const isReversed = before.run.startedAt > after.run.startedAt;
  const changed =
    gaps.some(({ group }) => group === 'other-answer') ||
    rows.some((row) => row.before && row.after && row.before.outcome !== row.after.outcome);
  return {
    formatVersion: 1,
    kind: 'changes',
    summary: summaryOfChanges(rows, gaps),
    before: judged[0],
    after: judged[1],
    broke,
    differences,
    mayAccount: changed ? causesOf(differences, before, after) : [],
    notes: [
      ...(isReversed ? ['The first report is the younger one: give the older one first.'] : []),
      ...notesOf(judged),
    ],
    rows,
    gaps,
  };
}

function rowChanges(before: Report, after: Report): RowChange[] {
  return paired(before.requirements, after.requirements).map(({ row, was, is }) => {
    const { id, section, level, statement } = row;
    const head = { id, section, level, statement };
    return { ...head, group: groupOf(was, is), before: sideOf(was), after: sideOf(is) };
  });
}

function gapChanges(before: Report, after: Report): GapChange[] {
  return paired(before.observations, after.observations).map(({ row, was, is }) => {
    const { id, section, question } = row;
    const answers = { before: was?.answer ?? null, after: is?.answer ?? null };
    const agreement = agreementOf(id, [answers.before, answers.after]);
    return { id, section, question, group: gapGroups[agreement], ...answers };
  });
}

const gapGroups: Readonly<Record<GapAgreement, GapChange['group']>> = {
  alike: 'as-before',
  differing: 'other-answer',
  'too-few': 'asked-differently',
};

/** Every row of two lists by its id, in the order of the newer list, those that are gone last. */
function paired<T extends { readonly id: string }>(before: readonly T[], after: readonly T[]) {
  const older = new Map(before.map((row) => [row.id, row]));
  const newer = new Set(after.map(({ id }) => id));
  return [
    ...after.map((row) => ({ row, was: older.get(row.id), is: row })),
    ...before.filter(({ id }) => !newer.has(id)).map((row) => ({ row, was: row, is: undefined })),
  ];
}

type Decided = { readonly outcome: Outcome } | undefined;

function groupOf(before: Decided, after: Decided): RowGroup {
  if (before === undefined) return 'new';
  if (after === undefined) return 'gone';
  const [was, is] = [before.outcome, after.outcome];
  if (is === 'failed') {
    if (was === 'failed') return 'still-failing';
    // It was not judged before, so nothing is known to have broken.
    return was === 'skipped' ? 'newly-decided' : 'broke';
  }
  if (was === is) return 'as-before';
  if (is === 'passed') return was === 'failed' ? 'fixed' : 'newly-decided';
  return was === 'passed' || was === 'failed' ? 'no-longer-decided' : 'still-undecided';
}

function sideOf(row: ReportedRequirement | undefined): RowSide | null {
  return row === undefined ? null : { outcome: row.outcome, reason: saidOf(row) };
}

/** The rows of a level in a group. */
export function rowsIn(
  rows: readonly RowChange[],
  level: RowChange['level'],
  group: RowGroup,
): RowChange[] {
  return rows.filter((row) => row.level === level && row.group === group);
}

const countedGroups: readonly (readonly [group: RowGroup, words: string])[] = [
  ['fixed', 'fixed'],
  ['no-longer-decided', 'no longer decided'],
  ['newly-decided', 'newly decided'],
  ['new', 'new in the suite'],
  ['gone', 'gone from the suite'],
  ['still-failing', 'still failing'],
];

/** What broke, then how many of each other kind, in one sentence. */
function summaryOfChanges(rows: readonly RowChange[], gaps: readonly GapChange[]): string {
  const broke = rowsIn(rows, 'required', 'broke').map(({ id }) => id);
  const advisories = rowsIn(rows, 'advisory', 'broke').length;
  const answers = gaps.filter(({ group }) => group === 'other-answer').length;
  return [
    broke.length === 0
      ? 'nothing broke'
      : `${count(broke.length, 'requirement')} broke (${firstOf(broke, 3)})`,
    ...countedGroups.flatMap(([group, words]) => {
      const amount = rowsIn(rows, 'required', group).length;
      return amount === 0 ? [] : [`${amount} ${words}`];
    }),
    ...(advisories > 0 ? [`${count(advisories, 'warning')} more`] : []),
    ...(answers > 0 ? [`${count(answers, 'other answer')} where the specification is silent`] : []),
  ].join(', ');
}

/** Settings that do not bear on an outcome; the seed follows from the challenge, and is compared by itself. */
const ofNoEffect: ReadonlySet<string> = new Set([
  ...['--implementation', '--implementation-version', '--contact'],
  ...['--plan', '--seed', '--challenge'],
]);

function differencesOf(before: Report, after: Report): Differences {
  const [was, is] = [before.implementation, after.implementation];
  const [givenBefore, givenAfter] = [effectiveSettings(before), effectiveSettings(after)];
  const flags = new Set([...givenBefore.keys(), ...givenAfter.keys()]);
  return {
    server: isOneRecording(before, after)
      ? []
      : [
          ...changed('version', was.version, is.version),
          ...(placeOf(was.baseUrl) === placeOf(is.baseUrl)
            ? []
            : changed('address', was.baseUrl, is.baseUrl)),
        ],
    suite: [
      ...changed('version', before.suite.version, after.suite.version),
      ...changed('digest', before.suite.digest, after.suite.digest),
    ],
    settings: [...flags].flatMap((flag) =>
      changed(flag, givenBefore.get(flag) ?? null, givenAfter.get(flag) ?? null),
    ),
    seed: changed('seed', `${before.run.seed}`, `${after.run.seed}`),
  };
}

function changed(name: string, before: string | null, after: string | null): NamedChange[] {
  return before === after ? [] : [{ name, before, after }];
}

/** Whether two reports judge the same recording: one that was judged again has the times of its run. */
function isOneRecording({ run: before }: Report, { run: after }: Report): boolean {
  const isAgain = before.rejudged !== null || after.rejudged !== null;
  return isAgain && before.startedAt === after.startedAt && before.seed === after.seed;
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The port of a server on this machine is often another one at each start, and says nothing. */
function placeOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !loopback.test(url.hostname)) return address;
  return `${url.protocol}//loopback${url.pathname}`;
}

/** What bears on the outcome, by flag; the plan may be in force without having been given. */
function effectiveSettings({ profile, run }: Report): Map<string, string> {
  return new Map([
    ['--profile', profile],
    ...(run.plan === null ? [] : [['--plan', run.plan] as const]),
    ...Object.entries(run.settings).filter(([flag]) => !ofNoEffect.has(flag)),
  ]);
}

/** What may account for changed outcomes, as far as the reports differ. */
function causesOf(
  { server, suite, settings, seed }: Differences,
  before: Report,
  after: Report,
): Cause[] {
  const hasVersions = [before, after].every(({ implementation }) => implementation.version);
  const explained = suite.length + settings.length > 0;
  // A server that does not name its version may have changed unseen, and so may one that does, if nothing else did.
  const unseen = !isOneRecording(before, after) && (!hasVersions || !explained);
  const candidates: readonly (readonly [suspected: boolean, cause: Cause])[] = [
    [server.length > 0 || unseen, 'server'],
    [suite.length > 0, 'suite'],
    [settings.length > 0, 'settings'],
    [seed.length > 0, 'seed'],
    [server.length === 0 && unseen && !explained, 'chance'],
  ];
  return candidates.flatMap(([suspected, cause]) => (suspected ? [cause] : []));
}

function matrixOf(files: readonly Compared[]): Matrix {
  const labels = labelsOf(files);
  const implementations = files.map((file, at) => judgedOf(file, labels[at]));
  const rowLists = files.map(({ report }) => byId(report.requirements));
  const rows = union(rowLists).map(({ id, section, level, statement }): MatrixRow => {
    const cells = rowLists.map((list) => sideOf(list.get(id)));
    return { id, section, level, statement, standing: standingOf(cells), cells };
  });
  const gapLists = files.map(({ report }) => byId(report.observations));
  const gaps = union(gapLists).map(({ id, section, question }): MatrixGap => {
    const answers = gapLists.map((list) => list.get(id)?.answer ?? null);
    return { id, section, question, group: agreementOf(id, answers), answers };
  });
  return {
    formatVersion: 1,
    kind: 'matrix',
    summary: summaryOfMatrix(implementations, rows, gaps),
    implementations,
    notes: [...unevenness(implementations), ...notesOf(implementations)],
    rows,
    gaps,
  };
}

function byId<T extends { readonly id: string }>(rows: readonly T[]): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Each row once, as the first list that has it says it, in the order of the lists. */
function union<T>(lists: readonly ReadonlyMap<string, T>[]): T[] {
  const all = new Map<string, T>();
  for (const [id, row] of lists.flatMap((list) => [...list])) if (!all.has(id)) all.set(id, row);
  return [...all.values()];
}

function standingOf(cells: readonly (RowSide | null)[]): Agreement {
  const failed = cells.filter((cell) => cell?.outcome === 'failed').length;
  const passed = cells.filter((cell) => cell?.outcome === 'passed').length;
  if (failed > 0) return passed === 0 ? 'failed-everywhere' : 'diverging';
  if (passed === cells.length) return 'passed-everywhere';
  return passed > 0 ? 'passed-where-decided' : 'undecided-everywhere';
}

/** `1 of 3 conforms`. */
export function conformWords(implementations: readonly Judged[]): string {
  const conformant = implementations.filter(({ verdict }) => verdict === 'conformant').length;
  return `${conformant} of ${implementations.length} ${conformant === 1 ? 'conforms' : 'conform'}`;
}

function summaryOfMatrix(
  implementations: readonly Judged[],
  rows: readonly MatrixRow[],
  gaps: readonly MatrixGap[],
): string {
  const required = rows.filter(({ level }) => level === 'required');
  const of = (standing: Agreement) => required.filter((row) => row.standing === standing).length;
  const compared = gaps.filter(({ group }) => group !== 'too-few');
  const differing = compared.filter(({ group }) => group === 'differing').length;
  return [
    conformWords(implementations),
    `they diverge in ${of('diverging')} of ${count(required.length, 'requirement')} and in ${differing} of ${count(compared.length, 'gap')}`,
    ...(of('failed-everywhere') === 0 ? [] : [`${of('failed-everywhere')} failed everywhere`]),
    `${of('passed-everywhere')} passed everywhere`,
  ].join('; ');
}

/** A part of the answers to a gap: what each said about it, null if nothing. */
export interface AnswerPart {
  /** What was sent, as in `limit=0`; empty if the answer has no parts. */
  readonly name: string;
  readonly values: readonly (string | null)[];
}

/** Gaps whose answers have a part for each request: profile and seed decide which are sent. */
const inParts: ReadonlySet<string> = new Set<GapId>([
  'gap.limit-out-of-range',
  'gap.paging',
  'gap.name-limits',
  'gap.integer-notation',
  'gap.content-type',
  'gap.pet-id-format',
  'gap.other-methods',
  'gap.error-codes',
]);

/** Splits `limit=0: 400; limit=101: 200` into parts, so that equal requests stand side by side. */
export function partsOf(id: string, answers: readonly (string | null)[]): AnswerPart[] {
  const whole = [{ name: '', values: answers }];
  if (!inParts.has(id)) return whole;
  const split = answers.map((answer) => answer?.split('; ').map(namedPart) ?? []);
  const maps = split.map((parts) => new Map(parts));
  // A name that comes twice is none.
  if (maps.some((parts, at) => parts.size !== split[at]?.length)) return whole;
  const names = new Set(maps.flatMap((parts) => [...parts.keys()]));
  return [...names].map((name) => ({ name, values: maps.map((parts) => parts.get(name) ?? null) }));
}

function namedPart(text: string): readonly [name: string, value: string] {
  const at = text.indexOf(': ');
  return at === -1 ? ['', text] : [text.slice(0, at), text.slice(at + 2)];
}

/** How answers to a gap compare: only answers to the same request are held against each other. */
export function agreementOf(id: string, answers: readonly (string | null)[]): GapAgreement {
  const said = partsOf(id, answers)
    .map(({ values }) => values.filter((value) => value !== null))
    .filter((values) => values.length > 1);
  if (said.length === 0) return 'too-few';
  const isAlike = said.every(([first = '', ...others]) =>
    others.every((other) => isSameAnswer(first, other)),
  );
  return isAlike ? 'alike' : 'differing';
}

/** Times are measured: 59 s ahead and 60 s ahead are one answer. */
function isSameAnswer(one: string, other: string): boolean {
  const [mine, yours] = [one, other].map((text) => text.split(/(\d+(?:\.\d+)?)(?= s\b)/));
  if (mine === undefined || mine.length !== yours?.length) return false;
  return mine.every((part, at) => {
    const seconds = at % 2 === 1 ? Number(part) : Number.NaN;
    const isNear = Math.abs(seconds - Number(yours[at])) <= Math.max(2, seconds / 10);
    return part === yours[at] || isNear;
  });
}

function judgedOf({ path, report, certifiedBy }: Compared, label = path): Judged {
  const { implementation, suite, profile, verdict, run } = report;
  const amount = (outcome: Outcome) => requiredWith(report, outcome).length;
  return {
    label,
    file: path,
    startedAt: run.startedAt,
    implementation: {
      name: implementation.name,
      version: implementation.version,
      baseUrl: implementation.baseUrl,
    },
    suite: { version: suite.version, digest: suite.digest },
    profile,
    plan: run.plan,
    seed: run.seed,
    partial: run.partial,
    endedEarly: run.endedEarly,
    verdict,
    required: {
      passed: amount('passed'),
      failed: amount('failed'),
      inconclusive: amount('inconclusive'),
      skipped: amount('skipped'),
      'not-applicable': amount('not-applicable'),
    },
    failedAdvisories: ofKind(report, 'warning').length,
    certifiedBy,
  };
}

/** The name with its version; with its time, then its place among the arguments, as far as others have the same. */
export function labelsOf(files: readonly ReportFile[]): string[] {
  const short = files.map(({ report: { implementation } }) => {
    const { name, version, baseUrl } = implementation;
    return [cut(name || baseUrl, 60), ...(version ? [cut(version, 60)] : [])].join(' ');
  });
  const timed = short.map((label, at) => {
    const startedAt = files[at]?.report.run.startedAt ?? '';
    return isTwice(short, label) ? `${label} of ${utc(startedAt, 'second')}` : label;
  });
  return timed.map((label, at) =>
    isTwice(timed, label) ? `${label} (argument ${at + 1})` : label,
  );
}

function isTwice(labels: readonly string[], label: string): boolean {
  return labels.indexOf(label) !== labels.lastIndexOf(label);
}

/** What a reader must know of the reports before the requirements, a sentence each. */
function notesOf(reports: readonly Judged[]): string[] {
  const partial = reports.filter((report) => report.partial).map(({ label }) => label);
  const part = 'Only a part of the requirements was judged (--only or --skip)';
  return [
    ...(partial.length > 0 ? [`${part}: ${firstOf(partial, 5)}.`] : []),
    ...reports.flatMap(({ label, endedEarly }) =>
      endedEarly === null ? [] : [`The run ended early: ${label}: ${endedEarly}`],
    ),
  ];
}

/** What differed between the runs, apart from the implementations. */
function unevenness(reports: readonly Judged[]): string[] {
  const suites = new Set(reports.map(({ suite }) => suite.digest)).size;
  const differ = (what: string, values: readonly string[]) => {
    const distinct = new Set(values);
    return distinct.size > 1 ? [`The ${what} differ: ${[...distinct].join(', ')}.`] : [];
  };
  const profiles = reports.map(({ profile }) => profile);
  const plans = reports.map(({ plan }) => plan ?? 'unknown');
  return [
    ...(suites > 1 ? [`${suites} different suites judged, by their digests.`] : []),
    ...differ('profiles', profiles),
    ...differ('plans', plans),
  ];
}
