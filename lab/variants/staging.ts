import type { Variant } from '../../src/reference/subject.ts';
import { busyVariants } from './staging-busy.ts';
import { codingVariants } from './staging-codings.ts';
import { stagingCreations } from './staging-creation.ts';
import { editorsVariants } from './staging-editors.ts';
import { firewallVariants } from './staging-firewalls.ts';
import { gatewayVariants } from './staging-gateway.ts';
import { indexVariants } from './staging-indexes.ts';
import { keyVariants } from './staging-keys.ts';
import { stagingLists } from './staging-lists.ts';
import { othersVariants } from './staging-others.ts';
import { pageVariants } from './staging-pages.ts';
import { lookedAtVariants } from './staging-stores.ts';

/** Staging in reality: shared with others, in use, and behind other things. */
export const stagingVariants: readonly Variant[] = [
  ...othersVariants,
  ...editorsVariants,
  ...keyVariants,
  ...stagingCreations,
  ...stagingLists,
  ...gatewayVariants,
  ...indexVariants,
  ...firewallVariants,
  ...lookedAtVariants,
  ...codingVariants,
  ...busyVariants,
  ...pageVariants,
];
