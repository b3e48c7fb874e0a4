import { faults as commonFaults } from '../src/reference/faults.ts';
import type { Fault } from '../src/reference/variant.ts';
import { afterwardsFaults } from './faults/afterwards.ts';
import { authenticationFaults } from './faults/authentication-faults.ts';
import { creationFaults } from './faults/creation-faults.ts';
import { formFaults } from './faults/form-faults.ts';
import { headerFaults } from './faults/headers.ts';
import { keyFaults } from './faults/key-faults.ts';
import { limitFaults } from './faults/limit-faults.ts';
import { listFaults } from './faults/list-faults.ts';
import { listingFaults } from './faults/page-size-faults.ts';
import { readingFaults } from './faults/reading.ts';
import { valueFaults } from './faults/value-faults.ts';
import { wireFaults } from './faults/wire.ts';
import { wrongValueFaults } from './faults/wrong-value-faults.ts';
import { spending } from './limit-changes.ts';

/** Whether a fault shows only to a run that spends a limit. */
const isAboveTheLimit = ({ id }: Fault) => id.startsWith('exhaustion.');

/** Every fault that the suite is measured by: those of `serve --fault`, generated tables, and single ones by chapter. */
export const faults: readonly Fault[] = [
  ...commonFaults.map((fault) => (isAboveTheLimit(fault) ? spending(fault) : fault)),
  ...valueFaults,
  ...wrongValueFaults,
  ...afterwardsFaults,
  ...headerFaults,
  ...keyFaults,
  ...formFaults,
  ...limitFaults,
  ...listFaults,
  ...authenticationFaults,
  ...listingFaults,
  ...creationFaults,
  ...readingFaults,
  ...wireFaults,
];
