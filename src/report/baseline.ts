/** Known failures, and what a run says of them. */

import type { Verdict } from '../judge/outcome.ts';
import { decideVerdict } from '../judge/verdict.ts';
import { findRequirement, type RequiredId } from '../spec/catalogue.ts';
import { visible } from '../text/visible.ts';
import { count } from '../text/words.ts';
import type {
  BaselineEntry,
  EntryState,
  JudgedEntry,
  Report,
  ReportedRequirement,
} from './report.ts';

/** A failure that its owner knows of and answers for until a day. */
export interface ExpectedFailure extends BaselineEntry {
  readonly requirement: RequiredId;
}

/** The contents of a baseline; `schemas/baseline.schema.json` is the schema of the file. */
export interface Baseline {
  /** Path of the file, as it was given. */
  readonly file: string;
  /** In the order of the file, at most one for each requirement. */
  readonly entries: readonly ExpectedFailure[];
}

/** The part of a report that a baseline is applied to. */
export interface JudgedRun {
  readonly run: Pick<Report['run'], 'partial' | 'endedEarly'>;
  readonly requirements: readonly Pick<ReportedRequirement, 'id' | 'level' | 'outcome'>[];
}

/**
 * What a run says of each entry, in the order of the entries, on a day (as 2027-01-31, UTC). A requirement that is
 * judged on every response is not stale by passing in a run that was partial or ended early, as such a run saw only a
 * part of the responses.
 */
export function applyBaseline(
  { run, requirements }: JudgedRun,
  entries: readonly ExpectedFailure[],
  day: string,
): JudgedEntry[] {
  const outcomes = new Map(requirements.map(({ id, outcome }) => [id, outcome]));
  const isWhole = !run.partial && run.endedEarly === null;
  return entries.map(({ requirement, reason, owner, expires }) => {
    const outcome = outcomes.get(requirement);
    const isDecided = isWhole || findRequirement(requirement)?.decidedBy === 'checks';
    const failed = day > expires ? 'expired' : 'covered';
    const passed = isDecided ? 'stale' : 'not-judged';
    const state = outcome === 'failed' ? failed : outcome === 'passed' ? passed : 'not-judged';
    return { requirement, state, reason, owner, expires };
  });
}

/** The report with a baseline applied on a day (as 2027-01-31, UTC). Verdict and summary stay. */
export function withBaseline(report: Report, { file, entries }: Baseline, day: string): Report {
  return { ...report, baseline: { file, entries: applyBaseline(report, entries, day) } };
}

/**
 * The verdict that decides the exit status: covered failures do not count, a stale or expired entry counts as a failure.
 * Without a baseline it is that of the run.
 */
export function decidingVerdict(
  report: Pick<JudgedRun, 'requirements'> & Pick<Report, 'baseline' | 'verdict'>,
): Verdict {
  const { requirements, baseline, verdict } = report;
  if (baseline === null) return verdict;
  if (outdatedEntries({ baseline }).length > 0) return 'non-conformant';
  const required = requirements.filter(({ level }) => level === 'required');
  // A covered failure was decided, so it counts like a pass here.
  return decideVerdict(
    required.map(({ id, outcome }) => (coverOf({ baseline }, id) ? 'passed' : outcome)),
  );
}

/** The entry that covers the failure of a requirement; undefined if none does. */
export function coverOf(
  { baseline }: Pick<Report, 'baseline'>,
  id: string,
): JudgedEntry | undefined {
  return baseline?.entries.find((one) => one.requirement === id && one.state === 'covered');
}

/** The entries that turn a run red: stale ones and expired ones. */
export function outdatedEntries({ baseline }: Pick<Report, 'baseline'>): readonly JudgedEntry[] {
  return baseline?.entries.filter(({ state }) => state === 'stale' || state === 'expired') ?? [];
}

/** `known until 2027-01-31 (team@example.org)`, harmless. */
export function knownWords({ expires, owner }: JudgedEntry): string {
  return `known until ${visible(expires)} (${visible(owner)})`;
}

/** What is to be done about an entry; empty if nothing is. */
export const remedies: Readonly<Record<EntryState, string>> = {
  covered: '',
  stale: 'it passes now: remove the entry (baseline update --only-stale)',
  expired: 'fix the failure, or have its owner extend the entry',
  'not-judged': '',
};

/** What the baseline changed, in a few words; empty if there is nothing to say. */
export function baselineSummary({ baseline }: Report): string {
  if (baseline === null) return '';
  const amount = (state: EntryState) =>
    baseline.entries.filter((one) => one.state === state).length;
  const covered = amount('covered');
  const parts = [
    ...(covered > 0 ? [`${count(covered, 'known failure')} covered`] : []),
    ...(['stale', 'expired'] as const).flatMap((state) =>
      amount(state) > 0 ? [`${amount(state)} ${state}`] : [],
    ),
  ];
  return parts.length === 0 ? '' : `${visible(baseline.file)}: ${parts.join(', ')}`;
}
