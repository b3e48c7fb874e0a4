import type { CheckResult, Outcome, Verdict } from '../judge/outcome.ts';
import type { Credentials } from '../package/credentials.ts';
import type { Plan, Profile } from '../spec/plans.ts';

/** A requirement with what the run found out about it. */
export interface ReportedRequirement {
  readonly id: string;
  readonly section: string;
  readonly level: 'required' | 'advisory';
  readonly statement: string;
  readonly outcome: Outcome;
  /** Why this outcome, in one sentence. */
  readonly reason: string;
  readonly checks: readonly CheckResult[];
}

export interface ReportedObservation {
  readonly id: string;
  readonly section: string;
  readonly question: string;
  readonly answer: string;
  readonly exchanges: readonly number[];
}

/** When recorded traffic was judged again, and by which suite it had been recorded. */
export interface Rejudged {
  /** When it was judged, not when it was recorded: ISO 8601, UTC. */
  readonly startedAt: string;
  readonly suite: Pick<Credentials, 'version' | 'digest'>;
}

/** Why a run says nothing of the service. */
export interface Misdirection {
  readonly label: 'wrong key' | 'wrong address' | 'no answer';
  /** What was seen, in one sentence without its full stop. */
  readonly seen: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** The contents of `conformance.json`; `schemas/report.schema.json` is its schema. */
export interface Report {
  readonly formatVersion: 1;
  readonly verdict: Verdict;
  /** The verdict in one sentence, with what it covers. */
  readonly summary: string;
  readonly profile: Profile;
  readonly suite: Credentials;
  readonly specification: { readonly title: string; readonly version: '1.0.0' };
  readonly implementation: {
    readonly name: string | null;
    readonly version: string | null;
    readonly contact: string | null;
    readonly baseUrl: string;
  };
  readonly run: {
    /** ISO 8601, UTC. */
    readonly startedAt: string;
    readonly finishedAt: string;
    readonly seed: number;
    readonly plan: Plan | null;
    readonly requests: number;
    readonly animalsCreated: number;
    readonly waitedSeconds: number;
    /** Time lost on requests without an answer, and how much of it a run endures before it ends. */
    readonly silence: { readonly seconds: number; readonly allowedSeconds: number };
    /** The command that runs the same again, quoted for a POSIX shell; never holds a key. */
    readonly command: string;
    /** Its words. */
    readonly argv: readonly string[];
    /** What was given beyond the defaults and bears on the outcome, by flag (`--plan`); never a key. */
    readonly settings: Readonly<Record<string, string>>;
    /** Whether `--only` or `--skip` left requirements out. */
    readonly partial: boolean;
    /** Why the run ended early; null if it did not. */
    readonly endedEarly: string | null;
    /** Present if the key or the address is wrong, or nothing answers: then nothing was decided. */
    readonly misdirected?: Misdirection;
    /** The key that a certificate of this run is signed with, as \`keyId\` names it; absent if none was given. */
    readonly signingKey?: string;
    /** The W3C trace that all requests of the run were sent in; absent if they were sent in none. */
    readonly trace?: string;
    /** Null for a run that asked the implementation itself; else nothing was sent to it. */
    readonly rejudged: Rejudged | null;
  };
  readonly requirements: readonly ReportedRequirement[];
  readonly observations: readonly ReportedObservation[];
  /** The known failures that the run was given, and what it says of each; null if it was given none. */
  readonly baseline: ReportedBaseline | null;
}

/** An entry in a file or a report, of this or another version of the suite. */
export interface BaselineEntry {
  readonly requirement: string;
  /** One line. */
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it covers the failure, as 2027-01-31, to its end in UTC. */
  readonly expires: string;
}

/**
 * What a run says of an entry. `covered`: its requirement failed and the entry is in date. `stale`: its requirement
 * passed, so the entry must go. `expired`: its last day is over, so it covers nothing. `not-judged`: the run did not
 * decide its requirement.
 */
export type EntryState = 'covered' | 'stale' | 'expired' | 'not-judged';

/** An entry of a baseline with what a run says of it. */
export interface JudgedEntry extends BaselineEntry {
  readonly state: EntryState;
}

interface ReportedBaseline {
  /** Path of the file, as it was given. */
  readonly file: string;
  readonly entries: readonly JudgedEntry[];
}

/** How a requirement is shown: a failed advisory is a warning; all that was not judged is left out. */
export type Kind = 'failed' | 'inconclusive' | 'warning' | 'passed' | 'left-out';

export const kinds: readonly Kind[] = ['failed', 'inconclusive', 'warning', 'passed', 'left-out'];

export const kindWords: Readonly<Record<Kind, { readonly word: string; readonly mark: string }>> = {
  failed: { word: 'failed', mark: '✕' },
  inconclusive: { word: 'inconclusive', mark: '?' },
  warning: { word: 'warning', mark: '!' },
  passed: { word: 'passed', mark: '✓' },
  'left-out': { word: 'not judged', mark: '–' },
};

export const verdictKinds: Readonly<Record<Verdict, Kind>> = {
  conformant: 'passed',
  'non-conformant': 'failed',
  incomplete: 'inconclusive',
};

export function kindOf({ outcome, level }: Pick<ReportedRequirement, 'outcome' | 'level'>): Kind {
  switch (outcome) {
    case 'passed':
    case 'inconclusive':
      return outcome;
    case 'failed':
      return level === 'required' ? 'failed' : 'warning';
    case 'skipped':
    case 'not-applicable':
      return 'left-out';
  }
}

export function ofKind(report: Report, kind: Kind): ReportedRequirement[] {
  return report.requirements.filter((requirement) => kindOf(requirement) === kind);
}

/** The required requirements with an outcome. */
export function requiredWith<One extends Pick<ReportedRequirement, 'level' | 'outcome'>>(
  { requirements }: { readonly requirements: readonly One[] },
  outcome: Outcome,
): One[] {
  return requirements.filter((one) => one.level === 'required' && one.outcome === outcome);
}
