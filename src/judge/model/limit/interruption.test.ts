import { expect, test } from 'vitest';
import { broken } from '../../testing/answer.ts';
import { falling, inTurn, type Limited, limited, still } from '../testing/limited.ts';
import { judgeLimit } from './limit.ts';

/** A day whose reset stands still, so that every rise is one of the count. */
const day = { limit: 1000, resetsAt: 40_000_000 };

const sequence = (numbers: readonly number[], from: number, facts: Partial<Limited> = {}) =>
  inTurn(numbers, from, { ...day, ...facts });

const before = sequence(falling(899, 20), 0);
/** Long after the service has started again; a reset that stands still is judged up to the last answers. */
const last = sequence([970], 30_000);

const isAccused = (...shown: readonly Limited[]) =>
  broken(judgeLimit(limited(...shown), { plan: 'free' })).includes('rate.remaining-true');

test.each([
  ['the whole limit', 1000, false],
  ['what ten requests at once leave', 990, false],
  ['less than that', 989, true],
])('a count that begins anew shows %s: accused if not (%i: %s)', (_, first, isFound) => {
  expect(isAccused(...before, ...sequence(falling(first, 12), 15_000), ...last)).toBe(isFound);
});

test.each([
  [998, 3, 20, false],
  [998, 4, 20, true],
  [999, 3, 0, false],
  [999, 4, 0, true],
])(
  'a count begins anew at %i, then %i times shows 998, %i ms apart: accused: %s',
  (first, times, apart, isFound) => {
    const same = still(998, times).map((shown, at) => sequence([shown], 15_020 + at * apart));
    const anew = [sequence([first], 15_000), ...same, sequence(falling(997, 12), 15_200)];
    expect(isAccused(...before, ...anew.flat(), ...last)).toBe(isFound);
  },
);

test('a start in between does not explain that one kind was not counted before it', () => {
  const anew = sequence(falling(999, 12), 15_000);
  const reads = (numbers: readonly number[]) => sequence(numbers, 400, { operation: 'getPet' });
  expect(isAccused(...before, ...reads(falling(879, 8)), ...anew, ...last)).toBe(false);
  expect(isAccused(...before, ...reads(still(880, 8)), ...anew, ...last)).toBe(true);
});

test('of several requests under way when the service starts again, any may be the first that it counts', () => {
  // The first is under way with the next two, which were asked one after the other.
  const anew = falling(999, 12).map((remaining, at) => ({
    ...day,
    remaining,
    at: 15_000 + at * 20,
    took: at === 0 ? 55 : 10,
  }));
  expect(isAccused(...before, ...anew, ...last)).toBe(false);
});
