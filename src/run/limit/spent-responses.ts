/** What answers show of a limit that is being spent. Pure. */

import { isAwayStatus } from '../../http/away.ts';
import { isCallerRefused } from '../../http/credential.ts';
import {
  type Answered,
  type Exchange,
  header,
  isAnswered,
  unixSeconds,
  wholeNumber,
} from '../../http/exchange.ts';
import { dateOf } from '../../http/http-date.ts';
import { type RateState, readRateState, retryAfterMs } from '../../http/rate-state.ts';
import { countsOf } from '../../judge/limit.ts';
import type { Operation } from '../../spec/operations.ts';
import { inconclusive } from '../requests/outcomes.ts';

/** The requests of one round: the limit is spent, and the last of them go above it. */
export interface Round {
  /** Served in the present window, in the order of asking. */
  readonly served: readonly Answered[];
  /** Served above the limit, which no conformant service does. */
  readonly above: readonly Answered[];
  /** Sent together when so few remained that some had to be refused; empty if a 429 came before. */
  readonly burst: readonly Answered[];
  /** The part of the burst with some requests of each operation. */
  readonly mix: readonly Answered[];
  /** Every 429. */
  readonly refused: readonly Answered[];
  /** Operations that show a count of their own; they are not in `served`. */
  readonly apart: readonly Operation[];
}

/** What spending the limit of a key has shown. */
export interface Spending {
  readonly rounds: readonly Round[];
  /** For each operation that was refused, the answer after the indicated time. */
  readonly recovery: readonly Answered[];
  /** Why recovery was not tried, or does not tell. */
  readonly notTried?: string;
  /** Answers below the limit to what was neither served nor answered 429 above it. */
  readonly below: readonly Answered[];
}

/** Whether the request was served as one within the limit. */
export const isServed = ({ response }: Answered): boolean =>
  response.status === 200 || response.status === 201;

export const isRefused = ({ response }: Answered): boolean => response.status === 429;

/** The answer of a gateway while the service is away: it says nothing about the limit. */
export const isAway = ({ response }: Answered): boolean => isAwayStatus(response.status);

/** 401 or 403: after a 429 this is the ban that sections 5.4 and 8.4 announce. */
export const isBanned = ({ response }: Answered): boolean => isCallerRefused(response.status);

/** Refused for another reason than the limit: an animal that is gone, a store that is full, a key that may not create. */
export function isOwnReason({ operation, response }: Answered): boolean {
  if (operation === 'createPet') return [400, 403, 409, 507].includes(response.status);
  return operation === 'getPet' && [404, 405, 410, 501].includes(response.status);
}

/** The three numbers of an answer. Inconclusive if it does not show them. */
export function stateOf(answer: Answered): Required<RateState> {
  const { limit, remaining, resetsAt } = readRateState(answer.response, answer.finishedAt);
  if (limit === undefined || remaining === undefined || resetsAt === undefined) {
    return inconclusive('the answers do not show what remains and until when');
  }
  return { limit, remaining, resetsAt };
}

/** The remaining requests that an answer shows; 0 if it shows none. */
export const remainingOf = ({ response }: Answered): number =>
  wholeNumber(header(response, 'X-RateLimit-Remaining')) ?? 0;

/** The lowest number that remains by these answers, in their newest window. */
export function leastOf(answers: readonly Answered[]): number {
  const states = answers.map(stateOf);
  const newest = Math.max(...states.map(({ resetsAt }) => resetsAt));
  const current = states.filter(({ resetsAt }) => newest - resetsAt < roundingMs);
  return Math.min(...current.map(({ remaining }) => remaining));
}

/** Whole seconds: a reset may seem to move by this many milliseconds. */
export const roundingMs = 1500;

/**
 * How many requests may be served from the first of these on: it, and as many as it shows to remain. If the reset moves,
 * as with a bucket, those that come free meanwhile may be served, too; then it may show 0 no more often than that.
 */
export function mostServed(served: readonly Answered[]): number {
  const [first] = served;
  const last = served.at(-1);
  if (first === undefined || last === undefined) return 1;
  const { limit, remaining } = stateOf(first);
  // Asked after each batch: until so many are served, nothing else needs to be read.
  if (served.length <= remaining) return remaining + 1;
  const resets = served.map(({ response }) => Number(header(response, 'X-RateLimit-Reset')));
  // Within a second, a moving reset looks like one that stands still.
  const isStill = Math.max(...resets) === Math.min(...resets);
  if (isStill && stateOf(last).resetsAt - last.finishedAt > 2000) return remaining + 1;
  const window = Math.max(1, ...served.map((one) => stateOf(one).resetsAt - one.finishedAt));
  const freed = Math.ceil((limit * (last.finishedAt - first.startedAt)) / window);
  const atNothing = served.filter((one) => stateOf(one).remaining === 0).length;
  return atNothing > freed + 3 ? limit + freed : Number.POSITIVE_INFINITY;
}

/** Whether answers to one operation showed one number twice, or a higher one later, which no count in a single place does. */
export function isSharedLate(served: readonly Answered[]): boolean {
  const shown = served.filter((one) => remainingOf(one) > 0);
  const numbers = shown.map((one) => `${one.operation} ${remainingOf(one)}`);
  if (new Set(numbers).size < numbers.length) return true;
  return shown.some((later, at) =>
    shown
      .slice(0, at)
      .some(
        (one) =>
          one.finishedAt <= later.startedAt &&
          resetOf(one) === resetOf(later) &&
          remainingOf(one) + leastRise < remainingOf(later),
      ),
  );
}

const resetOf = ({ response }: Answered) => header(response, 'X-RateLimit-Reset');

/** As much may come free within a second. */
const leastRise = 3;

/** Whether the remaining requests fell by so many more than this run asked, within one window. */
function othersUse(served: readonly Answered[], most = 0): boolean {
  const shown = served.map(remainingOf);
  return Math.max(...shown) - Math.min(...shown) + 1 > served.length + most;
}

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

/** A 429 that came while requests remained, by the numbers shown. */
interface EarlyRefusal {
  readonly round: Round;
  readonly refusal: Answered;
  /** The remaining requests shown before, and by the 429 itself. */
  readonly shown: number;
  readonly itself: number;
}

/** The early refusals of all rounds, at most one of each. */
export function earlyIn(rounds: readonly Round[], exchanges: readonly Exchange[]): EarlyRefusal[] {
  const caller = rounds.flatMap(({ served }) => served)[0]?.caller ?? 'authenticated';
  const leftOut = leftOutBy(exchanges, caller);
  return rounds.flatMap((round) => {
    const { served, refused, apart } = round;
    const told = refused.filter(({ operation }) => operation && !apart.includes(operation));
    const refusal = told.find((one) => remainingOf(one) > 0) ?? told[0];
    const [first] = served;
    if (refusal === undefined || first === undefined) return [];
    const least = Math.min(...served.map(remainingOf));
    // Of requests sent together, one that a limit of calls at once refused may show a number from before.
    const isSpent = least === 0 && told.some((one) => remainingOf(one) === 0);
    const itself = isSpent ? 0 : remainingOf(refusal);
    // Whatever the answers showed, this run alone had spent the limit.
    const isSame = (one: Exchange): one is Answered =>
      isAnswered(one) && one.caller === caller && resetOf(one) === resetOf(refusal);
    const own = new Set([...served, ...exchanges.filter(isSame).filter(isServed)]);
    if (itself === 0 && own.size >= stateOf(first).limit) return [];
    const shown = Math.max(least > leftOut ? least : 0, itself);
    return shown > 0 ? [{ round, refusal, shown, itself }] : [];
  });
}

/** How many of the requests shown as remaining are not there, as the number leaves out the request that it answers. */
function leftOutBy(exchanges: readonly Exchange[], caller: Answered['caller']): number {
  const counts = countsOf(exchanges, caller).filter(({ exchange }) => isServed(exchange));
  if (counts.some(({ remaining }) => remaining === 0)) return 0;
  const begins = counts.filter(({ remaining, limit }) => remaining === limit - 1);
  return begins.length > 1 && !counts.some(({ remaining, limit }) => remaining === limit) ? 0 : 1;
}

/** Ends the check as inconclusive if something else than this run may have spent the remaining requests. */
export function inconclusiveIfOthersSpent({ round, refusal, shown, itself }: EarlyRefusal): void {
  const { served, refused } = round;
  const told = `429 came with ${shown} shown as remaining`;
  if (!fitsReset(refusal, served.at(-1) ?? refusal)) {
    inconclusive(
      `${told}, and its wait does not fit the reset shown: another limit may be spent; if that is one for requests at once, use --concurrency 1`,
    );
  }
  if (itself === 0 && isSharedLate(served)) {
    inconclusive(`${told}, but the number shown is that of some seconds before`);
  }
  // What is refused may be counted, as a 429 shows that says how many remain.
  if (othersUse(served, itself > 0 ? refused.length : 0)) {
    inconclusive(`${told}, but others use the key at the same time`);
  }
}
