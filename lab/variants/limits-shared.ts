/**
 * Limits with the numbers of the plans as staging services have them: two at once, spent before, used by others, with
 * their own clocks.
 */

import type { AdvisoryId, RequiredId } from '../../src/catalogue/catalogue.ts';
import { type Plan, plans } from '../../src/catalogue/plans.ts';
import {
  animals,
  type Change,
  datedByOwnClock,
  onReply,
  showingStanding,
  together,
  withHeaders,
  writingHeader,
} from '../../src/reference/changes.ts';
import {
  banning,
  begunBy,
  bucket,
  busy,
  costing,
  lateNodes,
  readLate,
  showingEither,
  skewedClocks,
} from '../../src/reference/limiters/counters.ts';
import { fixedWindow, type Quota } from '../../src/reference/quota.ts';
import type { Link, Variant } from '../../src/reference/subject.ts';
import { schemeInExactCase } from './authentication.ts';
import { staging } from './limiters.ts';
import { apart, notCounting, ownWindow, shownFirst, slidingWindow } from './quotas.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const { free, pro, business } = plans;

/** The form of C's `asctime` (RFC 9110, section 5.6.7). */
function asctime(ms: number): string {
  const [weekday = '', day = '', month = '', year = '', time = ''] = new Date(ms)
    .toUTCString()
    .split(' ');
  return `${weekday.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
}

const mostInt64 = 2n ** 63n - 1n;

/** Counts down from the largest number, and shows what remains in whole steps. */
const inStepsOfInt64 = (step: bigint): Change =>
  together(
    writingHeader('X-RateLimit-Limit', () => `${mostInt64}`),
    writingHeader('X-RateLimit-Remaining', (_, { limit, remaining }) => {
      const left = mostInt64 - BigInt(limit - remaining);
      return `${left - (left % step)}`;
    }),
  );

interface Given {
  readonly title: string;
  readonly plan: Plan | 'unknown';
  readonly quota?: () => Quota;
  readonly change?: Change;
  readonly profile?: 'read-only' | 'full';
  readonly link?: Link;
  readonly day?: string;
  /** Milliseconds by which the clock of the service is ahead. */
  readonly aheadMs?: number;
  readonly undecided?: readonly RequiredId[];
  readonly advised?: readonly AdvisoryId[];
}

function variantOf([id, given]: readonly [string, Given]): Variant {
  const { title, plan, quota, change, profile = 'core', link = staging, aheadMs = 0 } = given;
  return {
    id: `limits.${id}`,
    title,
    settings: { plan, profile },
    inVirtualTime: link,
    server: (now) => ({
      ...(plan === 'unknown' ? {} : { plan }),
      ...(quota ? { quota: quota() } : {}),
      ...(profile === 'read-only' ? { animals: animals(63) } : {}),
      now: () => now() + aheadMs,
    }),
    ...(change ? { change } : {}),
    ...(given.day ? { day: given.day } : {}),
    ...(given.undecided ? { undecided: given.undecided } : {}),
    ...(given.advised ? { advised: given.advised } : {}),
  };
}

const freeMinute = () => fixedWindow(free.perMinute, minute);
const freeDay = () => fixedWindow(free.perDay, day);

const both: Readonly<Record<string, Given>> = {
  'free-whole': { title: 'has the Free plan whole, a minute and a day', plan: 'free' },
  'pro-whole': { title: 'has the Pro plan whole, a minute and a day', plan: 'pro' },
  'free-in-turn': {
    title: 'shows the minute of the Free plan and its day in turn',
    plan: 'free',
    quota: () =>
      showingEither(freeMinute(), freeDay(), (call) => (call % 2 === 0 ? 'first' : 'second')),
  },
  'free-now-and-then': {
    title: 'shows the day of the Free plan, and each fifth time its minute',
    plan: 'free',
    quota: () =>
      showingEither(freeMinute(), freeDay(), (call) => (call % 5 === 0 ? 'first' : 'second')),
  },
  'free-day-shown': {
    title: 'shows the day of the Free plan, and refuses for its minute too',
    plan: 'free',
    quota: () => shownFirst(freeDay(), freeMinute()),
  },
  'free-read-only': {
    title: 'has the Free plan whole, and is only read',
    plan: 'free',
    profile: 'read-only',
  },
  'free-far': {
    title: 'has the Free plan whole, 300 to 500 ms away',
    plan: 'free',
    link: { latencyMs: [300, 500] },
  },
  'free-at-midnight': {
    title: 'has the Free plan whole, and midnight comes during the run',
    plan: 'free',
    day: '2026-06-01T23:58:30Z',
  },
  'free-day-at-midnight': {
    title: 'shows the day of the Free plan, which ends during the run',
    plan: 'free',
    quota: freeDay,
    day: '2026-06-01T23:57:55Z',
  },
};

const begun: Readonly<Record<string, Given>> = {
  'free-nearly-spent': {
    title: 'has four calls of the minute left when the run begins',
    plan: 'free',
    quota: () => begunBy(freeMinute(), 55),
  },
  'free-spent': {
    title: 'has no call of the minute left when the run begins',
    plan: 'free',
    quota: () => begunBy(freeMinute(), 60),
  },
  'free-log-nearly-spent': {
    title: 'has a log of calls, of which 50 were made just before',
    plan: 'free',
    quota: () => begunBy(slidingWindow(free.perMinute, minute, 'all-have-left'), 50),
  },
  'free-bucket-nearly-spent': {
    title: 'has a bucket with three tokens when the run begins',
    plan: 'free',
    quota: () => bucket({ limit: free.perMinute, windowMs: minute, reset: 'full', filled: 3 }),
  },
  'free-day-half-spent': {
    title: 'has half of the day left when the run begins',
    plan: 'free',
    quota: () => begunBy(freeDay(), 500),
  },
};

const others: Readonly<Record<string, Given>> = {
  'free-used-each-second': {
    title: 'counts others with the same key, two calls in five seconds',
    plan: 'free',
    quota: () => busy(freeMinute(), 0.4),
  },
  'pro-used-each-second': {
    title: 'counts others with the same key, three calls a second',
    plan: 'pro',
    quota: () => busy(fixedWindow(pro.perMinute, minute), 3),
  },
  'business-used-much': {
    title: 'counts others with the same key, ten calls a second',
    plan: 'business',
    quota: () => busy(fixedWindow(business.perMinute, minute), 10),
  },
  'free-creations-cost-more': {
    title: 'counts every third call five times',
    plan: 'free',
    quota: () => costing(freeMinute(), (call) => (call % 3 === 0 ? 5 : 1)),
  },
  'pro-costs-three': {
    title: 'counts each call three times',
    plan: 'pro',
    quota: () => costing(fixedWindow(pro.perMinute, minute), () => 3),
  },
  'free-banned-when-rash': {
    title: 'bans a key for an hour that asks again before the time',
    plan: 'free',
    quota: () => banning(freeMinute(), 500, hour),
  },
  'free-banned-when-rash-full': {
    title: 'bans a key for an hour that asks again before the time, and is spent',
    plan: 'free',
    profile: 'full',
    quota: () => banning(freeMinute(), 500, hour),
  },
  'free-strangers-apart': {
    title: 'gives callers without a key ten calls a minute',
    plan: 'free',
    quota: () => apart(freeMinute(), fixedWindow(10, minute)),
  },
  'free-strangers-none': {
    title: 'gives callers without a key a limit of 0',
    plan: 'free',
    quota: () => apart(freeMinute(), notCounting(0, minute)),
  },
  'pro-strangers-none-by-scheme': {
    title:
      'gives callers without a key a limit of 0, and knows a key only under the scheme Bearer, in these letters',
    plan: 'pro',
    advised: ['auth.scheme-case'],
    quota: () => apart(fixedWindow(pro.perMinute, minute), notCounting(0, minute)),
    change: schemeInExactCase,
  },
  'unknown-burst-of-ten': {
    title: 'has a bucket of ten that refills by two a second',
    plan: 'unknown',
    quota: () => bucket({ limit: 10, windowMs: 5000, reset: 'full' }),
  },
};

const nodes: Readonly<Record<string, Given>> = {
  'pro-eight-nodes': {
    title: 'has eight nodes that share their counts five seconds late, taken at random',
    plan: 'pro',
    quota: () =>
      lateNodes({
        limit: pro.perMinute,
        windowMs: minute,
        nodes: 8,
        lagMs: 5000,
        pick: (call) => (call * call * 7 + call) % 8,
      }),
  },
  'free-two-nodes': {
    title: 'has two nodes that share their counts a second late',
    plan: 'free',
    quota: () => lateNodes({ limit: free.perMinute, windowMs: minute, nodes: 2, lagMs: 1000 }),
  },
  'business-read-late': {
    title: 'shows a count of five seconds ago',
    plan: 'business',
    quota: () => readLate(fixedWindow(business.perMinute, minute), 5000),
  },
  'pro-clocks-apart': {
    title: 'has replicas whose clocks are 20 s apart',
    plan: 'pro',
    quota: () => skewedClocks(fixedWindow(pro.perMinute, minute), [0, 20_000]),
  },
};

const clocks: Readonly<Record<string, Given>> = {
  'free-25-s-ahead': {
    title: 'has a clock 25 s ahead, by which it dates answers',
    plan: 'free',
    aheadMs: 25_000,
    change: datedByOwnClock,
  },
  'free-20-s-behind-its-front': {
    title: 'counts by a clock 20 s behind the one that dates answers',
    plan: 'free',
    aheadMs: -20_000,
  },
  'free-20-s-ahead-of-its-front': {
    title: 'counts by a clock 20 s ahead of the one that dates answers',
    plan: 'free',
    aheadMs: 20_000,
  },
  'free-a-year-behind': {
    title: 'has a clock a year behind, by which it dates answers',
    plan: 'free',
    aheadMs: -365 * day,
    change: datedByOwnClock,
  },
  'free-undated': {
    title: 'dates no answer, and has a clock two minutes behind',
    plan: 'free',
    aheadMs: -120_000,
    link: { ...staging, dated: false },
  },
  'free-undated-ahead': {
    title: 'dates no answer, and has a clock two minutes ahead',
    plan: 'free',
    aheadMs: 120_000,
    link: { ...staging, dated: false },
  },
  'free-dated-as-asctime': {
    title: 'dates its answers in the form of asctime, which names no zone, and is spent',
    plan: 'free',
    profile: 'full',
    change: onReply((reply, { at }) => ({
      ...reply,
      headers: { ...reply.headers, Date: asctime(at) },
    })),
  },
  'free-reset-rounded-down': {
    title: 'rounds the time of reset down',
    plan: 'free',
    change: showingStanding((one) => ({ ...one, resetsAt: one.resetsAt - 999 })),
  },
  'free-reset-with-fraction': {
    title: 'writes the reset with a fraction of seconds',
    plan: 'free',
    change: writingHeader('X-RateLimit-Reset', (_, { resetsAt }) => (resetsAt / 1000).toFixed(3)),
  },
  'free-reset-in-whole-minutes': {
    title: 'has a bucket, and rounds the time at which it is full up to whole minutes',
    plan: 'free',
    quota: () => bucket({ limit: free.perMinute, windowMs: minute, reset: 'full' }),
    change: showingStanding((one) => ({
      ...one,
      resetsAt: Math.ceil(one.resetsAt / minute) * minute,
    })),
  },
  'free-day-of-25-hours': {
    title: 'shows a day that ends an hour later, as clocks are set back',
    plan: 'free',
    quota: freeDay,
    change: showingStanding((one, { at }) => ({ ...one, resetsAt: at + 25 * hour })),
  },
  'enterprise-int64': {
    title: 'has an Enterprise limit of 2^63 - 1',
    plan: 'enterprise',
    change: together(
      writingHeader('X-RateLimit-Limit', () => '9223372036854775807'),
      writingHeader('X-RateLimit-Remaining', () => '9223372036854775000'),
    ),
  },
  'enterprise-int64-in-steps': {
    title:
      'has an Enterprise limit of 2^63 - 1 in five seconds, shown in steps of 10,000, from afar',
    plan: 'enterprise',
    link: { latencyMs: [300, 500] },
    quota: () => fixedWindow(1_000_000, 5000),
    change: inStepsOfInt64(10_000n),
  },
  'enterprise-int64-in-steps-full': {
    title: 'has an Enterprise limit of 2^63 - 1, shown in steps of 1,000, which no run can spend',
    plan: 'enterprise',
    profile: 'full',
    link: { latencyMs: [100, 300] },
    quota: () => fixedWindow(1_000_000, minute),
    change: inStepsOfInt64(1000n),
    undecided: ['rate.enforced', 'rate.not-early', 'rate.retry-after', 'rate.recovers'],
  },
  'business-shortened': {
    title: 'has the Business plan in windows of five seconds',
    plan: 'business',
    quota: () => fixedWindow(business.perMinute, 5000),
  },
  'free-shortened': {
    title: 'has the Free plan in windows of five seconds',
    plan: 'free',
    quota: () => ownWindow(free.perMinute, 5000),
  },
  'free-same-twice': {
    title: 'writes each rate header twice with the same value',
    plan: 'free',
    change: (base) => ({
      finish: (reply, call) => {
        const finished = base.finish(reply, call);
        const twice = Object.entries(finished.headers)
          .filter(([name]) => name.startsWith('X-RateLimit'))
          .map(([name, value]) => [name.toLowerCase(), value]);
        return { ...finished, headers: { ...finished.headers, ...Object.fromEntries(twice) } };
      },
    }),
  },
  'free-aged': {
    title: 'answers through a cache that says how old an answer is',
    plan: 'free',
    change: withHeaders({ Age: '0' }),
  },
};

export const sharedLimitVariants: readonly Variant[] = [both, begun, others, nodes, clocks].flatMap(
  (group) => Object.entries(group).map(variantOf),
);
