import type { Fault } from '../subject.ts';

/** Section 8: the headers of the rate limit. */
export const rateFaults: readonly Fault[] = [];
