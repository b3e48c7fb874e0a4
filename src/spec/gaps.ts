import type { Clauses } from './requirement.ts';

/** Requests of documented operations, on whose responses the headers of section 8 are due. */
const readOnly = {
  decidedBy: 'checks',
  file: 'suites/gap-observations.ts',
  allows:
    'Anything: recorded, never judged. Only the rate limit headers of section 8 are due, as on every response.',
} as const;
const core = { ...readOnly, profile: 'core' } as const;
const elsewhere = {
  ...readOnly,
  allows:
    'Anything: recorded, never judged, the rate limit headers included, as no documented operation is asked.',
} as const;
const onGivenAnswers =
  'Anything: recorded, never judged. The responses themselves are judged by the requirements that they decide.';
const full = {
  decidedBy: 'checks',
  file: 'suites/rate-exhaustion.ts',
  profile: 'full',
  allows: onGivenAnswers,
} as const;

/** Where the specification is silent: what the implementation does is recorded and never judged. */
export const gaps = {
  'gap.status-default': {
    ...core,
    section: '2',
    statement: 'Which `status` does an animal get if none is sent?',
    decided: 'An animal without `status` is created, and the response is recorded.',
    allows:
      'Any status of the enumeration, or none: recorded, never judged. A null or any other word counts against `pet.status`.',
  },
  'gap.limit-out-of-range': {
    ...readOnly,
    section: '4.1 r2',
    statement: 'What is the response to a `limit` that is out of range or not a whole number?',
    decided:
      '`full` sends the values 0, 101, `abc`, -1, 1.5 and the empty one; `core` at most one of them.',
  },
  'gap.status-filter-unknown': {
    ...readOnly,
    section: '4.1',
    statement: 'What is the response to a list filtered by a `status` that does not exist?',
    decided: 'The list is asked for with a word that is no status.',
  },
  'gap.list-order': {
    ...readOnly,
    section: '4.4',
    statement: 'In which order are animals listed, and does the order stay the same?',
    decided: 'The ids of two equal requests are compared with each other and with sorted order.',
    allows: onGivenAnswers,
  },
  'gap.paging': {
    ...readOnly,
    section: '4.4',
    statement: 'How does a client get to the animals beyond the first page?',
    decided:
      'Responses are searched for a `Link` header and for headers that count pages; common page parameters are sent to see whether they change the response.',
  },
  'gap.name-limits': {
    ...core,
    section: '2',
    statement: 'Which lengths and characters of `name` are accepted?',
    decided:
      'The empty name, names of 256 and of 10,000 characters, and names of white space and of control characters are sent.',
  },
  'gap.extra-properties': {
    ...core,
    section: '2, 4.2',
    statement: 'Is an unknown property of a new animal ignored, refused or kept?',
    decided: 'A valid animal with one more property is sent.',
  },
  'gap.client-id': {
    ...core,
    section: '2, 4.2',
    statement: 'If the client sends an `id` on creation, is it ignored, refused or used?',
    decided:
      'A valid animal with the `id` of an animal of this run is sent; `full` also sends one with a free `id`.',
  },
  'gap.category-unknown': {
    ...core,
    section: '2',
    statement: 'What is the response to a creation in an unknown category?',
    decided:
      'Animals with random `categoryId`s are sent, many of them beyond 32 bits; the smallest and the greatest of each response are recorded.',
  },
  'gap.category-negative': {
    ...core,
    section: '2',
    statement: 'What is the response to a new animal with a negative `categoryId`?',
    decided: 'An animal with the `categoryId` -1 is sent.',
  },
  'gap.integer-notation': {
    ...core,
    section: '2, 4.2',
    statement: 'Is a whole number accepted in the notations `1.0` and `1e2`?',
    decided: 'Animals with such a `categoryId` are sent; the text on the wire is exactly that.',
  },
  'gap.content-type': {
    ...core,
    section: '4',
    statement:
      'What is the response to a JSON body under another media type, under none, or in chunks?',
    decided:
      'A valid animal is sent without `Content-Type`, as `text/plain`, and in chunks without a length.',
  },
  'gap.pet-id-format': {
    ...readOnly,
    section: '4.3',
    statement:
      'What is the response to a `petId` that is negative, beyond int64 or not a whole number?',
    decided: 'Animals are asked for by `abc`, `1.5`, a number beyond int64 and a negative one.',
  },
  'gap.error-codes': {
    ...readOnly,
    section: '7',
    statement: 'Which values does `code` take, for each HTTP status?',
    decided: 'The `code` of every error of the run is collected by status; nothing is sent for it.',
    allows: onGivenAnswers,
    decidedBy: 'every answer',
    file: 'suites/coverage.ts',
  },
  'gap.429-body': {
    ...full,
    section: '7',
    statement: 'What is in the body of a 429, and under which media type?',
    decided: 'The bodies of the 429s that spending the limit brings about are described.',
  },
  'gap.retry-after-unit': {
    ...full,
    section: '8',
    statement: 'Which unit or format does `Retry-After` use?',
    decided:
      'The header is read as seconds, as an HTTP date and as milliseconds, and each reading is compared with `X-RateLimit-Reset`.',
  },
  'gap.rate-window': {
    ...full,
    section: '8',
    statement:
      'Which period do the headers count? Is the window fixed, sliding or refilling? Do 401s count?',
    decided:
      'The three headers are followed through the exhaustion of the limit and its recovery, and across requests without a valid key.',
  },
  'gap.unknown-path': {
    ...elsewhere,
    section: '4',
    statement: 'What is the response to a path that the specification does not name?',
    decided: 'A path that no service is likely to have is asked for with a valid key.',
  },
  'gap.other-methods': {
    ...elsewhere,
    profile: 'core',
    section: '4.4',
    statement: 'Can an animal be updated or deleted?',
    decided:
      'PUT, PATCH and DELETE are sent to an animal that this run created, never to any other.',
  },
  'gap.store-orders': {
    ...elsewhere,
    section: '1, 4.4',
    statement: 'Is there a listing of store orders at `GET /store/orders`?',
    decided: 'It is asked for with a valid key, only by GET.',
  },
} as const satisfies Clauses;

// No profile decides these; `full` keeps every smaller profile from including them.
const never = {
  profile: 'full',
  allows: 'Anything: nothing is sent that would show it.',
  decidedBy: 'nothing',
} as const;

/** What no run probes, each with its reason in `decided`. */
export const untested = {
  'untested.bans': {
    ...never,
    section: '5.4, 8.4',
    statement: 'Is a key banned if requests with it continue after a 429, and for how long?',
    decided: 'The test would have to provoke a ban. Then nobody who shares the key could use it.',
  },
  'untested.body-size': {
    ...never,
    section: '8',
    statement: 'How large may the body of a request be?',
    decided:
      'The specification names no size, so no response could be wrong, and the search for the limit would put load on a shared service.',
  },
  'untested.daily-quota': {
    ...never,
    section: '8',
    statement: 'Is the number of requests that the plan allows in a day enforced?',
    decided:
      'The test would have to use up the requests of a whole day, and the key would be blocked until the day is over.',
  },
  'untested.key-issue': {
    ...never,
    section: '5.5',
    statement: 'How are keys issued and revoked?',
    decided: 'The specification has no operation for it, so there is nothing to test.',
  },
} as const satisfies Clauses;
