import { type Plan, plans } from '../../../catalogue/plans.ts';
import {
  type Exchange,
  header,
  isAnswered,
  type RecordedResponse,
  wholeNumber,
} from '../../../http/exchange.ts';
import { readRateState, retryAfterMs } from '../../../http/rate-state.ts';
import { placeOf } from '../../defined.ts';
import type { Finding } from '../../outcome.ts';
import { type Count, groupsBy, horizonOf, isBefore, rateHeaders, windowOf } from './counts.ts';

const id = 'rate.reset-true';

/** The clock of the service and the one that dates its answers may differ by this much, in milliseconds. */
const clocksMs = 30_000;

const minuteMs = 60_000;

/** A reset further ahead than this is not that of a minute, however it is rounded and whatever the clocks. */
const farAheadMs = 5 * minuteMs;

/** For an answer without `Date`, there is only the clock of the client. */
const undatedMs = 5 * minuteMs;

const dayMs = 86_400_000;

/** This many requests must have been spent for a reset to show. */
const leastSpent = 5;

/** What one key asked, in the order of asking. */
interface KeyTraffic {
  /** The counts that its answers show. */
  readonly counts: readonly Count[];
  /** All that it sent: gap probes spend requests, too. */
  readonly exchanges: readonly Exchange[];
}

/**
 * Judges the resets that the answers of one key show: one that has passed has reset, and the limit of a minute does not
 * reset in an hour.
 */
export function judgeResets(asked: KeyTraffic, plan: Plan | undefined): Finding[] {
  return [
    ...asked.counts.flatMap((one) => farReset(one, plan)),
    ...asked.exchanges.flatMap((one) => farFromRetry(one, plan)),
    ...groupsBy(asked.counts, (one) => one.limit).flatMap((counts) => [
      ...passedResets({ ...asked, counts }, plan),
      ...minuteForDay(counts, plan),
    ]),
  ];
}

/** A 429 of the minute's limit that says to retry soon, and that the limit resets long after. */
function farFromRetry(exchange: Exchange, plan: Plan | undefined): Finding[] {
  if (!isAnswered(exchange) || exchange.response.status !== 429) return [];
  const { response, finishedAt } = exchange;
  const { limit, resetsAt = finishedAt } = readRateState(response, finishedAt);
  const wait = retryAfterMs(response, finishedAt);
  const perMinute = plan === undefined ? undefined : plans[plan]?.perMinute;
  if (limit === undefined || limit !== perMinute || wait === undefined) return [];
  const ahead = resetsAt - finishedAt;
  // A longer ban is announced; beyond a day it is not a time of reset, which rate.reset-value fails.
  if (wait > farAheadMs || ahead <= farAheadMs + undatedMs || ahead > dayMs + clocksMs) return [];
  const [retry, reset] = [wait, ahead].map((ms) => Math.round(ms / 1000));
  const problem = `${rateHeaders.limit} is ${limit}, the number of a minute, Retry-After ${retry} s, and ${rateHeaders.reset} lies ${reset} s ahead`;
  return [{ id, exchange: exchange.index, at: placeOf(exchange), problem }];
}

/**
 * The limit of a day beside the remaining requests of the minute: each reset restores as much as a minute has. As much
 * may be left of a day that is nearly spent, and others may have spent the rest, but not again with each reset.
 */
function minuteForDay(counts: readonly Count[], plan: Plan | undefined): Finding[] {
  const numbers = plan === undefined ? undefined : plans[plan];
  if (numbers === undefined || counts[0]?.limit !== numbers.perDay) return [];
  const { perDay, perMinute } = numbers;
  if (counts.some(({ remaining }) => remaining > perMinute)) return [];
  const full = groupsBy(counts, (one) => one.resetsAt).filter((shown) => {
    const left = shown.map(({ remaining }) => remaining);
    const most = Math.max(...left);
    return most >= perMinute - nearlyFull && most - Math.min(...left) >= nearlyFull;
  });
  const [first, next] = full.map((shown) => shown[0]);
  if (first === undefined || next === undefined) return [];
  const problem = `${rateHeaders.limit} is ${perDay}, the number of a day, and with each reset no more remains than the ${perMinute} of a minute: ${first.remaining}, then ${next.remaining}`;
  const also = [first.exchange.index];
  return [{ id, exchange: next.exchange.index, also, at: placeOf(next.exchange), problem }];
}

/** At most this many are counted before a new window is first seen, and at least this many are spent of it. */
const nearlyFull = 10;

function farReset({ exchange, limit, resetsAt, serverNow }: Count, plan: Plan | undefined) {
  const perMinute = plan === undefined ? undefined : plans[plan]?.perMinute;
  const ahead = resetsAt - serverNow;
  // Beyond a day it is not a time of reset at all, which rate.reset-value fails.
  if (limit !== perMinute || ahead > dayMs + clocksMs) return [];
  const finding = {
    id,
    exchange: exchange.index,
    at: 'answers with the limit of a minute',
  } as const;
  const dated = exchange.response.headers.some(([name]) => name.toLowerCase() === 'date');
  if (ahead <= farAheadMs + (dated ? 0 : undatedMs)) return [finding];
  const seconds = Math.round(ahead / 1000);
  const problem = `${rateHeaders.limit} is ${limit}, the number of a minute, and ${rateHeaders.reset} lies ${seconds} s ahead`;
  return [{ ...finding, problem }];
}

/** Resets that have passed, each with the answers that show whether anything was given back. */
function passedResets(asked: KeyTraffic, plan: Plan | undefined): Finding[] {
  const { counts } = asked;
  const planned = windowOf(counts[0]?.limit ?? 0, plan);
  const even = evenWindow(counts);
  const found = groupsBy(counts, (one) => one.resetsAt).flatMap((shown) => {
    const before = countedLast(shown);
    if (before === undefined || before.limit - before.remaining < leastSpent) return [];
    // If it was long past when it was shown, it is not a time of reset, which rate.reset-value fails.
    if (before.resetsAt < before.serverNow - undatedMs) return [];
    const checkedAfter = (windowMs: number, choose: (after: readonly Count[]) => Count[]) => {
      // A sliding counter gives back a quarter of what it holds in a quarter of a window more: at least one of five.
      const due = before.resetsAt + windowMs / 4 + clocksMs;
      const after = counts.filter((one) => isBefore(before, one) && one.serverNow >= due);
      return after.length < 2 ? [] : [passedReset(before, choose(after), asked)];
    };
    const long = Math.max(horizonOf(counts), planned ?? 0);
    if (even === undefined || long <= even) return checkedAfter(long, (after) => after.slice(0, 3));
    // Calls that come free by the plan's window may do so in steps: some of them must have passed, too.
    return checkedAfter(even, (after) => after.slice(-3)).filter(() => {
      const last = counts.at(-1) ?? before;
      return ((last.serverNow - before.serverNow) * before.limit) / long >= leastSteps;
    });
  });
  const vain = found.filter(({ problem }) => problem !== undefined);
  // Others with the key may have spent exactly what came free, once.
  if (vain.length !== 1 || !isShared(asked)) return found;
  return found.filter(({ problem }) => problem === undefined);
}

/** Whether the count fell by more than this run asked, before one and the same reset. */
function isShared(asked: KeyTraffic): boolean {
  return groupsBy(asked.counts, (one) => one.resetsAt).some((shown) => {
    const [first] = shown;
    const last = shown.at(-1);
    if (first === undefined || last === undefined) return false;
    return first.remaining - last.remaining > spentBetween(first, last, asked, () => true);
  });
}

/** This many would have come free in any limiter that refills in steps. */
const leastSteps = 2;

/**
 * Milliseconds between resets that follow one another evenly, whatever the plan says: the length of the shown window.
 */
function evenWindow(counts: readonly Count[]): number | undefined {
  const resets = [...new Set(counts.map(({ resetsAt }) => resetsAt))].sort((a, b) => a - b);
  const gaps = resets.slice(1).map((reset, at) => reset - (resets[at] ?? reset));
  const [first] = gaps;
  if (first === undefined || gaps.length < 2 || first < leastWindowMs) return undefined;
  return gaps.every((gap) => gap === first) ? first : undefined;
}

/** Resets that move with each request are nearer to one another. */
const leastWindowMs = 10_000;

/** Of those under way together with the last one, the one that was counted last: it shows the least. */
function countedLast(shown: readonly Count[]): Count | undefined {
  const last = shown.at(-1);
  if (last === undefined) return undefined;
  const together = shown.filter((one) => !isBefore(one, last));
  return together.reduce((least, one) => (one.remaining < least.remaining ? one : least), last);
}

function passedReset(before: Count, after: readonly Count[], asked: KeyTraffic): Finding {
  const [first] = after;
  const last = after.at(-1);
  const at = 'answers after a reset';
  const finding: Finding = { id, at, exchange: (first ?? before).exchange.index };
  // Others may have spent what came free, but not exactly all of it each time.
  const isSpentBy = (counts: Counts) =>
    after.every(
      (one) =>
        one.remaining === Math.max(0, before.remaining - spentBetween(before, one, asked, counts)),
    );
  const nothing = isSpentBy(() => true) || isSpentBy(({ status }) => status !== 429);
  if (!nothing || last === undefined || first?.remaining === 0) return finding;
  return {
    ...finding,
    also: [before.exchange.index, last.exchange.index],
    problem: `${before.remaining} requests remained before the reset shown, and ${last.remaining} remain after it has passed: nothing but the requests in between was counted, and none given back`,
  };
}

/** Whether a request is counted, by its answer: requests refused above the limit may be or not. */
type Counts = (response: RecordedResponse) => boolean;

/**
 * How many requests were counted after `one`, up to the other: those whose answers show what remains. The number of the
 * other one shows which of those under way with it were counted before.
 */
function spentBetween(one: Count, other: Count, { exchanges }: KeyTraffic, counts: Counts): number {
  return exchanges.filter((exchange) => {
    if (exchange.startedAt < one.answeredAt || !isAnswered(exchange)) return false;
    if (!counts(exchange.response)) return false;
    const shown = header(exchange.response, rateHeaders.remaining);
    if (shown === undefined || exchange === other.exchange) return shown !== undefined;
    if (exchange.finishedAt <= other.sentAt) return true;
    // Of two that show the same number, each was counted before the other was answered.
    return exchange.startedAt < other.answeredAt && (wholeNumber(shown) ?? 0) >= other.remaining;
  }).length;
}
