import type { Clauses } from './requirement.ts';

const authentication = { decidedBy: 'checks', file: 'suites/authentication.ts' } as const;
const refusals = { decidedBy: 'checks', file: 'suites/refusals.ts', profile: 'core' } as const;
const everyAnswer = { decidedBy: 'every answer', file: 'src/judge/answers.ts' } as const;
const limit = { decidedBy: 'the whole run', file: 'src/judge/limit.ts', section: '8' } as const;

/** What an RFC or common practice asks and the specification does not: a warning that never counts in the verdict. */
export const advisories = {
  'list.complete': {
    section: '4.1',
    statement: 'A list shorter than its limit contains every animal that is known to match.',
    decided:
      'Lists that are shorter than their limit are compared with all other responses. One that leaves out an animal is asked for again, in turn with a response that shows it.',
    allows:
      'The specification does not say which animals a page shows, so an incomplete list only gets a warning.',
    decidedBy: 'the whole run',
    file: 'src/judge/lists.ts',
    cause: 'Rows are dropped after the page is cut, or the filter ignores a default status.',
  },
  'auth.comes-first': {
    ...authentication,
    section: '4.2 r1, 5.3',
    statement:
      'Without a valid key the response is 401 even if the body is invalid or the id is unknown.',
    decided:
      'Invalid bodies and unknown ids are sent without a key and with a bad one. Two clauses cover such a request, so it only warns; a 400 or 404 tells strangers what exists.',
    allows: 'A 400 or 404 is conformant too; it gets a warning.',
    cause: 'The body is parsed, or the animal looked up, before the key is checked.',
  },
  'create.null-status': {
    ...refusals,
    section: '2, 4.2',
    statement: 'A creation whose `status` is null gets 400.',
    decided: 'One creation carries null for `status`.',
    allows: 'A service may treat null as absent.',
  },
  'create.strict-json': {
    ...refusals,
    section: '4.2',
    statement: 'A creation with almost-valid JSON (for example an extra comma) gets 400.',
    decided:
      'A comma too many, text after the object and, in turns, other slips and the extensions of JSON5 are sent in a body that is valid otherwise.',
    allows:
      'A parser may accept extensions of JSON (RFC 8259 §9), and may then create the valid animal that it has read: that is conformant too; it gets a warning.',
    cause: 'A parser that stops after the first value, or reads more than JSON.',
  },
  'error.not-empty': {
    ...everyAnswer,
    section: '2, 7',
    statement: 'The `code` and the `message` of an error are not empty.',
    decided: 'Both are read on every defined 400, 401 and 404 of the run.',
    allows: 'An empty string is a string, so it is conformant too; it gets a warning.',
  },
  'auth.challenge': {
    ...everyAnswer,
    section: '5.3',
    statement: 'A 401 names its scheme in `WWW-Authenticate` (RFC 9110 §11.6.1).',
    decided:
      'The header, with a scheme in it, is looked for on every 401 of the run to a documented operation.',
    allows: 'Any challenge, several of them too; a 401 without one earns a warning.',
    cause: 'The 401 is built by hand, without the header.',
  },
  'auth.scheme-case': {
    ...authentication,
    section: '5.1',
    statement: 'A valid key is accepted under `bearer` in lower case (RFC 9110 §11.1).',
    decided: 'The list is asked for with the real key under `bearer`.',
    allows: 'A 401 is conformant too; it gets a warning.',
    cause: 'The scheme is compared case-sensitively.',
  },
  'rate.remaining-true': {
    ...limit,
    statement:
      'Within one window the number remaining falls with the requests sent, whatever their operation and status.',
    decided:
      'Responses that show the same limit and the same reset are compared: each kind of request must lower the number if all other kinds do, and must not rise twice before the reset.',
    allows:
      'Other users of the key, refills, costs above one, one counter per operation, caches (`Age`), and one restart of the counter. Not compared if the reset time changes with each request.',
    cause: 'Requests that fail are given back, or one route is not counted.',
  },
  'rate.reset-true': {
    ...limit,
    statement: 'A per-minute limit does not reset hours later.',
    decided:
      'A response that shows the per-minute limit of the configured plan must not show a reset more than five minutes ahead.',
    allows:
      'A reset rounded up to whole minutes, and a ban that `Retry-After` announces. If the response has no `Date`, a reset up to ten minutes ahead.',
    cause: 'The reset of the day beside the limit of the minute.',
  },
  'rate.retry-after-format': {
    profile: 'full',
    section: '8.2',
    statement: '`Retry-After` is a whole number of seconds or an HTTP date (RFC 9110 §10.2.3).',
    decided:
      'The header is read on the 429s that spending the limit brings about. A number that agrees with `X-RateLimit-Reset` only as milliseconds is not a number of seconds.',
    allows: 'Any other form is conformant too; it gets a warning.',
    decidedBy: 'checks',
    file: 'suites/rate-exhaustion.ts',
    cause: 'Milliseconds, or a date in another form than that of HTTP.',
  },
  'get.deprecation-headers': {
    ...everyAnswer,
    section: '4.3, 9.3',
    statement:
      'Responses of the deprecated `getPet` carry `Deprecation` (RFC 9745) and `Sunset` (RFC 8594).',
    decided:
      'Both headers are looked for on responses to reads of an animal by id; Sunset must name 5 December 2030 in some time zone, and Deprecation a time, or `true` as in drafts of RFC 9745.',
    allows:
      'The specification announces the removal only in words, so their absence or another date earns a warning.',
    cause:
      'The two headers are missing or malformed; right: `Deprecation: @1767225600`, `Sunset: Thu, 05 Dec 2030 00:00:00 GMT`.',
  },
} as const satisfies Clauses;
