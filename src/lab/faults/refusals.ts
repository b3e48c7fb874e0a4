import type { Fault } from '../subject.ts';

/** Section 4.2: bodies that must be refused. */
export const refusalFaults: readonly Fault[] = [];
