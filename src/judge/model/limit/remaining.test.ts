import { describe, expect, test } from 'vitest';
import { broken } from '../../testing/answer.ts';
import { falling, inTurn, type Limited, limited, still } from '../testing/limited.ts';
import { judgeLimit } from './limit.ts';

const id = 'rate.remaining-true';

const found = (...shown: readonly Limited[]) =>
  broken(judgeLimit(limited(...shown), { plan: 'free' }));

const isAccused = (...shown: readonly Limited[]) => found(...shown).includes(id);

/** Twenty lists that take the Free plan's count from 59 to 40. */
const lists = inTurn(falling(59, 20), 0);

const reads = { operation: 'getPet' } as const;
const refusals = { operation: 'createPet', status: 400 } as const;

/** A day whose reset stands still: what comes free meanwhile is next to nothing. */
const day = { limit: 1000, resetsAt: 40_000_000 };

test.each([
  [3, false],
  [4, true],
])('%i answers that can be compared show that the count falls: %s', (count, isShown) => {
  const findings = judgeLimit(limited(...lists.slice(0, count)), { plan: 'free' });
  expect(findings.some((finding) => finding.id === id)).toBe(isShown);
});

describe('a kind of request that does not lower the count', () => {
  test.each([
    [9, false],
    [10, true],
  ])('while %i others do: accused: %s', (others, isFound) => {
    const shown = [...lists.slice(0, others), ...inTurn(still(59 - others, 6), others * 20, reads)];
    expect(isAccused(...shown)).toBe(isFound);
  });

  test.each([
    [3, false],
    [4, true],
  ])('in %i answers under way at once: accused: %s', (count, isFound) => {
    const together = still(39, count).map((remaining) => ({
      ...reads,
      remaining,
      at: 400,
      took: 100,
    }));
    expect(isAccused(...lists, ...together)).toBe(isFound);
  });

  test.each([
    [7, false],
    [9, true],
  ])('%i times in a row, and others three times: accused: %s', (times, isFound) => {
    const others = inTurn(
      falling(59, 8).flatMap((number) => still(number, 3)),
      0,
    );
    expect(isAccused(...others, ...inTurn(still(51, times), 480, reads))).toBe(isFound);
  });

  test('is not accused if it is written at intervals, in which others show one number as well', () => {
    const others = falling(59, 5).flatMap((number) => still(number, 3));
    const slow = others.map((remaining, at): Limited => ({ remaining, at: at * 100 }));
    const quick = inTurn(still(54, 9), 1500, reads);
    expect(isAccused(...slow, ...quick)).toBe(false);
    const long = quick.map((one, at) => ({ ...one, at: 1500 + at * 90 }));
    expect(isAccused(...slow, ...long)).toBe(true);
  });

  test('is accused though one other answer takes long: it shows no interval', () => {
    const [first, ...others] = lists;
    const slow = { at: 0, remaining: 59, ...first, took: 300 };
    expect(isAccused(slow, ...others, ...inTurn(still(39, 7), 400, reads))).toBe(true);
  });

  test('may be all that are refused, whatever the operation', () => {
    const refused = still(39, 8).map((remaining, at): Limited => {
      const facts = at % 2 === 0 ? refusals : { ...reads, status: 404 };
      return { ...facts, remaining, at: 400 + at * 20 };
    });
    expect(isAccused(...lists, ...refused)).toBe(true);
    const served = refused.map((one) => ({ ...one, status: 200 }));
    const ofBoth = served.map((one, at) => ({ ...one, remaining: 39 - at }));
    expect(isAccused(...lists, ...ofBoth)).toBe(false);
  });
});

describe('answers of a key that was used before, whose calls of a log may come free in lumps', () => {
  const used = inTurn(falling(45, 20), 0);
  const free = (from: number) => inTurn(still(25, 7), from, reads);
  const later = (at: number): Limited[] => inTurn([24], at);

  test('are not compared while the reset may move with the seconds', () => {
    expect(isAccused(...used, ...free(400))).toBe(false);
    expect(isAccused(...used, ...free(400), ...later(1000))).toBe(false);
  });

  test('are compared up to a second before the last that shows the reset', () => {
    expect(isAccused(...used, ...free(400), ...later(2000))).toBe(true);
    expect(isAccused(...used, ...free(1500), ...later(2000))).toBe(false);
  });
});

describe('a kind of request that always shows 0', () => {
  const empty = (times: number) => inTurn(still(0, times), 400, refusals);
  const made = (count: number) => inTurn(falling(35, count), 600, { operation: 'createPet' });

  test.each([
    [3, 5, false],
    [4, 4, false],
    [4, 5, true],
  ])('%i times, and %i others more: accused: %s', (times, others, isFound) => {
    const shown = [...lists.slice(0, others - 2), ...empty(times), ...made(2)];
    expect(isAccused(...shown)).toBe(isFound);
  });

  test('is not accused if it showed more before, or nothing of the operation is served later', () => {
    const spent = inTurn([2, 1, 0, 0, 0, 0], 400, refusals);
    expect(isAccused(...lists, ...spent, ...made(2))).toBe(false);
    // Operations may have counts of their own, and others may have spent this one.
    expect(isAccused(...lists, ...empty(4), ...inTurn(falling(39, 9), 600))).toBe(false);
    const before = inTurn([20, 19], 380, { operation: 'createPet' });
    expect(isAccused(...lists, ...before, ...inTurn(still(0, 4), 420, refusals))).toBe(false);
  });
});

describe('answers that are not compared with one another', () => {
  test('those of two limits', () => {
    const ofDay = inTurn(falling(899, 20), 12_000, { limit: 1000 });
    expect(isAccused(...lists, ...ofDay, ...inTurn([879], 20_000, { limit: 1000 }))).toBe(false);
  });

  test('those before a reset and after it', () => {
    const windows = [499, 999, 999].map((first, at) =>
      inTurn(falling(first, 20), at * 12_500, { limit: 1000, resetsAt: (at + 1) * 12_000 }),
    );
    expect(isAccused(...windows.flat(), ...inTurn([999], 40_000, day))).toBe(false);
  });
});

/** A count of one limit that begins anew at a time, as after a start of the service. */
const startedAgain = (at: number, facts: Partial<Limited> & { readonly limit: number }) => [
  ...inTurn(falling(facts.limit - 101, 20), 0, { ...day, ...facts }),
  ...inTurn(falling(facts.limit - 1, 20), at, { ...day, ...facts }),
  ...inTurn([facts.limit - 30], 40_000, { ...day, ...facts }),
];

const byTime = (...shown: readonly Limited[]) => shown.toSorted((one, other) => one.at - other.at);

test('a service that starts again loses the counts of all its limits at that time', () => {
  const minute = inTurn(falling(59, 20), 500, { ...reads, resetsAt: 60_000 });
  const lost = startedAgain(15_000, { limit: 1000 });
  expect(isAccused(...byTime(...lost, ...minute))).toBe(false);
  const other = (at: number) => startedAgain(at, { limit: 10_000, ...reads });
  expect(isAccused(...byTime(...lost, ...other(15_010)))).toBe(false);
  expect(isAccused(...byTime(...lost, ...other(25_000)))).toBe(true);
});

test('a store of counts that was away excuses one window, not two', () => {
  // Lists, which are counted at other times, show the whole limit before the refusals and after them.
  const away = (from: number, facts: Partial<Limited>) => [
    ...inTurn(falling(899, 20), from, facts),
    ...inTurn([1000], from + 400, facts),
    ...inTurn(still(1000, 12), from + 420, { ...facts, ...refusals }),
    ...inTurn([1000, ...falling(879, 5)], from + 660, facts),
    ...inTurn([874], from + 3000, facts),
  ];
  const ofDay = away(0, day);
  expect(isAccused(...ofDay)).toBe(false);
  expect(isAccused(...ofDay, ...away(5000, { ...day, resetsAt: 50_000_000 }))).toBe(true);
});

test('a finding is one of the window that it is made in: the others are judged by themselves', () => {
  const fair = inTurn(falling(899, 20), 800, { ...day, operation: 'createPet' });
  const shown = [
    ...lists,
    ...inTurn(still(39, 7), 400, reads),
    ...fair,
    ...inTurn([879], 3000, day),
  ];
  const findings = judgeLimit(limited(...shown), { plan: 'free' });
  const problems = findings.filter((finding) => finding.id === id && finding.problem !== undefined);
  expect(problems.map(({ exchange }) => exchange)).toEqual([26]);
  const passed = findings.filter((finding) => finding.id === id && finding.problem === undefined);
  expect(passed.map(({ exchange }) => exchange)).toEqual(falling(46, 20).reverse());
});

describe('once every node must know what was asked, the count has fallen by all of it', () => {
  /** Each second list lowers the count; or each does, and it is shown late. */
  const half = inTurn(
    falling(899, 20).flatMap((number) => still(number, 2)),
    0,
    day,
  );
  const at = (ms: number, numbers: readonly number[]) => inTurn(numbers, ms, day);
  const own = inTurn(falling(899, 40), 900, { ...day, ...reads });
  const stood = at(20_000, [850]);

  test.each([
    ['by half of it, ten seconds later', true, at(10_800, [879])],
    ['by half of it, nine seconds later', false, at(9800, [879])],
    ['by all of it, ten seconds later', false, at(10_800, [859, 858])],
    [
      'by all of it but what was asked since',
      false,
      [...at(5000, falling(859, 20)), ...at(10_850, [859])],
    ],
    ['by more of it, as others use the key', false, at(10_800, [857])],
    [
      'and not by what another operation asked, which counts for itself',
      false,
      [...own, ...at(12_000, [859])],
    ],
  ])('%s: accused: %s', (_, isFound, later) => {
    expect(isAccused(...half, ...later, ...stood)).toBe(isFound);
  });
});

describe('a count that stands still after a pause', () => {
  const stuck = inTurn(still(880, 8), 400, { ...day, ...reads });
  const resumed = (ms: number, numbers = still(880, 6)) => [
    ...inTurn(numbers, ms, day),
    ...inTurn(numbers.slice(-1), ms + 3000, day),
  ];

  test.each([
    ['of ten seconds hides no kind that did not lower it before', true, resumed(10_600)],
    ['of nine may be that of nodes which share it late', false, resumed(9600)],
    ['and then falls may be shared late, too', false, resumed(10_600, [...still(880, 6), 879])],
    ['at another number need not be the same', false, resumed(10_600, still(870, 6))],
  ])('%s: accused: %s', (_, isFound, later) => {
    const before = inTurn(falling(899, 20), 0, day);
    expect(isAccused(...before, ...stuck, ...later)).toBe(isFound);
  });
});
