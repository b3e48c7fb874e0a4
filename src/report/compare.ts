/** Compares reports: what changed between two of one implementation, or how several implementations differ. */

import type { Outcome } from '../judge/outcome.ts';
import type { GapId } from '../spec/catalogue.ts';
import { cut } from '../text/visible.ts';
import { count, firstOf } from '../text/words.ts';
import { saidOf } from './failures.ts';
import type { ReportFile } from './read.ts';
import {
  ofKind,
  type Report,
  type ReportedObservation,
  type ReportedRequirement,
  requiredWith,
} from './report.ts';
import type { Tone } from './view.ts';

/** A report to compare, and who signed a certificate for it. */
export interface Compared extends ReportFile {
  /** `key ID`, `unsigned`, or null without a certificate of this report; the certificate is not verified. */
  readonly certifiedBy: string | null;
}

/** One of the compared reports: whom it judged, with what, and the result. */
interface Judged extends Pick<Report, 'profile' | 'verdict'> {
  /** A name that no other report of the comparison has. */
  readonly label: string;
  readonly file: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly implementation: Pick<Report['implementation'], 'name' | 'version' | 'baseUrl'>;
  readonly suite: Pick<Report['suite'], 'version' | 'digest'>;
  readonly plan: Report['run']['plan'];
  readonly seed: number;
  /** Whether `--only` or `--skip` left rows out. */
  readonly partial: boolean;
  readonly endedEarly: string | null;
  /** Requirements by outcome. */
  readonly required: Readonly<Record<Outcome, number>>;
  readonly failedAdvisories: number;
  readonly certifiedBy: string | null;
}

/** What differs between two reports apart from their results; null if that side has no value. */
interface Difference {
  readonly what: 'server' | 'suite' | 'settings' | 'seed';
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

type Groups = Readonly<Record<string, readonly [title: string, tone: Tone]>>;

/** What became of a row between two reports, in the order in which it is shown, and what heads it. */
export const changeGroups = {
  broke: ['Broke', 'failed'],
  'no-longer-decided': ['No longer decided', 'inconclusive'],
  'newly-decided': ['Newly decided', 'inconclusive'],
  fixed: ['Fixed', 'passed'],
  new: ['New in the suite', 'plain'],
  gone: ['Gone from the suite', 'plain'],
  'still-failing': ['Still failing', 'failed'],
  'still-undecided': ['Inconclusive in another way', 'inconclusive'],
} as const satisfies Groups;

type Change = keyof typeof changeGroups | 'as-before';
/** How implementations compare in a row, in the order in which it is shown. */
export const standings = [
  'diverging',
  'failed-everywhere',
  'passed-where-decided',
  'undecided-everywhere',
  'passed-everywhere',
] as const;
type Agreement = (typeof standings)[number];

/** The outcome of a row in one report. */
interface Cell {
  readonly outcome: Outcome;
  /** Why; of a failure all that its first failed check says. */
  readonly reason: string;
}

/** A requirement. `cells` go with `reports`; null if the report has no such row. */
interface Row extends Pick<ReportedRequirement, 'id' | 'section' | 'level' | 'statement'> {
  readonly group: Change | Agreement;
  readonly cells: readonly (Cell | null)[];
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
  /** None in a matrix. */
  readonly differences: readonly Difference[];
  /** What to know before reading on, a sentence each. */
  readonly notes: readonly string[];
  readonly rows: readonly Row[];
  readonly gaps: readonly Gap[];
}

/**
 * Two reports of one implementation, the older first, give what changed; everything else gives the matrix, and so do
 * two if it is `forced`.
 */
export function compareReports(files: readonly Compared[], forced = false): Comparison {
  const names = files.map(({ report }) => report.implementation.name);
  const isOne = names.includes(null) || new Set(names).size === 1;
  const kind = !forced && files.length === 2 && isOne ? 'changes' : 'matrix';
  const all = files.map(({ report }) => report);
  const labels = labelsOf(files);
  const reports = files.map((file, at) => judgedOf(file, labels[at]));
  const rows = rowsOf(all, kind);
  const gaps = aligned(all.map(({ observations }) => observations)).map(
    ({ row, all: found }): Gap => {
      const { id, section, question } = row;
      const answers = found.map((one) => one?.answer ?? null);
      return { id, section, question, group: agreementOf(id, answers), answers };
    },
  );
  const isRequired = ({ level }: Row) => level === 'required';
  const [before, after] = all;
  return {
    formatVersion: 1,
    kind,
    summary:
      kind === 'changes' ? summaryOfChanges(rows, gaps) : summaryOfMatrix(reports, rows, gaps),
    reports,
    broke: rows.filter((row) => isRequired(row) && row.group === 'broke').map(({ id }) => id),
    differences: kind === 'changes' && before && after ? differencesOf(before, after) : [],
    notes: notesOf(reports, kind),
    rows,
    gaps,
  };
}

/** Every row of several lists by its id, in the order of the newest list, then of the others. */
function aligned<T extends { readonly id: string }>(lists: readonly (readonly T[])[]) {
  const maps = lists.map((list) => new Map(list.map((row) => [row.id, row])));
  const rows = new Map(maps.toReversed().flatMap((list) => [...list]));
  for (const map of maps) for (const [id, row] of map) rows.set(id, row);
  return [...rows].map(([id, row]) => ({ row, all: maps.map((map) => map.get(id)) }));
}

function rowsOf(reports: readonly Report[], kind: Comparison['kind']): Row[] {
  return aligned(reports.map(({ requirements }) => requirements)).map(({ row, all }): Row => {
    const { id, section, level, statement } = row;
    const cells = all.map((one) => one && { outcome: one.outcome, reason: saidOf(one) });
    const [was, is] = cells.map((one) => one?.outcome);
    const group =
      kind === 'changes' ? changeOf(was, is) : standingOf(cells.map((one) => one?.outcome));
    return { id, section, level, statement, group, cells: cells.map((one) => one ?? null) };
  });
}

function changeOf(was: Outcome | undefined, is: Outcome | undefined): Change {
  if (was === undefined) return 'new';
  if (is === undefined) return 'gone';
  if (was === is) return was === 'failed' ? 'still-failing' : 'as-before';
  // What was not judged before is not known to have broken.
  if (is === 'failed') return was === 'skipped' ? 'newly-decided' : 'broke';
  if (is === 'passed') return was === 'failed' ? 'fixed' : 'newly-decided';
  return was === 'passed' || was === 'failed' ? 'no-longer-decided' : 'still-undecided';
}

function standingOf(outcomes: readonly (Outcome | undefined)[]): Agreement {
  const has = (outcome: Outcome) => outcomes.includes(outcome);
  if (has('failed')) return has('passed') ? 'diverging' : 'failed-everywhere';
  if (outcomes.every((outcome) => outcome === 'passed')) return 'passed-everywhere';
  return has('passed') ? 'passed-where-decided' : 'undecided-everywhere';
}

/** What broke, then how many of each other kind, in one sentence. */
function summaryOfChanges(rows: readonly Row[], gaps: readonly Gap[]): string {
  const inGroup = (level: Row['level'], group: Change) =>
    rows.filter((row) => row.level === level && row.group === group).map(({ id }) => id);
  const broke = inGroup('required', 'broke');
  const others = [
    'fixed',
    'no-longer-decided',
    'newly-decided',
    'new',
    'gone',
    'still-failing',
  ] as const;
  const advisories = inGroup('advisory', 'broke').length;
  const answers = gaps.filter(({ group }) => group === 'differing').length;
  return [
    broke.length === 0
      ? 'nothing broke'
      : `${count(broke.length, 'requirement')} broke (${firstOf(broke, 3)})`,
    ...others.flatMap((group) => {
      const amount = inGroup('required', group).length;
      return amount === 0 ? [] : [`${amount} ${changeGroups[group][0].toLowerCase()}`];
    }),
    ...(advisories > 0 ? [`${count(advisories, 'warning')} more`] : []),
    ...(answers > 0 ? [`${count(answers, 'other answer')} where the specification is silent`] : []),
  ].join(', ');
}

/** `1 of 3 conforms`. */
export function conformWords(reports: readonly Judged[]): string {
  const conformant = reports.filter(({ verdict }) => verdict === 'conformant').length;
  return `${conformant} of ${reports.length} ${conformant === 1 ? 'conforms' : 'conform'}`;
}

function summaryOfMatrix(
  reports: readonly Judged[],
  rows: readonly Row[],
  gaps: readonly Gap[],
): string {
  const required = rows.filter(({ level }) => level === 'required');
  const of = (standing: Agreement) => required.filter(({ group }) => group === standing).length;
  const compared = gaps.filter(({ group }) => group !== 'too-few');
  const differing = compared.filter(({ group }) => group === 'differing').length;
  const everywhere = of('failed-everywhere');
  return [
    conformWords(reports),
    `they diverge in ${of('diverging')} of ${count(required.length, 'requirement')} and in ${differing} of ${count(compared.length, 'gap')}`,
    ...(everywhere === 0 ? [] : [`${everywhere} failed everywhere`]),
    `${of('passed-everywhere')} passed everywhere`,
  ].join('; ');
}

/** Settings that do not bear on an outcome; the plan and the seed are compared by themselves. */
const ofNoEffect = /^--(?:implementation|implementation-version|contact|plan|seed|challenge)$/;

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The port of a server on this machine is often another one at each start, and says nothing. */
function placeOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && loopback.test(url.hostname) ? `loopback${url.pathname}` : address;
}

function differencesOf(before: Report, after: Report): Difference[] {
  const settingsOf = ({ profile, run }: Report) => ({
    '--profile': profile,
    ...(run.plan === null ? {} : { '--plan': run.plan }),
    ...Object.fromEntries(Object.entries(run.settings).filter(([flag]) => !ofNoEffect.test(flag))),
  });
  const [given, now]: Readonly<Record<string, string>>[] = [settingsOf(before), settingsOf(after)];
  const flags = [...new Set([...Object.keys(given ?? {}), ...Object.keys(now ?? {})])];
  const [was, is] = [before.implementation, after.implementation];
  const isMoved = placeOf(was.baseUrl) !== placeOf(is.baseUrl);
  const all: readonly Difference[] = [
    { what: 'server', name: 'version', before: was.version, after: is.version },
    ...(isMoved
      ? [{ what: 'server', name: 'address', before: was.baseUrl, after: is.baseUrl } as const]
      : []),
    { what: 'suite', name: 'version', before: before.suite.version, after: after.suite.version },
    { what: 'suite', name: 'digest', before: before.suite.digest, after: after.suite.digest },
    ...flags.map((name) => ({
      what: 'settings' as const,
      name,
      before: given?.[name] ?? null,
      after: now?.[name] ?? null,
    })),
    { what: 'seed', name: 'seed', before: `${before.run.seed}`, after: `${after.run.seed}` },
  ];
  return all.filter((one) => one.before !== one.after);
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

/** A part of the answers to a gap: what was sent, as in `limit=0`, and what each said about it. */
interface AnswerPart {
  readonly name: string;
  readonly values: readonly (string | null)[];
}

/** Splits `limit=0: 400; limit=101: 200` into parts, so that equal requests stand side by side. */
export function partsOf(id: string, answers: readonly (string | null)[]): AnswerPart[] {
  if (!inParts.has(id)) return [{ name: '', values: answers }];
  const maps = answers.map(
    (answer) =>
      new Map(
        (answer?.split('; ') ?? []).map((text) => {
          const [, name = '', value = text] = /^(.*?): (.*)$/s.exec(text) ?? [];
          return [name, value];
        }),
      ),
  );
  const names = new Set(maps.flatMap((parts) => [...parts.keys()]));
  return [...names].map((name) => ({ name, values: maps.map((parts) => parts.get(name) ?? null) }));
}

/** How answers to a gap compare: only answers to the same request are held against each other. */
function agreementOf(id: string, answers: readonly (string | null)[]): Gap['group'] {
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
  const [mine = [], yours = []] = [one, other].map((text) => text.split(/(\d+(?:\.\d+)?)(?= s\b)/));
  return (
    mine.length === yours.length &&
    mine.every((part, at) => {
      const seconds = at % 2 === 1 ? Number(part) : Number.NaN;
      const isNear = Math.abs(seconds - Number(yours[at])) <= Math.max(2, seconds / 10);
      return part === yours[at] || isNear;
    })
  );
}

function judgedOf({ path, report, certifiedBy }: Compared, label = path): Judged {
  const { implementation, suite, profile, verdict, run } = report;
  const { name, version, baseUrl } = implementation;
  const amount = (outcome: Outcome) => requiredWith(report, outcome).length;
  return {
    label,
    file: path,
    startedAt: run.startedAt,
    implementation: { name, version, baseUrl },
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

/** The name with its version; with its place among the arguments, too, if others have the same. */
function labelsOf(files: readonly ReportFile[]): string[] {
  const short = files.map(({ report: { implementation } }) => {
    const { name, version, baseUrl } = implementation;
    return [cut(name || baseUrl, 60), ...(version ? [cut(version, 60)] : [])].join(' ');
  });
  return short.map((label, at) =>
    short.indexOf(label) === short.lastIndexOf(label) ? label : `${label} (argument ${at + 1})`,
  );
}

/** What a reader must know of the reports before the requirements, a sentence each. */
function notesOf(reports: readonly Judged[], kind: Comparison['kind']): string[] {
  const [first, second] = reports.map(({ startedAt }) => startedAt);
  const partial = reports.filter((report) => report.partial).map(({ label }) => label);
  const part = 'Only a part of the requirements was judged (--only or --skip)';
  const common: Readonly<Record<string, (report: Judged) => string>> = {
    suites: ({ suite }) => suite.digest.slice(0, 12),
    profiles: ({ profile }) => profile,
    plans: ({ plan }) => plan ?? 'unknown',
  };
  const differing = Object.entries(common).flatMap(([what, of]) => {
    const distinct = [...new Set(reports.map(of))];
    return distinct.length > 1 ? [`The ${what} differ: ${distinct.join(', ')}.`] : [];
  });
  return [
    ...(kind === 'changes' && (first ?? '') > (second ?? '')
      ? ['The first report is the newer one: name the older one first.']
      : []),
    ...(kind === 'matrix' ? differing : []),
    ...(partial.length > 0 ? [`${part}: ${firstOf(partial, 5)}.`] : []),
    ...reports.flatMap(({ label, endedEarly }) =>
      endedEarly === null ? [] : [`The run ended early: ${label}: ${endedEarly}`],
    ),
  ];
}
