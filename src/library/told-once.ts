import { visible } from '../text/visible.ts';
import type { JudgedOutcome, TestOutcome } from './test-outcome.ts';

/** What became of a test, given what was judged and why the run has ended, if it has. */
export type Telling = (
  outcome: TestOutcome,
  judged: Pick<JudgedOutcome, 'outcome' | 'reason'>,
  endedEarly: string | undefined,
) => TestOutcome;

/**
 * What ended a run, as an address at which nothing listens, is told by the first test that it left undecided, which
 * fails. The others are skipped with it: a hundred failures would hide the one to read.
 */
export function tellingOnce(): Telling {
  let isTold = false;
  return (outcome, { outcome: judged, reason }, endedEarly) => {
    if (outcome.type !== 'failed' || judged !== 'inconclusive') return outcome;
    if (endedEarly === undefined || !reason.includes(endedEarly)) return outcome;
    if (isTold) return { type: 'skipped', note: `the run had ended: ${visible(endedEarly)}` };
    isTold = true;
    const rest = 'this ended the run: what it leaves undecided is skipped';
    return { ...outcome, message: `${outcome.message}\n${rest}` };
  };
}
