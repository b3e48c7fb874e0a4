/**
 * Every question that costs a request, the most telling first. Checks go by `requirement: title`, what several
 * checks share by a name of its own. Found by what each finds in the lab, beside those before it.
 */

import {
  furtherBodies,
  furtherCategories,
  furtherStatuses,
  nearBodies,
  nearCategories,
  nearNames,
  nearStatuses,
} from './near-values.ts';

/** A question, or some that are only asked together. */
export interface Question {
  readonly name: string;
  /** Requests that it takes, beside what the questions before it have asked already. */
  readonly requests: number;
  /** Whether it creates animals, and so is none of a run that must not. */
  readonly creates?: true;
}

/** Questions that take turns by the seed: a plan without room for all of them begins with another one each time. */
export interface Turns {
  readonly turns: readonly Question[];
  /** How many of them this entry takes at most; default all. */
  readonly most?: number;
}

const one = (name: string, requests = 1): Question => ({ name, requests });

/** Checks of a requirement, of one request each. */
const of = (id: string, ...titles: readonly string[]): readonly Question[] =>
  titles.map((title) => one(`${id}: ${title}`));

const names = (...kinds: readonly string[]) =>
  of('create.invalid-name', ...kinds.map((kind) => `name is ${kind}`));
const categories = (...kinds: readonly string[]) =>
  of('create.invalid-category-id', ...kinds.map((kind) => `categoryId is ${kind}`));
const statuses = (...kinds: readonly string[]) =>
  of('create.invalid-status', ...kinds.map((kind) => `status is ${kind}`));
const bodies = (...kinds: readonly string[]) =>
  of('create.invalid-body', ...kinds.map((kind) => `the body is ${kind}`));

/** A value of each gap, then the others; which is which changes with the seed. */
const gapValues: Readonly<Record<string, readonly Question[]>> = {
  limits: ['0', '101', 'abc', '', '1.5', '-1'].map((value) => one(`gap limit=${value}`)),
  names: ['empty', 'white space', 'control characters', '10,000 characters', '256 characters'].map(
    (kind) => one(`a name: ${kind}`),
  ),
  integers: ['.0', 'e0'].map((end) => one(`an integer that ends in ${end}`)),
  types: ['nothing', 'text/plain'].map((type) => one(`a creation as ${type}`)),
  ids: ['abc', '1.5', '9223372036854775808', 'negative'].map((id) => one(`an odd id: ${id}`)),
  methods: ['PUT', 'PATCH', 'DELETE'].map((method) => one(`the method ${method}`)),
};

const otherGaps: readonly Question[] = [
  ...of('gap.status-filter-unknown', 'a status that there is not'),
  ...of('gap.unknown-path', 'a path that the specification does not name'),
  ...of('gap.store-orders', 'the store orders that the reference mentions'),
];

const kindsOf = (all: readonly { readonly kind: string }[]) => all.map(({ kind }) => kind);

const nearKinds = {
  names: kindsOf(nearNames),
  categories: kindsOf(nearCategories),
  statuses: kindsOf(nearStatuses),
  bodies: kindsOf(nearBodies),
};

const near: readonly Question[] = [
  ...names(...nearKinds.names),
  ...categories(...nearKinds.categories),
  ...statuses(...nearKinds.statuses),
  ...bodies(...nearKinds.bodies),
];

const everyCaseOf = (member: string, kinds: readonly string[], requests: number) =>
  kinds.map((kind) => one(`every case: ${member} is ${kind}`, requests));

/** Values of one member that are refused, each of which only a request of its own shows. */
const values: readonly Question[] = [
  ...names('null', 'an object', 'true'),
  ...categories('an object', 'an array', 'null', 'a fraction', 'a string of letters'),
  ...statuses('a known word with a capital', 'a known word in capitals', 'the empty string'),
  ...statuses('a known word with white space', 'an array', 'a number'),
  ...bodies('a string', 'a number', 'JSON that breaks off', 'JSON with a comma too many'),
  ...bodies('JSON with text behind it', 'null'),
  ...categories('-2^63 - 1, one below int64', '2^63, one above int64'),
  ...of('create.null-status', 'status is null'),
];

export const questions: readonly (Question | Turns)[] = [
  one('the store at first'),
  { name: 'creations of each kind', requests: 9, creates: true },
  one('the list of all'),
  one('list.returns-pets: without parameters'),
  one('a list of limit=1'),
  one('a list of status=pending'),
  one('a list of status=sold'),
  one('a list of status=available'),
  one('get.found: animals that this run created', 5),
  ...of('get.not-found', 'an id whose last 32 bits are those of an animal'),
  one('auth.missing-key: a creation without a key on a connection that the key has just used', 2),
  one("auth.missing-key: a list and an animal without a key, together with the key's own call", 3),
  ...of('auth.bearer-only', 'the key in other headers and in cookies', 'the key under Basic'),
  ...of('auth.invalid-key', 'a key near the real one: twice'),
  one('get.stays: an animal that was read at first, at the end of the run'),
  one('a creation with several oddities'),
  ...of(
    'list.filter-with-limit',
    'the second rare status with limit=100, status first',
    'the first rare status with limit=1, limit first',
  ),
  ...of('create.missing-name', 'without name and status', 'an empty object'),
  ...of('create.missing-category-id', 'without categoryId and status'),
  ...statuses('an unknown word'),
  ...bodies('an array', 'empty'),
  ...categories('a string of digits', 'true'),
  ...names('an array', 'a number'),
  ...of('auth.invalid-key', 'a key near the real one: case', 'a key near the real one: shorter'),
  ...of('auth.bearer-only', 'Bearer and no key'),
  one('gap.paging: ways to further pages'),
  ...of('list.filter-with-limit', 'the status of most animals, status first'),
  { turns: values, most: 6 },
  // A store that holds many is spared most of them, and is looked at more closely instead.
  { name: 'creations that fill a page', requests: 17, creates: true },
  ...values,
  ...of('list.limit', 'limit=99'),
  ...of('list.filter-with-limit', 'the second rare status with limit=3, status first'),
  {
    turns: [
      one('a list of limit=2'),
      one('a list of limit=9'),
      one('a list of limit=10'),
      ...of('list.limit', 'limits between'),
    ],
    most: 1,
  },
  ...of('auth.bearer-only', 'the key under another scheme', 'the key without a scheme'),
  ...of(
    'auth.invalid-key',
    'a key of which the second half is wrong',
    'a key of which the first half is wrong',
  ),
  ...of(
    'get.not-found',
    'an id beyond 2^53 that no animal has',
    'an id at an end of what ids may be',
  ),
  one('get.found: an animal that a list shows'),
  one('reads at the end', 2),
  ...of(
    'auth.comes-first',
    'a creation without a key and with a body that breaks off',
    'an id that no animal has, without a key',
  ),
  { turns: gapValues.names ?? [], most: 1 },
  { turns: gapValues.integers ?? [], most: 1 },
  { turns: gapValues.types ?? [], most: 1 },
  { turns: gapValues.limits ?? [], most: 1 },
  { turns: gapValues.ids ?? [], most: 1 },
  { turns: gapValues.methods ?? [], most: 1 },
  { turns: otherGaps, most: 1 },
  { turns: near },
  // What full asks beside: every value, form, operation and sequence that is known to tell something.
  ...everyCaseOf('name', nearKinds.names, 3),
  ...everyCaseOf('categoryId', nearKinds.categories, 5),
  ...everyCaseOf('status', nearKinds.statuses, 5),
  ...everyCaseOf('the body', nearKinds.bodies, 4),
  ...Object.values(gapValues).flat(),
  ...otherGaps,
  one('a list of limit=2'),
  one('a list of limit=9'),
  one('a list of limit=10'),
  ...of('list.limit', 'limits between'),
  ...of(
    'list.filter-with-limit',
    'the status of most animals, limit first',
    'the first rare status with limit=50, limit first',
  ),
  ...of('list.returns-pets', 'however the request is written'),
  ...of('create.missing-name', 'without name'),
  ...of('create.missing-category-id', 'without categoryId', 'without name and categoryId'),
  one('more of the created animals', 2),
  ...of('get.not-found', 'an id up to 2^53 that no animal has'),
  one('every end of ids', 2),
  one('every operation without a key', 2),
  ...[
    'a key near the real one: shorter',
    'a key near the real one: case',
    'the key under Basic',
    'the key without a scheme',
    'the key under another scheme',
    'Bearer and no key',
    'the key in other headers and in cookies',
  ].map((title) => one(`every operation: ${title}`, 2)),
  one('auth.invalid-key: further wrong keys', 8),
  ...of('auth.bearer-only', 'the key under a scheme that ends like Bearer'),
  { name: 'creations of rare names and categories', requests: 3, creates: true },
  one('get.found: animals of rare ids and names that a list shows', 12),
  one('get.not-found: ids that a careless look-up takes for those of animals', 10),
  one('create.missing-name: name stands elsewhere, or under another name', 4),
  one('create.missing-category-id: categoryId stands elsewhere, or under another name', 4),
  ...names('a number, beside a status'),
  one(`create.invalid-category-id: categoryId is ${furtherCategories.kind}`, 7),
  one(`create.invalid-status: status is ${furtherStatuses.kind}`, 15),
  one(`create.invalid-body: the body is ${furtherBodies.kind}`, 11),
  ...Array.from({ length: 6 }, (_, at) => one(`a list in form ${at}`)),
  one('list.limit: sizes at which code may turn', 31),
  one('list.filter-with-limit: every status with many sizes', 45),
  one('ways to further pages, one by one'),
  one('each oddity of a creation alone', 2),
  one('a creation in chunks'),
];
