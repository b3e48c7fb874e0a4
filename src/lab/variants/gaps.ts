import type { Variant } from '../subject.ts';

/** The gaps of the catalogue, each used in several ways. */
export const gapVariants: readonly Variant[] = [];
