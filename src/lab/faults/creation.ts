import type { Fault } from '../subject.ts';

/** Section 4.2: creations that are accepted. */
export const creationFaults: readonly Fault[] = [];
