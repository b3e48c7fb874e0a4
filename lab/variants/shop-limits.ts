/** Limits as services in use have them, beyond those with one counter. */
import { type Plan, plans } from '../../src/catalogue/plans.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  datedByOwnClock,
  remembering,
  showingStanding,
  writingHeader,
} from '../../src/reference/changes.ts';
import { bucket } from '../../src/reference/limiters/counters.ts';
import { both, fixedWindow, type Quota, type Standing } from '../../src/reference/quota.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd } from './freedoms.ts';
import { staging } from './limiters.ts';
import { shownFirst } from './quotas.ts';

const minute = 60_000;
const day = 86_400_000;
const { free, pro, business } = plans;

/** A log of calls in parts of a window: each part expires as a whole. */
function inParts(
  limit: number,
  windowMs: number,
  parts: number,
  reset: 'last part' | 'first part',
): Quota {
  const partMs = windowMs / parts;
  const counts = new Map<string, Map<number, number>>();
  return {
    take(caller, at) {
      const part = Math.floor(at / partMs);
      const known = new Map([...(counts.get(caller) ?? [])].filter(([one]) => one > part - parts));
      const used = [...known.values()].reduce((sum, one) => sum + one, 0);
      const allowed = used < limit;
      if (allowed) known.set(part, (known.get(part) ?? 0) + 1);
      counts.set(caller, known);
      const oldest = Math.min(...known.keys());
      const newest = Math.max(...known.keys());
      const leaves = (one: number) => (one + parts) * partMs;
      return {
        allowed,
        limit,
        remaining: limit - used - (allowed ? 1 : 0),
        resetsAt: leaves(reset === 'last part' ? newest : oldest),
        retryAfter: allowed ? 0 : leaves(oldest) - at,
      };
    },
  };
}

/** A count that is written at intervals: until then answers show the old one. */
function writtenEach(quota: Quota, ms: number): Quota {
  const shown = new Map<string, { readonly at: number; readonly standing: Standing }>();
  return {
    take(caller, at) {
      const standing = quota.take(caller, at);
      const known = shown.get(caller);
      const isStale =
        known === undefined ||
        at - known.at >= ms ||
        known.standing.resetsAt !== standing.resetsAt ||
        !standing.allowed;
      if (isStale) {
        shown.set(caller, { at, standing });
        return standing;
      }
      return { ...standing, remaining: known.standing.remaining };
    },
  };
}

/** A count that hands out places to its nodes in parcels, and shows what the node has plus the rest. */
function inParcels(limit: number, windowMs: number, nodes: number, parcel: number): Quota {
  const windows = new Map<string, { window: number; left: number; at: number[] }>();
  let calls = 0;
  return {
    take(caller, at) {
      const window = Math.floor(at / windowMs);
      const known = windows.get(caller);
      const now =
        known?.window === window
          ? known
          : { window, left: limit, at: Array.from({ length: nodes }, () => 0) };
      windows.set(caller, now);
      const node = calls % nodes;
      calls += 1;
      if (now.at[node] === 0) {
        const taken = Math.min(parcel, now.left);
        now.left -= taken;
        now.at[node] = taken;
      }
      const own = now.at[node] ?? 0;
      const allowed = own > 0;
      now.at[node] = allowed ? own - 1 : 0;
      const resetsAt = (window + 1) * windowMs;
      const remaining = now.left + (now.at[node] ?? 0);
      return { allowed, limit, remaining, resetsAt, retryAfter: allowed ? 0 : resetsAt - at };
    },
  };
}

/** Operations with counts of their own, by name; `other` for those that are not named. */
export const byOperation =
  (quotas: () => Record<string, Quota>): Change =>
  (base) => {
    const own = quotas();
    let asked: Call | undefined;
    return {
      caller: (call) => {
        asked = call;
        return base.caller(call);
      },
      quota: {
        take: (caller, at) => (own[asked?.operation ?? 'other'] ?? base.quota).take(caller, at),
      },
    };
  };

/** A count in memory, which a service loses when it starts again, some milliseconds after the first call. */
function forgotten(make: () => Quota, ms: number): Quota {
  const [before, after] = [make(), make()];
  let first: number | undefined;
  return {
    take(caller, at) {
      first ??= at;
      return (at - first > ms ? after : before).take(caller, at);
    },
  };
}

interface Given extends Omit<Variant, 'id' | 'server'> {
  readonly plan: Plan | 'unknown';
  readonly profile?: 'full';
  readonly quota?: () => Quota;
}

const variantOf = ([id, { plan, profile, quota, settings, ...given }]: readonly [
  string,
  Given,
]): Variant => ({
  ...given,
  id: `rates.${id}`,
  settings: { plan, ...(profile ? { profile } : {}), ...settings },
  inVirtualTime: staging,
  server: () => ({
    animals: herd(40),
    ...(plan === 'unknown' ? {} : { plan }),
    ...(quota ? { quota: quota() } : {}),
  }),
});

const counts: Readonly<Record<string, Given>> = {
  'pro-in-six-parts': {
    title: 'has a log of calls in six parts of a minute, which resets when the last has left',
    plan: 'pro',
    quota: () => inParts(pro.perMinute, minute, 6, 'last part'),
  },
  'free-in-six-parts': {
    title: 'has a log of calls in six parts of a minute, which resets when the last has left',
    plan: 'free',
    quota: () => inParts(free.perMinute, minute, 6, 'last part'),
  },
  'free-in-sixty-parts-oldest': {
    title: 'has a log of calls in seconds, which resets when the oldest second leaves',
    plan: 'free',
    quota: () => inParts(free.perMinute, minute, 60, 'first part'),
  },
  'pro-written-each-two-seconds': {
    title: 'writes its count every two seconds, and shows what was written',
    plan: 'pro',
    quota: () => writtenEach(fixedWindow(pro.perMinute, minute), 2000),
  },
  'business-written-each-five-seconds': {
    title: 'writes its count every five seconds, and shows what was written',
    plan: 'business',
    quota: () => writtenEach(fixedWindow(business.perMinute, minute), 5000),
  },
  'pro-in-parcels': {
    title: 'hands its calls to three nodes in parcels of ten',
    plan: 'pro',
    quota: () => inParcels(pro.perMinute, minute, 3, 10),
  },
  'business-in-parcels': {
    title: 'hands its calls to four nodes in parcels of 25',
    plan: 'business',
    quota: () => inParcels(business.perMinute, minute, 4, 25),
  },
  'own-for-creations': {
    title: 'has a limit of 20 creations a minute, and of 1,000 of all else',
    plan: 'unknown',
    change: byOperation(() => ({ createPet: fixedWindow(20, minute) })),
  },
  'free-without-the-present': {
    title: 'shows a number that leaves out the request which it answers',
    plan: 'free',
    change: showingStanding((standing) =>
      standing.allowed ? { ...standing, remaining: standing.remaining + 1 } : standing,
    ),
  },
  'own-for-a-second': {
    title: 'has a limit of five calls a second too, which nothing but its 429 shows',
    plan: 'pro',
    quota: () => shownFirst(fixedWindow(pro.perMinute, minute), fixedWindow(5, 1000)),
  },
  'day-bucket-and-minute': {
    title: 'has a bucket for the minute that it enforces, and shows the day',
    plan: 'pro',
    quota: () => {
      const shown = fixedWindow(pro.perDay, day);
      const hidden = bucket({ limit: pro.perMinute, windowMs: minute, reset: 'full' });
      return {
        take(caller, at) {
          const short = hidden.take(caller, at);
          return short.allowed ? shown.take(caller, at) : short;
        },
      };
    },
  },
};

const plansThatMove: Readonly<Record<string, Given>> = {
  'plan-raised': {
    title: 'goes from the Free plan to the Pro plan in the middle of a run',
    plan: 'unknown',
    quota: () => {
      const before = fixedWindow(free.perMinute, minute);
      const after = fixedWindow(pro.perMinute, minute);
      let first: number | undefined;
      return {
        take(caller, at) {
          first ??= at;
          return (at - first < 3000 ? before : after).take(caller, at);
        },
      };
    },
  },
  'counts-forgotten': {
    title: 'forgets its counts when it starts again, in the middle of a run',
    plan: 'pro',
    quota: () => forgotten(() => fixedWindow(pro.perMinute, minute), 4000),
  },
  'counts-forgotten-late': {
    title: 'forgets its counts when it starts again, in the 13th second of a full run',
    plan: 'pro',
    profile: 'full',
    quota: () => forgotten(() => fixedWindow(pro.perMinute, minute), 12_000),
  },
  'counts-forgotten-free': {
    title: 'forgets the calls of the Free plan when it starts again, in the ninth second',
    plan: 'free',
    quota: () => forgotten(() => fixedWindow(free.perMinute, minute), 8000),
  },
  'counts-forgotten-of-a-day': {
    title: 'forgets the calls of the day when it starts again, in the 16th second of a full run',
    plan: 'business',
    profile: 'full',
    quota: () => forgotten(() => fixedWindow(business.perDay, day), 15_000),
    undecided: ['rate.enforced', 'rate.not-early', 'rate.retry-after', 'rate.recovers'],
  },
  'clock-set': {
    title: 'has its clock set five seconds forward in the middle of a run',
    plan: 'pro',
    change: remembering(() => (base) => {
      let first: number | undefined;
      const moved = (at: number) => {
        first ??= at;
        return at - first > 4000 ? at + 5000 : at;
      };
      return {
        quota: { take: (caller, at) => base.quota.take(caller, moved(at)) },
        ...datedByOwnClock(base),
      };
    }),
  },
  'clock-set-back': {
    title: 'has its clock set five seconds back in the middle of a run',
    plan: 'business',
    change: remembering(() => (base) => {
      let first: number | undefined;
      return {
        quota: {
          take: (caller, at) => {
            first ??= at;
            return base.quota.take(caller, at - first > 4000 ? at - 5000 : at);
          },
        },
      };
    }),
  },
  'midnight-business': {
    title: 'shows the minute and the day of the Business plan, whichever is tighter, at midnight',
    plan: 'business',
    day: '2026-06-01T23:58:30Z',
    quota: () => both(fixedWindow(business.perMinute, minute), fixedWindow(business.perDay, day)),
  },
  'reset-with-six-decimals': {
    title: 'writes the reset with microseconds, and has a bucket',
    plan: 'pro',
    quota: () => bucket({ limit: pro.perMinute, windowMs: minute, reset: 'full' }),
    change: writingHeader('X-RateLimit-Reset', (_, { resetsAt }) => (resetsAt / 1000).toFixed(6)),
  },
  'reset-of-a-bucket-now': {
    title: 'has a bucket, and shows the second at which it holds one call more',
    plan: 'business',
    quota: () => bucket({ limit: business.perMinute, windowMs: minute, reset: 'next' }),
    change: writingHeader('X-RateLimit-Reset', (_, { resetsAt }) =>
      String(Math.floor(resetsAt / 1000)),
    ),
  },
};

export const shopLimitVariants: readonly Variant[] = [counts, plansThatMove].flatMap((group) =>
  Object.entries(group).map(variantOf),
);
