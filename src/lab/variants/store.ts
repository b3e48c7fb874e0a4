import type { Variant } from '../subject.ts';

/** What a store holds, and who else uses it. */
export const storeVariants: readonly Variant[] = [];
