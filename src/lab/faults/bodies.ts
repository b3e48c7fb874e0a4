import type { Fault } from '../subject.ts';

/** Sections 2, 4 and 7: the form of animals and errors, and their media type; section 9: the version. */
export const bodyFaults: readonly Fault[] = [];
