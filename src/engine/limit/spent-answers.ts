/** What answers show of a limit that is being spent. Pure. */
import { type Answered, header, wholeNumber } from '../../http/exchange.ts';
import { type RateState, readRateState } from '../../http/rate-state.ts';
import { groupsBy } from '../../judge/model/limit/counts.ts';
import { inconclusive } from '../asking/outcomes.ts';

/** Whether the request was served as one within the limit. */
export function isServed({ response }: Answered): boolean {
  return response.status === 200 || response.status === 201;
}

/**
 * Refused for another reason than the limit: an animal that is gone, a store that takes no more, a key that may not
 * create.
 */
export function isOwnReason({ operation, response }: Answered): boolean {
  if (operation === 'createPet') return [400, 403, 409, 507].includes(response.status);
  return operation === 'getPet' && [404, 405, 410, 501].includes(response.status);
}

export function stateOf(answer: Answered): Required<RateState> {
  const { limit, remaining, resetsAt } = readRateState(answer.response, answer.finishedAt);
  if (limit === undefined || remaining === undefined || resetsAt === undefined) {
    return inconclusive('the answers do not show what remains and until when');
  }
  return { limit, remaining, resetsAt };
}

const remaining = (one: Answered): number => stateOf(one).remaining;

/** The highest limit shown. */
export const limitOf = (batch: readonly Answered[]): number =>
  Math.max(...batch.map((one) => stateOf(one).limit));

/**
 * How many requests a conformant service may serve after the beginning of a window: its limit. If the reset moves, as
 * with a sliding window or a bucket, requests that come free meanwhile are served, too: then it may show 0 no more
 * often than that.
 */
export function mostServed(served: readonly Answered[]): number {
  const [first] = served;
  if (first === undefined) return 1;
  const resets = served.map((one) => Number(header(one.response, 'X-RateLimit-Reset')));
  const { limit } = stateOf(first);
  if (Math.max(...resets) === Math.min(...resets)) return limit;
  const freed = freedWithin(served, limit, longestAhead(served));
  const atNothing = served.filter((one) => remaining(one) === 0).length;
  return atNothing > freed + 3 ? limit + freed : Number.POSITIVE_INFINITY;
}

/**
 * What was served beyond the limit. Nodes that share a count late show numbers twice and serve some more; then
 * only what was asked seconds after the limit was spent, when every node knew of it.
 */
export function servedAbove(served: readonly Answered[], most: number): readonly Answered[] {
  const above = served.slice(most);
  const last = served[most - 1];
  if (last === undefined || !isSharedLate(served.slice(0, most))) return above;
  return above.filter(({ startedAt }) => startedAt - last.finishedAt >= sharedMs);
}

/** Whether two answers to one operation showed the same number in one window, which no count in a single place does. */
export function isSharedLate(served: readonly Answered[]): boolean {
  const shown = served.filter((one) => stateOf(one).remaining > 0);
  const numbers = shown.map((one) => `${one.operation} ${stateOf(one).remaining}`);
  return new Set(numbers).size < numbers.length;
}

/**
 * Whether one number was shown far more often than a bucket could keep it by refilling: then it is written at
 * intervals.
 */
export function isWrittenLate(served: readonly Answered[]): boolean {
  const longest = longestAhead(served);
  return groupsBy(served, remaining).some(
    (alike) =>
      alike.every((one) => remaining(one) > 0) &&
      alike.length > 2 * freedWithin(alike, limitOf(alike), longest) + leastAlike,
  );
}

/** How far ahead a shown reset is at most, in milliseconds, at least one. */
function longestAhead(served: readonly Answered[]): number {
  return Math.max(...served.map((one) => stateOf(one).resetsAt - one.finishedAt), 1);
}

/** How many requests come free while these are answered, by what was served of the limit before. */
export function comesFree(answers: readonly Answered[], served: readonly Answered[]): number {
  return freedWithin(answers, limitOf(served), longestAhead(served));
}

/** Whether the remaining requests fell by so many more than this run asked, within one window. */
export function othersUse(served: readonly Answered[], most = 0): boolean {
  const shown = served
    .map(({ response }) => wholeNumber(header(response, 'X-RateLimit-Remaining')))
    .filter((one) => one !== undefined);
  return Math.max(...shown) - Math.min(...shown) + 1 > served.length + most;
}

/** How many requests come free while these are answered, of a limit that comes free within so many milliseconds. */
function freedWithin(answers: readonly Answered[], limit: number, withinMs: number): number {
  const [first] = answers;
  const last = answers.at(-1);
  if (first === undefined || last === undefined) return 0;
  return Math.ceil((limit * (last.finishedAt - first.startedAt)) / withinMs);
}

/** If this many more have the same number than come free, it is not chance. */
const leastAlike = 10;

/** What remains after a batch: the lowest number of its newest window; `horizonMs`: how far its reset may be ahead. */
export function remainingAfter(batch: readonly Answered[], horizonMs = 0): number {
  const states = batch.map(stateOf);
  const newest = Math.max(...states.map(({ resetsAt }) => resetsAt));
  // Whole seconds, and replicas whose clocks differ: the reset of a window may seem to move by as much.
  const near = Math.max(roundingMs, horizonMs / 2);
  const current = states.filter(({ resetsAt }) => newest - resetsAt < near);
  return Math.min(...current.map(({ remaining }) => remaining));
}

/** Milliseconds after which every node knows what the others have counted. */
const sharedMs = 9000;

/** Whole seconds: a reset may seem to move by this many milliseconds. */
export const roundingMs = 1500;
