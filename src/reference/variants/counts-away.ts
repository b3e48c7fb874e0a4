/** A store of counts that is away for two seconds: answers show its last number, or the whole limit. */
import { plans } from '../../catalogue/plans.ts';
import type { Change } from '../changes.ts';
import type { Standing } from '../quota.ts';
import type { Variant } from '../subject.ts';
import { herd } from './freedoms.ts';
import { staging } from './limiters.ts';

/** Counts nothing for two seconds, and serves everybody. */
const withoutStore =
  (fromMs: number, shown: (last: Standing) => number): Change =>
  ({ quota }) => {
    let first: number | undefined;
    let last: Standing | undefined;
    return {
      quota: {
        take: (caller, at) => {
          first ??= at;
          const since = at - first;
          if (last && since >= fromMs && since < fromMs + 2000) {
            return { ...last, allowed: true, retryAfter: 0, remaining: shown(last) };
          }
          const standing = quota.take(caller, at);
          if (caller === 'key') last = standing;
          return standing;
        },
      },
    };
  };

interface Case {
  readonly plan: 'free' | 'pro' | 'business';
  readonly fromMs: number;
  readonly profile: 'core' | 'full';
  /** Animals at the start. */
  readonly count: number;
}

const cases: readonly Case[] = [
  { plan: 'free', fromMs: 1500, profile: 'full', count: 40 },
  { plan: 'pro', fromMs: 1500, profile: 'full', count: 40 },
  { plan: 'pro', fromMs: 5000, profile: 'full', count: 40 },
  { plan: 'business', fromMs: 5000, profile: 'full', count: 40 },
  { plan: 'free', fromMs: 1500, profile: 'core', count: 0 },
  { plan: 'free', fromMs: 20_000, profile: 'core', count: 0 },
];

const showing = {
  'last number': ({ remaining }: Standing) => remaining,
  'whole limit': ({ limit }: Standing) => limit,
} as const;

const names = ['last number', 'whole limit'] as const;

/** With the latency of the internet. */
export const countsAwayVariants: readonly Variant[] = cases.flatMap(
  ({ plan, fromMs, profile, count }) =>
    names.map((name) => ({
      id: `counts-away.${plan}-${name.replace(' ', '-')}-at-${fromMs}-${profile}`,
      title: `shows the ${name} for two seconds, ${fromMs} ms on, while its store of counts is away: ${plans[plan].perMinute} a minute`,
      settings: { plan, profile },
      inVirtualTime: staging,
      server: () => ({ plan, animals: herd(count) }),
      change: withoutStore(fromMs, showing[name]),
      // More is served than the limit, and what a run may ask does not reach it again.
      ...(plan === 'business' ? { undecided: ['rate.enforced'] as const } : {}),
    })),
);
