import type { RequiredId } from '../../src/catalogue/catalogue.ts';
import { plans } from '../../src/catalogue/plans.ts';
import { animals } from '../../src/reference/changes.ts';
import { fixedWindow } from '../../src/reference/quota.ts';
import type { Link, Variant } from '../../src/reference/subject.ts';
import { limit, spendable, spendingVariant, windowMs } from '../limit-changes.ts';
import { apart, ownWindow, shared, shownFirst, slidingWindow, tokenBucket } from './quotas.ts';
import { tooManyVariants } from './too-many.ts';

const day = 24 * 60 * 60_000;

const everyRequirement: readonly RequiredId[] = [
  'rate.enforced',
  'rate.not-early',
  'rate.retry-after',
  'rate.recovers',
];

const counts: readonly Variant[] = [
  {
    id: 'exhaustion.free',
    title: 'is on the free plan, in windows of 1.5 s, and has one key for everything',
    settings: { profile: 'full', plan: 'free' },
    server: () => ({ animals: animals(63), plan: 'free', windowMs: 1500 }),
  },
  spendingVariant(
    { id: 'exhaustion.fixed-window', title: 'has windows that begin by the clock' },
    () => fixedWindow(limit, windowMs),
  ),
  spendingVariant({
    id: 'exhaustion.window-of-ones-own',
    title: 'opens a window with the first call',
  }),
  spendingVariant(
    {
      id: 'exhaustion.sliding-oldest',
      title: 'has a sliding window that resets when its oldest call leaves it',
    },
    () => slidingWindow(limit, windowMs, 'oldest-leaves'),
  ),
  spendingVariant(
    {
      id: 'exhaustion.sliding-all',
      title: 'has a sliding window that resets when all calls have left it',
    },
    () => slidingWindow(limit, windowMs, 'all-have-left'),
  ),
  spendingVariant(
    { id: 'exhaustion.bucket', title: 'has a bucket that refills by one in 50 ms' },
    () => tokenBucket(50, 20),
  ),
  spendingVariant(
    {
      id: 'exhaustion.bucket-refilled-fast',
      title:
        'has a bucket that refills by one in 36 ms, so that hardly a request is above its limit',
      undecided: everyRequirement,
    },
    () => tokenBucket(limit, 28),
  ),
  spendingVariant(
    {
      id: 'exhaustion.bucket-never-empty',
      title: 'has a bucket that refills faster than anybody asks, so it cannot be spent',
      undecided: everyRequirement,
    },
    () => tokenBucket(limit, 10_000),
  ),
  spendingVariant({
    id: 'exhaustion.filtered-lists-counted-apart',
    title: 'filters in a route of its own, which has a count of its own, and shows it',
    change: ({ caller }) => ({
      caller: (call) => `${caller(call)}${call.query.has('status') ? ' filtered' : ''}`,
    }),
  }),
  spendingVariant({
    id: 'exhaustion.one-at-a-time',
    title: 'is asked one question at a time',
    settings: { concurrency: 1 },
  }),
];

/** The quota of a minute in the headers, and another one that refuses before it is spent. */
const others: readonly Variant[] = [
  spendingVariant(
    {
      id: 'exhaustion.day-shown',
      title: 'shows the quota of the day, which nobody waits for, and refuses for the minute’s',
      undecided: everyRequirement,
    },
    () => shownFirst(fixedWindow(plans.free.perDay, day), fixedWindow(60, windowMs)),
  ),
  spendingVariant(
    {
      id: 'exhaustion.day-spent',
      title: 'shows the minute’s quota until the day’s is spent, in the middle of the minute’s',
      undecided: ['rate.enforced', 'rate.not-early', 'rate.recovers'],
    },
    () => shownFirst(spendable(), ownWindow(18, day)),
  ),
  spendingVariant(
    {
      id: 'exhaustion.second-quota',
      title: 'shows one quota, and refuses for a bucket of 20 that it shows only then',
      undecided: ['rate.enforced', 'rate.not-early', 'rate.recovers'],
    },
    () => shownFirst(spendable(), tokenBucket(20, 0.1)),
  ),
  spendingVariant(
    {
      id: 'exhaustion.beyond-the-allowance',
      title: 'is on the business plan, whose limit is more than the run may ask',
      settings: { plan: 'business' },
      undecided: everyRequirement,
    },
    () => fixedWindow(plans.business.perMinute, 60_000),
  ),
];

const oneKey = { profile: 'full', plan: 'unknown' } as const;

const link: Link = { latencyMs: [2, 12] };

const callers: readonly Variant[] = [
  {
    id: 'exhaustion.strangers-share-a-limit',
    title: 'has one key, and a limit of 30 for all callers without a valid one',
    settings: oneKey,
    inVirtualTime: link,
    server: () => ({
      animals: animals(63),
      quota: apart(fixedWindow(100, windowMs), fixedWindow(30, windowMs)),
    }),
  },
  {
    id: 'exhaustion.401s-counted',
    title: 'has one key, and counts every call from one address, with it or without',
    settings: oneKey,
    inVirtualTime: link,
    server: () => ({ animals: animals(63), quota: fixedWindow(100, windowMs) }),
    change: () => ({ caller: () => 'address' }),
  },
  spendingVariant(
    {
      id: 'exhaustion.shared',
      title: 'counts the calls that others make with the same key, one before each of ours',
      undecided: ['rate.enforced', 'rate.not-early'],
    },
    () => shared(fixedWindow(limit, windowMs), () => 1),
  ),
  spendingVariant(
    {
      id: 'exhaustion.shared-by-many',
      title: 'counts the calls that others make with the same key, eight at a time',
      undecided: ['rate.enforced', 'rate.not-early'],
    },
    () => shared(fixedWindow(limit, windowMs), (call) => (call % 6 === 0 ? 8 : 0)),
  ),
];

/** Section 8, "Behavior when exceeded": conformant servers whose limit is spent. */
export const exhaustionVariants: readonly Variant[] = [
  ...counts,
  ...others,
  ...callers,
  ...tooManyVariants,
];
