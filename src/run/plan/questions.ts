/**
 * Every question that costs a request, the most telling first. A check is named `requirement: title`; what several
 * checks share has a name of its own. The order comes from what each finds in the lab beyond those before it.
 */

import { petStatuses, type SentMember, sentMembers } from '../../spec/animal.ts';
import { everyPageOf, everyPageSize } from '../values/page-sizes.ts';
import {
  furtherLenientBodies,
  furtherValues,
  lenientBodies,
  nearBodies,
  nearMembers,
  nearValues,
  nested,
  wrongKinds,
} from '../values/wrong-values.ts';

/** A question, or several that are only asked together. */
export interface Question {
  readonly name: string;
  /** Requests that it takes beyond what the questions before it have asked already. */
  readonly requests: number;
  /** Whether it creates animals, and so is left out of a run that must not. */
  readonly creates?: true;
  /** Whether it logs in with a wrong key beyond what core may (staging may lock its caller out). */
  readonly logsIn?: true;
  /**
   * Whether no other question may be under way with it: it depends on what comes before it on its connection, or at the
   * same time, or it decides whether others are asked.
   */
  readonly alone?: true;
}

/** Questions that take turns by the seed: a plan without room for all of them begins with another one at each seed. */
export interface Turns {
  readonly turns: readonly Question[];
  /** How many of them this entry takes at most; default: all. */
  readonly most?: number;
}

const one = (name: string, requests = 1): Question => ({ name, requests });

/** Checks of a requirement, of one request each. */
const of = (id: string, ...titles: readonly string[]): readonly Question[] =>
  titles.map((title) => one(`${id}: ${title}`));

const wrong =
  (member: SentMember['name']) =>
  (...kinds: readonly string[]) =>
    sentMembers.flatMap(({ name, invalid }) =>
      name === member ? of(invalid, ...kinds.map((kind) => `${name} is ${kind}`)) : [],
    );
const names = wrong('name');
const categories = wrong('categoryId');
const statuses = wrong('status');
const bodies = (...kinds: readonly string[]) =>
  of('create.invalid-body', ...kinds.map((kind) => `the body is ${kind}`));

/** Bodies that a lenient parser may accept. */
const slips = (...kinds: readonly string[]) =>
  of('create.strict-json', ...kinds.map((kind) => `the body is ${kind}`)).map(
    (question): Question => ({ ...question, creates: true }),
  );

const gaps: readonly Question[] = [
  ...['0', '101', 'abc', '', '1.5', '-1'].map((value) => one(`gap limit=${value}`)),
  ...['empty', 'white space', 'control characters', '10,000 characters', '256 characters'].map(
    (kind) => one(`a name: ${kind}`),
  ),
  ...['.0', 'e0'].map((end) => one(`an integer that ends in ${end}`)),
  ...['nothing', 'text/plain'].map((type) => one(`a creation as ${type}`)),
  ...['abc', '1.5', '9223372036854775808', 'negative'].map((id) => one(`an odd id: ${id}`)),
  ...['PUT', 'PATCH', 'DELETE'].map((method) => one(`the method ${method}`)),
  ...of('gap.status-filter-unknown', 'a status that there is not'),
  ...of('gap.unknown-path', 'a path that the specification does not name'),
  ...of('gap.store-orders', 'the store orders that the reference mentions'),
];

const kindsOf = (all: readonly { readonly kind: string }[]) => all.map(({ kind }) => kind);

const near: readonly Question[] = [
  ...sentMembers.flatMap((member) => wrong(member.name)(...kindsOf(nearValues(member)))),
  ...bodies(...kindsOf(nearBodies)),
];

/** All cases of each kind; a plan without this asks one case. */
const everyCaseOf = (
  member: string,
  kinds: readonly { readonly kind: string; readonly cases: readonly unknown[] }[],
) => kinds.map(({ kind, cases }) => one(`every case: ${member} is ${kind}`, cases.length - 1));

/** By turns from each list, so that neighbours have little in common. */
const mixed = (...lists: readonly (readonly Question[])[]): readonly Question[] =>
  Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, at) =>
    lists.flatMap((list) => list[at] ?? []),
  ).flat();

/** Near values, each of which finds little. */
const rest: readonly Question[] = near;

/** Wrong values that several kinds of services take, fail on, or answer otherwise, mixed by member. */
const telling: readonly Question[] = mixed(
  names('a number', 'null', 'an object', 'true', 'an array'),
  categories('a string of digits', '2^63, one above int64', 'null', 'an object', 'true'),
  statuses('an unknown word', 'a number', 'an object', 'true', 'an array'),
  bodies('an array', 'null', 'JSON that breaks off', 'empty', 'a number'),
);

/** Those that fewer do. */
const further: readonly Question[] = mixed(
  categories(
    ...['a fraction', 'an array', 'a string of letters', '-2^63 - 1, one below int64'],
    'the empty string',
  ),
  statuses(...['a known word in capitals', 'a known word with white space', 'the empty string']),
  bodies('a string', 'true', 'white space'),
  of('create.null-status', 'status is null'),
);

/** What a look for any value takes for none, and other slips that find one kind of fault each. */
const slight: readonly Question[] = mixed(
  names('0', 'false', 'an empty array', 'an empty object'),
  categories('false', 'an empty array', 'an empty object'),
  statuses(
    'a string of digits',
    'false',
    'an empty array',
    'an empty object',
    'a known word with a capital',
  ),
  [
    ...bodies('an empty array', 'a form'),
    ...slips('JSON with a comma too many', 'JSON with text behind it', ...kindsOf(lenientBodies)),
  ],
);

export const questions: readonly (Question | Turns)[] = [
  one('the store at first'),
  // Two of each status, and one without.
  { name: 'creations of each kind', requests: 1 + 2 * petStatuses.length, creates: true },
  one('the list of all'),
  one('list.returns-pets: without parameters'),
  one('a list of limit=1'),
  one('a list of status=pending'),
  one('a list of status=sold'),
  // If no read is answered, one is enough to know it.
  { name: 'get.found: animals that this run created', requests: 6, alone: true },
  ...of('get.not-found', 'an id whose last 32 bits are those of an animal'),
  {
    name: 'auth.missing-key: a creation without a key on a connection that the key has just used',
    requests: 2,
    alone: true,
  },
  {
    name: "auth.missing-key: lists and an animal without a key, together with the key's own call",
    requests: 4,
    alone: true,
  },
  ...of('auth.bearer-only', 'the key in other headers and in cookies', 'the key under Basic'),
  ...of('auth.invalid-key', 'a key near the real one: twice'),
  // The last look, always: one creation, one filtered list, one read.
  one('get.stays: an animal that was read at first, at the end of the run'),
  one('a read at the end'),
  { name: 'an animal created at the end', requests: 2, creates: true },
  ...of('list.filter-with-limit', 'the second rare status with limit=1 at the end, limit first'),
  one('a creation with several oddities'),
  ...of('create.missing-name', 'name stands elsewhere, or under another name', 'an empty object'),
  ...of('create.missing-category-id', 'categoryId stands elsewhere, or under another name'),
  ...of('list.filter-with-limit', 'the second rare status with limit=100, status first'),
  ...of('auth.invalid-key', 'a key near the real one: case', 'a key near the real one: shorter'),
  ...of('auth.bearer-only', 'Bearer and no key'),
  // Quick has room for some of these: each run asks others, so that over several runs quick asks all that core asks.
  { turns: telling },
  { turns: further },
  one('a list of limit=99'),
  one('a list that nothing matches'),
  // A store that holds many animals needs most of them not, and is examined more closely instead.
  { name: 'creations that fill a page', requests: 14, creates: true },
  one('ids that may have been given'),
  ...petStatuses.map((status) => one(`a list of status=${status}`)),
  ...of(
    'list.filter-with-limit',
    'the status of most animals, status first',
    'the second rare status with as many as are known, status first',
  ),
  ...of('auth.bearer-only', 'the key under another scheme', 'the key without a scheme'),
  ...of(
    'auth.invalid-key',
    'a key of which the second half is wrong',
    'a key of which the first half is wrong',
    'a token that is no key',
  ),
  one('get.not-found: an id at an end of what ids may be', 2),
  one('get.found: an animal that a list shows'),
  {
    turns: [
      one('a list of limit=2'),
      one('a list of limit=9'),
      one('a list of limit=10'),
      ...of('list.limit', 'limits between'),
    ],
    most: 1,
  },
  { turns: slight },
  // A kind of wrong value that has no place above has it here.
  ...sentMembers.flatMap((member) => wrong(member.name)(...kindsOf(wrongKinds(member)))),
  { turns: rest },
  // What only full asks: every value, form, operation and sequence that is known to find something.
  ...sentMembers.flatMap((member) => everyCaseOf(member.name, nearValues(member))),
  ...everyCaseOf('the body', nearBodies),
  ...everyCaseOf('the body', lenientBodies),
  one('a list of limit=2'),
  one('a list of limit=9'),
  one('a list of limit=10'),
  ...of('list.limit', 'limits between'),
  ...of(
    'list.filter-with-limit',
    'the status of most animals, limit first',
    'the first rare status with limit=1, limit first',
    'the first rare status with limit=50, limit first',
  ),
  one('gap.paging: ways to further pages'),
  ...gaps,
  ...of('get.not-found', 'an id beyond 2^53 that no animal has'),
  ...of(
    'auth.comes-first',
    'a creation without a key and with a body that breaks off',
    'an id that no animal has, without a key',
  ),
  ...of('list.returns-pets', 'however the request is written'),
  ...of(
    'create.missing-name',
    'without name',
    'without name and status',
    'without name and categoryId',
  ),
  ...of('create.missing-category-id', 'without categoryId', 'without categoryId and status'),
  one('more of the created animals', 28),
  ...of('get.not-found', 'an id up to 2^53 that no animal has'),
  one('every end of ids'),
  one('animals that were refused to callers without the key', 3),
  one('more reads at the end', 10),
  ...[
    'every operation: a key near the real one: shorter',
    'every operation: the key under Basic',
    'every operation: the key without a scheme',
    'every operation: the key under another scheme',
    'every operation: Bearer and no key',
    'every operation: the key in other headers and in cookies',
  ].map((name) => ({ name, requests: 2, logsIn: true as const })),
  { name: 'auth.invalid-key: further wrong keys', requests: 7, logsIn: true },
  {
    name: 'auth.bearer-only: the key under a scheme that ends like Bearer',
    requests: 1,
    logsIn: true,
  },
  { name: 'auth.bearer-only: the key in the body of a creation', requests: 1, logsIn: true },
  { name: 'creations of rare names and categories', requests: 6, creates: true },
  one('get.found: animals of rare ids and names that a list shows', 12),
  one('get.not-found: ids that a careless look-up takes for those of animals', 12),
  one('create.missing-name: name is missing beside an id or a status', nearMembers.name.length - 1),
  one(
    'create.missing-category-id: categoryId is missing beside an id or a status',
    nearMembers.categoryId.length - 1,
  ),
  ...sentMembers.flatMap(({ name }) => wrong(name)(nested.kind)),
  ...bodies(nested.kind),
  ...of('create.invalid-name', 'name and all other members are of wrong types'),
  ...sentMembers.map((member) => {
    const { kind, cases } = furtherValues(member);
    return one(`${member.invalid}: ${member.name} is ${kind}`, cases.length);
  }),
  one(
    `create.strict-json: the body is ${furtherLenientBodies.kind}`,
    furtherLenientBodies.cases.length,
  ),
  ...Array.from({ length: 6 }, (_, at) => one(`a list in form ${at}`)),
  one('list.limit: sizes at which code may turn', everyPageSize.length),
  one(
    'list.filter-with-limit: every status with many sizes',
    petStatuses.length * everyPageOf(petStatuses[0]).length,
  ),
  one('list.filter-with-limit: beside a parameter that nobody has described'),
  one('list.shows-animals: the list of all, several times in a row', 4),
  one('ways to further pages, one by one'),
  one('each oddity of a creation alone', 2),
  one('a creation in chunks'),
];
