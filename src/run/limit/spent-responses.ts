/** What responses show of a limit that is being used up. Pure. */

import { isAwayStatus } from '../../http/away.ts';
import { isCallerRefused } from '../../http/credential.ts';
import { type Answered, header, unixSeconds, wholeNumber } from '../../http/exchange.ts';
import { dateOf } from '../../http/http-date.ts';
import { type RateState, readRateState, retryAfterMs } from '../../http/rate-state.ts';
import type { Operation } from '../../spec/operations.ts';
import { served } from '../../spec/statuses.ts';
import { inconclusive } from '../requests/outcomes.ts';

/** The requests of one round: the limit is used up, and the last of them go above it. */
export interface Round {
  /** Served in the present window, in the order of sending. */
  readonly served: readonly Answered[];
  /** Served above the limit, which no conformant service does. */
  readonly above: readonly Answered[];
  /** Some requests of each operation, sent when so few remained that most had to be refused; empty if a 429 came before. */
  readonly mix: readonly Answered[];
  /** Every 429. */
  readonly refused: readonly Answered[];
  /** Operations that show a count of their own; they are not in `served`. */
  readonly apart: readonly Operation[];
}

/** What using up the limit of a key has shown. */
export interface Spending {
  readonly rounds: readonly Round[];
  /** For each operation that was refused, the response after the indicated time. */
  readonly recovery: readonly Answered[];
  /** Why recovery was not tried, or does not tell. */
  readonly notTried?: string | undefined;
  /** Responses below the limit to what was neither served nor answered 429 above it. */
  readonly below: readonly Answered[];
}

/** Whether the request was served as one within the limit. */
export const isServed = ({ response }: Answered): boolean => served.includes(response.status);

export const isRefused = ({ response }: Answered): boolean => response.status === 429;

/** The response of a gateway while the service is away: it says nothing about the limit. */
export const isAway = ({ response }: Answered): boolean => isAwayStatus(response.status);

/** 401 or 403: after a 429 this is the ban that sections 5.4 and 8.4 announce. */
export const isBanned = ({ response }: Answered): boolean => isCallerRefused(response.status);

/** Refused for another reason than the limit: an animal that is gone, a store that is full, a key that may not create. */
export function isOwnReason({ operation, response }: Answered): boolean {
  if (operation === 'createPet') return [400, 403, 409, 507].includes(response.status);
  return operation === 'getPet' && [404, 405, 410, 501].includes(response.status);
}

/** The three numbers of a response. Inconclusive if it does not show them. */
export function stateOf(answer: Answered): Required<RateState> {
  const { limit, remaining, resetsAt } = readRateState(answer.response, answer.finishedAt);
  if (limit === undefined || remaining === undefined || resetsAt === undefined) {
    return inconclusive('the answers do not show what remains and until when');
  }
  return { limit, remaining, resetsAt };
}

/** The remaining requests that a response shows; 0 if it shows none. */
export const remainingOf = ({ response }: Answered): number =>
  wholeNumber(header(response, 'X-RateLimit-Remaining')) ?? 0;

/** The least that remains by these responses, in their newest window. */
export function leastOf(answers: readonly Answered[]): number {
  const states = answers.map(stateOf);
  const newest = Math.max(...states.map(({ resetsAt }) => resetsAt));
  const current = states.filter(({ resetsAt }) => newest - resetsAt < roundingMs);
  return Math.min(...current.map(({ remaining }) => remaining));
}

/** Whole seconds: a reset may seem to move by this many milliseconds. */
export const roundingMs = 1500;

/** Numbers this far apart are not of one count, whatever came free within a second. */
export const apartBy = 3;

/** When the limit resets by this response, in milliseconds; never if it does not say so. */
export const resetsAtOf = ({ response, finishedAt }: Answered): number =>
  readRateState(response, finishedAt).resetsAt ?? Number.POSITIVE_INFINITY;

/** Whether the reset stands still. Within a second or two, one that moves may seem to. */
export function isFixedWindow(served: readonly Answered[]): boolean {
  const last = served.at(-1);
  if (last === undefined || new Set(served.map(resetOf)).size > 1) return false;
  return resetsAtOf(last) - last.finishedAt > 2000;
}

/**
 * What was served above the limit: more than the first response said remained. If the reset moves, as with a bucket,
 * what comes free meanwhile may be served, too; then it may show 0 no more often than that.
 */
export function servedAbove(served: readonly Answered[]): readonly Answered[] {
  const [first] = served;
  const last = served.at(-1);
  if (first === undefined || last === undefined) return [];
  const { limit, remaining } = stateOf(first);
  if (served.length <= remaining + 1) return [];
  if (isFixedWindow(served)) return isOfOneCount(served) ? served.slice(remaining + 1) : [];
  const window = Math.max(1, ...served.map((one) => stateOf(one).resetsAt - one.finishedAt));
  const freed = Math.ceil((limit * (last.finishedAt - first.startedAt)) / window);
  const atNothing = served.filter((one) => remainingOf(one) === 0).length;
  return atNothing > freed + apartBy ? served.slice(limit + freed) : [];
}

/**
 * Whether more was served in a fixed window than remained at first, and the numbers are not those of one count: several
 * processes count, or share a count late. A count that began anew, as in a restart, is none of these.
 */
export function isPastCount(served: readonly Answered[]): boolean {
  const [first] = served;
  if (first === undefined || served.length <= remainingOf(first) + 1) return false;
  const shares = served.map((one) => remainingOf(one) / stateOf(one).limit);
  const low = shares.findIndex((share) => share < 0.7);
  const beganAnew = low !== -1 && shares.slice(low).some((share) => share > 0.9);
  return isFixedWindow(served) && !isOfOneCount(served) && !beganAnew;
}

/** Whether no number was shown twice, nor a higher one later. */
function isOfOneCount(served: readonly Answered[]): boolean {
  const shown = served.filter((one) => remainingOf(one) > 0);
  const numbers = shown.map((one) => `${one.operation} ${remainingOf(one)}`);
  if (new Set(numbers).size < numbers.length) return false;
  return !shown.some((later, at) =>
    shown
      .slice(0, at)
      .some(
        (one) =>
          one.finishedAt <= later.startedAt &&
          resetOf(one) === resetOf(later) &&
          remainingOf(one) + apartBy < remainingOf(later),
      ),
  );
}

const resetOf = ({ response }: Answered) => header(response, 'X-RateLimit-Reset');

/** Whether the wait that a 429 indicates ends about when the limit shown before it resets. */
export function fitsReset({ response, finishedAt }: Answered, before: Answered): boolean {
  const limit = 'X-RateLimit-Limit';
  if (header(response, limit) !== header(before.response, limit)) return false;
  const wait = retryAfterMs(response, finishedAt);
  const reset = unixSeconds(resetOf(before));
  const date = dateOf(response);
  if (wait === undefined || reset === undefined) return true;
  const toReset = reset * 1000 - (Number.isNaN(date) ? finishedAt : date);
  // The reset and the wait are rounded up to whole seconds, the date down.
  return toReset - wait > -1100 && toReset - wait < 2100;
}

/** A 429 that came while requests remained, by the numbers shown. */
interface EarlyRefusal {
  readonly refusal: Answered;
  /** The remaining requests shown before, and by the 429 itself. */
  readonly shown: number;
  readonly itself: number;
  /** Why something else may have used up what remained; undefined if nothing can have. */
  readonly excuse: string | undefined;
}

/** The early refusal of a round. */
export function earlyRefusalIn({ served, refused, apart }: Round): EarlyRefusal | undefined {
  const counted = refused.filter(({ operation }) => operation && !apart.includes(operation));
  const refusal = counted.find((one) => remainingOf(one) > 0) ?? counted[0];
  const [first] = served;
  const before = served.at(-1);
  if (refusal === undefined || first === undefined || before === undefined) return undefined;
  const itself = remainingOf(refusal);
  if (itself === 0 && served.length > remainingOf(first)) return undefined;
  const least = Math.min(...served.map(remainingOf));
  // The number may leave out the request that it answers.
  const shown = Math.max(least > 1 ? least : 0, itself);
  if (shown === 0) return undefined;
  const fall = Math.max(...served.map(remainingOf)) - least + 1;
  // What is refused may be counted, as a 429 shows that says how many remain.
  const own = served.length + (itself > 0 ? refused.length : 0);
  const excuse = !fitsReset(refusal, before)
    ? 'and its wait does not fit the reset shown: another limit may be spent; if that is one for requests at once, use --concurrency 1'
    : itself === 0 && !isOfOneCount(served)
      ? 'but the numbers shown are not those of one count'
      : fall > own
        ? 'but others use the key at the same time'
        : undefined;
  return { refusal, shown, itself, excuse };
}
