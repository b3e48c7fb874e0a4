import { faults as servedFaults } from '../src/reference/faults.ts';
import type { Fault } from '../src/reference/variant.ts';
import { spending } from './changes.ts';
import { afterwardsFaults } from './faults/afterwards.ts';
import { creationFaults } from './faults/creation-faults.ts';
import { keyFaults } from './faults/key-faults.ts';
import { limitFaults } from './faults/limit-faults.ts';
import { listFaults } from './faults/list-faults.ts';
import { readingFaults } from './faults/reading-faults.ts';
import { responseFaults } from './faults/response-faults.ts';
import { valueFaults } from './faults/value-faults.ts';
import { wireFaults } from './faults/wire.ts';
import { wrongValueFaults } from './faults/wrong-value-faults.ts';

/** Every fault that the suite is measured by: those of `serve --fault`, generated tables, and single ones by chapter. */
export const faults: readonly Fault[] = [
  // Those above the limit show only to a run that spends it.
  ...servedFaults.map((one) => (one.id.startsWith('exhaustion.') ? spending(one) : one)),
  ...valueFaults,
  ...wrongValueFaults,
  ...afterwardsFaults,
  ...responseFaults,
  ...keyFaults,
  ...limitFaults,
  ...listFaults,
  ...creationFaults,
  ...readingFaults,
  ...wireFaults,
];
