/**
 * Limits that apply to some operations only, as gateways have them; the headers show the one of the requested
 * operation.
 */
import type { RequiredId } from '../../src/catalogue/catalogue.ts';
import { type Plan, plans } from '../../src/catalogue/plans.ts';
import type { Change } from '../../src/reference/changes.ts';
import { bucket, readLate } from '../../src/reference/limiters/counters.ts';
import { fixedWindow, type Quota } from '../../src/reference/quota.ts';
import { everyTurn, type Variant } from '../../src/reference/subject.ts';
import { herd } from './freedoms.ts';
import { staging } from './limiters.ts';
import { slidingWindow } from './quotas.ts';
import { byOperation } from './shop-limits.ts';

const minute = 60_000;

/** A separate limiter of the same kind for each operation. */
const each = (make: () => Quota): Change =>
  byOperation(() => ({ listPets: make(), createPet: make(), getPet: make() }));

interface Given {
  readonly title: string;
  readonly plan: Plan | 'unknown';
  readonly change: Change;
  readonly undecided?: readonly RequiredId[];
}

const given: Readonly<Record<string, Given>> = {
  'own-for-each': {
    title: 'has the calls of the Free plan for each operation',
    plan: 'free',
    change: each(() => fixedWindow(plans.free.perMinute, minute)),
  },
  'own-for-filtered-lists': {
    title:
      'has the calls of the Free plan for filtered lists, as many for all else, and both by the clock',
    plan: 'free',
    change: ({ caller }) => ({
      caller: (call) => `${caller(call)}${call.query.has('status') ? ' filtered' : ''}`,
    }),
  },
  'own-bucket-for-each': {
    title: 'has the calls of the Free plan for each operation, in buckets',
    plan: 'free',
    change: each(() => bucket({ limit: plans.free.perMinute, windowMs: minute, reset: 'full' })),
  },
  'own-bucket-next-for-each': {
    title: 'has the calls of the Free plan for each operation, in buckets that reset with the next',
    plan: 'free',
    change: each(() => bucket({ limit: plans.free.perMinute, windowMs: minute, reset: 'next' })),
  },
  'own-small-bucket-for-each': {
    title: 'has a bucket of 20 for each operation, of the calls of the Free plan',
    plan: 'free',
    change: each(() =>
      bucket({ limit: plans.free.perMinute, capacity: 20, windowMs: minute, reset: 'full' }),
    ),
  },
  'own-sliding-for-each': {
    title: 'has the calls of the Pro plan for each operation, in sliding windows',
    plan: 'pro',
    change: each(() => slidingWindow(plans.pro.perMinute, minute, 'oldest-leaves')),
  },
  'own-read-late-for-each': {
    title: 'has the calls of the Free plan for each operation, and shows a count of 1.5 s ago',
    plan: 'free',
    change: each(() => readLate(fixedWindow(plans.free.perMinute, minute), 1500)),
    // A count that is some seconds old and belongs to one operation allows no pacing: a 429 may come in between.
    undecided: ['rate.not-early'],
  },
  'own-for-writes': {
    title: 'has 150 reads and 20 creations a minute',
    plan: 'unknown',
    change: byOperation(() => {
      const reads = fixedWindow(150, minute);
      return { listPets: reads, getPet: reads, createPet: fixedWindow(20, minute) };
    }),
  },
};

/** Spent by a run in full, with the latency of the internet. */
export const ownLimitVariants: readonly Variant[] = Object.entries(given).map(
  ([id, { plan, ...one }]) => ({
    ...one,
    id: `rates.${id}`,
    settings: { plan, ...everyTurn },
    inVirtualTime: staging,
    server: () => ({ animals: herd(40), ...(plan === 'unknown' ? {} : { plan }) }),
  }),
);
