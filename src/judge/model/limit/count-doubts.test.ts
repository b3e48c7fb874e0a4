import { describe, expect, test } from 'vitest';
import { falling, inTurn, type Limited, limited, still } from '../testing/limited.ts';
import { countDoubts } from './limit.ts';

/** A day whose reset stands still: what comes free meanwhile is next to nothing. */
const day = { limit: 1000, resetsAt: 40_000_000 };

describe('whether a count is asked for once more, when every node must know it', () => {
  const isDoubted = (...shown: readonly Limited[]) =>
    countDoubts(limited(...shown), { plan: 'free' }).isContradicted;
  const before = inTurn(falling(899, 20), 0, day);
  const later = (at: number, first: number, last = first - 4) => [
    ...inTurn(falling(first, 4), at, day),
    ...inTurn([last], at + 3000, day),
  ];

  test.each([
    ['rose within a second', false, later(500, 960, 875)],
    ['rose over two seconds', true, later(2500, 960)],
    ['goes on as it should', false, later(2500, 879)],
    // Then it is a finding, and nothing is left to ask.
    ['rose over fifteen seconds', false, later(15_000, 960)],
    // Unless a store of counts may be away.
    [
      'rose and stands',
      true,
      inTurn(still(960, 4), 15_000, day).map((one, at) => ({ ...one, at: one.at + at * 1000 })),
    ],
  ])('it %s: %s', (_, doubted, shown) => {
    expect(isDoubted(...before, ...shown)).toBe(doubted);
  });

  test('one window of several is enough, and a count that never falls is not judged by it', () => {
    const minute = inTurn(falling(59, 9), 600, { operation: 'getPet' });
    expect(isDoubted(...before, ...minute, ...later(2500, 960))).toBe(true);
    expect(isDoubted(...before, ...minute, ...later(15_000, 960))).toBe(false);
    const rising = inTurn([10, 10, 10, 30, 30, 30, 30], 0, day);
    const slow = rising.map((one, at) => ({ ...one, at: at * 2000 }));
    expect(isDoubted(...slow)).toBe(false);
  });
});

test.each([
  ['of a used key, in a short run', true, inTurn(falling(899, 20), 0, day)],
  [
    'of a used key, in a longer run',
    false,
    falling(899, 20).map((remaining, at) => ({ ...day, remaining, at: at * 200 })),
  ],
  ['of a fresh key', false, inTurn(falling(999, 20), 0, day)],
  [
    'whose reset moves',
    false,
    falling(899, 20).map((remaining, at) => ({
      ...day,
      remaining,
      at: at * 20,
      resetsAt: day.resetsAt + at * 20,
    })),
  ],
  ['whose reset is near', false, inTurn(falling(899, 20), 0, { ...day, resetsAt: 2000 })],
  [
    'whose reset is near at last',
    false,
    falling(899, 20).map((remaining, at) => ({ ...day, remaining, at: at * 55, resetsAt: 4000 })),
  ],
  [
    'of two limits',
    false,
    [...inTurn(falling(899, 20), 0, day), ...inTurn([499], 400, { ...day, limit: 500 })],
  ],
  ['of four answers', true, inTurn(falling(899, 4), 0, day)],
  ['of too few answers', false, inTurn(falling(899, 3), 0, day)],
  ['that never fall', false, inTurn(still(899, 20), 0, day)],
  ['from a cache', false, inTurn(falling(899, 20), 0, { ...day, more: [['Age', '3']] })],
] as const)('a later answer lets counts be compared that are %s: %s', (_, unsure, shown) => {
  expect(countDoubts(limited(...shown), { plan: 'free' }).isResetUnsure).toBe(unsure);
});
