import type { Variant } from '../subject.ts';

/** Sound servers whose limit is spent. */
export const exhaustionVariants: readonly Variant[] = [
  {
    id: 'exhaustion.free',
    title: 'is on the free plan with windows of 1.5 s',
    settings: { profile: 'full', plan: 'free' },
    server: () => ({ plan: 'free', windowMs: 1500 }),
  },
];
