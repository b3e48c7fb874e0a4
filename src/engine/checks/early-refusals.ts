/** 429s that come while requests remain (section 8), and causes other than the service. */

import { type Answered, header, unixSeconds, wholeNumber } from '../../http/exchange.ts';
import { dateOf } from '../../http/http-date.ts';
import { retryAfterMs } from '../../http/rate-state.ts';
import { inconclusive } from '../asking/outcomes.ts';
import { leftOutBy } from '../limit/left-out.ts';
import { isSharedLate, othersUse } from '../limit/spent-answers.ts';
import type { Round } from '../limit/spent-limit.ts';
import type { CheckContext } from './context.ts';

/** The remaining requests that an answer shows; 0 if it shows none. */
export const remainingOf = ({ response }: Answered): number =>
  wholeNumber(header(response, 'X-RateLimit-Remaining')) ?? 0;

/** A 429 that came while requests remained, by the numbers shown. */
export interface EarlyRefusal {
  readonly round: Round;
  readonly refusal: Answered;
  /** The remaining requests shown just before, and by the 429 itself. */
  readonly shown: number;
  readonly itself: number;
}

/** The early refusals of all rounds, at most one of each. */
export function earlyIn(
  rounds: readonly Round[],
  exchanges: CheckContext['exchanges'],
): EarlyRefusal[] {
  const caller = rounds.flatMap(({ served }) => served)[0]?.caller ?? 'key-holder';
  // If nothing tells, a service may count the request that it answers as remaining.
  const leftOut = leftOutBy(exchanges, caller) ?? 1;
  return rounds.flatMap((round) => earlyOf(round, leftOut));
}

function earlyOf(round: Round, leftOut: number): EarlyRefusal[] {
  const [refusal] = round.refused;
  if (refusal === undefined) return [];
  const itself = remainingOf(refusal);
  // Whatever the answers showed, this run alone had spent the limit.
  if (itself === 0 && round.served.length >= limitOf(refusal)) return [];
  const isSpent = round.volley.length > 0 && round.leftOut <= leftOut;
  const before = isSpent ? 0 : round.lowest;
  const shown = before > leftOut ? Math.max(before, itself) : itself;
  return shown > 0 ? [{ round, refusal, shown, itself }] : [];
}

/** Ends the check as inconclusive if something else than this run may have spent the remaining requests. */
export function inconclusiveIfOthersSpent({
  round: { served, refused },
  refusal,
  shown,
  itself,
}: EarlyRefusal): void {
  if (!fitsReset(refusal, served.at(-1) ?? refusal)) {
    inconclusive(
      `429 came with ${shown} shown as remaining, but the wait indicated does not fit the reset shown: another quota may be spent`,
    );
  }
  if (itself === 0 && isSharedLate(served)) {
    inconclusive(
      `429 came with ${shown} shown as remaining, but the number shown is that of some seconds before`,
    );
  }
  // What is refused may be counted, as a 429 shows that says how many remain.
  if (othersUse(served, itself > 0 ? refused.length : 0)) {
    inconclusive(
      `429 came with ${shown} shown as remaining, but others use the key at the same time`,
    );
  }
}

const limitOf = ({ response }: Answered): number =>
  wholeNumber(header(response, 'X-RateLimit-Limit')) ?? Number.POSITIVE_INFINITY;

/** Whether the wait that a 429 indicates ends about when the limit shown before it resets. */
export function fitsReset({ response, finishedAt }: Answered, before: Answered): boolean {
  const limit = 'X-RateLimit-Limit';
  if (header(response, limit) !== header(before.response, limit)) return false;
  const wait = retryAfterMs(response, finishedAt);
  const reset = unixSeconds(header(before.response, 'X-RateLimit-Reset'));
  const date = dateOf(response, finishedAt);
  if (wait === undefined || reset === undefined) return true;
  const toReset = reset * 1000 - (Number.isNaN(date) ? finishedAt : date);
  // The reset and the wait are rounded up to whole seconds, the date down.
  return toReset - wait > -1100 && toReset - wait < 2100;
}
