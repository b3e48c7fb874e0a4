import { type Plan, plans } from '../../../catalogue/plans.ts';
import {
  type Answered,
  type Caller,
  type Exchange,
  header,
  isAnswered,
  unixSeconds,
  wholeNumber,
} from '../../../http/exchange.ts';
import { dateOf } from '../../../http/http-date.ts';
import { groupedBy } from '../grouped.ts';

/** What one answer says of the count of its key. Times in milliseconds since the epoch. */
export interface Count {
  readonly exchange: Answered;
  readonly limit: number;
  readonly remaining: number;
  /** By the clock of the service, as shown. */
  readonly resetsAt: number;
  /** When it answered, by its `Date`, or else by the client's clock. */
  readonly serverNow: number;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** Headers of section 8 whose values are judged. */
export const rateHeaders = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  reset: 'X-RateLimit-Reset',
} as const;

/** The answers of a key to documented operations, in the order of asking, with what each says of the count. */
export function countsOf(exchanges: readonly Exchange[], caller: Caller): Count[] {
  return exchanges.flatMap((exchange) => {
    if (exchange.caller !== caller || exchange.operation === undefined) return [];
    const count = isAnswered(exchange) ? countOf(exchange) : undefined;
    return count === undefined ? [] : [count];
  });
}

/** Undefined if the answer has nothing to compare: from a cache, above the limit, or inexact. */
export function countOf(exchange: Answered): Count | undefined {
  const { response, startedAt: sentAt, finishedAt: answeredAt } = exchange;
  if (!isCounted(exchange) || header(response, 'Age') !== undefined) return undefined;
  const limit = wholeNumber(header(response, rateHeaders.limit));
  const remaining = wholeNumber(header(response, rateHeaders.remaining));
  const reset = unixSeconds(header(response, rateHeaders.reset));
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  // A number above the limit counts nothing; rate.remaining-value fails it.
  if (remaining > limit) return undefined;
  // Beyond 2^53 one number stands for hundreds, and a request more or less does not show.
  if (limit > Number.MAX_SAFE_INTEGER) return undefined;
  const date = dateOf(response, answeredAt);
  const serverNow = Number.isNaN(date) ? answeredAt : date;
  return { exchange, limit, remaining, resetsAt: reset * 1000, serverNow, sentAt, answeredAt };
}

/** A refused gap probe, or another status, may come from something before the service. */
function isCounted({ purpose, response: { status } }: Answered): boolean {
  return [200, 201].includes(status) || (purpose === 'clause' && [400, 404].includes(status));
}

/** Whether one was surely counted before the other: answered before it was sent. */
export const isBefore = (one: Count, other: Count): boolean => one.answeredAt <= other.sentAt;

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Milliseconds of the window that a plan gives a limit; undefined if the plan has no such number. */
export function windowOf(limit: number, plan: Plan | undefined): number | undefined {
  const numbers = plan === undefined ? undefined : plans[plan];
  if (limit === numbers?.perMinute) return minuteMs;
  return limit === numbers?.perDay ? dayMs : undefined;
}

/** The farthest that a reset lay ahead, in milliseconds: a window is at least as long. */
export function horizonOf(counts: readonly Count[]): number {
  return counts.reduce((most, one) => Math.max(most, one.resetsAt - one.serverNow), 0);
}

/** A reset is rounded up to a second, and the `Date` that it is compared with down to one. */
const roundedMs = 2000;

/**
 * How many calls may come free in a millisecond, without a reset, in any limiter that showed these counts of one limit:
 * a bucket or sliding counter refills the limit in a window. Test servers may shorten it.
 */
export function mostFreed(counts: readonly Count[], plan: Plan | undefined): number {
  const limit = counts[0]?.limit ?? 0;
  const horizon = Math.max(horizonOf(counts) - roundedMs, 1);
  const planned = windowOf(limit, plan);
  // A horizon may be rounded up, even to a whole minute; without a plan nothing else tells the window.
  return planned === undefined ? (2 * limit) / horizon : limit / Math.min(planned, horizon);
}

/** The items by a key, in the order of their first one. */
export function groupsBy<T>(items: readonly T[], keyOf: (item: T) => string | number): T[][] {
  return [...groupedBy(items, keyOf).values()];
}

/** Whether a filtered list was asked for: these may have a count of their own. */
export const isOfFiltered = ({ exchange }: Count): boolean =>
  /[?&]status=/.test(exchange.request.url);
