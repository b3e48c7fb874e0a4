import { describe, expect, test } from 'vitest';
import { placeOf } from '../../defined.ts';
import { falling, inTurn, type Limited, limited, still } from '../testing/limited.ts';
import { type Count, countsOf, mostFreed } from './counts.ts';
import { mayBeLate } from './late.ts';
import { leastChain, longestWithoutFall } from './without-fall.ts';

/** A day whose reset stands still: what comes free meanwhile is next to nothing. */
const day = { limit: 1000, resetsAt: 40_000_000 };

const reads = { operation: 'getPet' } as const;

/** Whether the reads that are served among these answers, with which the count does not fall, may be counted and shown late. */
function isExcused(...shown: readonly Limited[]): boolean {
  const counts = countsOf(limited(...shown.map((one) => ({ ...day, ...one }))), 'key-holder');
  const isOwn = ({ exchange }: Count) => placeOf(exchange) === 'getPet 200';
  const freed = mostFreed(counts, 'free');
  const chain = longestWithoutFall(counts, isOwn, freed);
  expect(chain.score).toBeGreaterThan(leastChain);
  return mayBeLate(chain.counts, { counts, freed, isOwn });
}

/** Twenty lists, 20 ms apart, that take the count from 59 to 40. */
const lists = inTurn(falling(59, 20), 0);

/** Numbers in answers this far apart, in milliseconds. */
const apart = (numbers: readonly number[], ms: number, from: number, facts = {}): Limited[] =>
  numbers.map((remaining, at) => ({ ...facts, remaining, at: from + at * ms }));

const slowAtLast = (shown: readonly Limited[], took: number): Limited[] =>
  shown.map((one, at) => (at === shown.length - 1 ? { ...one, took } : one));

describe('a count that stands still is read late for as long as nothing was asked before', () => {
  test.each([
    ['as short as the pause before it', true, 1400, 900],
    ['longer', false, 1400, 1100],
  ])('%s: %s', (_, isLate, from, ms) => {
    expect(isExcused(...lists, ...apart(still(40, 6), ms / 5, from, reads))).toBe(isLate);
  });

  test('a pause more than ten seconds ago says nothing', () => {
    const steady = apart(falling(39, 25), 500, 2400);
    const stuck = apart(still(15, 6), 300, 14_900, reads);
    expect(isExcused(...lists, ...steady, ...stuck)).toBe(false);
    expect(
      isExcused(
        ...lists,
        ...apart(falling(39, 9), 500, 2400),
        ...apart(still(31, 6), 300, 6900, reads),
      ),
    ).toBe(true);
  });

  test.each([
    [3, true],
    [4, false],
  ])('it may rise by the way %i times: %s', (rises, isLate) => {
    const rising = falling(40 + rises, rises + 1).reverse();
    const shown = [...still(40, 4), ...rising, ...still(40 + rises, 2)];
    expect(isExcused(...lists, ...inTurn(shown, 1400, reads))).toBe(isLate);
  });

  test.each([
    [4, 20, true],
    [3, 20, false],
    [4, 100, false],
  ])(
    'how long the last answer takes says nothing once a count rose by %i (%i ms apart): %s',
    (rise, ms, isLate) => {
      const risen = [...falling(59, 10), ...falling(50 + rise, 10)];
      const before = [...inTurn(risen, 0), ...inTurn([40 + rise], 780)];
      const stuck = slowAtLast(apart(still(40 + rise, 6), ms, 800, reads), 500);
      expect(isExcused(...before, ...stuck)).toBe(isLate);
    },
  );
});

describe('a window that has just opened: no request lowers the count yet', () => {
  const later = inTurn(falling(59, 12), 11_500);
  const opening = (ms: number, number = 60) => apart(still(number, 8), ms, 40, reads);

  test.each([
    ['for a second', true, opening(140)],
    ['for more than ten', false, opening(1450)],
    ['after a list that shows the same', true, [...inTurn([60], 0), ...opening(140)]],
    ['after a list that shows more', false, [...inTurn([61], 0), ...opening(140)]],
    [
      'and a list that ends meanwhile shows less',
      false,
      [{ remaining: 59, at: 0, took: 100 }, ...opening(140)],
    ],
    [
      'and a list under way with the last shows less',
      true,
      [...slowAtLast(opening(140), 50), { remaining: 59, at: 1030 }],
    ],
  ])('%s: %s', (_, isLate, shown) => {
    expect(isExcused(...shown, ...later)).toBe(isLate);
  });
});

describe('an operation that has a count of its own, which is read late', () => {
  const own = (first: number, count: number, falls: number) => [
    ...inTurn(still(first, count), 400, reads),
    ...inTurn(falling(first - 1, falls), 400 + count * 20, reads),
  ];

  // Else it might be that of nodes which know more or less.
  const unknown = inTurn(falling(58, 4), 560, { ...reads, status: 404 });
  const rising = [...inTurn([55, 55, 57, 57, 59, 59, 59, 59], 400, reads), ...unknown];

  test.each([
    ['falls four times after it', true, own(59, 9, 4)],
    ['falls three times', false, own(59, 9, 3)],
    ['is not above what others showed', false, own(44, 9, 4)],
    ['is above it', true, own(45, 9, 4)],
    ['rises by four by the way', false, rising],
  ])('%s: %s', (_, isLate, shown) => {
    expect(isExcused(...lists, ...shown)).toBe(isLate);
  });

  test('is above what others showed before it: what they show later says nothing', () => {
    const shown = [...inTurn(falling(59, 10), 0), ...own(54, 14, 6)];
    expect(isExcused(...shown, ...inTurn(falling(47, 3), 1000))).toBe(false);
  });

  test('falls that lists may have brought about show no count of its own', () => {
    const mixed = own(59, 9, 4).flatMap((one, at): Limited[] =>
      at < 9 ? [one] : [{ remaining: 48 - at, at: one.at - 10 }, one],
    );
    expect(isExcused(...lists, ...mixed)).toBe(false);
  });
});

describe('a copy of the count that lags behind raises it once', () => {
  const copies = (...shown: readonly number[]) => inTurn(shown, 400, reads);

  test.each([
    ['after the count itself', true, copies(39, ...still(57, 9))],
    ['after some of the count itself', true, copies(...still(39, 5), ...still(57, 5))],
    ['by four', true, copies(39, ...still(43, 9))],
    ['by three', false, copies(39, ...still(42, 9))],
    ['and then again', false, copies(39, ...still(49, 5), ...still(57, 5))],
    ['and then again by four', false, copies(39, ...still(49, 5), ...still(53, 5))],
    ['by four, and then by more', false, copies(39, 43, 43, ...still(57, 9))],
    ['though one in between shows more', false, copies(39, ...still(57, 4), 58, ...still(57, 4))],
    ['and is the whole limit', false, copies(39, ...still(1000, 9))],
    ['and goes on falling', true, copies(39, 57, 56, 57)],
    [
      'and then others lower it',
      false,
      [...slowAtLast(copies(39, ...still(57, 9)), 60), { remaining: 56, at: 590 }],
    ],
    ['for more than ten seconds', false, apart([39, ...still(57, 9)], 1200, 400, reads)],
  ])('%s: %s', (_, isLate, shown) => {
    expect(isExcused(...lists, ...shown)).toBe(isLate);
  });
});

describe('nodes that know more or less of the requests answer by chance', () => {
  /** The count falls four times with reads alone, and rises on the whole. */
  const byChance = [40, 38, 45, 38, 41, 37, 40, 36, 42];

  test.each([
    ['it falls with them four times, and rises', true, inTurn(byChance, 400, reads)],
    ['it falls with them three times', false, inTurn(byChance.slice(1), 400, reads)],
    ['for more than ten seconds', false, apart(byChance, 1600, 400, reads)],
  ])('%s: %s', (_, isLate, shown) => {
    expect(isExcused(...lists, ...shown)).toBe(isLate);
  });

  test.each([
    ['before', 10],
    ['while', 30],
  ])(
    'a count that may fall with lists, which end %s the read that shows it, leaves out reads that raise it',
    (_, took) => {
      const fallen = [40, 39, 38, 37].flatMap((number, at): Limited[] => [
        { ...reads, remaining: number, at: 400 + at * 60 },
        { remaining: number - 1, at: 415 + at * 60, took },
        { ...reads, remaining: number - 1, at: 430 + at * 60 },
      ]);
      const risen = inTurn([36, 37, 38, 39, 40, 41], 640, reads);
      expect(isExcused(...lists, ...fallen, ...risen)).toBe(false);
    },
  );
});
