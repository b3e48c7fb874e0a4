/**
 * Every question that costs a request, the most telling first. A check is named `requirement: title`; what several
 * checks share has a name of its own. The order comes from what each finds in the lab beyond those before it.
 */

import { petStatuses, type SentMember, sentMembers } from '../../catalogue/animal.ts';
import { everyPageOf, everyPageSize } from '../data/page-sizes.ts';
import {
  furtherLenientBodies,
  furtherValues,
  lenientBodies,
  nearBodies,
  nearMembers,
  nearValues,
  nested,
  wrongKinds,
} from '../data/wrong-values.ts';

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
  ...slips(...kindsOf(lenientBodies)),
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

/** Near values, each of which finds little, and gaps, which are recorded and never judged. */
const rest: readonly Question[] = mixed(near, gaps.slice(0, 14), gaps.slice(14));

/** Questions that each find two or three faults of the lab, mixed so that neighbours are about several members. */
const telling: readonly Question[] = [
  ...names('an object'),
  ...statuses('a number'),
  ...categories('an object'),
  ...bodies('null'),
  ...names('null'),
  ...statuses('a known word in capitals'),
  ...names('true'),
  ...categories('an array'),
  ...names('an array'),
  ...statuses('an array'),
  ...of('auth.comes-first', 'a creation without a key and with a body that breaks off'),
  ...names('a number'),
];

/** Values that find one fault each. */
const values: readonly Question[] = [
  ...categories('null', 'a fraction', 'a string of letters'),
  ...statuses('a known word with a capital', 'the empty string', 'true'),
  ...statuses('a known word with white space'),
  ...bodies('a string', 'a number'),
  ...slips('JSON with a comma too many', 'JSON with text behind it'),
  ...categories('-2^63 - 1, one below int64'),
  ...of('create.null-status', 'status is null'),
];

/** Further questions of core; a plan as small as quick's has room for one or two. */
const further: readonly Question[] = [
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
  ),
  ...of(
    'get.not-found',
    'an id beyond 2^53 that no animal has',
    'an id at an end of what ids may be',
  ),
  one('get.found: an animal that a list shows'),
];

export const questions: readonly (Question | Turns)[] = [
  one('the store at first'),
  // Two of each status, and two that are unusual in other ways.
  { name: 'creations of each kind', requests: 2 + 2 * petStatuses.length, creates: true },
  one('the list of all'),
  one('list.returns-pets: without parameters'),
  one('a list of limit=1'),
  one('a list of limit=99'),
  one('a list of status=pending'),
  one('a list of status=sold'),
  // If no read is answered, one is enough to know it.
  { name: 'get.found: animals that this run created', requests: 5, alone: true },
  ...of('get.not-found', 'an id whose last 32 bits are those of an animal'),
  {
    name: 'auth.missing-key: a creation without a key on a connection that the key has just used',
    requests: 2,
    alone: true,
  },
  {
    name: "auth.missing-key: a list and an animal without a key, together with the key's own call",
    requests: 3,
    alone: true,
  },
  ...of('auth.bearer-only', 'the key in other headers and in cookies', 'the key under Basic'),
  ...of('auth.invalid-key', 'a key near the real one: twice'),
  one('get.stays: an animal that was read at first, at the end of the run'),
  one('a creation with several oddities'),
  one('a read at the end'),
  ...of('list.filter-with-limit', 'the second rare status with limit=100, status first'),
  // Includes a read of it: what an error leaves behind shows in what comes after.
  { name: 'an animal created at the end', requests: 2, creates: true },
  ...of('list.filter-with-limit', 'the second rare status with limit=1 at the end, limit first'),
  // Drafts, which have no status, may lack what others may not, or the other way round: one member in each way.
  { turns: of('create.missing-name', 'without name and status', 'without name'), most: 1 },
  {
    turns: of('create.missing-category-id', 'without categoryId', 'without categoryId and status'),
    most: 1,
  },
  ...of('create.missing-name', 'an empty object'),
  ...statuses('an unknown word'),
  ...bodies('an array', 'empty', 'JSON that breaks off'),
  ...categories('a string of digits', 'true', '2^63, one above int64'),
  ...of('auth.invalid-key', 'a key near the real one: case', 'a key near the real one: shorter'),
  ...of('auth.bearer-only', 'Bearer and no key'),
  one('gap.paging: ways to further pages'),
  one('a list that nothing matches'),
  // Quick has room for these three: one may find little, so that over several runs quick asks all that core asks.
  { turns: telling, most: 2 },
  { turns: [...values, ...further], most: 1 },
  ...telling,
  // A store that holds many animals needs most of them not, and is examined more closely instead.
  { name: 'creations that fill a page', requests: 19, creates: true },
  one('ids that may have been given'),
  // A status, or a kind of wrong value, that has no place above has it here.
  ...petStatuses.map((status) => one(`a list of status=${status}`)),
  ...values,
  ...further,
  ...sentMembers.flatMap((member) => wrong(member.name)(...kindsOf(wrongKinds(member)))),
  {
    turns: [
      one('a list of limit=2'),
      one('a list of limit=9'),
      one('a list of limit=10'),
      ...of('list.limit', 'limits between'),
    ],
    most: 1,
  },
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
  ...of('auth.comes-first', 'an id that no animal has, without a key'),
  ...of('list.returns-pets', 'however the request is written'),
  ...of('create.missing-name', 'without name', 'without name and status'),
  ...of(
    'create.missing-category-id',
    'without categoryId',
    'without categoryId and status',
    'without name and categoryId',
  ),
  one('more of the created animals', 28),
  ...of('get.not-found', 'an id up to 2^53 that no animal has'),
  one('every end of ids', 2),
  one('animals that were refused to callers without the key', 3),
  one('more reads at the end', 10),
  { name: 'every operation without a key', requests: 3, logsIn: true },
  ...[
    'every operation: a key near the real one: shorter',
    'every operation: the key under Basic',
    'every operation: the key without a scheme',
    'every operation: the key under another scheme',
    'every operation: Bearer and no key',
    'every operation: the key in other headers and in cookies',
  ].map((name) => ({ name, requests: 2, logsIn: true as const })),
  { name: 'auth.invalid-key: further wrong keys', requests: 8, logsIn: true },
  {
    name: 'auth.bearer-only: the key under a scheme that ends like Bearer',
    requests: 1,
    logsIn: true,
  },
  { name: 'auth.bearer-only: the key in the body of a creation', requests: 1, logsIn: true },
  { name: 'creations of rare names and categories', requests: 6, creates: true },
  one('get.found: animals of rare ids and names that a list shows', 12),
  one('get.not-found: ids that a careless look-up takes for those of animals', 12),
  one('create.missing-name: name stands elsewhere, or under another name', nearMembers.name.length),
  one(
    'create.missing-category-id: categoryId stands elsewhere, or under another name',
    nearMembers.categoryId.length,
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
