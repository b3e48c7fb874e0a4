import { findRequirement } from '../../catalogue/catalogue.ts';
import type { Outcome, Verdict } from '../../judge/outcome.ts';
import { decideVerdict } from '../../judge/verdict.ts';
import type { EntryState, ExpectedFailure, JudgedEntry, JudgedRun } from './expected-failure.ts';

/**
 * What a run says of each entry, in the order of the entries, on a day (as 2027-01-31, UTC). A requirement that is
 * judged on every answer is not cured by passing in a run that was partial or ended early, as such a run saw only a
 * part of the answers.
 */
export function applyBaseline(
  { run, requirements }: JudgedRun,
  entries: readonly ExpectedFailure[],
  day: string,
): JudgedEntry[] {
  const outcomes = new Map(
    requirements.map((requirement) => [requirement.id, requirement.outcome]),
  );
  const whole = !run.partial && run.endedEarly === null;
  return entries.map((entry) => {
    const { requirement, reason, owner, expires } = entry;
    const outcome = outcomes.get(requirement) ?? 'skipped';
    const state = stateOf(outcome, day > expires, whole || !judgedOnEveryAnswer(requirement));
    return { requirement, state, reason, owner, expires };
  });
}

/**
 * The verdict that decides the exit status: covered failures do not count, a cured or expired entry counts as a
 * failure. Without entries it is the verdict of the run.
 */
export function verdictBesideBaseline(
  requirements: JudgedRun['requirements'],
  entries: readonly JudgedEntry[],
): Verdict {
  if (entries.some(({ state }) => state === 'cured' || state === 'expired')) {
    return 'non-conformant';
  }
  const covered = new Set(requirementsOf(entries, 'covered'));
  return decideVerdict(
    requirements
      .filter((requirement) => requirement.level === 'required')
      // A covered failure was decided, so it counts like a pass here.
      .map(({ id, outcome }) => (covered.has(id) ? 'passed' : outcome)),
  );
}

/** The requirements of the entries in a state, in their order. */
export function requirementsOf(entries: readonly JudgedEntry[], state: EntryState): string[] {
  return entries.filter((entry) => entry.state === state).map((entry) => entry.requirement);
}

function stateOf(outcome: Outcome, isOver: boolean, passingCures: boolean): EntryState {
  if (outcome === 'passed' && passingCures) return 'cured';
  const isOpen = outcome === 'failed' || outcome === 'inconclusive';
  if (isOpen && isOver) return 'expired';
  return outcome === 'failed' ? 'covered' : 'not-judged';
}

function judgedOnEveryAnswer(id: string): boolean {
  return findRequirement(id)?.decidedBy !== 'checks';
}
