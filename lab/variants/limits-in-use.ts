/** Limits of keys that others use so much that a full run is not the first to take what comes free. */

import { inUse } from '../../src/reference/limiters/counters.ts';
import type { Quota } from '../../src/reference/quota.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { limit, spendable, spendingVariant, windowMs } from '../limit-changes.ts';
import { limiters } from './limiters.ts';

const shares = { nearly: 0.9, more: 1.2 } as const;

const names = ['bucket-next', 'gcra', 'sliding-counter'] as const;

const inUseVariants = names.flatMap((name) =>
  Object.entries(shares).map(([word, share]) =>
    spendingVariant(
      {
        id: `in-use.${name}-${word}`,
        title: `counts by ${limiters[name]?.title}, and others ask for ${share * 100} % of the limit with the key to be spent: they may take what comes free`,
        undecided: ['rate.enforced', 'rate.not-early', 'rate.recovers'],
      },
      () => inUse(limiters[name]?.make(limit, windowMs) ?? spendable(), (limit * share) / 60),
    ),
  ),
);

/** Each call that is refused while a 429 stands adds ten seconds to the wait, and its own 429 says so. */
function prolonging(quota: Quota, byMs: number): Quota {
  let until = 0;
  return {
    take(caller, at) {
      const standing = at < until ? undefined : quota.take(caller, at);
      if (standing?.allowed) return standing;
      until = standing ? at + standing.retryAfter : until + byMs;
      return { allowed: false, limit, remaining: 0, resetsAt: until, retryAfter: until - at };
    },
  };
}

export const limitInUseVariants: readonly Variant[] = [
  ...inUseVariants,
  spendingVariant(
    {
      id: 'in-use.wait-prolonged',
      title:
        'adds ten seconds to the wait with each call that comes beside one answered 429, and says so in its 429',
    },
    () => prolonging(spendable(), 10_000),
  ),
];
