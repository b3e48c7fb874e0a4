import type { Call } from '../../src/reference/call.ts';
import { membersOf } from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { inTooMany, isA, neverRefusing, spendingFaults } from '../limit-changes.ts';

const isComplete = ({ body }: Call) => {
  const { name, categoryId } = membersOf(body) ?? {};
  return name !== undefined && categoryId !== undefined;
};

// Above the limit, some questions are answered that are not in the volley.
const open = spendingFaults('rate.enforced', {
  'wire.valid-creations-not-limited': [
    'takes creations above the limit if they are valid',
    neverRefusing((call) => isA('createPet')(call) && isComplete(call)),
  ],
  'wire.known-animals-not-limited': [
    'answers getPet above the limit from a cache, for existing animals',
    neverRefusing((call) => isA('getPet')(call) && /^\d{1,4}$/.test(call.petId)),
  ],
});

/** Answers like those for a wrong key above the limit, if the call names one animal. */
const asWrongKey = inTooMany((reply, _, call) =>
  isA('getPet')(call) && /^\d{1,4}$/.test(call.petId)
    ? {
        ...reply,
        status: 401,
        body: { code: 'limited', message: 'Rate limit exceeded.', status: 401 },
      }
    : reply,
);

const otherStatus = spendingFaults('rate.enforced', {
  'wire.401-for-known-animals': [
    'answers 401 above the limit if getPet asks for an existing animal',
    asWrongKey,
  ],
  'wire.503-for-valid-creations': [
    'answers 503 above the limit to a creation that is valid',
    inTooMany((reply, _, call) =>
      isA('createPet')(call) && isComplete(call) ? { ...reply, status: 503 } : reply,
    ),
  ],
});

/** Section 8, "Behavior when exceeded": what a volley of the cheapest questions does not show. */
export const wireExcessFaults: readonly Fault[] = [...open, ...otherStatus];
