import { describe, expect, test } from 'vitest';
import { broken } from '../../testing/answer.ts';
import { falling, type Limited, limited, still } from '../testing/limited.ts';
import { judgeLimit } from './limit.ts';

/** A day whose reset stands still: what comes free meanwhile is next to nothing. */
const day = { limit: 1000, resetsAt: 40_000_000 };

type Facts = Partial<Limited>;
type Part = readonly [facts: Facts, numbers: readonly number[], apartMs?: number];

const list: Facts = {};
const refusal: Facts = { operation: 'createPet', status: 400 };
const read: Facts = { operation: 'getPet' };

/** Whether these answers, one after another, are accused; a last one shows that the reset stood. */
function isAccused(...parts: readonly Part[]): boolean {
  let at = 0;
  const shown = parts.flatMap(([facts, numbers, apartMs = 20]) =>
    numbers.map((remaining): Limited => {
      at += apartMs;
      return { ...day, ...facts, remaining, at };
    }),
  );
  const answers = limited(...shown, { ...day, remaining: 850, at: at + 3000 });
  return broken(judgeLimit(answers, { plan: 'free' })).length > 0;
}

/** The count falls to 880 with lists. */
const before: Part = [list, falling(899, 20)];
const after: Part = [list, falling(879, 5)];

/** Refusals that all show one number, and a list with it before them and after them. */
const between = (shown: number, apartMs = 20): Part[] => [
  [list, [shown]],
  [refusal, still(shown, 12), apartMs],
  [list, [shown]],
];

describe('a store of counts that is away answers all with one number', () => {
  test.each<readonly [string, boolean, readonly Part[]]>([
    ['the whole limit', false, between(1000)],
    ['the last one', false, between(880)],
    ['for up to five seconds', false, between(880, 400)],
    ['for longer', true, between(880, 500)],
    ['and with no other kind before', true, between(1000).slice(1)],
    ['and with no other kind after', true, between(880).slice(0, 2)],
    ['of refusals before all others', true, [[refusal, still(1000, 6)], ...between(1000)]],
    ['of refusals after all others', true, [...between(880), [refusal, still(880, 20)]]],
    ['and does not raise it before', true, [[list, [960], 15_000], ...between(1000)]],
    ['and is not that of one kind', true, [[refusal, still(880, 12)]]],
  ])('%s: accused: %s', (_, isFound, shown) => {
    expect(isAccused(before, ...shown, after)).toBe(isFound);
  });

  test('above 0: what is spent shows 0 for as long as one likes', () => {
    const spent: Part[] = [
      [list, falling(19, 20)],
      [refusal, still(0, 20)],
    ];
    expect(isAccused([list, falling(39, 20)], ...between(1000), ...spent)).toBe(false);
  });

  test.each([
    [2, true],
    [3, false],
  ])(
    '%i lists with it, which are counted, speak for what is refused after them: accused: %s',
    (lists, isFound) => {
      const shown: Part[] = [
        [refusal, still(880, 4)],
        [list, still(880, lists)],
        [refusal, still(880, 20)],
      ];
      expect(isAccused(before, ...shown, after)).toBe(isFound);
    },
  );
});

describe('the count goes on once the store is there again', () => {
  test.each([
    ['the last number, and one less', true, 880, [879]],
    ['the last number, and two less', false, 880, [879, 878]],
    ['the whole limit, and nothing after it', false, 1000, []],
    ['the whole limit but one, and nothing after it', false, 999, []],
    ['the whole limit but two, and nothing after it', true, 998, []],
    ['the whole limit, and then once more', true, 1000, [...falling(879, 5), 1000, 873]],
  ])('%s: accused: %s', (_, isFound, shown, later) => {
    expect(isAccused(before, ...between(shown), [list, later])).toBe(isFound);
  });

  test('the last number, and then those of the next window', () => {
    const next: Part = [{ resetsAt: 80_000_000 }, [999]];
    expect(isAccused(before, ...between(880))).toBe(true);
    expect(isAccused(before, ...between(880), next)).toBe(false);
  });

  test.each([
    ['three times', true, 2],
    ['four times', false, 3],
  ])('a number between, shown %s: accused: %s', (_, isFound, more) => {
    expect(isAccused(before, [list, [960], 15_000], [list, still(960, more)], after)).toBe(isFound);
  });
});

describe('a kind of request that lowers the count at other times is counted', () => {
  const stuck: Part = [refusal, still(870, 12)];

  test.each<readonly [string, boolean, readonly Part[]]>([
    ['four times before', false, [[list, falling(879, 6)], [refusal, falling(873, 4)], stuck]],
    ['twice', false, [[list, falling(879, 8)], [refusal, falling(871, 2)], stuck]],
    ['once', true, [[list, falling(879, 9)], [refusal, [870]], stuck]],
    [
      'once, as another kind',
      false,
      [[list, falling(879, 8)], [refusal, [871]], [read, [870]], stuck, [read, [870]]],
    ],
    ['after it', false, [[list, falling(879, 10)], stuck, [refusal, falling(869, 2)]]],
  ])('%s: accused: %s', (_, isFound, shown) => {
    expect(isAccused(before, ...shown, [list, falling(867, 5)])).toBe(isFound);
  });

  test.each([
    [[871, 870], false],
    // One of the three did not lower it.
    [[871, 870, 870], true],
  ])('asked at once, with numbers %j: accused: %s', (numbers, isFound) => {
    const together: Part = [{ ...refusal, took: 15 }, numbers, 1];
    const asked: Part[] = [[list, falling(879, 7)], [{ took: 1 }, [872]], together, [list, [869]]];
    expect(isAccused(before, ...asked, [refusal, still(869, 12)], [list, falling(868, 5)])).toBe(
      isFound,
    );
  });

  test('asked while a list is under way, which is counted after them', () => {
    const asked: Part[] = [
      [list, falling(879, 6)],
      [{ took: 1 }, [873]],
      [{ took: 100 }, [870]],
      [{ ...refusal, took: 5 }, [872, 871], 10],
      [list, [869], 100],
    ];
    expect(isAccused(before, ...asked, [refusal, still(869, 12)], [list, falling(868, 5)])).toBe(
      false,
    );
  });

  /** Each is sent before the one before it is answered. */
  const overlapping = (...parts: readonly Part[]) =>
    parts.map(([facts, ...rest]): Part => [{ took: 30, ...facts }, ...rest]);

  test.each([
    ['four times', false, [], falling(879, 4)],
    ['three times', true, [], falling(879, 3)],
    ['three times, and first of all', true, [900], falling(879, 3)],
  ])('while another is under way, %s: accused: %s', (_, isFound, first, counted) => {
    const away: Part[] = [
      [list, [875]],
      [refusal, still(1000, 12)],
      [list, falling(874, 5)],
    ];
    const asked = overlapping([refusal, first], before, [refusal, counted], ...away);
    expect(isAccused(...asked)).toBe(isFound);
  });

  test('not if it shows the number of the list before it', () => {
    const alone = falling(879, 6).flatMap((number): Part[] => [
      [list, [number]],
      [refusal, [number]],
    ]);
    const away: Part[] = [
      [refusal, still(1000, 12)],
      [list, falling(873, 5)],
    ];
    expect(isAccused(before, ...alone, ...away)).toBe(true);
  });
});
