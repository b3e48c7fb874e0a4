import type { Requirement } from './requirement.ts';

const gap = { level: 'gap', decidedBy: 'checks' } as const;
const readOnly = { ...gap, profile: 'read-only', file: 'suites/gap-observations.ts' } as const;
const core = { ...gap, profile: 'core', file: 'suites/gap-observations.ts' } as const;
const full = { ...gap, profile: 'full', file: 'suites/rate-exhaustion.ts' } as const;

// The probe is a documented operation, so the headers of section 8 are due on its answer.
const onDocumentedOperation =
  'Anything: recorded, never judged. Only the rate limit headers of section 8 are due, as on every response.';
const onUndocumentedOperation =
  'Anything: recorded, never judged, the rate limit headers included, as no documented operation is asked.';
const onGivenAnswers =
  'Anything: recorded, never judged. The responses themselves are judged by the requirements that they decide.';

/** Where the specification is silent: what the implementation does is recorded and never judged. */
export const gaps = [
  {
    ...core,
    id: 'gap.status-default',
    section: '2',
    statement: 'Which `status` does an animal get if none is sent?',
    decided: 'An animal without `status` is created, and the response is recorded.',
    allows:
      'Any status of the enumeration, or none: recorded, never judged. A null or any other word counts against `pet.status`.',
    place: 'NewPet',
  },
  {
    ...readOnly,
    id: 'gap.limit-out-of-range',
    section: '4.1 r2',
    statement: 'What is the response to a `limit` that is out of range or not a whole number?',
    decided:
      '`full` sends the values 0, 101, `abc`, -1, 1.5 and the empty one; `core` at most one of them.',
    allows: onDocumentedOperation,
    place: 'listPets',
  },
  {
    ...readOnly,
    id: 'gap.status-filter-unknown',
    section: '4.1',
    statement: 'What is the response to a list filtered by a `status` that does not exist?',
    decided: 'The list is asked for with a word that is no status.',
    allows: onDocumentedOperation,
    place: 'listPets',
  },
  {
    ...readOnly,
    id: 'gap.list-order',
    section: '4.4',
    statement: 'In which order are animals listed, and does the order stay the same?',
    decided: 'The ids of two equal requests are compared with each other and with sorted order.',
    allows: onGivenAnswers,
    place: 'listPets',
  },
  {
    ...readOnly,
    file: 'suites/gap-observations.ts',
    id: 'gap.paging',
    section: '4.4',
    statement: 'How does a client get to the animals beyond the first page?',
    decided:
      'Responses are searched for a `Link` header and for headers that count pages; common page parameters are sent to see whether they change the response.',
    allows: onDocumentedOperation,
    place: 'listPets',
  },
  {
    ...core,
    id: 'gap.name-limits',
    section: '2',
    statement: 'Which lengths and characters of `name` are accepted?',
    decided:
      'The empty name, names of 256 and of 10,000 characters, and names of white space and of control characters are sent.',
    allows: onDocumentedOperation,
    place: 'NewPet',
  },
  {
    ...core,
    id: 'gap.extra-properties',
    section: '2, 4.2',
    statement: 'Is an unknown property of a new animal ignored, refused or kept?',
    decided: 'A valid animal with one more property is sent.',
    allows: onDocumentedOperation,
    place: 'NewPet',
  },
  {
    ...core,
    id: 'gap.client-id',
    section: '2, 4.2',
    statement: 'If the client sends an `id` on creation, is it ignored, refused or used?',
    decided:
      'A valid animal with the `id` of an animal of this run is sent; `full` also sends one with a free `id`.',
    allows: onDocumentedOperation,
    place: 'NewPet',
  },
  {
    ...core,
    id: 'gap.category-unknown',
    section: '2',
    statement: 'What is the response to a creation in an unknown category?',
    decided: 'An animal with a large random `categoryId` is sent.',
    allows: onDocumentedOperation,
    place: 'NewPet',
  },
  {
    ...core,
    id: 'gap.category-negative',
    section: '2',
    statement: 'What is the response to a new animal with a negative `categoryId`?',
    decided: 'An animal with the `categoryId` -1 is sent.',
    allows: onDocumentedOperation,
    place: 'NewPet',
  },
  {
    ...core,
    id: 'gap.integer-notation',
    section: '2, 4.2',
    statement: 'Is a whole number accepted in the notations `1.0` and `1e2`?',
    decided: 'Animals with such a `categoryId` are sent; the text on the wire is exactly that.',
    allows: onDocumentedOperation,
    place: 'NewPet',
  },
  {
    ...core,
    id: 'gap.content-type',
    section: '4',
    statement:
      'What is the response to a JSON body under another media type, under none, or in chunks?',
    decided:
      'A valid animal is sent without `Content-Type`, as `text/plain`, and in chunks without a length.',
    allows: onDocumentedOperation,
    place: 'createPet',
  },
  {
    ...readOnly,
    id: 'gap.pet-id-format',
    section: '4.3',
    statement:
      'What is the response to a `petId` that is negative, beyond int64 or not a whole number?',
    decided: 'Animals are asked for by `abc`, `1.5`, a number beyond int64 and a negative one.',
    allows: onDocumentedOperation,
    place: 'getPet',
  },
  {
    ...readOnly,
    id: 'gap.error-codes',
    section: '7',
    statement: 'Which values does `code` take, for each HTTP status?',
    decided: 'The `code` of every error of the run is collected by status; nothing is sent for it.',
    allows: onGivenAnswers,
    decidedBy: 'every answer',
    file: 'suites/coverage.ts',
    place: 'Error',
  },
  {
    ...full,
    id: 'gap.429-body',
    section: '7',
    statement: 'What is in the body of a 429, and under which media type?',
    decided: 'The bodies of the 429s that spending the limit brings about are described.',
    allows: onGivenAnswers,
    place: 'TooManyRequests',
  },
  {
    ...full,
    id: 'gap.retry-after-unit',
    section: '8',
    statement: 'Which unit or format does `Retry-After` use?',
    decided:
      'The header is read as seconds, as an HTTP date and as milliseconds, and each reading is compared with `X-RateLimit-Reset`.',
    allows: onGivenAnswers,
    place: 'Retry-After',
  },
  {
    ...full,
    id: 'gap.rate-window',
    section: '8',
    statement:
      'Which period do the headers count? Is the window fixed, sliding or refilling? Do 401s count?',
    decided:
      'The three headers are followed through the exhaustion of the limit and its recovery, and across requests without a valid key.',
    allows: onGivenAnswers,
    place: 'TooManyRequests',
  },
  {
    ...readOnly,
    id: 'gap.unknown-path',
    section: '4',
    statement: 'What is the response to a path that the specification does not name?',
    decided: 'A path that no service is likely to have is asked for with a valid key.',
    allows: onUndocumentedOperation,
    place: 'document',
  },
  {
    ...core,
    file: 'suites/gap-observations.ts',
    id: 'gap.other-methods',
    section: '4.4',
    statement: 'Can an animal be updated or deleted?',
    decided:
      'PUT, PATCH and DELETE are sent to an animal that this run created, never to any other.',
    allows: onUndocumentedOperation,
    place: 'document',
  },
  {
    ...readOnly,
    id: 'gap.store-orders',
    section: '1, 4.4',
    statement: 'Is there a listing of store orders at `GET /store/orders`?',
    decided: 'It is asked for with a valid key, only by GET.',
    allows: onUndocumentedOperation,
    place: 'document',
  },
] as const satisfies readonly Requirement[];
