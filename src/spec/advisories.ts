import type { Requirement } from './requirement.ts';

const readOnly = { level: 'advisory', profile: 'read-only' } as const;

/** What an RFC or common practice asks and the specification does not: a warning that never counts in the verdict. */
export const advisories = [
  {
    ...readOnly,
    id: 'list.complete',
    section: '4.1',
    statement:
      'A list that is shorter than its limit leaves out no animal that other answers show to match it.',
    decided:
      'Lists that are shorter than their limit are compared with all other answers. One that leaves out an animal is asked for again, in turn with an answer that shows it.',
    allows:
      'Which animals a page shows is left open, so a list that leaves some out conforms as well: it earns a warning.',
    decidedBy: 'the whole run',
    file: 'src/judge/lists.ts',
    cause:
      'Rows are dropped after the page is cut, or a status that is shown by default is not filtered by.',
  },
  {
    ...readOnly,
    id: 'auth.comes-first',
    section: '4.2 r1, 5.3',
    statement:
      'Without a valid key the answer is 401 even if the body is invalid or the id is unknown.',
    decided:
      'Invalid bodies and unknown ids are sent without a key and with a bad one. Two clauses claim such a request, so it decides nothing; a 400 or 404 tells strangers what exists.',
    allows: 'A 400 or 404 conforms as well: it earns a warning.',
    decidedBy: 'checks',
    file: 'suites/authentication.ts',
    cause: 'The body is parsed, or the animal looked up, before the key is checked.',
  },
  {
    level: 'advisory',
    profile: 'core',
    id: 'create.null-status',
    section: '2, 4.2',
    statement: 'A creation whose `status` is null is answered 400.',
    decided: 'One creation carries null for `status`.',
    allows: 'Reading null as a status that was left out conforms as well: it earns a warning.',
    decidedBy: 'checks',
    file: 'suites/refusals.ts',
  },
  {
    level: 'advisory',
    profile: 'core',
    id: 'create.strict-json',
    section: '4.2',
    statement: 'A creation whose body is JSON except for a slip is answered 400.',
    decided:
      'A comma too many, text after the object and, in turns, other slips and the extensions of JSON5 are sent in a body that is valid otherwise.',
    allows:
      'A parser may accept extensions of JSON (RFC 8259 §9), and what it reads is a valid animal: that conforms as well and earns a warning.',
    decidedBy: 'checks',
    file: 'suites/refusals.ts',
    cause: 'A parser that stops after the first value, or reads more than JSON.',
  },
  {
    ...readOnly,
    id: 'error.not-empty',
    section: '2, 7',
    statement: 'The `code` and the `message` of an error are not empty.',
    decided: 'Both are read on every defined 400, 401 and 404 of the run.',
    allows: 'An empty string is a string, so it conforms as well: it earns a warning.',
    decidedBy: 'every answer',
    file: 'src/judge/answers.ts',
  },
  {
    ...readOnly,
    id: 'auth.challenge',
    section: '5.3',
    statement: 'A 401 names its scheme in `WWW-Authenticate` (RFC 9110 §11.6.1).',
    decided:
      'The header, with a scheme in it, is looked for on every 401 of the run to a documented operation.',
    allows: 'Any challenge, several of them too; a 401 without one earns a warning.',
    decidedBy: 'every answer',
    file: 'src/judge/answers.ts',
    cause: 'The 401 is built by hand, without the header.',
  },
  {
    ...readOnly,
    id: 'auth.scheme-case',
    section: '5.1',
    statement: 'A valid key is accepted under `bearer` in lower case (RFC 9110 §11.1).',
    decided: 'The list is asked for with the real key under `bearer`.',
    allows: 'A 401 conforms as well: it earns a warning.',
    decidedBy: 'checks',
    file: 'suites/authentication.ts',
    cause: 'The scheme is compared case-sensitively.',
  },
  {
    ...readOnly,
    id: 'rate.remaining-true',
    section: '8',
    statement:
      'Within one window the number remaining falls with the requests sent, whatever their operation and status.',
    decided:
      'Answers that show the same limit and the same reset are compared: the number must fall with every kind of request if it falls with all others, and must not rise twice before the reset.',
    allows:
      'Other users of the key, refills, costs above one, a count for each operation, caches (`Age`), and one restart that begins the count anew. Where the reset moves with each request, nothing is compared.',
    decidedBy: 'the whole run',
    file: 'src/judge/limit.ts',
    cause: 'Requests that fail are given back, or one route is not counted.',
  },
  {
    ...readOnly,
    id: 'rate.reset-true',
    section: '8',
    statement: 'The limit of a minute does not reset hours later.',
    decided:
      'A response that shows the requests a minute of the configured plan must not show a reset more than five minutes ahead.',
    allows:
      'A reset rounded up to whole minutes, and a ban that `Retry-After` announces. Without `Date`, ten minutes ahead.',
    decidedBy: 'the whole run',
    file: 'src/judge/limit.ts',
    cause: 'The reset of the day beside the limit of the minute.',
  },
  {
    level: 'advisory',
    profile: 'full',
    id: 'rate.retry-after-format',
    section: '8.2',
    statement: '`Retry-After` is a whole number of seconds or an HTTP date (RFC 9110 §10.2.3).',
    decided:
      'The header is read on the 429s that spending the limit brings about. A number that agrees with `X-RateLimit-Reset` only as milliseconds is not a number of seconds.',
    allows: 'Any other form conforms as well: it earns a warning.',
    decidedBy: 'checks',
    file: 'suites/rate-exhaustion.ts',
    cause: 'Milliseconds, or a date in another form than that of HTTP.',
  },
  {
    ...readOnly,
    id: 'get.deprecation-headers',
    section: '4.3, 9.3',
    statement:
      'Answers of the deprecated `getPet` carry `Deprecation` (RFC 9745) and `Sunset` (RFC 8594).',
    decided:
      'Both headers are looked for on answers to reads of an animal by id; Sunset must name 5 December 2030 in some time zone, and Deprecation a time, or `true` as in drafts of RFC 9745.',
    allows:
      'The specification announces the removal only in words, so their absence or another date earns a warning.',
    decidedBy: 'every answer',
    file: 'src/judge/answers.ts',
    cause:
      'The deprecation is announced only in the documentation, or the day of the removal was copied wrongly.',
  },
] as const satisfies readonly Requirement[];
