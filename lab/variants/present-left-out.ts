/** Limits that a full run spends, with headers whose number leaves out the request that they answer. */
import { type Plan, plans } from '../../src/catalogue/plans.ts';
import { animals, type Change, showingStanding, together } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { type Limiter, limiters, staging } from './limiters.ts';

const minute = 60_000;

/** What remained before the answered request. */
const leavingOutPresent = (cost: number): Change =>
  showingStanding((standing) => {
    const { allowed, limit, remaining } = standing;
    return allowed ? { ...standing, remaining: Math.min(limit, remaining + cost) } : standing;
  });

function variantOf(name: string, limiter: Limiter, plan: Exclude<Plan, 'enterprise'>): Variant {
  const { title, make, change, cost = 1, open } = limiter;
  const stays = open !== undefined && (open.plans?.includes(plan) ?? true);
  const leavingOut = leavingOutPresent(cost);
  return {
    id: `present.${name}-${plan}`,
    title: `shows what remained before each request, by ${title}${stays ? `, which ${open.why}` : ''}`,
    ...(stays ? { undecided: open.requirements } : {}),
    settings: { plan, profile: 'full' },
    inVirtualTime: staging,
    server: () => ({ quota: make(plans[plan].perMinute, minute), animals: animals(63) }),
    change: change ? together(change, leavingOut) : leavingOut,
  };
}

/** Those that are also tried with more calls. */
const alsoOnPro = ['bucket-full', 'gcra', 'sliding-counter', 'used-by-others'];

export const presentVariants: readonly Variant[] = Object.entries(limiters).flatMap(
  ([name, limiter]) => [
    variantOf(name, limiter, 'free'),
    ...(alsoOnPro.includes(name) ? [variantOf(name, limiter, 'pro')] : []),
  ],
);
