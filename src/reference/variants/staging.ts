import type { Variant } from '../subject.ts';
import { stagingCreations } from './staging-creation.ts';
import { gatewayVariants } from './staging-gateway.ts';
import { keyVariants } from './staging-keys.ts';
import { stagingLists } from './staging-lists.ts';
import { othersVariants } from './staging-others.ts';

/** Staging as it is: shared with others, alive, and behind what stands before it. */
export const stagingVariants: readonly Variant[] = [
  ...othersVariants,
  ...keyVariants,
  ...stagingCreations,
  ...stagingLists,
  ...gatewayVariants,
];
