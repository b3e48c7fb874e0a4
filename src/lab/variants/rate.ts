import type { Variant } from '../subject.ts';

/** Section 8: other ways to count and to show the count. */
export const rateVariants: readonly Variant[] = [];
