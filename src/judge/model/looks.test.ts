import { expect, test } from 'vitest';
import { contentOf, idsOf, looksOf } from './looks.ts';
import { seenIn } from './seen.ts';
import { list, read, rex, type Shown, told } from './testing/told.ts';

const pages = (...some: readonly (readonly Shown[])[]) =>
  seenIn(told(...some.map((pets) => list('', pets)))).lists;

const idless = rex(0, { id: undefined });

test('an animal without an id adds none to the ids of a page', () => {
  expect(pages([rex(1), idless], [idless]).map(idsOf)).toEqual([new Set([1n]), new Set()]);
});

test('pages have the same content if they show the same animals, in any order', () => {
  const [one, other, less, another] = pages(
    [rex(1), rex(2)],
    [rex(2, { status: 'available' }), rex(1)],
    [rex(1)],
    [rex(1), rex(3)],
  ).map(contentOf);
  expect(other).toBe(one);
  expect(new Set([one, less, another]).size).toBe(3);
});

test('lists and reads show an animal; a read that does not find it shows nothing', () => {
  const seen = seenIn(told(read(1, rex(1)), read(2, undefined), list('', [rex(1), rex(3)])));
  expect([...looksOf(seen)].map(([id, all]) => [id, all.map((one) => one.exchange.index)])).toEqual(
    [
      [1n, [2, 0]],
      [3n, [2]],
    ],
  );
});
