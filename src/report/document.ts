/** What a run has to say, once: console, Markdown, HTML and annotations are renderings of it. */

import { silenceFactor } from '../http/bounds.ts';
import type { Exchange } from '../http/exchange.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { cut, visible } from '../text/visible.ts';
import { count, duration, inOneLine, utc } from '../text/words.ts';
import { baselineSummary, coverOf, staleEntries } from './baseline.ts';
import {
  type Cause,
  causeOf,
  doubtsIn,
  type FailureGroup,
  failedChecks,
  foldedUnder,
  groupFailures,
  isSameFinding,
} from './causes.ts';
import {
  type EntryState,
  type JudgedEntry,
  kindOf,
  ofKind,
  placeOf,
  type Report,
  type ReportedRequirement,
  requiredWith,
} from './report.ts';
import { rerunCommand } from './rerun.ts';
import { code, type Line, type Part, partOf, plain, text } from './view.ts';

export interface RunDocument {
  /** The name of the implementation, or its address. */
  readonly title: string;
  /** Who was judged, by whom, when and how. */
  readonly facts: readonly Fact[];
  /** The requirements by outcome, the same for every profile. */
  readonly totals: string;
  /** What the run cost. */
  readonly cost: string;
  /** The one cause of all that the run left open, or that failed alike. */
  readonly cause: Cause | undefined;
  /** New failures by cause, the weightiest first; those that follow from `cause` are left out but for the first. */
  readonly failures: readonly FailureGroup[];
  /** Failures that the baseline covers. */
  readonly known: readonly {
    readonly requirement: ReportedRequirement;
    readonly entry: JudgedEntry;
  }[];
  readonly stale: readonly JudgedEntry[];
  /** Advisories that failed, by cause, and doubts that did not stand when they were asked again. */
  readonly warnings: readonly FailureGroup[];
  /** Required requirements that are open, by the reason; those that follow from `cause` are left out. */
  readonly open: readonly { readonly reason: string; readonly ids: readonly string[] }[];
}

interface Fact {
  readonly term: string;
  readonly words: string;
  /** Whether the words are a value rather than a sentence. */
  readonly code?: true;
}

export function runDocument(report: Report, exchanges: readonly Exchange[]): RunDocument {
  const cause = causeOf(report, exchanges);
  const { told } = foldedUnder(cause, report.requirements);
  const isKnown = ({ id }: ReportedRequirement) => coverOf(report, id) !== undefined;
  const groups = groupFailures(
    told.filter((one) => !isKnown(one)),
    exchanges,
  );
  const known = ofKind(report, 'failed').flatMap((requirement) => {
    const entry = coverOf(report, requirement.id);
    return entry === undefined ? [] : [{ requirement, entry }];
  });
  return {
    title: nameOf(report),
    facts: factsOf(report),
    totals: totalsOf(report),
    cost: costOf(report),
    cause,
    failures: groups.filter(({ kind }) => kind === 'failed'),
    known,
    stale: staleEntries(report),
    warnings: [
      ...groups.filter(({ kind }) => kind === 'warning'),
      ...doubtsIn(report.requirements, exchanges),
    ],
    open: byReason(requiredWith({ requirements: told }, 'inconclusive')),
  };
}

function byReason(requirements: readonly ReportedRequirement[]): RunDocument['open'] {
  const reasons = new Map<string, string[]>();
  for (const { id, reason } of requirements) {
    reasons.set(reason, [...(reasons.get(reason) ?? []), id]);
  }
  return [...reasons].map(([reason, ids]) => ({ reason, ids }));
}

/** The command that runs a group again. */
export function rerunGroup(report: Report, { requirements }: FailureGroup): string {
  return rerunCommand(report, ...requirements.map(({ id }) => id));
}

/** The implementation by its name and version, or its address. */
export function nameOf({ implementation }: Report): string {
  const { name, version, baseUrl } = implementation;
  return [name ?? baseUrl, ...(version === null ? [] : [version])].join(' ');
}

function factsOf(report: Report): Fact[] {
  const { implementation, profile, run, suite } = report;
  const seconds = (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000;
  const rejudged = rejudgedWords(report);
  const named = implementation.name === null ? 'not named' : nameOf(report);
  return [
    { term: 'Implementation', words: named },
    { term: 'Base address', words: implementation.baseUrl, code: true },
    { term: 'Contact', words: implementation.contact ?? 'not given' },
    { term: 'Profile', words: `${profile}${run.plan === null ? '' : `, plan ${run.plan}`}` },
    { term: 'Judged by', words: `${suite.name} ${suite.version}` },
    ...(rejudged === undefined ? [] : [{ term: 'Judged again', words: rejudged }]),
    { term: 'Run', words: `${utc(run.startedAt)}, ${duration(seconds)}, seed ${run.seed}` },
    { term: 'Requests', words: costWords(run).join(', ') },
    ...(run.trace === undefined ? [] : [{ term: 'Trace', words: run.trace, code: true } as const]),
  ];
}

/** `Of the 48 requirements 44 passed, 2 failed, 0 are inconclusive, 3 were not asked and 1 is not applicable.` */
function totalsOf({ requirements }: Pick<Report, 'requirements'>): string {
  const required = requirements.filter(({ level }) => level === 'required');
  const amount = (outcome: ReportedRequirement['outcome']) =>
    required.filter((one) => one.outcome === outcome).length;
  const counts = [
    `${amount('passed')} passed`,
    `${amount('failed')} failed`,
    `${amount('inconclusive')} inconclusive`,
    `${amount('skipped')} skipped`,
    `${amount('not-applicable')} not applicable`,
  ];
  return `Of the ${required.length} requirements: ${counts.join(', ')}`;
}

function costOf({ run }: Report): string {
  const seconds = (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000;
  const animals = `${count(run.animalsCreated, 'animal')} created`;
  return [...costWords(run, animals), `${duration(seconds)} total`].join(', ');
}

/** The number of requests; of a recording that was judged again, none was sent. */
function requestWords({ requests, rejudged }: Report['run']): string {
  return `${count(requests, 'request')}${rejudged === null ? '' : ' in the recording'}`;
}

function costWords(run: Report['run'], ...animals: readonly string[]): string[] {
  const { waits, waitedSeconds, silence } = run;
  const forLimit = waits.every(({ reason }) => /rate limit|answered 429/.test(reason));
  const lost = `${duration(silence.seconds)} lost on unanswered requests (limit ${duration(silence.allowedSeconds)})`;
  return [
    requestWords(run),
    ...animals,
    ...(waitedSeconds === 0
      ? []
      : [`${duration(waitedSeconds)} waited${forLimit ? ' for the rate limit' : ''}`]),
    // Less than one timeout is not worth a word.
    ...(silence.seconds < silence.allowedSeconds / silenceFactor ? [] : [lost]),
  ];
}

/** Says that the report is of recorded traffic; undefined for a run. */
export function rejudgedWords({ run, suite }: Report): string | undefined {
  if (run.rejudged === null) return undefined;
  const recorder = run.rejudged.suite;
  const same = recorder.digest === suite.digest;
  const by = same ? 'the same suite' : `another suite, version ${recorder.version}`;
  return `judged again from traffic recorded ${utc(run.startedAt)} by ${by}; nothing was sent`;
}

/** What was found for a requirement of a group, in one line, if it is not what shows the cause; else empty. */
export function otherFinding(
  requirement: ReportedRequirement,
  shown: CheckResult | undefined,
): string {
  const [own] = failedChecks(requirement);
  const isShown = own === undefined || shown === undefined || isSameFinding(own, shown);
  return isShown ? '' : cut(inOneLine(own.message), findingRoom);
}

/** Characters of what was found, in a line. */
const findingRoom = 160;

/** The summary without the verdict that it begins with: `for the core profile: …`. */
export function afterVerdict(summary: string, verdict: Report['verdict']): string {
  const rest = summary.startsWith(verdict) ? summary.slice(verdict.length) : summary;
  return rest.replace(/^[\s:]+/, '');
}

/** `FAILED`, `warning`: how a requirement of a group is announced. */
export function wordOf(requirement: ReportedRequirement): string {
  return kindOf(requirement) === 'failed' ? 'FAILED' : 'warning';
}

/** `list.limit (section 4.1): …` */
export function headingOf({ id, section, statement }: ReportedRequirement): string {
  return visible(`${id} (section ${section}): ${statement}`);
}

const stateWords: Readonly<Record<EntryState, string>> = {
  covered: 'covered',
  cured: 'stale: passes now, remove the entry',
  expired: 'expired',
  'not-judged': 'not judged in this run',
};

/** The known failures of the baseline, and what became of each; nothing without a baseline. */
export function baselinePart(report: Report): Part[] {
  const { baseline } = report;
  if (baseline === null) return [];
  const rows = baseline.entries.map(
    ({ requirement, state, expires, owner, reason }): Line => [
      code(requirement, `#${placeOf(requirement)}`),
      ...[stateWords[state], expires, cut(owner, 60), cut(reason, 160)].map(plain),
    ],
  );
  const words = baselineSummary(report) || `${baseline.file}: no entry mattered here`;
  const head = ['id', 'state', 'until', 'owner', 'reason'];
  return partOf('baseline', `Baseline (${rows.length})`, [
    text([plain(`${words}. The verdict ignores it.`)]),
    { kind: 'table', head, rows },
  ]);
}
