import { expect, test } from 'vitest';
import type { Plan } from '../../../catalogue/plans.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { broken } from '../../testing/answer.ts';
import { type Limited, limited } from '../testing/limited.ts';
import { judgeLimit } from './limit.ts';

const brokenBy = (exchanges: readonly Exchange[], plan?: Plan) =>
  new Set(broken(judgeLimit(exchanges, { plan })));

const judged = (exchanges: readonly Exchange[], plan?: Plan) =>
  judgeLimit(exchanges, { plan }).some((finding) => finding.id === 'rate.reset-true');

/** This many answers, 20 ms apart, the n-th made by its place. */
const sequence = (count: number, make: (at: number) => Omit<Limited, 'at'>, from = 0): Limited[] =>
  Array.from({ length: count }, (_, at) => ({ ...make(at), at: from + at * 20 }));

/** Twenty lists that take the Free plan's count from 59 to 40. */
const lists = sequence(20, (at) => ({ remaining: 59 - at }));

test('a reset that has passed and given nothing back is found', () => {
  const before = sequence(20, (at) => ({ remaining: 59 - at }));
  const after = sequence(3, (at) => ({ remaining: 39 - at, resetsAt: 150_000 }), 95_000);
  const exchanges = limited(...before, ...after);
  expect(brokenBy(exchanges, 'free')).toEqual(new Set(['rate.reset-true']));
  // What another key asks meanwhile is counted for itself.
  const ofAnother = limited(...sequence(5, () => ({ remaining: 3 }), 94_000)).map((one) => ({
    ...one,
    caller: 'limit-key' as const,
  }));
  const both = [...exchanges.slice(0, 20), ...ofAnother, ...exchanges.slice(20)];
  expect(brokenBy(both, 'free')).toEqual(new Set(['rate.reset-true']));
});

test.each([
  ['given all back', 59],
  ['given one back, as a sliding window may', 40],
  ['been used by others', 37],
])('a reset that has passed and %s is true', (_, first) => {
  const before = sequence(20, (at) => ({ remaining: 59 - at }));
  const after = sequence(3, (at) => ({ remaining: first - at, resetsAt: 150_000 }), 95_000);
  const exchanges = limited(...before, ...after);
  expect(brokenBy(exchanges, 'free')).toEqual(new Set());
  expect(judged(exchanges)).toBe(true);
});

test.each([
  [300, false],
  [301, true],
])('the number of a minute with a reset %i s ahead: %s', (seconds, found) => {
  const one = limited({ at: 0, remaining: 59, resetsAt: seconds * 1000 });
  expect(brokenBy(one, 'free').has('rate.reset-true')).toBe(found);
});

test('the number of a day may reset within the minute, as test servers shorten it', () => {
  const one = limited({ at: 0, remaining: 999, limit: 1000, resetsAt: 20_000 });
  expect(brokenBy(one, 'free')).toEqual(new Set());
});

/** Twenty answers in each of several windows of a minute, the first of which ends after 30 s. */
const minutes = (count: number, make: (at: number, window: number) => Omit<Limited, 'at'>) =>
  Array.from({ length: count }, (_, window) =>
    sequence(
      20,
      (at) => ({ resetsAt: 30_000 + window * 60_000, ...make(at, window) }),
      window * 60_000,
    ),
  ).flat();

test('the number of a day with what remains of each minute is found once a minute has passed', () => {
  const shown = (at: number) => ({ limit: 1000, remaining: 59 - at });
  expect(brokenBy(limited(...minutes(1, shown)), 'free')).toEqual(new Set());
  expect(brokenBy(limited(...minutes(2, shown)), 'free')).toEqual(new Set(['rate.reset-true']));
  // A day that is shortened to a minute gives all of it back, and one that is nearly spent nothing.
  const whole = (at: number) => ({ limit: 1000, remaining: 999 - at });
  const spent = (at: number, window: number) => ({
    limit: 1000,
    remaining: 59 - at - window * 20,
    resetsAt: 40_000_000,
  });
  for (const make of [whole, spent]) {
    expect(brokenBy(limited(...minutes(2, make)), 'free')).toEqual(new Set());
  }
});

test('the count of a day with the reset of each minute is found if no reset gives anything back', () => {
  const shown = (at: number, window: number) => ({
    limit: 1000,
    remaining: 999 - at - window * 20,
  });
  expect(brokenBy(limited(...minutes(5, shown)), 'free')).toEqual(new Set(['rate.reset-true']));
  // In steps of a minute, a day gives back less than one call at a time.
  expect(brokenBy(limited(...minutes(3, shown)), 'free')).toEqual(new Set());
  const inSteps = (at: number, window: number) => ({
    limit: 1000,
    remaining: 999 - at - window * 20 + Math.floor(window * 0.7),
  });
  expect(brokenBy(limited(...minutes(5, inSteps)), 'free')).toEqual(new Set());
});

test.each([
  ['40', 3600, true],
  ['3600', 3600, false],
  ['40', 40, false],
])(
  'a 429 of the minute that says to retry in %s s and to reset in %i s: %s',
  (wait, ahead, found) => {
    const refused = limited({
      at: 0,
      remaining: 0,
      status: 429,
      resetsAt: ahead * 1000,
      more: [['Retry-After', wait]],
    });
    expect(brokenBy(refused, 'free').has('rate.reset-true')).toBe(found);
  },
);

test('without a plan and without a passed reset, no reset is judged', () => {
  expect(judged(limited(...lists))).toBe(false);
});

test('numbers beyond 2^53 are not compared: one more request does not show', () => {
  const most = 2 ** 63 - 1024;
  const asked = (at: number, resetsAt: number) => ({
    at,
    resetsAt,
    limit: most,
    remaining: most - 2048,
  });
  const exchanges = limited(asked(0, 5000), asked(60_000, 65_000), asked(61_000, 65_000));
  expect(judged(exchanges)).toBe(false);
});
