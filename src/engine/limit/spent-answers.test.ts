import { describe, expect, test } from 'vitest';
import type { Operation } from '../../catalogue/operations.ts';
import { type Answered, isAnswered } from '../../http/exchange.ts';
import {
  falling,
  inTurn,
  type Limited,
  limited,
  still,
} from '../../judge/model/testing/limited.ts';
import { answer, noon } from '../../judge/testing/answer.ts';
import {
  comesFree,
  isOwnReason,
  isServed,
  isSharedLate,
  isWrittenLate,
  limitOf,
  mostServed,
  othersUse,
  remainingAfter,
  servedAbove,
  stateOf,
} from './spent-answers.ts';

const answers = (all: readonly Limited[]): Answered[] => limited(...all).filter(isAnswered);

/** Without one of the headers of section 8. */
const without = (header: string) => {
  const one = answer({ headers: headers.filter(([name]) => name !== header) });
  return () => stateOf(one);
};

const headers = [
  ['X-RateLimit-Limit', '60'],
  ['X-RateLimit-Remaining', '59'],
  ['X-RateLimit-Reset', `${noon / 1000 + 30}`],
] as const;

test('what an answer shows is its limit, what remains of it and until when', () => {
  expect(stateOf(answer({ headers }))).toEqual({
    limit: 60,
    remaining: 59,
    resetsAt: noon + 30_000,
  });
});

test.each(headers)('without %s nothing can be spent', (header) => {
  expect(without(header)).toThrow('what remains and until when');
});

test('served is what was answered 200 or 201', () => {
  const statuses = [200, 201, 204, 400, 404, 429, 503];
  expect(statuses.filter((status) => isServed(answer({ status })))).toEqual([200, 201]);
});

test.each<[Operation, readonly number[]]>([
  ['createPet', [400, 403, 409, 507]],
  ['getPet', [404, 405, 410, 501]],
  ['listPets', []],
])('%s may be refused for a reason of its own with %j', (operation, own) => {
  const statuses = [200, 201, 400, 401, 403, 404, 405, 409, 410, 429, 500, 501, 503, 507];
  expect(statuses.filter((status) => isOwnReason(answer({ operation, status })))).toEqual(own);
});

test('of several limits the highest counts', () => {
  expect(
    limitOf(
      answers([
        { at: 0, remaining: 1, limit: 60 },
        { at: 1, remaining: 1, limit: 9 },
      ]),
    ),
  ).toBe(60);
});

describe('how many requests may be served of a window', () => {
  /** In 3.9 s 4 of a limit of 60 come free that is 60 s long; the reset moves with the time. */
  const refilling = (atNothing: number) =>
    answers(
      [...falling(50, 40 - atNothing), ...still(0, atNothing)].map((remaining, at) => ({
        remaining,
        at: at * 100,
        resetsAt: 60_000 + Math.floor(at / 10) * 1000,
      })),
    );

  test('its limit if the reset stands, and one before any', () => {
    expect(mostServed(answers(inTurn([59, 58, 0, 0, 0], 0)))).toBe(60);
    expect(mostServed([])).toBe(1);
  });

  test('any number of a bucket that is spent no more often than requests come free', () => {
    expect(mostServed(refilling(7))).toBe(Number.POSITIVE_INFINITY);
  });

  test('the limit and what comes free meanwhile if a bucket is spent more often', () => {
    expect(mostServed(refilling(8))).toBe(64);
  });
});

describe('what was served beyond a limit', () => {
  const most = 4;

  test('is all that came after it', () => {
    const served = answers(inTurn([3, 2, 1, 0, 0, 0], 0));
    expect(servedAbove(served, most)).toEqual(served.slice(4));
    expect(servedAbove(served.slice(0, 4), most)).toEqual([]);
  });

  test('is only what was asked seconds later if nodes share the count late', () => {
    const [late = [], sure] = [inTurn([3, 3, 1, 0, 0], 0), { at: 9100, remaining: 0 }];
    const served = answers([...late, sure]);
    expect(servedAbove(served, most)).toEqual(served.slice(5));
  });

  test('is all if numbers come twice only above it', () => {
    const served = answers(inTurn([5, 4, 3, 2, 2, 2], 0));
    expect(servedAbove(served, most)).toEqual(served.slice(4));
  });
});

test.each<[string, boolean, readonly Limited[]]>([
  ['falls with each answer', false, inTurn([3, 2, 1], 0)],
  ['comes twice', true, inTurn([3, 2, 2], 0)],
  ['comes twice as 0', false, inTurn([1, 0, 0], 0)],
  [
    'comes once to each of two operations',
    false,
    [
      { at: 0, remaining: 3 },
      { at: 20, remaining: 3, operation: 'getPet' },
    ],
  ],
])('a number that %s is shared late: %s', (_, late, served) => {
  expect(isSharedLate(answers(served))).toBe(late);
});

describe('a number is written at intervals', () => {
  test('if it comes far more often than a bucket could keep it', () => {
    // Of 60 in 30 s one comes free meanwhile.
    expect(isWrittenLate(answers(inTurn([9, ...still(5, 13)], 0)))).toBe(true);
    expect(isWrittenLate(answers(inTurn([9, ...still(5, 12)], 0)))).toBe(false);
  });

  test('not if a bucket refills as fast', () => {
    const slowly = still(5, 40).map((remaining, at) => ({ remaining, at: at * 300 }));
    expect(isWrittenLate(answers(slowly))).toBe(false);
  });

  test('not if nothing remains', () => {
    expect(isWrittenLate(answers(inTurn(still(0, 40), 0)))).toBe(false);
  });
});

describe('what comes free while answers come', () => {
  const served = answers(inTurn([59, 58], 0));

  test('is their share of the time until the reset', () => {
    const within = answers([
      { at: 0, remaining: 50 },
      { at: 100, remaining: 50 },
      { at: 4900, remaining: 50 },
    ]);
    expect(comesFree(within, served)).toBe(10);
  });

  test('is the limit and more if the reset has passed', () => {
    const after = answers(inTurn([59, 58], 60_000));
    expect(comesFree(after, after)).toBeGreaterThan(60);
  });

  test('is nothing without answers', () => {
    expect(comesFree([], served)).toBe(0);
  });
});

test('others use the key if what remains falls by more than was asked', () => {
  const fallsBy = (...numbers: readonly number[]) => answers(inTurn(numbers, 0));
  expect(othersUse(fallsBy(59, 57, 58))).toBe(false);
  expect(othersUse(fallsBy(59, 56, 58))).toBe(true);
  expect(othersUse(fallsBy(59, 56, 58), 1)).toBe(false);
  // One that does not show it tells nothing.
  expect(othersUse([...fallsBy(59, 50), answer()])).toBe(true);
});

describe('what remains after answers that came together', () => {
  const remaining = (shown: readonly (readonly [number: number, resetsAt: number])[]) =>
    answers(shown.map(([number, resetsAt]) => ({ at: 0, remaining: number, resetsAt })));

  test('is the lowest number', () => {
    expect(
      remainingAfter(
        remaining([
          [5, 30_000],
          [3, 30_000],
          [4, 30_000],
        ]),
      ),
    ).toBe(3);
  });

  test('is that of the newest window', () => {
    expect(
      remainingAfter(
        remaining([
          [1, 30_000],
          [50, 90_000],
          [49, 90_000],
        ]),
      ),
    ).toBe(49);
  });

  test('is that of one window if its reset moves by a second', () => {
    expect(
      remainingAfter(
        remaining([
          [1, 30_000],
          [50, 31_000],
        ]),
      ),
    ).toBe(1);
    expect(
      remainingAfter(
        remaining([
          [1, 30_000],
          [50, 32_000],
        ]),
      ),
    ).toBe(50);
  });

  test('is that of one window if its reset moves by less than half of how far it is ahead', () => {
    expect(
      remainingAfter(
        remaining([
          [1, 30_000],
          [50, 55_000],
        ]),
        60_000,
      ),
    ).toBe(1);
    expect(
      remainingAfter(
        remaining([
          [1, 30_000],
          [50, 65_000],
        ]),
        60_000,
      ),
    ).toBe(50);
  });
});
