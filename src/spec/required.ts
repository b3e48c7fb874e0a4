import { petStatuses } from './animal.ts';
import { budgets } from './plans.ts';
import type { Clause, Clauses } from './requirement.ts';

const byChecks = (file: string) => ({ decidedBy: 'checks', file }) as const;
const byAnswers = (file: string) => ({ decidedBy: 'every answer', file }) as const;
const everyRun = { decidedBy: 'the whole run' } as const;

const versioning = { ...byChecks('suites/coverage.ts') } as const;
const authentication = { ...byChecks('suites/authentication.ts') } as const;
const listing = { ...byChecks('suites/listing.ts') } as const;
const creation = { ...byChecks('suites/creation.ts'), profile: 'core' } as const;
const refusals = { ...byChecks('suites/refusals.ts') } as const;
const retrieval = { ...byChecks('suites/retrieval.ts'), section: '4.3' } as const;
const everyBody = { ...byAnswers('src/judge/answers.ts') } as const;
const everyError = { ...byAnswers('src/judge/answers.ts'), section: '2, 7' } as const;
const everyPet = {
  ...byAnswers('src/judge/answers.ts'),
  section: '2',
  decided:
    'Every animal of every list, creation and read is looked at; numbers are read exactly, without rounding.',
} as const;
const everyRateHeader = { ...byAnswers('src/judge/rate-headers.ts'), section: '8' } as const;
const rateLimits = { ...byChecks('suites/rate-limits.ts'), section: '8' } as const;
const rateExhaustion = { ...byChecks('suites/rate-exhaustion.ts'), profile: 'full' } as const;

/** A header of section 8, on each response. */
function headerOnEach(header: string): Clause {
  return {
    ...everyRateHeader,
    statement: `Every response to a documented operation carries \`${header}\`.`,
    decided:
      'Every response of the run to a documented operation with a documented status (200, 201, 400, 401, 404, 429) is looked at; a failure names the operations and statuses that lacked the header.',
    allows:
      'Any letter case of the name. Exempt: undocumented paths, methods and statuses, and non-JSON responses to gap checks, as a gateway may have sent them.',
    cause: 'The header is set by a handler that errors bypass, most often those of authentication.',
  };
}

/** `a, b and c`. */
const listed = (all: readonly string[], last: string): string =>
  `${all.slice(0, -1).join(', ')} ${last} ${all.at(-1)}`;

const words = petStatuses.map((status) => `\`${status}\``);
const { logIns: fewLogIns } = budgets.core;
const { logIns: mostLogIns } = budgets.full;

/** The requirements that decide the verdict: what the specification itself says. Their ids are a contract. */
export const required = {
  'version.base-path': {
    ...versioning,
    section: '1, 9',
    statement: 'The path of the base address has `v1` as its last segment.',
    decided: 'The configured base address is read once the service answers.',
    allows: 'Any scheme, host, port and segments before `v1`, and a trailing slash.',
    cause:
      'The base address given to the run lacks its version segment, or a gateway maps `v1` away.',
  },
  'auth.missing-key': {
    ...authentication,
    section: '5.3',
    statement: 'Every operation responds 401 to a request without an API key.',
    decided:
      'Each operation is asked without an `Authorization` header: on a connection that a valid key has just used, and together with a call of the key. Cookies that responses to the key have set are sent along; they are not a key.',
    allows:
      'Any error code, message and extra headers. A wrong body fails `error.fields`; a missing `WWW-Authenticate` header only warns (`auth.challenge`).',
    cause:
      'A route without the check of the key, a framework that answers 403 or redirects to a login page, a check done once for each connection, or trust in a header of the request, such as `X-Admin`.',
  },
  'auth.invalid-key': {
    ...authentication,
    section: '5.3',
    statement: 'A request with an invalid API key as its bearer token gets 401.',
    decided: `Each operation is asked with unknown keys and with near misses of the real one: one half wrong, longer, shorter, letter case swapped; in \`full\` also one that was refused before, words and patterns with a meaning in code, and text beyond ASCII. The seed assigns the operations; \`full\` asks more of them. A run makes at most ${fewLogIns} refused log-ins, ${mostLogIns} in \`full\`.`,
    allows:
      'Any error code and message. After a 429 the suite waits and retries. A key whose letters all have one case may be case-insensitive. If the right key also gets 403 (a lockout after wrong keys), the result is inconclusive.',
    cause:
      'Keys compared by a prefix, by a hash that cuts them short, or without regard to letter case, perhaps only on a connection that the right key has used; 403 in place of 401.',
  },
  'auth.bearer-only': {
    ...authentication,
    section: '1, 5.1',
    statement:
      'The API key works only as the bearer token in the `Authorization` header. Anywhere else it gets 401.',
    decided:
      'The real key is sent under `Basic` and other schemes, bare in `Authorization`, in other headers and in cookies, in `full` also in the body of a creation, and one bearer token is left empty. The seed assigns the operations; `full` asks all. The key is never put into an address.',
    allows:
      'Any error code and message. Whether `bearer` in lower case works is advisory (`auth.scheme-case`).',
    cause:
      'A framework that takes any scheme, or a helper that also looks for the key in other headers.',
  },
  'list.returns-pets': {
    ...listing,
    section: '4.1',
    statement: '`GET /pets` with a valid key gets 200 and a JSON array.',
    decided:
      'The list is asked for without parameters, and every list of the run must be a 200 whose body is an array of animals. A list that is refused counts against the requirement of its parameters. The last list, after callers without a key, must be served like the others.',
    decidedBy: 'every answer',
    file: 'src/judge/answers.ts',
    allows:
      'An empty array, any order, extra headers. Invalid animals in the array fail `pet.*`. A lockout after wrong keys is ignored.',
    cause: 'The array wrapped in an object (`items`, `data`), or `null` or 204 for an empty list.',
  },
  'list.default-limit': {
    ...listing,
    section: '4.1 r1',
    statement:
      'A list without `limit` returns at most 20 animals, with or without a `status` filter.',
    decided:
      'The suite requests the list without `limit`, once without parameters and once with a `status`, and counts the animals. The store must hold 21 matching animals or more: the suite creates them if the profile may, otherwise the requirement is inconclusive.',
    allows: 'Any number from 0 to 20 on the page.',
    cause:
      '`limit` has no default, its default applies only with a filter, or the extra animal that is fetched to see whether there is a next page is returned too.',
  },
  'list.limit': {
    ...listing,
    section: '4.1',
    statement: 'Every integer `limit` from 1 to 100 gets 200 and at most that many animals.',
    decided:
      '`full` sends the values 1, 2, 9, 10, 99 and 100 and generated ones between, alone and before or after `status`; shorter profiles send some of them. Only a store with more animals than `limit` can show a fault, so a pass needs at least one response from such a store. Every other list response of the run must also respect the limit of its request.',
    allows: 'Fewer animals than `limit`, even if more exist.',
    cause:
      '`limit` is off by one (such as one more animal fetched to see whether there is a next page), refused above a maximum below 100, or compared as text.',
  },
  'list.status-filter': {
    ...listing,
    section: '4.1 r3',
    statement: 'A list filtered by `status` returns no animal with another status.',
    decided:
      'Each status is sent alone, and every animal that comes back is compared with all other responses. If filtered lists show three animals of the run in another status, unchanged since creation, it fails at once; otherwise both requests are repeated in turn. The store must hold an animal of another status, or of none, for a pass.',
    allows:
      'An empty list (judged by `list.shows-animals`) and any order. An animal without `status` does not match a filter; if a list omits `status`, the suite reads the animal with `getPet`. For statuses that change and lists that lag, see `explain freedoms`.',
    cause:
      'The filter missing from a query or from a cache key, or animals without a status counted as a match.',
  },
  'list.filter-with-limit': {
    ...listing,
    section: '4.1',
    statement: 'When `status` and `limit` are sent together, the response respects both.',
    decided:
      'Both parameters are sent, in either order, and every animal of the response is looked at. The store must hold more matching animals than the limit, and one that does not match. `full` also sends them right after requests without a key, and together with an undocumented parameter.',
    allows: 'Fewer animals than `limit`, in any order. Any response to an undocumented parameter.',
    cause: 'Only one of the two parameters reaches the query.',
  },
  'list.shows-animals': {
    ...listing,
    section: '4.1',
    statement:
      'The list, and each list filtered by `status`, is not empty while a matching animal exists.',
    decided:
      'A list without a limit, or with one of 20 or more, that is empty while another response shows an animal that matches is asked for again, in turn with that response. It fails if each keeps its response for twice `--grace`.',
    allows:
      'Any choice of animals for the page, and pages that are shorter than `limit` (see `list.complete`). A list that lags up to `--grace` seconds behind a creation. A longer lag is inconclusive; the report gives the `--grace` to use. Also allowed: lists that show other animals but none of the run.',
    cause:
      'The first page is cut before it is filtered, pages are counted from the wrong end, or a comparison with a missing status matches nothing.',
  },
  'list.same-animal': {
    ...everyRun,
    file: 'src/judge/claims.ts',
    section: '2, 4.1',
    statement:
      'An animal has the same values in its creation response, in every list and in `GET /pets/{petId}`.',
    decided:
      'Every list of the run is compared with every creation, every read and every other list. If two differ, both are asked again in turn; the requirement fails if each keeps its response for twice `--grace`.',
    allows:
      'Changes by others (`explain freedoms`), a `status` that changes or is omitted, and reads that lag. Not applicable if no list shows an animal.',
    cause: 'A list that reads a table, view or cache of its own, or shortens what it shows.',
  },
  'list.unique-ids': {
    ...listing,
    decidedBy: 'every answer',
    file: 'src/judge/answers.ts',
    section: '2',
    statement: 'A list never contains two animals with the same `id`.',
    decided: 'The ids of every list answered 200 are compared exactly, as whole numbers.',
    allows:
      'The same animal in several responses. A list of fewer than two animals is no evidence.',
    cause: 'A join that repeats rows, or pages put together that overlap.',
  },
  'create.created': {
    ...creation,
    section: '4.2',
    statement: 'A valid creation gets 201 with the new animal in the body.',
    decided:
      'An animal with a plain name, a known category and a status is sent, before and after the bodies that must be refused. It also fails if a creation gets no response in any try while other requests do.',
    allows:
      'Extra fields and headers, `Location` among them. Wrong fields in the response fail `pet.*`. If a category is closed or the key may not create, the suite tries up to three listed categories; if every valid creation is refused, the result is inconclusive. Late in the run a full store may respond 403, 409, 422 or 507. A 400 fails if the category has accepted an animal in this run. Unusual names and unlisted categories may be refused. Exception: a refusal fails if other animals with the same status, category and kind of name were accepted. Refusing a made-up category also fails if three others, one lower and one higher, were accepted.',
    cause:
      'An error of the service itself (500) as it stores the animal, 200 or 202 in place of 201, the animal left out of the response, or a property required that the specification does not know.',
  },
  'create.server-id': {
    ...creation,
    section: '2, 4.2 r2',
    statement: 'Every new animal gets an `id` that no other animal has.',
    decided:
      'Several animals are created; their ids must differ from each other and from those of animals that exist. If an id is given again, more animals like those are created, and the first one is read again. One creation must make one animal: a list that shows several names of the run under two ids fails.',
    allows:
      'Ids in any order and of any size within int64, with gaps, negative or zero. The id of an animal that another client removed may be reused, and all ids after a reset of the store: see `explain freedoms`.',
    cause:
      'The id taken from the request, from a clock, or counted by several workers on their own.',
  },
  'create.keeps-values': {
    ...creation,
    section: '4.2 r2',
    statement: 'The 201 response contains `name`, `categoryId` and, if sent, `status` unchanged.',
    decided:
      'Names with accents, CJK, emoji beyond the BMP, quotes, backslashes and `&<>` are created, and category numbers up to the ends of int64. Text is compared by code point, numbers exactly; all names are NFC, without white space at the ends. Every other creation that is accepted, gap probes too, must keep its own values.',
    allows:
      'For an unusual name or an unknown category: 400, as the limits are not specified. For an unusual name also 403, 413 or no response, as a firewall may block it. A 201 with other values fails.',
    cause:
      'Text decoded or escaped once too often, a column that cannot store emoji, or an int64 that was rounded, because it was parsed as a double.',
  },
  'create.status-optional': {
    ...creation,
    section: '2',
    statement: 'A new animal without `status` is accepted with 201.',
    decided: 'An animal with only `name` and `categoryId` is sent.',
    allows: 'Any status of the enumeration in the response, or none.',
    cause: 'The schema in the code requires `status`.',
  },
  'create.status-values': {
    ...creation,
    section: '2, 3',
    statement: `A new animal is accepted with 201 in each of the states ${listed(words, 'and')}.`,
    decided: 'One animal of each status is sent, alike otherwise.',
    allows: 'Any 201. `create.keeps-values` checks whether the response repeats the status.',
    cause: 'An enumeration in the code with other words, or with fewer.',
  },
  'create.missing-name': {
    ...refusals,
    section: '4.2 r1',
    statement: 'A new animal without `name` is refused with 400.',
    decided: 'Bodies without `name`, or with it elsewhere, are sent.',
    allows:
      'Any error code and message. If every creation gets 403, the key may not create, and the result is inconclusive.',
    cause: 'Nothing checks that `name` is there, or a default fills it in first.',
  },
  'create.missing-category-id': {
    ...refusals,
    section: '4.2 r1',
    statement: 'A new animal without `categoryId` is refused with 400.',
    decided: 'Bodies without `categoryId`, or with it elsewhere, are sent.',
    allows: 'Any error code and message.',
    cause: 'A number that is 0 if nothing was sent.',
  },
  'create.invalid-name': {
    ...refusals,
    section: '4.2',
    statement: 'A new animal whose `name` is not a JSON string is refused with 400.',
    decided:
      'A number, a boolean, null, an array and an object are sent as `name` in a body that is valid otherwise.',
    allows: 'Any error code and message. Limits on strings are open (`gap.name-limits`).',
    cause:
      'The type of `name` is not checked, or a parser turns numbers, arrays or null into text.',
  },
  'create.invalid-category-id': {
    ...refusals,
    section: '4.2',
    statement:
      'A new animal whose `categoryId` is not a whole number within int64 is refused with 400.',
    decided:
      'A word, the string `"1"`, a fraction, a boolean, null, an array, an object, 2^63 and -2^63-1 are sent as `categoryId` in a body that is valid otherwise.',
    allows:
      'Any error code and message. `1.0` and `1e2` are integers to JSON Schema and are not sent here (`gap.integer-notation`).',
    cause:
      'The type of `categoryId` is not checked, or a parser takes digits in a string, cuts fractions off, or wraps numbers beyond int64.',
  },
  'create.invalid-status': {
    ...refusals,
    section: '2, 4.2',
    statement: 'A creation with a `status` outside the enumeration gets 400.',
    decided:
      'An unknown word, a valid word in other letter case, the empty string, numbers, booleans, arrays and objects are sent as `status` in a body that is valid otherwise.',
    allows: 'Any error code and message. Null may be read as absent: see `create.null-status`.',
    cause:
      'Unknown words stored as they come, compared without regard to letter case, or read as absent; 422 in place of 400.',
  },
  'create.invalid-body': {
    ...refusals,
    section: '4.2',
    statement: 'A creation whose body is not a JSON object is refused with 400.',
    decided:
      'An array, a string, a number, null, JSON that breaks off, another notation and an empty body are sent, each labelled `application/json`.',
    allows:
      'Any error code and message. A lenient JSON parser is allowed: see `create.strict-json`. Other media types are a gap (`gap.content-type`). A 403 or 413 without an `Error` body is attributed to a firewall and ignored.',
    cause:
      'An array unpacked to its first item, defaults for a body that is not an object, or a 500 from a parser that throws.',
  },
  'create.refused-leaves-nothing': {
    ...everyRun,
    file: 'src/judge/creations.ts',
    section: '4.2, 5.3',
    statement: 'A creation that gets 400 or 401 creates no animal.',
    decided:
      'Refused creations carry names of their own. Every list and read after them is searched for these, and the next id is read if ids are counted up.',
    allows:
      'Animals that existed before. Not applicable if no response could reveal a new animal, as in a store with more than one page and random ids.',
    cause: 'The animal is stored before the request is checked, and nothing takes it back.',
  },
  'get.found': {
    ...retrieval,
    statement: '`GET /pets/{petId}` for an existing animal gets 200 with that animal.',
    decided:
      'Listed animals, and created ones if the profile creates, are asked for; ids are compared exactly, also above 2^53. A fresh animal is asked for until `--grace` is over. Three animals of the run that were never found fail; if one or two are missing, animals like them are created and read.',
    allows:
      'A read that lags up to `--grace` seconds behind the creation. A longer lag is inconclusive; the report gives the `--grace` to use. For animals removed by other clients, see `explain freedoms`. From 5 December 2030 a 404, 405, 410 or 501 for an existing animal makes the requirement not applicable.',
    cause: 'A route that shadows this one, or an id that goes through a double or 32 bits.',
  },
  'get.same-animal': {
    ...retrieval,
    profile: 'core',
    file: 'src/judge/claims.ts',
    statement: 'An animal read by id has the `name` and `categoryId` of its creation response.',
    decided:
      'Created animals are read, and compared with their creation and with lists. If one looks different in every response, animals like it are created: it fails if these look different, too. If a read and a list differ, both are asked again in turn, and the one that differs from the creation fails.',
    allows:
      'A `status` that changes or is omitted. Others may edit animals: see `explain freedoms`. From 5 December 2030 a 404, 405, 410 or 501 makes the requirement not applicable.',
    cause: 'The response to a creation and the stored animal are made in two places.',
  },
  'get.stays': {
    ...everyRun,
    file: 'src/judge/presence.ts',
    section: '4.3',
    statement: 'An animal that was read by its id stays readable.',
    decided:
      'An animal that was read early in the run is read again late. It fails if it is missing in one response and back in a later one, if lists go on showing it, or if more than two animals of the run are gone.',
    allows:
      'Reads that lag. Other clients may remove up to two animals of the run or reset the store once: see `explain freedoms`. Not applicable if there is no animal to read.',
    cause: 'A cache or a node of its own that forgets animals, or a read that takes them out.',
  },
  'get.not-found': {
    ...retrieval,
    file: 'suites/not-found.ts',
    section: '4.3, 7',
    statement: '`GET /pets/{petId}` for an unknown id gets 404.',
    decided:
      'Large random int64 ids that the run has not seen are asked for. No list may show one of them afterwards. A gap probe of an id below zero may be refused in any way, but must not be answered with the animal of another id.',
    allows:
      'Any error code and message. If the id exists after all, the suite tries two others. From 5 December 2030, once the operation is found to be gone, the requirement is not applicable.',
    cause: '200 with `null`, 204 or 500 if the store has no such animal.',
  },
  'pet.id': {
    ...everyPet,
    statement:
      'Every animal in a 200 or 201 response has an `id` that is a whole number within int64.',
    allows: 'Negative ids, zero, and extra fields.',
    cause: 'The id is a string: a UUID, or an int64 as some libraries write it.',
  },
  'pet.name': {
    ...everyPet,
    statement: 'Every animal in a 200 or 201 response has a `name` that is a string.',
    allows: 'Any string, the empty one too, and extra fields.',
    cause:
      'Some animals have no name, or one that is not a string; an earlier run may have left them.',
  },
  'pet.category-id': {
    ...everyPet,
    statement:
      'Every animal in a 200 or 201 response has a `categoryId` that is a whole number within int64.',
    allows: 'Negative numbers, zero, and extra fields.',
    cause:
      'The category as an object or a string, or an int64 that was rounded, because it was parsed as a double (as JavaScript does).',
  },
  'pet.status': {
    ...everyPet,
    statement: `The \`status\` of an animal in a 200 or 201 response, if it has one, is ${listed(words, 'or')}.`,
    decided: 'Every animal of every list, creation and read is looked at; null is not absence.',
    allows: 'An animal without `status`, and extra fields.',
    cause:
      'An empty status written as `null`, a word in capitals, or one that a creation was allowed to leave in the store.',
  },
  'error.fields': {
    ...everyError,
    statement:
      'The body of a documented 400, 401 or 404 is an object with the strings `code` and `message` and the integer `status`.',
    decided:
      'Every such response in the run is looked at, except the responses to gap probes and every 429.',
    allows: 'Extra fields and any text in `code` and `message`.',
    cause:
      "The error body of the framework or of a gateway, the specification's fields inside another object, or `status` as a string.",
  },
  'error.status': {
    ...everyError,
    statement: 'The `status` in the body of a defined error is the HTTP status of the response.',
    decided:
      'Wherever a defined 400, 401 or 404 carries an integer `status`, it is compared with the status line.',
    allows: 'A missing or mistyped `status` fails only `error.fields`.',
    cause: 'The status as a string, or a code of its own where the HTTP status belongs.',
  },
  'media.json': {
    ...everyBody,
    section: '4',
    statement: 'Every documented response with a body has the media type `application/json`.',
    decided:
      'The `Content-Type` of every defined 200, 201, 400, 401 and 404 is read; `application/problem+json` and a missing header fail.',
    allows:
      'Parameters such as `charset`, any letter case, and any type on a 429 or on a response to a gap check.',
    cause: 'Errors from the framework or a gateway as HTML or text, or `application/problem+json`.',
  },
  'rate.limit-header': headerOnEach('X-RateLimit-Limit'),
  'rate.remaining-header': headerOnEach('X-RateLimit-Remaining'),
  'rate.reset-header': headerOnEach('X-RateLimit-Reset'),
  'rate.limit-value': {
    ...everyRateHeader,
    statement: '`X-RateLimit-Limit` holds a whole number above zero.',
    decided: 'The header is read wherever it is present.',
    allows: 'Any value up to int64. Without a valid key, any other limit, including 0.',
    cause: 'A policy (`100;w=60`), a unit or a word in place of a bare number.',
  },
  'rate.remaining-value': {
    ...everyRateHeader,
    statement: '`X-RateLimit-Remaining` holds a whole number from zero to the limit.',
    decided:
      'The header is read wherever it is present and compared with the `X-RateLimit-Limit` of the same response.',
    allows: 'The limit itself, and zero on a request that is still served.',
    cause: 'The number is counted down past zero.',
  },
  'rate.reset-value': {
    ...everyRateHeader,
    statement:
      '`X-RateLimit-Reset` holds the moment at which the limit resets, in seconds since the Unix epoch.',
    decided:
      'The moment may not lie before the `Date` of the response nor more than 26 hours after it (31 days on Enterprise, or if no plan is set). Milliseconds, a number of seconds to wait, and a written date fail.',
    allows:
      'A fraction of a second; clocks that differ by up to 30 seconds, or by up to 5 minutes from the clock of the run if the response has no `Date`; the `Age` of a cached response.',
    cause:
      'Seconds until the reset, milliseconds or a date in place of a Unix timestamp in seconds.',
  },
  'rate.plan-limit': {
    ...everyRateHeader,
    statement:
      '`X-RateLimit-Limit` is the per-minute or per-day limit of the plan of the key (`--plan`).',
    decided:
      'The header is compared with both numbers of the configured plan, on responses to the configured key alone. Without a plan, or on Enterprise, the requirement is not applicable.',
    allows:
      'Either number, even alternating. A lower number on a 429 from another limit. Any number without a valid key, and on a 404 for a non-numeric id, as a router may respond before it checks the key.',
    cause:
      '`--plan` is not that of the key, or the limit is that of another plan, or of all keys together.',
  },
  'rate.remaining-falls': {
    ...rateLimits,
    statement: '`X-RateLimit-Remaining` falls as requests are sent with the key.',
    decided:
      'Lists that were sent one after another with nothing in between must show the number falling at least once in the run. If none did, bursts of lists are sent at once; only responses too close together for a refill decide. Above 100,000 requests a window the requirement is not applicable.',
    allows:
      'Buckets that refill, sliding windows, a reset in between, a count that is a few seconds old, caches (`Age`), and other users of the key who make it fall faster.',
    cause: 'A header with a fixed number, or a counter for each worker.',
  },
  'rate.header-once': {
    ...everyRun,
    file: 'src/judge/limit.ts',
    section: '4, 8',
    statement: 'No checked header occurs twice with different values.',
    decided:
      'The three rate headers, `Retry-After` on a 429 and `Content-Type` are read wherever they are present.',
    allows: 'The same value twice.',
    cause: 'Both the service and a gateway before it set the header.',
  },
  'rate.enforced': {
    ...rateExhaustion,
    section: '8.1',
    statement: 'Once the limit is exhausted, every operation responds 429 until the reset.',
    decided:
      'The last requests of the limit, and some above it for each operation, are all sent before any is answered: each operation must get 429 in one of two rounds. No more requests than the limit may be served under one and the same reset time. A response other than 429 above the limit fails if the same request is served below it.',
    allows:
      'Headers that show either the quota of the minute or that of the day. A request that falls after a reset or a refill may be served. Inconclusive: separate counters per operation, counters that nodes synchronise late, and a 401 or 403 after a 429 (the ban of section 8.4).',
    cause:
      'A counter for each worker, an operation that is not counted, a limit that is shown but not enforced, or another status such as 503.',
  },
  'rate.not-early': {
    ...rateExhaustion,
    section: '8.1',
    statement: 'No request gets 429 while `X-RateLimit-Remaining` is above zero.',
    decided:
      'Before the first 429, in the same window, a response must have said that 0 remained. If in two windows 429s come before the limit is used up, none may say that requests remain before the reset. If the wait indicated does not fit the reset shown, another quota may be spent, and the requirement is inconclusive.',
    allows:
      'A second quota that the headers do not show: its 429 leaves the requirement inconclusive. `X-RateLimit-Remaining` may not yet count the current request.',
    cause:
      'The header counts differently from the limiter behind it, or a gateway has a limit of its own.',
  },
  'rate.retry-after': {
    ...rateExhaustion,
    section: '8.2',
    statement: 'Every 429 carries a `Retry-After` header that is not empty.',
    decided:
      'The header is read on every 429 of the run. If the limit cannot be spent, three 429s without it fail.',
    allows: 'Any unit and format: those are open (`gap.retry-after-unit`).',
    cause: 'The 429 comes from a layer that does not know when the limit resets.',
  },
  'rate.recovers': {
    ...rateExhaustion,
    section: '8.2',
    statement: 'After the time in `Retry-After`, requests succeed again.',
    decided:
      'The suite waits as long as a 429 said, and a second more, then sends the request; after one more 429 it waits and tries once more.',
    allows:
      'Seconds, an HTTP date, or milliseconds if only they agree with `X-RateLimit-Reset`. After the wait, a creation may also be refused for another reason: 400, 403, 409 or 507. Inconclusive: a wait longer than `--max-wait`, and a ban (401 or 403).',
    cause: 'Retry-After rounded down, or a refused request that makes the wait longer.',
  },
} as const satisfies Clauses;
