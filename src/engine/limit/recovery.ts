/** Asks again for what was refused once a 429 says so, and tells a block that stands from others who came first. */

import type { Operation } from '../../catalogue/operations.ts';
import { type Answered, header, unixSeconds } from '../../http/exchange.ts';
import { waitReasons } from '../../http/pacing/wait-reasons.ts';
import { readRateState, retryAfterMs } from '../../http/rate-state.ts';
import { askNow, slackMs, timerSlackMs } from './spending-waits.ts';
import { comesFree, isOwnReason, isServed, othersUse } from './spent-answers.ts';
import type { Round, Spender, Spending } from './spent-limit.ts';

/** Asks each refused operation again when its 429 says so. A bucket may have a place for one at a time. */
export async function recover(
  spender: Spender,
  round: Round,
): Promise<Pick<Spending, 'recovery' | 'second' | 'notTried'>> {
  const recovery: Answered[] = [];
  const until = latestTold(round);
  for (const one of round.refused) {
    if (one.operation === undefined) continue;
    const isApart = round.apart.includes(one.operation);
    const asked = await askAgain(
      spender,
      { one, operation: one.operation, round },
      isApart ? 0 : until,
    );
    if (typeof asked === 'string') return { recovery, notTried: asked };
    recovery.push(asked);
    // A key that may not create may list; one that is banned may not.
    if (asked.response.status === 403) recovery.push(await askNow(spender, 'listPets'));
    if (asked.response.status === 429) break;
  }
  const second: Answered[] = [];
  for (const { operation } of round.volley.filter(isOwnReason)) {
    if (operation !== undefined) second.push(await askNow(spender, operation));
  }
  return { recovery, second };
}

/** Several 429s of one count came together: the time by which each of them says that it may be asked again. */
function latestTold({ refused, apart }: Round): number {
  const together = refused.filter(({ operation }) => operation && !apart.includes(operation));
  return Math.max(
    0,
    ...together.map((one) => one.finishedAt + (retryAfterMs(one.response, one.finishedAt) ?? 0)),
  );
}

interface Refusal {
  readonly one: Answered;
  readonly operation: Operation;
  readonly round: Round;
}

/**
 * The answer after the indicated time, or after a second more; or why it stays open. If it is refused still, others who
 * use the key may have spent what came free: then it is asked some times more.
 */
async function askAgain(
  spender: Spender,
  refusal: Refusal,
  until: number,
): Promise<Answered | string> {
  const { one, operation, round } = refusal;
  let last = one;
  for (let times = 0; times < mostTries; times += 1) {
    const ms = retryAfterMs(last.response, last.finishedAt);
    if (ms === undefined) return 'a 429 did not say when to retry';
    const told = last.finishedAt + ms + times * slackMs;
    const wait = Math.max(told, until) - spender.now();
    if (wait > spender.maxWaitMs) {
      return `the indicated wait of ${Math.ceil(wait / 1000)} s is beyond --max-wait`;
    }
    if (wait > 0) await spender.sleep(wait + timerSlackMs, waitReasons.indicated);
    last = await askNow(spender, operation);
    if (last.response.status !== 429) return last;
  }
  return mayBeSpentByOthers(one, last, round) ? askOnceMore(spender, refusal, last) : last;
}

/** Asks some times more, for one wait at most in all: an answer that is served, or the last 429, or why it stays open. */
async function askOnceMore(
  spender: Spender,
  { operation, round }: Refusal,
  refused: Answered,
): Promise<Answered | string> {
  const isShared = othersUse(round.served, unserved);
  const end = spender.now() + spender.maxWaitMs;
  let last = refused;
  for (let times = mostTries; times < mostTries + mostMore; times += 1) {
    const ms = retryAfterMs(last.response, last.finishedAt);
    const until = last.finishedAt + (ms ?? Number.POSITIVE_INFINITY) + slackMs;
    if (until > end) break;
    await spender.sleep(Math.max(0, until - spender.now()), waitReasons.indicated);
    const next = await askNow(spender, operation);
    if (next.response.status !== 429) {
      // All of a limit that comes back at once was blocked, and for longer than was said.
      if (!(isServed(next) || isOwnReason(next)) || !isLittle(next, last, round)) return last;
      return isShared
        ? next
        : `${times} requests were refused after the indicated time, and the next was served with few left: others who use the key may have come first`;
    }
    last = next;
  }
  return isShared
    ? 'others use the key at the same time, and what came free was spent before each try'
    : last;
}

/**
 * Whether something may have been taken of the limit between two 429s: that moves its reset, but for a count that comes
 * free bit by bit until a reset which stands.
 */
function mayBeSpentByOthers(first: Answered, last: Answered, { served }: Round): boolean {
  const before = resetOf(first);
  const after = resetOf(last);
  if (before === undefined || after === undefined) return false;
  if (after !== before) return true;
  return new Set(served.map(resetOf)).size === 1 && [first, last].some(waitsForPart);
}

/** Whether a 429 says to come back well before the limit resets. */
function waitsForPart(refused: Answered): boolean {
  const wait = retryAfterMs(refused.response, refused.finishedAt) ?? 0;
  return (resetOf(refused) ?? 0) * 1000 - refused.finishedAt - wait > partMs;
}

/** Whether no more is left than may have come free since another answer. */
function isLittle(answer: Answered, before: Answered, { served }: Round): boolean {
  const { remaining = 0 } = readRateState(answer.response, answer.finishedAt);
  return remaining <= comesFree([before, answer], served) + 1;
}

const resetOf = ({ response }: Answered): number | undefined =>
  unixSeconds(header(response, 'X-RateLimit-Reset'));

/** So often it is asked again after the indicated time, the second time with a second of slack. */
const mostTries = 2;

/** So many tries more where others may have spent what came free. */
const mostMore = 6;

/** So many that were asked beside lists may have been answered otherwise than served, and were counted all the same. */
const unserved = 2;

/** A wait that ends so many milliseconds before the reset is for a part of the limit: both are of whole seconds. */
const partMs = 2100;
