import { describe, expect, test } from 'vitest';
import type { Exchange } from '../http/exchange.ts';
import type { Plan } from '../spec/plans.ts';
import { fallSeen, judgeLimit } from './limit.ts';
import { answer, broken } from './testing/answer.ts';
import { falling, inTurn, type Limited, limited, still } from './testing/limited.ts';

const brokenBy = (exchanges: readonly Exchange[], plan?: Plan) => [
  ...new Set(broken(judgeLimit(exchanges, { plan }))),
];

const isJudged = (id: string, exchanges: readonly Exchange[], plan?: Plan) =>
  judgeLimit(exchanges, { plan }).some((finding) => finding.id === id);

/** Twenty lists that take the count of a fresh key from 59 to 40. */
const lists = inTurn(falling(59, 20), 0);
const reads = { operation: 'getPet' } as const;

describe('what remains goes down by what was asked', () => {
  const untrue = ['rate.remaining-true'];

  test('if each request lowers it by one, or by more as others use the key', () => {
    expect(isJudged('rate.remaining-true', limited(...lists), 'free')).toBe(true);
    expect(brokenBy(limited(...lists), 'free')).toEqual([]);
    const shared = inTurn(
      falling(59, 20).map((one) => 3 * one - 118),
      0,
    );
    expect(brokenBy(limited(...shared), 'free')).toEqual([]);
  });

  test('if a request takes less than a millisecond', () => {
    const quick = inTurn(falling(39, 8), 400, { ...reads, took: 0 });
    expect(brokenBy(limited(...lists, ...quick), 'free')).toEqual([]);
  });

  test.each<[string, Partial<Limited>]>([
    ['an operation', reads],
    ['a status', { operation: 'createPet', status: 400 }],
  ])('and not if %s does not lower it', (_, facts) => {
    expect(brokenBy(limited(...lists, ...inTurn(still(40, 5), 400, facts)), 'free')).toEqual(
      untrue,
    );
  });

  test('and not if what is refused is given back after its answer, asked one by one or four at once', () => {
    const refused = { operation: 'createPet', status: 400 } as const;
    const oneByOne = inTurn(still(39, 8), 400, refused);
    const atOnce = [0, 1, 2].flatMap((batch) =>
      [38, 36, 37, 39].map(
        (remaining): Limited => ({ ...refused, remaining, at: 400 + 20 * batch }),
      ),
    );
    expect(brokenBy(limited(...lists, ...oneByOne), 'free')).toEqual(untrue);
    expect(brokenBy(limited(...lists, ...atOnce), 'free')).toEqual(untrue);
  });

  test('and not if a kind of request raises it', () => {
    const given = inTurn([40, 41, 42, 43, 44], 400, reads);
    expect(brokenBy(limited(...lists, ...given), 'free')).toEqual(untrue);
  });

  test.each<[string, Limited[]]>([
    [
      'so few requests did not lower it that rounding explains it',
      inTurn(still(40, 4), 400, reads),
    ],
    ['nothing remains', inTurn(still(0, 9), 400, reads)],
    ['a gap probe was refused', inTurn(still(40, 9), 400, { operation: 'createPet', status: 405 })],
    ['answers come from a cache', inTurn(still(40, 9), 400, { ...reads, more: [['Age', '3']] })],
    ['the kind has a count of its own', inTurn(falling(59, 9), 400, reads)],
    [
      'the reset moves with each request',
      inTurn(still(40, 9), 400, reads).map((one, at) => ({ ...one, resetsAt: 31_000 + 1000 * at })),
    ],
  ])('unless %s', (_, more) => {
    expect(brokenBy(limited(...lists, ...more), 'free')).toEqual([]);
  });

  test('and it does not rise before the reset, but once if it begins anew', () => {
    const until = { resetsAt: 50_000 };
    const once = [...inTurn(falling(59, 20), 0, until), ...inTurn(falling(59, 20), 7000, until)];
    expect(brokenBy(limited(...once), 'free')).toEqual([]);
    const twice = limited(...once, ...inTurn(falling(59, 8), 14_000, until));
    expect(brokenBy(twice, 'free')).toEqual(untrue);
  });

  test('and is not compared if it never falls, which is another requirement', () => {
    const never = limited(...inTurn(still(59, 20), 0));
    expect(fallSeen(never)).toBeUndefined();
    expect(isJudged('rate.remaining-true', never, 'free')).toBe(false);
  });
});

describe('a fall', () => {
  test('is that of two lists with nothing else in between, one answered before the other was sent', () => {
    const at = (place: number, remaining: number, more: Partial<Limited> = {}): Limited => ({
      at: 20 * place,
      remaining,
      ...more,
    });
    expect(fallSeen(limited(at(0, 59), at(1, 58)))?.map(({ index }) => index)).toEqual([0, 1]);
    expect(fallSeen(limited(at(0, 59), at(1, 58, reads), at(2, 57)))).toBeUndefined();
    expect(fallSeen(limited(at(0, 59, { took: 30 }), at(1, 58)))).toBeUndefined();
  });
});

describe('the reset', () => {
  const untrue = ['rate.reset-true'];
  const minute = 60_000;

  test('of a minute lies minutes ahead at most, unless a ban is announced', () => {
    const shown = (more: Partial<Limited>) =>
      limited(...inTurn(falling(59, 8), 0, { resetsAt: 2 * 3600_000, ...more }));
    expect(brokenBy(shown({}), 'free')).toEqual(untrue);
    expect(brokenBy(shown({ resetsAt: 4 * minute }), 'free')).toEqual([]);
    expect(brokenBy(shown({ limit: 1000 }), 'free')).toEqual([]);
    expect(brokenBy(shown({}))).toEqual([]);
    const hour = { status: 429, more: [['Retry-After', '7200']] } as const;
    expect(brokenBy(shown(hour), 'free')).toEqual([]);
    expect(brokenBy(shown({ status: 429, more: [['Retry-After', '30']] }), 'free')).toEqual(untrue);
  });

  test('that lies at each Date names no moment, unless requests come back by then', () => {
    const moving = (numbers: readonly number[]) =>
      limited(
        ...numbers.map((remaining, at): Limited => {
          return { at: 500 * at, remaining, resetsAt: Math.ceil(at / 2) * 1000 };
        }),
      );
    expect(brokenBy(moving(falling(59, 20)))).toEqual(['rate.reset-value']);
    expect(brokenBy(moving([...falling(59, 10), ...falling(59, 10)]))).toEqual([
      'rate.reset-value',
    ]);
    expect(brokenBy(moving(falling(59, 20).map((one) => Math.ceil(one / 2))))).toEqual([]);
    expect(brokenBy(moving(falling(59, 5)))).toEqual([]);
  });
});

describe('a header that is judged', () => {
  test.each([
    ['X-RateLimit-Remaining', 'X-RateLimit-Remaining comes with 59 and with 58'],
    ['content-type', 'Content-Type comes with application/json and with text/html'],
  ])('does not come twice with different values: %s', (name, problem) => {
    const values = name === 'content-type' ? ['application/json', 'text/html'] : ['59', '58'];
    const headers = values.map((value) => [name, value] as const);
    const [found] = judgeLimit([answer({ headers })], {});
    expect(found).toMatchObject({ id: 'rate.header-once', problem });
  });

  test('may come twice with the same value, and Retry-After counts on a 429 only', () => {
    const twice = (...values: string[]) => values.map((value) => ['Retry-After', value] as const);
    expect(brokenBy([answer({ status: 429, headers: twice('5', '5 ') })])).toEqual([]);
    expect(brokenBy([answer({ status: 429, headers: twice('5', '6') })])).toEqual([
      'rate.header-once',
    ]);
    expect(brokenBy([answer({ headers: twice('5', '6') })])).toEqual([]);
  });
});
