import { describe, expect, test } from 'vitest';
import type { Plan } from '../../../catalogue/plans.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { answer, broken, noon } from '../../testing/answer.ts';
import { falling, inTurn, type Limited, limited, still } from '../testing/limited.ts';
import { judgeLimit } from './limit.ts';

const id = 'rate.reset-true';

const isFound = (exchanges: readonly Exchange[], plan?: Plan) =>
  broken(judgeLimit(exchanges, { plan })).includes(id);

const isJudged = (exchanges: readonly Exchange[], plan?: Plan) =>
  judgeLimit(exchanges, { plan }).some((finding) => finding.id === id);

/** Twenty answers in each of several windows of a minute, the first of which ends after 30 s. */
const minutes = (
  count: number,
  make: (at: number, window: number) => Partial<Limited> & { readonly remaining: number },
): Limited[] =>
  Array.from({ length: count * 20 }, (_, place) => {
    const [at, window] = [place % 20, Math.floor(place / 20)];
    const [resetsAt, sentAt] = [30_000 + window * 60_000, window * 60_000 + at * 20];
    return { limit: 1000, resetsAt, at: sentAt, ...make(at, window) };
  });

describe('the number of a day with what remains of each minute', () => {
  const from = (first: number, spent = 19) =>
    minutes(2, (at) => ({ remaining: first - Math.min(at, spent) }));

  test.each<readonly [string, boolean, readonly Limited[]]>([
    ['a minute has passed', true, from(59)],
    ['it is the whole minute', true, from(60)],
    ['it is more than a minute has', false, from(61)],
    ['it is nearly a minute', true, from(50)],
    ['it is less', false, from(49)],
    ['enough of it is spent', true, from(59, 10)],
    ['too little of it is spent', false, from(59, 9)],
    ['no minute has passed', false, from(59).slice(0, 20)],
    // As a test server may shorten it.
    ['a day of a minute is given back', false, minutes(2, (at) => ({ remaining: 999 - at }))],
    [
      'a day is nearly spent',
      false,
      minutes(2, (at, window) => ({ remaining: 59 - at - window * 20, resetsAt: 40_000_000 })),
    ],
  ])('once %s: found: %s', (_, found, shown) => {
    expect(isFound(limited(...shown), 'free')).toBe(found);
  });

  test('is told from a custom limit by the plan', () => {
    const custom = from(59).map((one) => ({ ...one, limit: 900 }));
    expect(isFound(limited(...custom), 'free')).toBe(false);
    expect(isFound(limited(...from(59)), 'enterprise')).toBe(false);
    expect(isFound(limited(...from(59)))).toBe(false);
  });
});

/** Twenty lists that take the Free plan's count from 59 to 40, before a reset after 30 s. */
const before = inTurn(falling(59, 20), 0);

/** Lists some time after that reset. */
const later = (numbers: readonly number[], at = 95_000) =>
  inTurn(numbers, at, { resetsAt: at + 55_000, took: 20 });

describe('a reset that has passed', () => {
  test.each<readonly [string, boolean, readonly Limited[]]>([
    ['given nothing back', true, [...before, ...later([39, 38, 37])]],
    ['given nothing back, as two answers show', true, [...before, ...later([39, 38])]],
    ['given nothing back, as one answer shows', false, [...before, ...later([39])]],
    ['given all back', false, [...before, ...later([59, 58, 57])]],
    ['given one back, as a sliding window may', false, [...before, ...later([40, 39, 38])]],
    ['given one back by and by', false, [...before, ...later([39, 39, 38])]],
    ['given all back long after', true, [...before, ...later([39, 38, 37, 59])]],
    ['been used by others', false, [...before, ...later([37, 36, 35])]],
    ['nothing to give back', false, [...inTurn(falling(19, 20), 0), ...later([0, 0, 0])]],
    ['little to give back', false, [...before.slice(0, 4), ...later([55, 54, 53])]],
    ['enough to give back', true, [...before.slice(0, 5), ...later([54, 53, 52])]],
    ['not passed for long', false, [...before, ...later([39, 38, 37], 74_000)]],
    [
      'passed for a quarter of a minute and half of one',
      true,
      [...before, ...later([39, 38, 37], 75_000)],
    ],
  ])('and has %s: found: %s', (_, found, shown) => {
    expect(isFound(limited(...shown), 'free')).toBe(found);
  });

  test.each([
    [1, false],
    [2, true],
  ])('and has given back, as %i answers show: judged: %s', (count, judged) => {
    const shown = [...before, ...later([59, 58]).slice(0, count)];
    expect(isJudged(limited(...shown))).toBe(judged);
  });

  test.each([
    [-300, true],
    // That is not a time of reset, which rate.reset-value says.
    [-301, false],
  ])('%i s before it was shown: found: %s', (seconds, found) => {
    const passed = before.map((one) => ({ ...one, resetsAt: seconds * 1000 }));
    expect(isFound(limited(...passed, ...later([39, 38, 37])), 'free')).toBe(found);
  });

  test('is one of the key that asks: what another key asks meanwhile is counted for itself', () => {
    const exchanges = limited(...before, ...later([39, 38, 37]));
    const ofAnother = limited(...inTurn(still(3, 5), 94_000)).map((one) => ({
      ...one,
      caller: 'limit-key' as const,
    }));
    const both = [...exchanges.slice(0, 20), ...ofAnother, ...exchanges.slice(20)];
    expect(isFound(both, 'free')).toBe(true);
  });

  test('belongs to one limit: what remains of another says nothing of it', () => {
    const ofDay = later([39, 38, 37]).map((one) => ({ ...one, limit: 1000 }));
    expect(isFound(limited(...before, ...ofDay), 'free')).toBe(false);
  });

  test('is judged by the windows of the plan, if they are as long as those shown', () => {
    const windows = [
      ...inTurn([39, 38, 37], 80_000, { resetsAt: 90_000 }),
      ...inTurn([59, 58, 57], 100_000, { resetsAt: 150_000 }),
    ];
    expect(isFound(limited(...before, ...windows), 'free')).toBe(true);
  });

  test('of numbers beyond 2^53 is not judged: one more request does not show', () => {
    const most = 2 ** 63 - 1024;
    const asked = (at: number, resetsAt: number) => ({
      at,
      resetsAt,
      limit: most,
      remaining: most - 2048,
    });
    const exchanges = limited(asked(0, 5000), asked(60_000, 65_000), asked(61_000, 65_000));
    expect(isJudged(exchanges)).toBe(false);
  });
});

describe('what was counted since the last answer before a reset', () => {
  /** Lists that are sent at once, after one that shows 39. */
  const together = (numbers: readonly number[]) => [
    ...later([39]),
    ...numbers.map(
      (remaining): Limited => ({ remaining, resetsAt: 150_000, at: 96_000, took: 50 }),
    ),
  ];

  /** Two refusals above the limit, the last just before the answers after the reset. */
  const refused = inTurn([5, 5], 94_960, { status: 429, took: 20, resetsAt: 150_000 });

  test.each<readonly [string, boolean, readonly Limited[]]>([
    ['refusals, too', true, [...refused, ...later([37, 36, 35])]],
    ['all but refusals', true, [...refused, ...later([39, 38, 37])]],
    ['one of two refusals', false, [...refused, ...later([38, 37, 36])]],
    ['of those under way together, those that show more', true, together([37, 38, 36])],
    ['and as many as show the same number', true, together([37, 37])],
    // 39 + 1 - 2, counted before either was answered.
    ['or one came free', false, together([38, 38])],
  ])('%s: found: %s', (_, found, shown) => {
    expect(isFound(limited(...before, ...shown), 'free')).toBe(found);
  });

  test('is not what shows no count', () => {
    const shown = limited(...before, ...later([39, 38, 37]));
    const bare = {
      ...answer({ status: 503 }),
      startedAt: noon + 94_000,
      finishedAt: noon + 94_010,
    };
    expect(isFound([...shown.slice(0, 20), bare, ...shown.slice(20)], 'free')).toBe(true);
  });

  test('is what was asked once it was answered: the least number of those under way together', () => {
    const atOnce: Limited[] = [
      { at: 380, took: 100, remaining: 40 },
      { at: 400, remaining: 41 },
    ];
    const first = before.slice(0, 18);
    expect(isFound(limited(...first, ...atOnce, ...later([39, 38, 37])), 'free')).toBe(true);
    const lower: Limited = { at: 100, remaining: 30 };
    const shown = [...before.slice(0, 5), lower, ...before.slice(6), ...later([39, 38, 37])];
    expect(isFound(limited(...shown), 'free')).toBe(true);
  });
});

describe('a reset after which others may have spent exactly what came free', () => {
  /** Others have spent five before the first reset. */
  const shared = inTurn([...falling(59, 10), ...falling(44, 10)], 0);
  const vain = inTurn([34, 33, 32], 80_000, { resetsAt: 90_000 });
  const next = (first: number) => inTurn(falling(first, 3), 160_000, { resetsAt: 210_000 });

  test.each<readonly [string, boolean, readonly Limited[]]>([
    ['once', false, [...shared, ...vain]],
    ['once of two times', false, [...shared, ...vain, ...next(59)]],
    ['again', true, [...shared, ...vain, ...next(31)]],
  ])('%s: found: %s', (_, found, shown) => {
    expect(isFound(limited(...shown), 'free')).toBe(found);
  });

  test('still shows that others are judged', () => {
    expect(isJudged(limited(...shared, ...vain, ...next(59)))).toBe(true);
  });
});

describe('the count of a day that shows resets which follow one another evenly, and never gives back', () => {
  const never = (at: number, window: number) => ({ remaining: 999 - at - window * 20 });

  /** Twenty answers for each of these resets, in seconds, thirty seconds before it. */
  const resets = (...seconds: readonly number[]): Limited[] =>
    seconds.flatMap((reset, window) =>
      inTurn(falling(999 - window * 20, 20), (reset - 30) * 1000, {
        limit: 1000,
        resetsAt: reset * 1000,
      }),
    );

  /** Each answer moves the reset by so many seconds. */
  const moving = (seconds: number): Limited[] =>
    falling(999, 35).map((remaining, place) => {
      const at = place * seconds * 1000;
      return { limit: 1000, remaining, at, resetsAt: at + 30_000 };
    });

  test.each<readonly [string, boolean, readonly Limited[]]>([
    ['each minute', true, minutes(5, never)],
    // In steps of a minute, a day gives back less than one call at a time.
    ['each minute, for two of them', false, minutes(3, never)],
    [
      'each minute, though it gives back in steps',
      false,
      minutes(5, (at, window) => ({
        remaining: never(at, window).remaining + Math.floor(window * 0.7),
      })),
    ],
    [
      'each minute, in the end',
      true,
      minutes(5, (at, window) => ({
        remaining: never(at, window).remaining + (window === 2 || window === 3 ? 1 : 0),
      })),
    ],
    [
      'each minute, in another order',
      true,
      [{ limit: 1000, remaining: 1000, at: 0, resetsAt: 90_000 }, ...minutes(5, never)],
    ],
    ['three of them', true, resets(30, 130, 230)],
    ['unevenly', false, resets(30, 130, 330)],
    ['two of them', false, resets(30, 230)],
    ['with each request, ten seconds apart', true, moving(10)],
    ['with each request, more quickly', false, moving(9)],
  ])('%s: found: %s', (_, found, shown) => {
    expect(isFound(limited(...shown), 'free')).toBe(found);
  });
});
