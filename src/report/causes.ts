import type { RequirementId } from '../catalogue/catalogue.ts';

/** What usually lies behind the failure of a row, in the experience that the lab's faults stand for. */
const causes: Readonly<Partial<Record<RequirementId, string>>> = {
  'version.base-path':
    'The base address given to the run lacks its version segment, or a gateway maps `v1` away.',
  'auth.missing-key':
    'A route without the check of the key, a framework that answers 403 or redirects to a login page, or a check done once for each connection.',
  'auth.invalid-key':
    'Keys compared by a prefix, by a hash that cuts them short, or without regard to letter case; 403 in place of 401.',
  'auth.bearer-only':
    'A framework that takes any scheme, or a helper that also looks for the key in other headers.',
  'list.returns-pets':
    'The array wrapped in an object (`items`, `data`), or `null` or 204 for an empty list.',
  'list.default-limit':
    'No default for `limit`, one that applies only where a filter is given, or one animal more, fetched to see whether there is a next page.',
  'list.limit':
    'Off by one, as when one animal more is fetched to see whether there is a next page; a smaller maximum than 100; limits compared as text.',
  'list.status-filter':
    'The filter left out of a query or of the key of a cache, or animals without a status counted as a match.',
  'list.filter-with-limit':
    'Only one of the two parameters reaches the query, or the limit is applied before the filter.',
  'list.shows-animals':
    'The first page is cut before it is filtered, pages are counted from the wrong end, or a comparison with a missing status matches nothing.',
  'list.unique-ids': 'A join that repeats rows, or pages put together that overlap.',
  'create.created':
    '200 or 202 in place of 201, the animal left out of the answer, or a property required that the specification does not know.',
  'create.server-id':
    'The id taken from the request, from a clock, or counted by several workers on their own.',
  'create.keeps-values':
    'Text decoded or escaped once too often, a column that knows no emoji, or an int64 that went through a double.',
  'create.status-optional': 'The schema in the code requires `status`.',
  'create.status-values': 'An enumeration in the code with other words, or with fewer.',
  'create.missing-name': 'A default for the name, or validation that runs after the default.',
  'create.missing-category-id': 'A number that is 0 where nothing was sent.',
  'create.invalid-name': 'A parser that turns numbers, arrays or null into text.',
  'create.invalid-category-id':
    'A parser that takes digits in a string, cuts fractions off, or wraps what is beyond int64.',
  'create.invalid-status':
    'Unknown words stored as they come, compared without regard to letter case, or taken for none; 422 in place of 400.',
  'create.invalid-body':
    'A JSON parser that is forgiving, an array unpacked to its first item, or a 500 from a parser that throws.',
  'get.found': 'A route that shadows this one, or an id that goes through a double or 32 bits.',
  'get.same-animal': 'The answer to a creation and the stored animal are made in two places.',
  'get.not-found': '200 with `null`, 204 or 500 where the store has no such animal.',
  'pet.id': 'The id written as a string, as some libraries write an int64.',
  'pet.name': 'The name left out or null for some animals.',
  'pet.category-id': 'The category as an object or a string.',
  'pet.status': 'An empty status written as `null`, or a word in capitals.',
  'error.fields':
    "The error body of the framework or of the gateway, or the specification's fields inside another object.",
  'error.status': 'The status as a string, or a code of its own where the HTTP status belongs.',
  'media.json':
    'Errors from the framework or a gateway as HTML or text, or `application/problem+json`.',
  'rate.limit-header':
    'The header is set by a handler that errors pass by, most often those of authentication.',
  'rate.remaining-header':
    'The header is set by a handler that errors pass by, most often those of authentication.',
  'rate.reset-header':
    'The header is set by a handler that errors pass by, most often those of authentication.',
  'rate.remaining-value': 'The number is counted down past zero.',
  'rate.reset-value':
    'Seconds until the reset, milliseconds or a date in place of a Unix timestamp in seconds.',
  'rate.plan-limit': 'The limit of another plan, or of all keys together.',
  'rate.remaining-falls': 'A header with a fixed number, or a counter for each worker.',
};

const byId = new Map<string, string>(Object.entries(causes));

/** What usually causes the failure of a row; undefined where nothing is known. */
export function usualCause(id: string): string | undefined {
  return byId.get(id);
}
