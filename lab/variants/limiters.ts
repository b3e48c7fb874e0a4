/** Limiters with the numbers of the plans, in virtual time, in core and full runs. */

import type { RequiredId } from '../../src/catalogue/catalogue.ts';
import { type Plan, plans } from '../../src/catalogue/plans.ts';
import { animals, type Change } from '../../src/reference/changes.ts';
import {
  bucket,
  busy,
  costing,
  lateNodes,
  leakyQueue,
  readLate,
  skewedClocks,
  slidingCounter,
} from '../../src/reference/limiters/counters.ts';
import type { Quota } from '../../src/reference/quota.ts';
import { fixedWindow } from '../../src/reference/quota.ts';
import type { Link, Variant } from '../../src/reference/subject.ts';
import { heldInQueue } from '../limit-changes.ts';
import { ownWindow, slidingWindow } from './quotas.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** A staging service with the latency of the internet. */
export const staging: Link = { latencyMs: [20, 90] };

export interface Limiter {
  readonly title: string;
  readonly make: (limit: number, windowMs: number) => Quota;
  readonly change?: Change;
  /** What a call costs; default: 1. */
  readonly cost?: number;
  /** Why a full run leaves requirements open, and which; on these plans, default: all. */
  readonly open?: {
    readonly why: string;
    readonly requirements: readonly RequiredId[];
    readonly plans?: readonly Plan[];
  };
}

const everyRequirement: readonly RequiredId[] = [
  'rate.enforced',
  'rate.not-early',
  'rate.retry-after',
  'rate.recovers',
];

/** If a window ends, or enough comes free, while the limit of the largest plan is spent. */
const mayTakeTwice = (requirements: readonly RequiredId[]): NonNullable<Limiter['open']> => ({
  why: 'may have to be spent twice, which takes more than --max-requests',
  requirements,
  plans: ['business'],
});

/** Every kind of limiter, by name. */
export const limiters: Readonly<Record<string, Limiter>> = {
  'fixed-clock': { title: 'windows that begin by the clock', make: fixedWindow },
  'fixed-own': { title: 'windows that the first call opens', make: ownWindow },
  'sliding-oldest': {
    title: 'a log of calls, which resets when the oldest leaves it',
    make: (limit, windowMs) => slidingWindow(limit, windowMs, 'oldest-leaves'),
  },
  'sliding-all': {
    title: 'a log of calls, which resets when all have left it',
    make: (limit, windowMs) => slidingWindow(limit, windowMs, 'all-have-left'),
  },
  'sliding-counter': {
    title: 'two counters, of which the older weighs less and less',
    make: slidingCounter,
  },
  'bucket-full': {
    title: 'a bucket of tokens, which resets when it is full',
    make: (limit, windowMs) => bucket({ limit, windowMs, reset: 'full' }),
    open: mayTakeTwice(everyRequirement),
  },
  'bucket-next': {
    title: 'a bucket of tokens, which resets with the next token',
    make: (limit, windowMs) => bucket({ limit, windowMs, reset: 'next' }),
  },
  gcra: {
    title: 'GCRA with bursts of a third of the limit',
    make: (limit, windowMs) =>
      bucket({ limit, windowMs, capacity: Math.ceil(limit / 3), reset: 'full' }),
  },
  queue: {
    title: 'a queue that is served at an even pace, with a place for calls of eight seconds',
    make: (limit, windowMs) =>
      leakyQueue(limit, windowMs, Math.max(2, Math.ceil((limit * 8_000) / windowMs))),
    change: heldInQueue,
    open: {
      why: 'is as empty as before once four at a time are served',
      requirements: everyRequirement,
    },
  },
  'late-nodes': {
    title: 'three nodes that tell each other their counts three seconds late',
    make: (limit, windowMs) => lateNodes({ limit, windowMs, nodes: 3, lagMs: 3000 }),
  },
  'read-late': {
    title: 'a count that answers read two seconds late',
    make: (limit, windowMs) => readLate(fixedWindow(limit, windowMs), 2000),
    open: mayTakeTwice(['rate.enforced', 'rate.not-early']),
  },
  'skewed-clocks': {
    title: 'replicas whose clocks are 4 s apart, before one count',
    make: (limit, windowMs) => skewedClocks(fixedWindow(limit, windowMs), [0, 4000, -4000]),
  },
  'costs-two': {
    title: 'windows in which each call costs two',
    make: (limit, windowMs) => costing(fixedWindow(limit, windowMs), () => 2),
    cost: 2,
  },
  'used-by-others': {
    title: 'windows, and others who use the key once in three seconds',
    make: (limit, windowMs) => busy(fixedWindow(limit, windowMs), 1 / 3),
    open: mayTakeTwice(['rate.enforced']),
  },
};

type Numbered = Exclude<Plan, 'enterprise'>;

function minuteVariant(name: string, limiter: Limiter, plan: Numbered): Variant {
  const { title, make, change } = limiter;
  return {
    id: `limiter.${name}-${plan}`,
    title: `has the ${plan} plan's calls a minute, by ${title}`,
    settings: { plan },
    inVirtualTime: staging,
    server: () => ({ quota: make(plans[plan].perMinute, minute) }),
    ...(change ? { change } : {}),
    mostRefusals: 3,
  };
}

function dayVariant(name: string, limiter: Limiter, plan: Numbered): Variant {
  const { title, make, change } = limiter;
  return {
    id: `limiter.${name}-${plan}-day`,
    title: `has the ${plan} plan's calls a day, by ${title}`,
    settings: { plan },
    inVirtualTime: staging,
    server: () => ({ quota: make(plans[plan].perDay, day) }),
    ...(change ? { change } : {}),
    mostRefusals: 3,
  };
}

function fullVariant(name: string, limiter: Limiter, plan: Numbered): Variant {
  const variant = minuteVariant(name, limiter, plan);
  const { make, open } = limiter;
  const stays = open !== undefined && (open.plans?.includes(plan) ?? true);
  return {
    ...variant,
    id: `limiter.${name}-${plan}-full`,
    title: `${variant.title}, which ${stays ? open.why : 'a full run spends'}`,
    ...(stays ? { undecided: open.requirements } : {}),
    settings: { plan, profile: 'full' },
    server: () => ({ quota: make(plans[plan].perMinute, minute), animals: animals(63) }),
    mostRefusals: 24,
  };
}

/** Bursts below the reserve that a run leaves to others in a limit of its size. */
const smallBursts = (['pro', 'business'] as const).flatMap((plan) =>
  (['full', 'next'] as const).flatMap((reset) =>
    [12, 20].map(
      (capacity): Variant => ({
        id: `limiter.bursts-of-${capacity}-${reset}-${plan}`,
        title: `has the ${plan} plan's calls a minute, and bursts of ${capacity}: it resets ${reset === 'full' ? 'when all of them are back' : 'with the next call'}`,
        settings: { plan },
        inVirtualTime: staging,
        server: () => ({
          quota: bucket({ limit: plans[plan].perMinute, windowMs: minute, capacity, reset }),
        }),
        mostRefusals: 3,
      }),
    ),
  ),
);

const each = Object.entries(limiters);

export const limiterVariants: readonly Variant[] = [
  ...smallBursts,
  ...each.flatMap(([name, limiter]) =>
    (['free', 'pro', 'business'] as const).map((plan) => minuteVariant(name, limiter, plan)),
  ),
  ...each.flatMap(([name, limiter]) =>
    name === 'queue'
      ? []
      : (['free', 'business'] as const).map((plan) => dayVariant(name, limiter, plan)),
  ),
  ...each.flatMap(([name, limiter]) =>
    (['free', 'pro', 'business'] as const).map((plan) => fullVariant(name, limiter, plan)),
  ),
];
