/** What spending a limit waits for: the service to be back, a window of its own, and the time that a 429 indicates. */

import type { Operation } from '../../catalogue/operations.ts';
import { isCallerRefused } from '../../http/credential.ts';
import type { Answered } from '../../http/exchange.ts';
import { waitReasons } from '../../http/pacing/wait-reasons.ts';
import { retryAfterMs } from '../../http/rate-state.ts';
import { isAwayStatus } from '../../http/transient-answers.ts';
import { inconclusive } from '../asking/outcomes.ts';
import { stateOf } from './spent-answers.ts';
import type { Spender } from './spent-limit.ts';

/** Requests beyond the limit that the volley and the recovery may take. */
export const mostBeyond = 20;

/** The answer of a gateway while the service is away: it says nothing about the limit. */
export const isAway = ({ response }: Answered): boolean => isAwayStatus(response.status);

/** How often, and after how many milliseconds, a question is asked again that a gateway answered. */
export const mostAway = 3;
export const awayMs = 1500;

/** The answer of the service; while it is away, it is asked again. */
export async function askNow(spender: Spender, operation: Operation): Promise<Answered> {
  for (let times = 0; ; times += 1) {
    const answer = await spender.ask(operation);
    if (!isAway(answer) || times === mostAway) return answer;
    await spender.sleep(awayMs, waitReasons.mayPass(answer.response.status));
  }
}

/**
 * Asks for the count, and waits for the reset if more than this request is spent already. Returns the request if it is
 * the first of its window.
 */
export async function awaitFreshWindow(spender: Spender): Promise<Answered[]> {
  for (let waits = 0; ; waits += 1) {
    const first = await firstServed(spender);
    const { limit, remaining, resetsAt } = stateOf(first);
    if (limit + mostBeyond > spender.requestsLeft()) {
      inconclusive(
        `the limit of ${limit} is more than the ${spender.requestsLeft()} requests that --max-requests leaves: a key of a smaller plan can be spent in its place (--rate-limit-key-file)`,
      );
    }
    const toReset = resetsAt - spender.now();
    if (toReset > spender.maxWaitMs) {
      inconclusive(
        `the limit shown resets in ${Math.ceil(toReset / 1000)} s, beyond --max-wait of ${spender.maxWaitMs / 1000} s`,
      );
    }
    if (remaining - (spender.leftOut() ?? 0) >= limit - 1) return [first];
    if (waits === mostFreshWaits || remaining >= limit * nearlyFresh) return [];
    if (toReset > 0) await spender.sleep(toReset, waitReasons.toSpend);
  }
}

/** Replicas whose clocks differ may show a reset too early. */
const mostFreshWaits = 2;

const nearlyFresh = 0.95;

/** How long a caller may be locked out for the bad log-ins of the run. */
const lockMs = 61_000;

const mostLocks = 2;

/** The first answer that is served; waits for the end of a lock-out, and for the time in a 429. */
async function firstServed(spender: Spender): Promise<Answered> {
  let first = await askNow(spender, 'listPets');
  for (let waits = 0; isCallerRefused(first.response.status); waits += 1) {
    if (waits === mostLocks || lockMs > spender.maxWaitMs) {
      inconclusive(
        `the key whose limit is to be spent is answered ${first.response.status}: it is not a valid key, it may not list, or its caller is locked out for the bad log-ins of this run`,
      );
    }
    await spender.sleep(lockMs, waitReasons.lockedOut);
    first = await askNow(spender, 'listPets');
  }
  if (first.response.status !== 429) return first;
  await sleepAsIndicated(
    spender,
    first,
    'the first request to spend the limit with was answered 429',
  );
  const second = await askNow(spender, 'listPets');
  if (second.response.status === 429) {
    inconclusive('requests with the key were answered 429 before the limit was to be spent');
  }
  return second;
}

/** Waits as a 429 indicates; if it indicates nothing, or longer than a wait may be, spending is inconclusive. */
export async function sleepAsIndicated(
  { maxWaitMs, sleep }: Spender,
  { response, finishedAt }: Answered,
  otherwise: string,
): Promise<void> {
  const ms = retryAfterMs(response, finishedAt) ?? Number.POSITIVE_INFINITY;
  if (ms > maxWaitMs) inconclusive(otherwise);
  await sleep(ms + slackMs, waitReasons.indicated);
}

/** Added to the indicated time, in milliseconds: clocks of whole seconds, and timers that end early. */
export const slackMs = 1000;
export const timerSlackMs = 20;
