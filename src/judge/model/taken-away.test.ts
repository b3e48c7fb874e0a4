import { expect, test } from 'vitest';
import { seenIn } from './seen.ts';
import { mostTakenOf } from './taken-away.ts';
import {
  brokenIn,
  creation,
  graceMs,
  list,
  read,
  rex,
  type Script,
  sentOf,
  told,
} from './testing/told.ts';

const ownFrom = 1001;

const made = (count: number): Script =>
  Array.from({ length: count }, (_, at) => creation(sentOf(ownFrom + at), 201, rex(ownFrom + at)));

const page = (ids: readonly number[], query = 'limit=100') =>
  list(
    query,
    ids.map((id) => rex(id)),
  );

const five = [1, 2, 3, 4, 5];
const own = five.map((at) => ownFrom + at);

/** The page of five, then that without two of its middle. */
const twoTaken = (query?: string): Script => [page(five, query), page([1, 3, 5], query)];

test.each<[string, number, Script]>([
  ['nothing is taken from others', 2, [...made(30), page(five), page(five)]],
  ['two of others are taken', 3, [...made(30), ...twoTaken()]],
  ['two of others are taken, and more was made', 4, [...made(49), ...twoTaken()]],
  [
    'two are taken from pages that show the newest first',
    3,
    [...made(30), page([5, 4, 3, 2, 1]), page([5, 3, 1])],
  ],
  [
    'one after the other is taken',
    3,
    [...made(30), page(five), page([1, 3, 4, 5]), page([1, 3, 5])],
  ],
  [
    'one is taken from the list of each query',
    3,
    [...made(30), page(five), page([1, 3, 4, 5]), page(five, ''), page([1, 2, 3, 5], '')],
  ],
  ['too little was made', 2, [...made(29), ...twoTaken()]],
  ['hardly anything was made', 2, [...made(1), ...twoTaken()]],
  [
    'creations that were refused do not count',
    2,
    [...made(29), creation(sentOf(1), 400), ...twoTaken()],
  ],
  ['one of others is taken', 2, [...made(30), page(five), page([1, 3, 4, 5])]],
  [
    'the same one is taken from two lists',
    2,
    [...made(30), page(five), page([1, 3, 4, 5]), page(five, ''), page([1, 3, 4, 5], '')],
  ],
  ['they come back', 2, [...made(30), ...twoTaken(), page(five)]],
  [
    'those of the run itself are taken',
    2,
    [...made(30), page(own), page(own.filter((id) => id % 2 === 0))],
  ],
  [
    'the first ones are passed, as by a page that begins later',
    2,
    [...made(30), page(five), page([3, 4, 5])],
  ],
  [
    'the last ones are cut off, as by a shorter page',
    2,
    [...made(30), page(five), page([1, 2, 3])],
  ],
  ['an empty page shows nothing', 2, [...made(30), page(five), page([])]],
  ['pages are not ordered by ids', 2, [...made(30), page(five), page([3, 1, 5])]],
  ['two moved out of a filtered list', 2, [...made(30), ...twoTaken('status=sold')]],
  ['another parameter chooses', 2, [...made(30), ...twoTaken('page=1')]],
  ['the lists of two queries differ', 2, [...made(30), page(five), page([1, 3, 5], 'limit=3')]],
])('if %s, others may have taken away %i of the run', (_, most, script) => {
  expect(mostTakenOf(seenIn(told(...script)))).toBe(most);
});

test.each([
  ['the oldest first, and of others as well', [], five, [1, 3, 5]],
  ['the newest first, and of others as well', [], [5, 4, 3, 2, 1], [5, 3, 1]],
  ['none of others', ['get.stays'], five, five],
])('three of thirty are taken away, and lists show %s: %j', (_, expected, before, after) => {
  const three = [0, 1, 2].map((at) => ownFrom + at);
  const reads = (pet: typeof rex) => three.map((id) => read(id, pet(id)));
  const gone = three.map((id) => read(id, undefined));
  const script = [...made(30), ...reads(rex), page(before), page(after), graceMs, ...gone];
  expect(brokenIn(told(...script))).toEqual(expected);
});
