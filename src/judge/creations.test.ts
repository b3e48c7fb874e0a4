import { expect, test } from 'vitest';
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

const given = [1, 10, 20].map((id) => creation(sentOf(id), 201, rex(id)));
const own = [1, 10, 20].map((id) => rex(id));
/** Animals of further ids under the names of the first two. */
const copies = [rex(2, { name: 'Rex 1' }), rex(11, { name: 'Rex 10' })];

test.each<[string, Script, readonly string[]]>([
  [
    'a list shows two names under further ids',
    [list('', [...own, ...copies])],
    ['create.server-id'],
  ],
  ['a list shows one, which others may have copied', [list('', [...own, ...copies.slice(1)])], []],
  ['the ids that were given are not there', [list('', copies)], []],
])('a creation makes one animal: %s', (_, script, broken) => {
  expect(judged(...given, ...script)).toEqual(broken);
});

const refused = { name: 'Testpetbcdfgh', categoryId: 3 };
const refusal = creation(refused, 400);
const left = (id: number, differing: Shown = refused): Shown => rex(id, differing);
const leftover = list('', [left(9)]);

const rule = 'create.refused-leaves-nothing';

test.each<[string, Script]>([
  ['is in a list', [refusal, leftover]],
  ['was refused again later', [refusal, leftover, refusal, leftover]],
  ['was sent again after a 429', [refusal, creation(refused, 429), leftover]],
  ['is shown by a read', [refusal, read(9, left(9))]],
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
  expect(judged(creation(sent, 400), shown)).toEqual([rule]);
});

test.each<[string, Script]>([
  ['was shown before the refusal', [leftover, refusal, leftover]],
  ['was sent in a request that 429 answered', [creation(refused, 429), leftover]],
  ['was accepted later', [refusal, creation(refused, 201, left(9)), leftover]],
])('it proves nothing if it %s', (_, script) => {
  expect(judged(...script)).toEqual([]);
});
