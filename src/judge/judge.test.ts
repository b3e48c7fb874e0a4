import { expect, test } from 'vitest';
import type { Answered } from '../http/exchange.ts';
import { forbiddenIn } from './judge.ts';
import { answer } from './testing/answer.ts';
import {
  brokenIn,
  creation,
  doubtedIn,
  exchangesOf,
  list,
  read,
  rex,
  type Shown,
} from './testing/exchanges.ts';

const broken = (exchanges: readonly Answered[]) => brokenIn(exchanges);

const herd = (count: number, from = 1): Shown[] =>
  Array.from({ length: count }, (_, at) => rex(from + at));

test('an ordinary run breaks nothing and leaves nothing to ask', () => {
  const exchanges = exchangesOf(
    creation({ name: 'Rex 1', categoryId: 3, status: 'sold' }, 201, rex(1)),
    list('limit=100', [rex(1)]),
    list('status=sold', [rex(1)]),
    read(1, rex(1)),
  );
  expect(broken(exchanges)).toEqual([]);
  expect(doubtedIn(exchanges)).toEqual([]);
});

test.each([
  ['', 21, 'list.default-limit'],
  ['status=sold', 21, 'list.default-limit'],
  ['limit=7', 8, 'list.limit'],
  ['status=sold&limit=7', 8, 'list.filter-with-limit'],
  ['limit=7&page=2', 8, 'list.limit'],
])('a list for %j of %i animals breaks %s, whoever asked for it', (query, count, id) => {
  for (const purpose of ['clause', 'gap'] as const) {
    expect(broken(exchangesOf(list(query, herd(count), { purpose })))).toEqual([id]);
    expect(broken(exchangesOf(list(query, herd(count - 1), { purpose })))).toEqual([]);
  }
});

test.each(['limit=0', 'limit=101', 'limit=', 'limit=abc', 'limit=1&limit=2', 'status=unknown'])(
  'the answer to %s is left open',
  (query) => {
    expect(broken(exchangesOf(list(query, herd(150), { purpose: 'gap' })))).toEqual([]);
  },
);

test.each([
  [{ name: 'Other' }, ['create.keeps-values']],
  [{ categoryId: 4 }, ['create.keeps-values']],
  [{ status: 'pending' }, ['create.keeps-values']],
  [{ categoryId: undefined }, ['pet.category-id']],
  [{ extra: true }, []],
])('a probe that is accepted as %j breaks %j', (differing, ids) => {
  const sent = { name: 'Rex 1', categoryId: 3, status: 'sold', more: 1 };
  const answered = creation(sent, 201, rex(1, differing), { purpose: 'gap' });
  expect(broken(exchangesOf(answered))).toEqual(ids);
});

test.each(['  ', ' Rex', 'R\u0001ex', 'Re\u0301x'])('a name such as %j may be tidied', (name) => {
  expect(broken(exchangesOf(creation({ name, categoryId: 3 }, 201, rex(1))))).toEqual([]);
});

test('a read of a known animal that shows another one is wrong', () => {
  expect(broken(exchangesOf(list('', [rex(1), rex(2)]), read(1, rex(2))))).toEqual(['get.found']);
  expect(broken(exchangesOf(read(1, rex(2))))).toEqual([]);
});

test('a gap probe of an id below zero may be refused, but not be answered with the animal of another id', () => {
  const probe = (pet: Shown | undefined) => broken(exchangesOf(read(-1, pet, { purpose: 'gap' })));
  expect(probe(rex(1))).toEqual(['get.not-found']);
  expect(probe(rex(-1))).toEqual([]);
  expect(probe(undefined)).toEqual([]);
});

const reading = (status: number) => answer({ operation: 'getPet', status });
const listing = (status: number) => answer({ operation: 'listPets', status });

test('a key that is answered 403 to every read may not read, whatever it may list', () => {
  const evidence = [reading(403)];
  expect(forbiddenIn(evidence, [listing(200), reading(429), ...evidence, reading(502)])).toBe(
    'getPet',
  );
});

test('an operation that the key may use, or that a stranger is refused, is not forbidden to it', () => {
  const refused = reading(403);
  const strangers = { ...refused, caller: 'anonymous' } as const;
  expect(forbiddenIn([refused], [refused, reading(200)])).toBeUndefined();
  expect(forbiddenIn([refused, reading(404)], [refused])).toBeUndefined();
  expect(forbiddenIn([strangers], [strangers])).toBeUndefined();
  expect(forbiddenIn([answer({ operation: 'createPet', status: 403 })], [])).toBeUndefined();
  expect(forbiddenIn([], [])).toBeUndefined();
});
