import type { Variant } from '../../src/reference/subject.ts';
import { bodyVariants } from './wire-bodies.ts';
import { connectionVariants } from './wire-connections.ts';
import { headerVariants } from './wire-headers.ts';

/** HTTP and the network. */
export const wireVariants: readonly Variant[] = [
  { id: 'unchanged', title: 'the reference server as it is' },
  ...bodyVariants,
  ...headerVariants,
  ...connectionVariants,
];
