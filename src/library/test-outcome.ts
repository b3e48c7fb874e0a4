import type { Level } from '../catalogue/requirement.ts';
import type { Outcome } from '../judge/outcome.ts';
import { visible } from '../text/visible.ts';

/**
 * The outcome of a requirement, or of one of its checks, as that of a test: passed, failed with a message, or skipped.
 */
export type TestOutcome =
  | { readonly type: 'passed' }
  | { readonly type: 'failed'; readonly name: string; readonly message: string }
  | { readonly type: 'skipped'; readonly note: string };

export interface JudgedOutcome {
  readonly level: Level;
  readonly outcome: Outcome;
  /** Why, in one sentence. */
  readonly reason: string;
}

/**
 * The outcome of a test; `message` makes the text of a failure. A required one that could not be decided fails, as a
 * skip would look like a pass. Advice never fails.
 */
export function testOutcomeOf(judged: JudgedOutcome, message: () => string): TestOutcome {
  const { level, outcome, reason } = judged;
  if (outcome === 'passed') return { type: 'passed' };
  const inconclusive = outcome === 'inconclusive';
  if (level === 'required' && (outcome === 'failed' || inconclusive)) {
    const name = inconclusive ? 'Inconclusive' : 'Failed';
    return { type: 'failed', name, message: message() };
  }
  const kind = level === 'advisory' && outcome === 'failed' ? 'advice' : outcome;
  return { type: 'skipped', note: `${kind}: ${visible(reason)}` };
}

/** Ends the test that asked for the outcome: throws if it failed, and skips with a note. */
export function settle(outcome: TestOutcome | undefined, skip: (note: string) => never): void {
  if (outcome?.type === 'skipped') skip(outcome.note);
  if (outcome?.type === 'failed') throw new RequirementError(outcome);
}

/** A failure in the suite's own words: frames of this package would show nobody's mistake. */
class RequirementError extends Error {
  constructor({ name, message }: TestOutcome & { readonly type: 'failed' }) {
    super(message);
    this.name = name;
    // vitest 3 searches a stack without any frame by a pattern whose time grows with the square of a line.
    this.stack = `${name}: ${message}\n    at petstore-conformance (native)`;
  }
}

/** Adjusts the outcome of a test, given what was judged and why the run has ended, if it has. */
export type Telling = (
  outcome: TestOutcome,
  judged: Pick<JudgedOutcome, 'outcome' | 'reason'>,
  endedEarly: string | undefined,
) => TestOutcome;

/**
 * What ended a run, such as an address at which nothing listens, fails the first test that it leaves inconclusive. The
 * others are skipped: a hundred failures would hide the one to read.
 */
export function tellingOnce(): Telling {
  let isTold = false;
  return (outcome, { outcome: judged, reason }, endedEarly) => {
    if (outcome.type !== 'failed' || judged !== 'inconclusive') return outcome;
    if (endedEarly === undefined || !reason.includes(endedEarly)) return outcome;
    if (isTold) return { type: 'skipped', note: `the run had ended: ${visible(endedEarly)}` };
    isTold = true;
    const rest = 'this ended the run: what it leaves inconclusive is skipped';
    return { ...outcome, message: `${outcome.message}\n${rest}` };
  };
}
