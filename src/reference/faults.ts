import { authenticationFaults } from './faults/authentication.ts';
import { bodyFaults } from './faults/bodies.ts';
import { counterFaults } from './faults/counters.ts';
import { creationFaults } from './faults/creation.ts';
import { formFaults } from './faults/forms-requests.ts';
import { silentFaults } from './faults/forms-silent.ts';
import { togetherFaults } from './faults/forms-together.ts';
import { nearFaults } from './faults/forms-values.ts';
import { listingFaults } from './faults/listing.ts';
import { modelFaults } from './faults/model-store.ts';
import { rateFaults } from './faults/rate.ts';
import { exhaustionFaults } from './faults/rate-exhaustion.ts';
import { refusalFaults } from './faults/refusals.ts';
import { retrievalFaults } from './faults/retrieval.ts';
import type { Fault } from './subject.ts';

/** Every way of going wrong that the suite must find, by the chapter of its requirements. */
export const faults: readonly Fault[] = [
  ...authenticationFaults,
  ...listingFaults,
  ...creationFaults,
  ...refusalFaults,
  ...retrievalFaults,
  ...bodyFaults,
  ...modelFaults,
  ...rateFaults,
  ...exhaustionFaults,
  ...formFaults,
  ...nearFaults,
  ...togetherFaults,
  ...silentFaults,
  ...counterFaults,
];
