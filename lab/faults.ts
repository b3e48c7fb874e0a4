import { faults as commonFaults } from '../src/reference/faults.ts';
import type { Fault } from '../src/reference/subject.ts';
import { afterwardsFaults } from './faults/afterwards.ts';
import { formFaults } from './faults/forms.ts';
import { headerFaults } from './faults/headers.ts';
import { keyFaults } from './faults/keys.ts';
import { limitFaults } from './faults/limits.ts';
import { listFaults } from './faults/lists.ts';
import { valueFaults } from './faults/values.ts';
import { wrongValueFaults } from './faults/wrong-values.ts';
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
];
