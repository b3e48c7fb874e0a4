import { describe, expect, test } from 'vitest';
import {
  brokenIn,
  creation,
  exchangesOf,
  list,
  read,
  rex,
  type Script,
  type Shown,
  sentOf,
} from './testing/exchanges.ts';

const judged = (...script: Script) => brokenIn(exchangesOf(...script));

test.each([
  ['a list', '[]'],
  ['an object without a name', '{"categoryId":9}'],
  ['an object without a category', '{"name":"Other"}'],
])(
  'a creation of %s that is accepted breaks what had to refuse it, and keeps what it likes',
  (_, sent) => {
    expect(judged(creation(sent, 201, rex(1)))).toEqual([]);
  },
);

test.each([
  [{ name: undefined }, 'pet.name'],
  [{ categoryId: undefined }, 'pet.category-id'],
  [{ status: 'lost' }, 'pet.status'],
  [{ status: undefined }, 'create.keeps-values'],
])('an animal that is answered with %j breaks %s alone', (differing, id) => {
  expect(judged(creation(sentOf(1), 201, rex(1, differing), { purpose: 'gap' }))).toEqual([id]);
});

const created = (...ids: readonly number[]) => ids.map((id) => creation(sentOf(id), 201, rex(id)));

/** An animal that has the name of another one. */
const asRex = (other: number, id: number): Shown => rex(id, { name: `Rex ${other}` });

const given = created(1, 10, 20);
const own = [1, 10, 20].map((id) => rex(id));
const copies = [asRex(1, 2), asRex(10, 11)];
const doubled = list('limit=100', [...own, ...copies]);

describe('a creation makes one animal', () => {
  test.each<[string, Script, readonly string[]]>([
    ['fails if a list shows two names under further ids', [doubled], ['create.server-id']],
    [
      'so it does if reads show them',
      copies.map((pet) => read(Number(pet.id), pet)),
      ['create.server-id'],
    ],
    ['passes if it is one', [list('limit=100', copies.slice(1))], []],
    ['passes if the ids are below all', [list('', [asRex(1, -2), asRex(10, 0)])], []],
    ['passes if the ids are above all', [list('', [asRex(10, 21), asRex(20, 22)])], []],
  ])('%s', (_, script, broken) => {
    expect(judged(...given, ...script)).toEqual(broken);
  });

  test('passes if the names were shown before they were sent, as after a run with the same seed', () => {
    const before = copies.map((one) => read(Number(one.id), one));
    expect(judged(...before, ...given, doubled)).toEqual([]);
  });

  test('an animal that is answered with the name of another one has changed a value', () => {
    const swapped = [3, 4].map((id) => creation(sentOf(id), 201, asRex(id - 2, id)));
    const ids = judged(...created(1, 2, 5), ...swapped, list('', [asRex(1, 3), asRex(2, 4)]));
    expect(ids).toEqual(['create.keeps-values', 'create.keeps-values']);
  });
});

const refused = { name: 'Testpetbcdfgh', categoryId: 3 };
const refusal = creation(refused, 400);
const left = (id: number | undefined, differing: Shown = refused): Shown =>
  rex(id ?? 0, { ...differing, id });
const leftover = list('', [left(9)]);

const rule = 'create.refused-leaves-nothing';

test.each<[string, Script]>([
  ['was refused again later', [list('', []), refusal, leftover, refusal, leftover]],
  ['was sent again after a 429', [list('', []), refusal, creation(refused, 429), leftover]],
  ['is shown by a read', [refusal, list('', []), refusal, leftover, read(9, left(9))]],
])('an animal under a refused name that %s was left by a refusal', (_, script) => {
  expect(new Set(judged(...script))).toEqual(new Set([rule]));
});

test.each([
  ['that is cut off', '{"name" : "Testpetbcdfgh"', refused.name],
  ['with it in an array', '{"name":["Testpetbcdfgh"],"categoryId":3}', refused.name],
  ['in a text', JSON.stringify('{"name":"Testpetbcdfgh"}'), refused.name],
  ['with a number', '{"name":1234567.25,"categoryId":3}', '1234567.25'],
])('so was one of the name in a body %s', (_, sent, name) => {
  const shown = list('', [left(9, { ...refused, name })]);
  expect(judged(list('', []), creation(sent, 400), shown)).toEqual([rule]);
});

test.each<[string, Script]>([
  ['was shown before the refusal alone', [list('', []), leftover, refusal]],
  ['was sent in a request that 429 answered', [list('', []), creation(refused, 429), leftover]],
  ['was lacking in another list', [list('status=sold', []), refusal, leftover]],
  ['was lacking in a list that was asked for later', [refusal, list('limit=9', []), leftover]],
])('it proves nothing if it %s', (_, script) => {
  expect(judged(...script)).toEqual([]);
});

describe('without a list before the refusal, the ids of animals of the run tell what is new', () => {
  const own = (...ids: readonly number[]) => ids.map((id) => creation(sentOf(id), 201, rex(id)));
  test.each<[string, boolean, readonly number[], number | undefined]>([
    ['above ids that were given in rising order', true, [1, 2, 3], 4],
    ['below one of them', false, [1, 2, 30], 9],
    ['one of them: an animal that was renamed', false, [1, 2, 3], 3],
    ['above too few', false, [1, 2], 9],
    ['above ids that are far apart', false, [100, 1500, 3100], 4000],
    ['above ids that are counted down', false, [8, 7, 6], 9],
    ['above ids of creations that overtook one another', true, [1, 3, 2, 5, 4], 9],
  ])('it is %s: new is %s', (_, isNew, ids, id) => {
    const found = judged(...own(...ids), refusal, list('', [left(id)]));
    expect(found.includes(rule)).toBe(isNew);
  });

  test('those given after the refusal, or not at all, count for nothing', () => {
    expect(judged(...own(1, 2), refusal, ...own(3), list('', [left(9)]))).toEqual([]);
    const failed = creation(sentOf(3), 503);
    expect(judged(...own(1, 2), failed, refusal, list('', [left(9)]))).toEqual([]);
  });
});
