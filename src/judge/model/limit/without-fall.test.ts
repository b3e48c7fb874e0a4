import { expect, test } from 'vitest';
import { falling, inTurn, type Limited, limited, still } from '../testing/limited.ts';
import { type Count, countsOf } from './counts.ts';
import { longestWithoutFall } from './without-fall.ts';

const isAny = (_: Count) => true;
const isRead = ({ exchange }: Count) => exchange.operation === 'getPet';

/** How much the counts of these answers do not fall, if nothing or so many come free in a millisecond. */
const scoreOf = (shown: readonly Limited[], freed = 0, isOfKind = isAny) =>
  longestWithoutFall(countsOf(limited(...shown), 'key-holder'), isOfKind, freed).score;

/** Answers under way from one time to another. */
const underWay = (...spans: readonly (readonly [number: number, from: number, to: number])[]) =>
  spans.map(([remaining, at, to]): Limited => ({ remaining, at, took: to - at }));

const list: Limited = { at: 0, remaining: 40 };
const reads = (numbers: readonly number[], from = 20) =>
  inTurn(numbers, from, { operation: 'getPet' });

test.each<readonly [string, number, readonly Limited[]]>([
  ['falls with each', 1, inTurn(falling(59, 5), 0)],
  ['stands still', 5, inTurn(still(40, 5), 0)],
  ['is spent: from 0 nothing falls', 1, inTurn(still(0, 5), 0)],
  ['is spent by requests at once', 1, underWay([0, 0, 50], [0, 0, 50], [0, 0, 50])],
  ['rises, which says as much as standing still', 4, inTurn([40, 41, 42], 0)],
  ['rises from one operation to another', 3, [list, ...reads([41, 42])]],
  ['falls from one operation to another', 1, [list, ...reads([39])]],
  ['is higher in between', 2, inTurn([40, 45, 41], 0)],
  ['is lower in between', 2, inTurn([40, 39, 40], 0)],
  ['is one for requests at once', 3, underWay([40, 0, 50], [40, 0, 50], [40, 0, 50])],
  [
    'is one for requests at once, twice',
    6,
    [0, 60].flatMap((at) => underWay(...still(40, 3).map((one) => [one, at, at + 50] as const))),
  ],
  [
    'falls by one for requests at once',
    3,
    [0, 1].flatMap((later) =>
      underWay(...still(40 - later, 3).map((one) => [one, later * 60, later * 60 + 50] as const)),
    ),
  ],
  [
    'is that of one which may be counted after the last',
    2,
    underWay([40, 0, 20], [40, 10, 90], [41, 30, 50]),
  ],
  [
    'is that of one which may be counted before the first',
    2,
    underWay([40, 0, 20], [41, 10, 90], [41, 30, 50]),
  ],
])('a count that %s: %i', (_, score, shown) => {
  expect(scoreOf(shown)).toBe(score);
});

test('others in between end a chain', () => {
  const shown = [...reads([40, 40]), { at: 70, remaining: 39 }, ...reads([39, 39, 39], 90)];
  expect(scoreOf(shown, 0, isRead)).toBe(3);
});

test.each<readonly [string, number, readonly Limited[]]>([
  ['answers in turn', 5 - 1.6, inTurn(still(40, 5), 0)],
  ['requests sent one by one', 1, underWay([40, 0, 100], [40, 20, 100], [40, 40, 100])],
  ['requests answered one by one', 1, underWay([40, 0, 20], [40, 0, 60], [40, 0, 100])],
])('what may have come free meanwhile is subtracted: %s', (_, score, shown) => {
  expect(scoreOf(shown, 0.02)).toBeCloseTo(score);
});
