/** What the answers of a run show of the limit when they are compared (section 8). Pure: a recording gives the same. */

import {
  type Answered,
  type Caller,
  type Exchange,
  header,
  headerValues,
  isAnswered,
  readOnce,
  unixSeconds,
  wholeNumber,
} from '../http/exchange.ts';
import { dateOf } from '../http/http-date.ts';
import { readRateState, retryAfterMs } from '../http/rate-state.ts';
import { type Plan, plans } from '../spec/plans.ts';
import { isDefined } from './answers.ts';
import { groupedBy } from './grouped.ts';
import { type Finding, findingIn, placeOf } from './outcome.ts';
import { rateHeaders } from './rate-headers.ts';

/** What one answer shows of the count of its key. Times in milliseconds since the epoch. */
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

/** All findings about the limit that need more than one answer, or every answer whatever its kind. */
export function judgeLimit(
  exchanges: readonly Exchange[],
  { plan }: { readonly plan?: Plan | undefined },
): Finding[] {
  // A count that never falls says nothing else: rate.remaining-falls judges it.
  const falls = fallSeen(exchanges) !== undefined;
  const callers: readonly Caller[] = ['authenticated', 'rate-limit-key'];
  return [
    ...exchanges.flatMap(judgeRepeated),
    ...callers.flatMap((caller) => {
      const asked = exchanges.filter((one) => one.caller === caller);
      const counts = countsOf(asked, caller);
      return [
        ...(falls ? judgeRemaining(counts, plan) : []),
        ...resetsWithClock(asked, counts),
        ...asked.flatMap((one) => judgeReset(one, plan)),
      ];
    }),
  ];
}

/** A header that is judged must not come twice with different values. */
const judgeRepeated = readOnce((exchange: Exchange): Finding[] => {
  if (!isAnswered(exchange) || exchange.operation === undefined) return [];
  const names = [
    ...Object.values(rateHeaders),
    ...(exchange.response.status === 429 ? ['Retry-After'] : []),
    ...(isDefined(exchange) ? ['Content-Type'] : []),
  ].filter((name) => headerValues(exchange.response, name).length > 0);
  if (names.length === 0) return [];
  const id = 'rate.header-once';
  const finding = { id, exchange: exchange.index, at: placeOf(exchange) } as const;
  const twice = names.flatMap((name) => {
    const values = new Set(headerValues(exchange.response, name).map((value) => value.trim()));
    return values.size > 1 ? [`${name} comes with ${[...values].join(' and with ')}`] : [];
  });
  return twice.length === 0 ? [finding] : twice.map((problem) => ({ ...finding, problem }));
});

/** The answers to documented operations of one caller that show a count, in the order of asking. */
export function countsOf(exchanges: readonly Exchange[], caller: Caller): Count[] {
  return exchanges.flatMap((exchange) => {
    if (exchange.caller !== caller || exchange.operation === undefined) return [];
    const count = isAnswered(exchange) ? countOf(exchange) : undefined;
    return count === undefined ? [] : [count];
  });
}

/** Undefined if the answer has nothing to compare: from a cache, above the limit, or inexact. */
const countOf = readOnce((exchange: Answered): Count | undefined => {
  const { response, purpose, startedAt: sentAt, finishedAt: answeredAt } = exchange;
  const { status } = response;
  // A refused gap probe, or another status, may come from something before the service.
  const isCounted =
    [200, 201].includes(status) || (purpose === 'clause' && [400, 404].includes(status));
  if (!isCounted || header(response, 'Age') !== undefined) return undefined;
  const limit = wholeNumber(header(response, rateHeaders.limit));
  const remaining = wholeNumber(header(response, rateHeaders.remaining));
  const reset = unixSeconds(header(response, rateHeaders.reset));
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  // rate.remaining-value fails the first; beyond 2^53 one number stands for hundreds.
  if (remaining > limit || limit > Number.MAX_SAFE_INTEGER) return undefined;
  const date = dateOf(response);
  const serverNow = Number.isNaN(date) ? answeredAt : date;
  return { exchange, limit, remaining, resetsAt: reset * 1000, serverNow, sentAt, answeredAt };
});

/** Whether one was surely counted before the other: answered before it was sent. */
const isBefore = (one: Count, other: Count): boolean => one.answeredAt <= other.sentAt;

function windowOf(limit: number, plan: Plan | undefined): number | undefined {
  const numbers = plan === undefined ? undefined : plans[plan];
  if (limit === numbers?.perMinute) return minuteMs;
  return limit === numbers?.perDay ? dayMs : undefined;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The farthest that a reset lay ahead: a window is at least as long. */
const horizonOf = (counts: readonly Count[]): number =>
  counts.reduce((most, one) => Math.max(most, one.resetsAt - one.serverNow), 0);

/** How many calls may come free in a millisecond without a reset, as in a bucket or a sliding window. */
export function mostFreed(counts: readonly Count[], plan: Plan | undefined): number {
  const limit = counts[0]?.limit ?? 0;
  // Both times are of whole seconds.
  const horizon = Math.max(horizonOf(counts) - 2000, 1);
  const planned = windowOf(limit, plan);
  // A horizon may be rounded up, even to a whole minute; without a plan nothing else tells the window.
  return planned === undefined ? (2 * limit) / horizon : limit / Math.min(planned, horizon);
}

/**
 * Two answers that show the count falling with the requests of the key: lists sent one after another with nothing else
 * in between. Undefined if no two do.
 */
export function fallSeen(
  exchanges: readonly Exchange[],
): readonly [before: Answered, after: Answered] | undefined {
  let run: Answered[] = [];
  for (const exchange of exchanges) {
    if (exchange.operation !== 'listPets' || exchange.caller !== 'authenticated') run = [];
    if (run.length === 0 && exchange.operation !== 'listPets') continue;
    if (!isAnswered(exchange) || exchange.caller !== 'authenticated') continue;
    const higher = run.find((one) => fallsTo(one, exchange));
    if (higher !== undefined) return [higher, exchange];
    run.push(exchange);
  }
  return undefined;
}

function fallsTo(one: Answered, later: Answered): boolean {
  // Answers that were under way together may have been counted in any order.
  if (one.finishedAt >= later.startedAt) return false;
  const [before, after] = [one, later].map((answer) => ({
    limit: wholeNumber(header(answer.response, rateHeaders.limit)),
    remaining: wholeNumber(header(answer.response, rateHeaders.remaining)),
  }));
  if (before?.remaining === undefined || after?.remaining === undefined) return false;
  const fall = before.remaining - after.remaining;
  // The numbers of two quotas that the headers show in turn are further apart.
  return fall > 0 && (before.limit === after.limit || fall <= 20);
}

/** Advisory: within one fixed window the count falls with each kind of request, if it falls with all others. */
function judgeRemaining(counts: readonly Count[], plan: Plan | undefined): Finding[] {
  const id = 'rate.remaining-true';
  return [...groupedBy(counts, ({ limit }) => limit).values()].flatMap((ofLimit) => {
    const freed = mostFreed(ofLimit, plan);
    return [...groupedBy(ofLimit, ({ resetsAt }) => resetsAt).values()].flatMap((window) => {
      if (window.length < leastCounts) return [];
      const found = uncounted(window, freed) ?? risen(window, freed);
      return found
        ? [{ id, ...found } as const]
        : window.map(({ exchange }) => findingIn(exchange, id));
    });
  });
}

type Found = Omit<Finding, 'id'>;

/** This many requests of a kind, and this many others, tell something; chance of rounding or order does not. */
const leastCounts = 5;
const leastOthers = 10;

/** The kinds of requests that a count might leave out. */
const kinds: readonly ((exchange: Answered) => string | undefined)[] = [
  ({ operation }) => operation,
  placeOf,
  ({ response }) => (response.status >= 400 ? 'requests refused' : undefined),
  ({ request }) => (isFiltered(request.url) ? 'filtered lists' : undefined),
];

const isFiltered = (url: string): boolean => /[?&]status=/.test(url);

/** Requests of one kind with which the count stands still, though it falls with all others. */
function uncounted(counts: readonly Count[], freed: number): Found | undefined {
  for (const kindOf of kinds) {
    for (const kind of new Set(counts.map(({ exchange }) => kindOf(exchange)))) {
      if (kind === undefined) continue;
      const isOwn = ({ exchange }: Count) => kindOf(exchange) === kind;
      const own = fallsOf(counts, isOwn, freed);
      const others = fallsOf(counts, (one) => !isOwn(one), freed);
      const [first, last] = [own.counts[0], own.counts.at(-1)];
      if (first === undefined || last === undefined) continue;
      if (own.steps < leastCounts - 1 || others.steps < leastOthers) continue;
      if (own.falls > own.steps / 2 || others.falls < 0.9 * others.steps) continue;
      return {
        exchange: last.exchange.index,
        also: own.counts.slice(0, -1).map(({ exchange }) => exchange.index),
        at: placeOf(last.exchange),
        problem: `${rateHeaders.remaining} fell ${own.falls} times over ${own.steps + 1} requests (${kind}), and with ${others.falls} of ${others.steps} others in the same window`,
      };
    }
  }
  return undefined;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** How often the count fell between such requests with no other in between: each that is counted shows another number. */
function fallsOf(counts: readonly Count[], isOfKind: (count: Count) => boolean, freed: number) {
  const stretches: Count[][] = [[]];
  for (const count of counts) {
    // From 0 nothing falls.
    const last = stretches.at(-1)?.at(-1);
    if (!isOfKind(count) || count.remaining === 0) stretches.push([]);
    else if (last !== undefined && countedAs(last) !== countedAs(count)) stretches.push([count]);
    else stretches.at(-1)?.push(count);
  }
  const decisive = stretches.filter((stretch) => {
    const [first, last] = [stretch[0], stretch.at(-1)];
    if (first === undefined || last === undefined || stretch.length < 2) return false;
    return 2 * freed * (last.answeredAt - first.sentAt) < stretch.length - 1;
  });
  return {
    counts: decisive.flat(),
    steps: decisive.flat().length - decisive.length,
    falls: sum(decisive.map(fallsIn)),
  };
}

/** How often the count fell: how many numbers there are below those of the first, and of what was under way with it. */
function fallsIn(stretch: readonly Count[]): number {
  const [first] = stretch;
  if (first === undefined) return 0;
  // The first itself, even if it took less than a millisecond.
  const together = stretch.filter((one) => one === first || !isBefore(first, one));
  const highest = Math.max(...together.map(({ remaining }) => remaining));
  return new Set(stretch.map(({ remaining }) => remaining).filter((one) => one < highest)).size;
}

/** A count that rises twice before its reset; it may begin anew once, as in a restart. */
function risen(counts: readonly Count[], freed: number): Found | undefined {
  for (const together of groupedBy(counts, countedAs).values()) {
    let [lowest] = together;
    let rises = 0;
    for (const later of together) {
      if (lowest === undefined || later.remaining <= lowest.remaining) lowest = later;
      const free = 1 + freed * (later.answeredAt - lowest.sentAt);
      if (!isBefore(lowest, later) || later.remaining <= lowest.remaining + free) continue;
      rises += 1;
      if (rises === 2) {
        return {
          exchange: later.exchange.index,
          also: [lowest.exchange.index],
          at: placeOf(later.exchange),
          problem: `${rateHeaders.remaining} rose from ${lowest.remaining} to ${later.remaining}, before the reset that both answers show`,
        };
      }
      lowest = later;
    }
  }
  return undefined;
}

/** What is counted together: an operation may have a count of its own, and so may filtered lists. */
const countedAs = ({ exchange: { operation, request } }: Count): string =>
  `${operation} ${isFiltered(request.url)}`;

/** The shortest time in which requests come free if each answer shows a reset within the second. */
export const shortestResetMs = 2000;

/** Whether the reset shown lies at the time of the response. */
export const isResetNow = ({ resetsAt, serverNow }: Count): boolean =>
  Math.abs(resetsAt - serverNow) <= 1000;

/**
 * A reset that lies at the `Date` of every answer, while requests remain and none comes back, names no moment (as when
 * a framework's `getRetryAfter()` is written for it).
 */
function resetsWithClock(exchanges: readonly Exchange[], counts: readonly Count[]): Finding[] {
  const dated = counts.every(({ exchange }) => header(exchange.response, 'Date') !== undefined);
  if (counts.length < leastOthers || !dated || !counts.every(isResetNow)) return [];
  const standing = counts.find((first, at) => {
    const last = counts.findLast(
      (one, place) => place > at && isBefore(first, one) && one.remaining < first.remaining,
    );
    if (last === undefined || last.sentAt - first.answeredAt < shortestResetMs) return false;
    const between = exchanges.filter(
      (one) =>
        isAnswered(one) && one.startedAt >= first.answeredAt && one.startedAt < last.answeredAt,
    );
    return first.remaining - last.remaining >= between.length;
  });
  const last = counts.at(-1);
  if (standing === undefined || last === undefined) return [];
  const problem = `${rateHeaders.reset} lies at the Date of each of ${counts.length} answers, while requests remain and none comes back: expected the Unix time at which the limit resets`;
  const also = [standing.exchange.index];
  return [
    { id: 'rate.reset-value', exchange: last.exchange.index, also, at: 'every answer', problem },
  ];
}

/** Clocks differ by so many milliseconds at most. */
const clocksMs = 30_000;

/** A reset further ahead than this is not that of a minute, however it is rounded. */
const farAheadMs = 5 * minuteMs;

/** Advisory: the limit of a minute resets within minutes, unless a ban is announced. */
function judgeReset(exchange: Exchange, plan: Plan | undefined): Finding[] {
  const perMinute = plan === undefined ? undefined : plans[plan]?.perMinute;
  if (perMinute === undefined || exchange.operation === undefined) return [];
  if (!isAnswered(exchange) || [401, 403].includes(exchange.response.status)) return [];
  const { limit, resetsAt } = readRateState(exchange.response, exchange.finishedAt);
  if (limit !== perMinute || resetsAt === undefined) return [];
  const ahead = resetsAt - exchange.finishedAt;
  // Beyond a day it is no time of reset at all, which rate.reset-value fails.
  if (ahead > dayMs + clocksMs) return [];
  const isDated = header(exchange.response, 'Date') !== undefined;
  const isBan = (retryAfterMs(exchange.response, exchange.finishedAt) ?? 0) > farAheadMs;
  const isFar = ahead > farAheadMs * (isDated ? 1 : 2) && !isBan;
  const problem = `${rateHeaders.limit} is ${limit}, the number of a minute, and ${rateHeaders.reset} lies ${Math.round(ahead / 1000)} s ahead`;
  const at = 'answers with the limit of a minute';
  return [{ ...findingIn(exchange, 'rate.reset-true', isFar ? problem : undefined), at }];
}
