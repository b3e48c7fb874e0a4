import { everyTurn, type Fault } from '../src/reference/subject.ts';
import { afterRemovalFaults } from './faults/after-removal.ts';
import { almostRefusedFaults } from './faults/almost-refused.ts';
import { authenticationFaults } from './faults/authentication.ts';
import { bodyFaults } from './faults/bodies.ts';
import { bodyReaderFaults } from './faults/body-readers.ts';
import { byTheWay } from './faults/by-the-way.ts';
import { counterFaults } from './faults/counters.ts';
import { creationFaults } from './faults/creation.ts';
import { earlyRefusalFaults } from './faults/early-refusals.ts';
import { formFaults } from './faults/forms-requests.ts';
import { silentFaults } from './faults/forms-silent.ts';
import { togetherFaults } from './faults/forms-together.ts';
import { nearFaults } from './faults/forms-values.ts';
import { inFull } from './faults/in-full.ts';
import { inTurns } from './faults/in-turns.ts';
import { keyPlaceFaults } from './faults/key-places.ts';
import { languageAndCodingFaults } from './faults/languages-codings.ts';
import { leftBehindFaults } from './faults/left-behind.ts';
import { listQueryFaults } from './faults/list-queries.ts';
import { listingFaults } from './faults/listing.ts';
import { modelFaults } from './faults/model-store.ts';
import { nameFilterFaults } from './faults/name-filters.ts';
import { nameFormatFaults } from './faults/name-formats.ts';
import { negotiatedRefusalFaults } from './faults/negotiated-refusals.ts';
import { probedAnswerFaults } from './faults/probed-answers.ts';
import { rateFaults } from './faults/rate.ts';
import { exhaustionFaults } from './faults/rate-exhaustion.ts';
import { readInPartFaults } from './faults/read-in-part.ts';
import { refusalFaults } from './faults/refusals.ts';
import { rememberedCallerFaults } from './faults/remembered-callers.ts';
import { retrievalFaults } from './faults/retrieval.ts';
import { secondAnswerFaults } from './faults/second-answers.ts';
import { shownLaterFaults } from './faults/shown-later.ts';
import { someAnswerFaults } from './faults/some-answers.ts';
import { storageEngineFaults } from './faults/storage-engines.ts';
import { storeCreationsFaults } from './faults/store-creations.ts';
import { storeIdsFaults } from './faults/store-ids.ts';
import { storeLimitsFaults } from './faults/store-limits.ts';
import { storeListsFaults } from './faults/store-lists.ts';
import { storeRefusedFaults } from './faults/store-refused.ts';
import { storeSameFaults } from './faults/store-same.ts';
import { storeSequencesFaults } from './faults/store-sequences.ts';
import { storeStaysFaults } from './faults/store-stays.ts';
import { storeTogetherFaults } from './faults/store-together.ts';
import { storeTwinsFaults } from './faults/store-twins.ts';
import { storeValuesFaults } from './faults/store-values.ts';
import { trustedCallerFaults } from './faults/trusted-callers.ts';
import { wireAnswerFaults } from './faults/wire-answers.ts';
import { wireCallerFaults } from './faults/wire-callers.ts';
import { wireCountFaults } from './faults/wire-counts.ts';
import { wireExcessFaults } from './faults/wire-excess.ts';
import { wireFormFaults } from './faults/wire-forms.ts';
import { wireKeyFaults } from './faults/wire-keys.ts';
import { wireLanguageFaults } from './faults/wire-languages.ts';
import { wireLeftoverFaults } from './faults/wire-leftovers.ts';
import { wireStatusFaults } from './faults/wire-statuses.ts';
import { wireTimeFaults } from './faults/wire-time.ts';
import { wireValueFaults } from './faults/wire-values.ts';

// Made by two people who set out to pass the suite of their day, which found none of these.
const attackers: readonly Fault[] = [
  ...storeCreationsFaults,
  ...storeIdsFaults,
  ...storeLimitsFaults,
  ...storeListsFaults,
  ...storeRefusedFaults,
  ...storeSameFaults,
  ...storeSequencesFaults,
  ...storeStaysFaults,
  ...storeTogetherFaults,
  ...storeTwinsFaults,
  ...storeValuesFaults,
  ...wireAnswerFaults,
  ...wireCallerFaults,
  ...wireCountFaults,
  ...wireExcessFaults,
  ...wireFormFaults,
  ...wireKeyFaults,
  ...wireLanguageFaults,
  ...wireLeftoverFaults,
  ...wireStatusFaults,
  ...wireTimeFaults,
  ...wireValueFaults,
];

/** What core asks by turns, or never, is judged by full. */
const judgedInFull = (fault: Fault): Fault => {
  if (inTurns.has(fault.id)) return { ...fault, ...takingTurns(fault) };
  return inFull.has(fault.id) ? { ...fault, settings: { ...fault.settings, ...everyTurn } } : fault;
};

const takingTurns = ({ settings }: Fault) => ({
  settings: { ...settings, ...everyTurn },
  takesTurns: true as const,
});

const withByTheWay = (fault: Fault): Fault => {
  const breaksByTheWay = byTheWay[fault.id];
  return breaksByTheWay ? { ...fault, breaksByTheWay } : fault;
};

/** Every fault that the suite must find, by the chapter of its requirements. */
export const faults: readonly Fault[] = [
  ...authenticationFaults,
  ...afterRemovalFaults,
  ...listingFaults,
  ...creationFaults,
  ...refusalFaults,
  ...almostRefusedFaults,
  ...retrievalFaults,
  ...bodyFaults,
  ...probedAnswerFaults,
  ...modelFaults,
  ...rateFaults,
  ...exhaustionFaults,
  ...formFaults,
  ...nearFaults,
  ...togetherFaults,
  ...silentFaults,
  ...counterFaults,
  ...earlyRefusalFaults,
  ...keyPlaceFaults,
  ...languageAndCodingFaults,
  ...rememberedCallerFaults,
  ...trustedCallerFaults,
  ...nameFilterFaults,
  ...nameFormatFaults,
  ...bodyReaderFaults,
  ...listQueryFaults,
  ...storageEngineFaults,
  ...leftBehindFaults,
  ...negotiatedRefusalFaults,
  ...shownLaterFaults,
  ...secondAnswerFaults,
  ...readInPartFaults,
  ...someAnswerFaults,
  ...attackers,
]
  .map(judgedInFull)
  .map(withByTheWay);
