import { type Plan, plans } from '../../catalogue/plans.ts';
import { type Exchange, header, isAnswered, wholeNumber } from '../../http/exchange.ts';
import type { Finding } from '../outcome.ts';
import { type Count, groupsBy, horizonOf, isBefore, rateHeaders, windowOf } from './counts.ts';

const id = 'rate.reset-true';

/** Clocks of the service, and the one that dates its answers, may differ by so much, in milliseconds. */
const clocksMs = 30_000;

const minuteMs = 60_000;

/** A reset further ahead than this is not that of a minute, however it is rounded and whatever the clocks. */
const farAheadMs = 5 * minuteMs;

/** Of an answer without `Date`, the client's clock is all there is. */
const undatedMs = 5 * minuteMs;

const dayMs = 86_400_000;

/** So many requests must have been spent for a reset to show. */
const leastSpent = 5;

/** What one key asked, in the order of asking. */
interface Asked {
  /** What its answers show, where they show a count. */
  readonly counts: readonly Count[];
  /** All that it sent: what a gap probe spends is spent, too. */
  readonly exchanges: readonly Exchange[];
}

/**
 * Judges the resets that the answers of one key show: one that has passed has reset, and a minute's number
 * does not reset in an hour.
 */
export function judgeResets(asked: Asked, plan: Plan | undefined): Finding[] {
  return [
    ...asked.counts.flatMap((one) => farReset(one, plan)),
    ...groupsBy(asked.counts, (one) => one.limit).flatMap((counts) =>
      passedResets({ ...asked, counts }, plan),
    ),
  ];
}

function farReset({ exchange, limit, resetsAt, serverNow }: Count, plan: Plan | undefined) {
  const perMinute = plan === undefined ? undefined : plans[plan]?.perMinute;
  const ahead = resetsAt - serverNow;
  // Beyond a day it is no time of reset at all, which rate.reset-value says.
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
function passedResets(asked: Asked, plan: Plan | undefined): Finding[] {
  const { counts } = asked;
  const windowMs = Math.max(horizonOf(counts), windowOf(counts[0]?.limit ?? 0, plan) ?? 0);
  return groupsBy(counts, (one) => one.resetsAt).flatMap((shown) => {
    const before = countedLast(shown);
    if (before === undefined || before.limit - before.remaining < leastSpent) return [];
    // Long past when it was shown it is no time of reset, which rate.reset-value says.
    if (before.resetsAt < before.serverNow - undatedMs) return [];
    // A counter that slides gives back a quarter of what it holds in a quarter of a window more: one of five at least.
    const due = before.resetsAt + windowMs / 4 + clocksMs;
    const after = counts.filter((one) => isBefore(before, one) && one.serverNow >= due);
    if (after.length < 2) return [];
    return [passedReset(before, after.slice(0, 3), asked)];
  });
}

/** Of those that were under way together with the last one the one that was counted last: it shows the least. */
function countedLast(shown: readonly Count[]): Count | undefined {
  const last = shown.at(-1);
  if (last === undefined) return undefined;
  const together = shown.filter((one) => !isBefore(one, last));
  return together.reduce((least, one) => (one.remaining < least.remaining ? one : least), last);
}

function passedReset(before: Count, after: readonly Count[], asked: Asked): Finding {
  const [first] = after;
  const last = after.at(-1);
  const at = 'answers after a reset';
  const finding: Finding = { id, at, exchange: (first ?? before).exchange.index };
  // Others may have spent what came free, but not exactly all of it each time.
  const nothing = after.every(
    (one) => one.remaining === Math.max(0, before.remaining - spentBetween(before, one, asked)),
  );
  if (!nothing || last === undefined || first?.remaining === 0) return finding;
  return {
    ...finding,
    also: [before.exchange.index, last.exchange.index],
    problem: `${before.remaining} requests remained before the reset shown, and ${last.remaining} remain after it has passed: nothing but the requests in between was counted, and none given back`,
  };
}

/**
 * How many requests were counted after the one, up to the other: those whose answers show what remains. Of those under
 * way together with the other one it shows which were counted before.
 */
function spentBetween(one: Count, other: Count, { exchanges }: Asked): number {
  return exchanges.filter((exchange) => {
    if (exchange.startedAt < one.answeredAt || !isAnswered(exchange)) return false;
    const shown = header(exchange.response, rateHeaders.remaining);
    if (shown === undefined || exchange === other.exchange) return shown !== undefined;
    if (exchange.finishedAt <= other.sentAt) return true;
    return exchange.startedAt < other.answeredAt && (wholeNumber(shown) ?? 0) > other.remaining;
  }).length;
}
