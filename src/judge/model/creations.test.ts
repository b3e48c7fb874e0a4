import { expect, test } from 'vitest';
import { brokenIn, creation, rex, type Script, sentOf, told } from '../testing/told.ts';

const judged = (...script: Script) => brokenIn(told(...script));

test.each([
  ['a list', '[]'],
  ['an object without a name', '{"categoryId":9}'],
  ['an object without a category', '{"name":"Other"}'],
  ['an object without both', '{"status":"pending"}'],
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
