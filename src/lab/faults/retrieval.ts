import type { Fault } from '../subject.ts';

/** Section 4.3: one animal by its id. */
export const retrievalFaults: readonly Fault[] = [];
