/** A store of counts that is away for two seconds, or for five: answers show its last number, or the whole limit. */
import { plans } from '../../src/catalogue/plans.ts';
import type { Change } from '../../src/reference/changes.ts';
import type { Standing } from '../../src/reference/quota.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd } from './freedoms.ts';
import { staging } from './limiters.ts';

interface Case {
  readonly plan: 'free' | 'pro' | 'business';
  readonly fromMs: number;
  /** Default: two seconds. */
  readonly lastsMs?: number;
  readonly profile: 'core' | 'full';
  /** Animals at the start. */
  readonly count: number;
}

/** Counts nothing for a while, and serves everybody. */
const withoutStore =
  ({ fromMs, lastsMs = 2000 }: Case, shown: (last: Standing) => number): Change =>
  ({ quota }) => {
    let first: number | undefined;
    let last: Standing | undefined;
    return {
      quota: {
        take: (caller, at) => {
          first ??= at;
          const since = at - first;
          if (last && since >= fromMs && since < fromMs + lastsMs) {
            return { ...last, allowed: true, retryAfter: 0, remaining: shown(last) };
          }
          const standing = quota.take(caller, at);
          if (caller === 'key') last = standing;
          return standing;
        },
      },
    };
  };

const cases: readonly Case[] = [
  { plan: 'free', fromMs: 1500, profile: 'full', count: 40 },
  { plan: 'pro', fromMs: 1500, profile: 'full', count: 40 },
  { plan: 'pro', fromMs: 5000, profile: 'full', count: 40 },
  { plan: 'business', fromMs: 5000, profile: 'full', count: 40 },
  { plan: 'free', fromMs: 1500, profile: 'core', count: 0 },
  { plan: 'free', fromMs: 20_000, profile: 'core', count: 0 },
  // The run ends while the store is away.
  { plan: 'pro', fromMs: 1200, profile: 'core', count: 0 },
  { plan: 'free', fromMs: 12_000, lastsMs: 5000, profile: 'core', count: 0 },
  { plan: 'free', fromMs: 700, lastsMs: 5000, profile: 'core', count: 300 },
  { plan: 'free', fromMs: 1200, lastsMs: 5000, profile: 'full', count: 0 },
];

const showing = {
  'last number': ({ remaining }: Standing) => remaining,
  'whole limit': ({ limit }: Standing) => limit,
} as const;

const names = ['last number', 'whole limit'] as const;

/** With the latency of the internet. */
export const countsAwayVariants: readonly Variant[] = cases.flatMap((one) =>
  names.map((name) => variantOf(one, name)),
);

function variantOf(one: Case, name: (typeof names)[number]): Variant {
  const { plan, fromMs, lastsMs = 2000, profile, count } = one;
  const lasting = lastsMs === 2000 ? '' : `-for-${lastsMs}`;
  return {
    id: `counts-away.${plan}-${name.replace(' ', '-')}-at-${fromMs}${lasting}-${profile}`,
    title: `shows the ${name} for ${lastsMs / 1000} seconds, ${fromMs} ms on, while its store of counts is away: ${plans[plan].perMinute} a minute`,
    settings: { plan, profile },
    inVirtualTime: staging,
    server: () => ({ plan, animals: herd(count) }),
    change: withoutStore(one, showing[name]),
    // More is served than the limit, and what a run may ask does not reach it again.
    ...(plan === 'business' ? { undecided: ['rate.enforced'] as const } : {}),
  };
}
