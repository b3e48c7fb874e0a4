import { plans } from '../../src/catalogue/plans.ts';
import { both, fixedWindow } from '../../src/reference/quota.ts';
import type { Variant } from '../../src/reference/subject.ts';
import {
  apart,
  inSteps,
  notCounting,
  ownWindow,
  shared,
  shownFirst,
  slidingWindow,
  tokenBucket,
} from './quotas.ts';
import { clockVariants } from './rate-clocks.ts';
import { pauseVariants } from './rate-pauses.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const { business, pro } = plans;

const windows: readonly Variant[] = [
  {
    id: 'quota.bucket',
    title: 'has a bucket that refills all the time',
    server: () => ({ quota: tokenBucket(business.perMinute, business.perMinute / 60) }),
  },
  {
    id: 'quota.bucket-refilled-fast',
    title: 'has a bucket of 100 that refills by 1,000 a second',
    settings: { plan: 'enterprise' },
    server: () => ({ quota: tokenBucket(100, 1000) }),
  },
  {
    id: 'quota.bucket-refilled-between-questions',
    title: 'has a bucket that is full again before the next question, as questions come one by one',
    settings: { plan: 'enterprise', concurrency: 1 },
    undecided: ['rate.remaining-falls'],
    server: () => ({ quota: tokenBucket(100, 5000) }),
  },
  {
    id: 'quota.sliding-oldest',
    title: 'has a sliding window that resets when its oldest call leaves it',
    server: () => ({ quota: slidingWindow(business.perMinute, minute, 'oldest-leaves') }),
  },
  {
    id: 'quota.sliding-all',
    title: 'has a sliding window that resets when all calls have left it',
    server: () => ({ quota: slidingWindow(business.perMinute, minute, 'all-have-left') }),
  },
  {
    id: 'quota.sliding-short',
    title: 'has a sliding window of 40 ms, from which calls leave all the time',
    settings: { plan: 'enterprise' },
    server: () => ({ quota: slidingWindow(500, 40, 'oldest-leaves') }),
  },
  {
    id: 'quota.window-of-ones-own',
    title: 'opens a window with the first call of each caller',
    server: () => ({ quota: ownWindow(business.perMinute, minute) }),
  },
  {
    id: 'quota.window-ends-often',
    title: 'has windows of 15 ms, so that one ends in any burst',
    settings: { plan: 'enterprise' },
    server: () => ({ quota: fixedWindow(1000, 15) }),
  },
  {
    id: 'quota.by-the-day',
    title: 'shows the quota of the day, which resets at midnight',
    server: () => ({ quota: fixedWindow(business.perDay, day) }),
  },
  {
    id: 'quota.by-the-last-24-hours',
    title: 'shows the quota of the last 24 hours, which is whole again a day after the last call',
    server: () => ({ quota: slidingWindow(business.perDay, day, 'all-have-left') }),
  },
  {
    id: 'quota.day-nearly-spent',
    title: 'shows the tighter quota: the day’s, of which 260 calls are left',
    settings: { plan: 'pro' },
    server: () => ({
      quota: both(
        fixedWindow(pro.perMinute, minute),
        shared(fixedWindow(pro.perDay, day), (call) => (call === 1 ? pro.perDay - 260 : 0)),
      ),
    }),
  },
  {
    id: 'quota.shows-either',
    title: 'shows the minute’s quota with lists and the day’s with all else',
    change: ({ quota, rateHeaders }) => {
      const byDay = fixedWindow(business.perDay, day);
      return {
        quota,
        rateHeaders: (standing, call) =>
          rateHeaders(call.operation === 'listPets' ? standing : byDay.take('key', call.at), call),
      };
    },
  },
];

const agreements: readonly Variant[] = [
  {
    id: 'quota.free',
    title: 'is on the free plan, by the day',
    settings: { plan: 'free' },
    server: () => ({ quota: fixedWindow(plans.free.perDay, day) }),
  },
  {
    id: 'quota.pro',
    title: 'is on the pro plan',
    settings: { plan: 'pro' },
    server: () => ({ plan: 'pro' }),
  },
  {
    id: 'quota.enterprise',
    title: 'is on an enterprise plan of five million',
    settings: { plan: 'enterprise' },
    server: () => ({ quota: fixedWindow(5_000_000, minute) }),
  },
  {
    id: 'quota.enterprise-in-steps',
    title: 'is on an enterprise plan of five million, shown in thousands',
    settings: { plan: 'enterprise' },
    server: () => ({ quota: inSteps(fixedWindow(5_000_000, minute), 1000) }),
  },
  {
    id: 'quota.enterprise-by-the-month',
    title: 'is on an enterprise plan of 20,000 in 31 days',
    settings: { plan: 'enterprise' },
    server: () => ({ quota: ownWindow(20_000, 31 * day) }),
  },
  {
    id: 'quota.enterprise-odd',
    title: 'is on an enterprise plan of 777 in seven seconds',
    settings: { plan: 'enterprise' },
    server: () => ({ quota: fixedWindow(777, 7000) }),
  },
];

const key = () => fixedWindow(business.perMinute, minute);

const callers: readonly Variant[] = [
  {
    id: 'quota.strangers-apart',
    title: 'has a smaller limit for callers without a key',
    server: () => ({ quota: apart(key(), fixedWindow(60, minute)) }),
  },
  {
    id: 'quota.unrouted-as-strangers',
    title:
      'finds no route for an id that is not a number, before it knows the key: the limit of callers without one',
    change: ({ rateHeaders }) => {
      const nobody = fixedWindow(plans.free.perMinute, minute);
      return {
        rateHeaders: (standing, call) =>
          rateHeaders(
            /^-?\d*$/.test(call.petId) ? standing : nobody.take('address', call.at),
            call,
          ),
      };
    },
  },
  {
    id: 'quota.strangers-stopped',
    title:
      'stops callers without a valid key after ten calls for the minute: more than ten decide the key’s requirements',
    undecided: ['auth.invalid-key', 'auth.bearer-only'],
    server: () => ({ quota: apart(key(), ownWindow(10, minute)) }),
  },
  {
    id: 'quota.strangers-shown-zero',
    title:
      'counts no call without a valid key, and shows such callers a limit of one that never falls',
    server: () => ({ quota: apart(key(), notCounting(1, minute)) }),
  },
  {
    id: 'quota.401s-not-counted',
    title: 'counts no call that it answers 401',
    server: () => ({ quota: apart(key(), notCounting(business.perMinute, minute)) }),
  },
  {
    id: 'quota.401s-counted-on-all',
    title: 'counts every call from one address, with a valid key or without',
    change: () => ({ caller: () => 'address' }),
  },
  {
    id: 'quota.shared',
    title: 'counts the calls that others make with the same key, one before each of ours',
    server: () => ({ quota: shared(key(), () => 1) }),
  },
  {
    id: 'quota.shared-by-many',
    title: 'counts the calls that others make with the same key, ten at a time',
    server: () => ({ quota: shared(key(), (call) => (call % 4 === 0 ? 10 : 0)) }),
  },
  {
    id: 'quota.one-at-a-time',
    title: 'is asked one question at a time',
    settings: { concurrency: 1 },
  },
  {
    id: 'quota.second-quota-refuses',
    title:
      'shows the minute’s quota and refuses for another one, of 90 in 0.7 s, with a second’s wait',
    settings: { plan: 'enterprise' },
    server: () => ({ quota: shownFirst(fixedWindow(1000, minute), fixedWindow(90, 700)) }),
  },
];

/** Section 8: other ways to count and to show the count. */
export const rateVariants: readonly Variant[] = [
  ...windows,
  ...agreements,
  ...callers,
  ...clockVariants,
  ...pauseVariants,
];
