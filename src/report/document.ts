/** What a run has to say, once: console, Markdown, HTML and annotations are renderings of it. */

import type { Exchange } from '../http/exchange.ts';
import { groupedBy } from '../judge/grouped.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { findingsTitle } from '../judge/verdict.ts';
import { cut } from '../text/visible.ts';
import { count, duration, firstOf, inOneLine, utc } from '../text/words.ts';
import { coverOf, outdatedEntries, remedies } from './baseline.ts';
import { type Cause, causeOf, fixFirst, followWords } from './causes.ts';
import {
  doubtsIn,
  exchangeOf,
  type FailureGroup,
  failedChecks,
  groupFailures,
  otherFinding,
  saidOf,
  shortMessage,
} from './failures.ts';
import {
  type EntryState,
  type JudgedEntry,
  kindOf,
  kinds,
  kindWords,
  ofKind,
  type Report,
  type ReportedRequirement,
  requiredWith,
} from './report.ts';
import {
  type Block,
  code,
  idsIn,
  type Line,
  lines,
  type Part,
  partOf,
  plain,
  prose,
  type Tone,
  text,
  toned,
} from './view.ts';

export interface RunDocument {
  /** The name of the implementation, or its address. */
  readonly title: string;
  /** Who was judged, by whom, when and how. */
  readonly facts: readonly Fact[];
  /** The required requirements by outcome, the same for every profile, and the advisories. */
  readonly totals: readonly string[];
  /** What the run cost. */
  readonly cost: string;
  /** The one cause of all that the run left open, or that failed alike. */
  readonly cause: Cause | undefined;
  /** New failures by cause, the weightiest first; those that follow from `cause` are left out. */
  readonly failures: readonly FailureGroup[];
  /** Failures that the baseline covers, each alone. */
  readonly known: readonly (FailureGroup & { readonly entry: JudgedEntry })[];
  /** Entries of the baseline that are stale or expired. */
  readonly outdated: readonly JudgedEntry[];
  /** Advisories that failed, by cause, and doubts that did not stand when their requests were repeated. */
  readonly warnings: readonly FailureGroup[];
  /** Required requirements that are inconclusive, by the reason; those that follow from `cause` are left out. */
  readonly open: readonly { readonly reason: string; readonly ids: readonly string[] }[];
  /** What to fix first, because it kept others from being decided; in a sentence. */
  readonly first: string | undefined;
}

interface Fact {
  readonly term: string;
  readonly words: string;
  /** Whether the words are a value rather than a sentence. */
  readonly code?: true;
}

export function runDocument(report: Report, exchanges: readonly Exchange[]): RunDocument {
  const cause = causeOf(report, exchanges);
  const told = report.requirements.filter((one) => !cause?.follows.includes(one));
  const isKnown = ({ id }: ReportedRequirement) => coverOf(report, id) !== undefined;
  const groups = groupFailures(
    told.filter((one) => !isKnown(one)),
    exchanges,
  );
  const known = ofKind(report, 'failed').flatMap((requirement) => {
    const entry = coverOf(report, requirement.id);
    if (entry === undefined) return [];
    return groupFailures([requirement], exchanges).map((group) => ({ ...group, entry }));
  });
  const failures = groups.filter(({ kind }) => kind === 'failed');
  return {
    title: nameOf(report),
    facts: factsOf(report),
    totals: totalsOf(report),
    cost: costOf(report),
    cause,
    failures,
    known,
    outdated: outdatedEntries(report),
    warnings: [
      ...groups.filter(({ kind }) => kind === 'warning'),
      ...doubtsIn(report.requirements),
    ],
    open: byReason(requiredWith({ requirements: told }, 'inconclusive')),
    first: fixFirst(report, failures, exchanges),
  };
}

function byReason(requirements: readonly ReportedRequirement[]): RunDocument['open'] {
  const reasons = groupedBy(requirements, ({ reason }) => reason);
  return [...reasons].map(([reason, some]) => ({ reason, ids: some.map(({ id }) => id) }));
}

/** How much is told of failures. */
export interface Detail {
  /** Causes that are shown in full; the others get a line for each requirement. Default: 10. */
  readonly maxFailures?: number;
  /** Whether every failed check is shown, of warnings, too, and not only one for each cause. */
  readonly verbose?: boolean;
}

/** The document for console and Markdown: failures by cause with their evidence, then a line for each other thing. */
export function runParts(
  run: RunDocument,
  report: Report,
  exchanges: readonly Exchange[],
  { maxFailures = 10, verbose = false }: Detail = {},
): Part[] {
  const { cause, failures, warnings } = run;
  const groups = verbose ? [...failures, ...warnings] : failures;
  const more = groups.slice(maxFailures).flatMap(({ requirements }) => requirements);
  return [
    // The verdict says what is wrong with key or address.
    ...(cause === undefined || report.run.misdirected ? [] : [causePart(cause)]),
    ...groups.slice(0, maxFailures).map((group, at) => {
      const number = `${group.kind === 'failed' ? 'Failure' : 'Warning'} ${at + 1} of ${groups.length}`;
      const part = groupPart(group, exchanges, verbose);
      const { length } = group.requirements;
      const many = length > 1 ? ` (${length} requirements)` : '';
      const usual = group.usualCause === undefined ? '' : ', usual cause';
      return { ...part, title: `${number}${many}${usual}: ${part.title}` };
    }),
    ...partOf(
      'more',
      'Further failures (--max-failures shows more)',
      [lines(more.map((one) => [code(one.id), plain(`: ${cut(saidOf(one), lineRoom)}`)]))],
      'failed',
    ),
    ...baselinePart(report),
    ...partOf('inconclusive', 'Inconclusive', [lines(openLines(run, report))], 'inconclusive'),
    ...partOf(
      'warning',
      'Warnings, which never decide the verdict',
      [lines(verbose ? [] : warnings.map(warningLine))],
      'warning',
    ),
  ];
}

/** Characters of what was found, in a line. */
const lineRoom = 240;

/** Ids that a line shows at most. */
const mostIds = 8;

function causePart(cause: Cause): Part {
  const { seen, remedy, exchange } = cause;
  return {
    id: 'cause',
    title: `Cause: ${seen}`,
    tone: 'failed',
    blocks: [
      text([plain(`What to do: ${remedy}`)]),
      ...(exchange ? [{ kind: 'exchange', exchange, message: '' } as const] : []),
      text([plain(followWords(cause))]),
    ],
  };
}

/** What a cause usually is, what shows it, and the requirements that it breaks, a line each. */
export function groupPart(
  { kind, requirements, check, usualCause }: FailureGroup,
  exchanges: readonly Exchange[],
  verbose = false,
): Part {
  const others = verbose ? requirements.flatMap(failedChecks).filter((one) => one !== check) : [];
  return {
    id: requirements[0]?.id ?? '',
    title: usualCause ?? requirements[0]?.statement ?? '',
    tone: kind,
    blocks: [
      ...(check ? evidenceBlocks(check, exchanges) : []),
      {
        kind: 'requirements',
        entries: requirements.map((requirement) => ({
          requirement,
          found: otherFinding(requirement, check),
          shown: check,
        })),
      },
      ...others.map((one): Block => {
        return { kind: 'details', title: one.title, blocks: evidenceBlocks(one, exchanges) };
      }),
    ],
  };
}

function evidenceBlocks(check: CheckResult, exchanges: readonly Exchange[]): Block[] {
  const { title, message } = check;
  const exchange = exchangeOf(check, exchanges);
  const named = title === findingsTitle ? {} : { check: title };
  return [
    { kind: 'message', message },
    ...(exchange ? [{ kind: 'exchange', exchange, message, ...named } as const] : []),
  ];
}

function warningLine({ requirements, check, usualCause }: FailureGroup): Line {
  const [first, ...others] = requirements;
  const said =
    check === undefined ? first?.reason : inOneLine(shortMessage(check.message).join('; '));
  return [
    code(first?.id ?? ''),
    plain(`${others.length > 0 ? ` and ${others.length} more` : ''}: ${said}`),
    ...(usualCause === undefined ? [] : [plain('; usual cause: '), prose(usualCause)]),
  ];
}

function openLines({ open, first }: RunDocument, { run, verdict }: Report): Line[] {
  if (run.endedEarly === null) {
    const all = open.map(({ ids, reason }) => {
      const more = ids.length > mostIds ? ` and ${ids.length - mostIds} more` : '';
      return [...idsIn(ids.slice(0, mostIds)), plain(`${more}: ${reason}`)];
    });
    return [...(first === undefined ? [] : [[plain(first)]]), ...all];
  }
  const amount = open.flatMap(({ ids }) => ids).length;
  // The verdict says why a run is incomplete.
  if (verdict === 'incomplete' || amount === 0) return [];
  return [[plain(`The run ended early: ${run.endedEarly}; ${count(amount, 'requirement')} left`)]];
}

/** The implementation by its name and version, or its address. */
export function nameOf({ implementation }: Report): string {
  const { name, version, baseUrl } = implementation;
  return [name ?? baseUrl, ...(version === null ? [] : [version])].join(' ');
}

function factsOf(report: Report): Fact[] {
  const { implementation, profile, run, suite } = report;
  const rejudged = rejudgedWords(report);
  const named = implementation.name === null ? 'not named' : nameOf(report);
  return [
    { term: 'Implementation', words: named },
    { term: 'Base address', words: implementation.baseUrl, code: true },
    { term: 'Contact', words: implementation.contact ?? 'not given' },
    { term: 'Profile', words: `${profile}${run.plan === null ? '' : `, plan ${run.plan}`}` },
    { term: 'Judged by', words: `${suite.name} ${suite.version}` },
    ...(rejudged === undefined ? [] : [{ term: 'Judged again', words: rejudged }]),
    { term: 'Run', words: `${utc(run.startedAt)}, ${timeOf(run)}, seed ${run.seed}` },
    { term: 'Requests', words: costWords(run).join(', ') },
    ...(run.trace === undefined ? [] : [{ term: 'Trace', words: run.trace, code: true } as const]),
  ];
}

function timeOf({ startedAt, finishedAt }: Report['run']): string {
  return duration((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000);
}

/** `Of the 48 requirements: 44 passed, 2 failed, …`, and of the advisories what they came to. */
function totalsOf({ requirements }: Pick<Report, 'requirements'>): string[] {
  const required = requirements.filter(({ level }) => level === 'required');
  const advisories = requirements.filter(({ level }) => level === 'advisory').map(kindOf);
  const outcomes = ['passed', 'failed', 'inconclusive', 'skipped', 'not-applicable'] as const;
  const counts = outcomes.map((outcome) => {
    const ids = required.filter((one) => one.outcome === outcome).map(({ id }) => id);
    const named = outcome === 'not-applicable' && ids.length > 0 ? ` (${firstOf(ids, 3)})` : '';
    return `${ids.length} ${outcome.replace('-', ' ')}${named}`;
  });
  const ofAdvisories = kinds.flatMap((kind) => {
    const amount = advisories.filter((one) => one === kind).length;
    const { word } = kindWords[kind];
    return amount === 0 ? [] : [word === 'warning' ? count(amount, word) : `${amount} ${word}`];
  });
  return [
    `Of the ${required.length} requirements: ${counts.join(', ')}`,
    `Of the ${advisories.length} advisories, which decide nothing: ${ofAdvisories.join(', ')}`,
  ];
}

function costOf({ run }: Report): string {
  const trace = run.trace === undefined ? [] : [`trace ${run.trace}`];
  return [...costWords(run), `${timeOf(run)} total`, ...trace].join(', ');
}

function costWords({ requests, rejudged, waitedSeconds, animalsCreated }: Report['run']): string[] {
  return [
    `${count(requests, 'request')}${rejudged === null ? '' : ' in the recording'}`,
    `${count(animalsCreated, 'animal')} created`,
    ...(waitedSeconds === 0 ? [] : [`${duration(waitedSeconds)} waited for the rate limit`]),
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

/** The summary without the verdict that it begins with: `for the core profile: …`. */
export function afterVerdict(summary: string, verdict: Report['verdict']): string {
  const rest = summary.startsWith(verdict) ? summary.slice(verdict.length) : summary;
  return rest.replace(/^[\s:]+/, '');
}

const stateTones: Readonly<Record<EntryState, Tone>> = {
  covered: 'inconclusive',
  stale: 'failed',
  expired: 'failed',
  'not-judged': 'left-out',
};

/** The entries of the baseline, and what became of each; nothing without a baseline. */
export function baselinePart({ baseline }: Report): Part[] {
  const entries = baseline?.entries.map(({ requirement, state, expires, owner, reason }): Line => {
    const remedy = remedies[state] === '' ? '' : `; ${remedies[state]}`;
    return [
      toned(stateTones[state], state.replace('-', ' ')),
      plain(' '),
      code(requirement),
      plain(` until ${expires} (${cut(owner, 60)}): ${cut(reason, 160)}${remedy}`),
    ];
  });
  const title = `Baseline ${baseline?.file}`;
  return partOf('baseline', title, [lines(entries ?? [])]);
}
