import { afterEach, expect, test, vi } from 'vitest';
import type { RequiredId } from '../../../catalogue/catalogue.ts';
import type { Plan } from '../../../catalogue/plans.ts';
import type { Exchange, HeaderPair } from '../../../http/exchange.ts';
import { datesOf, machineInZone } from '../../../http/testing/zone.ts';
import { answer, broken, noon } from '../../testing/answer.ts';
import { type Limited, limited } from '../testing/limited.ts';
import { countOf } from './counts.ts';
import { fallSeen } from './falling.ts';
import { judgeLimit } from './limit.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const brokenBy = (exchanges: readonly Exchange[], plan?: Plan) =>
  new Set(broken(judgeLimit(exchanges, { plan })));

const judged = (id: RequiredId, exchanges: readonly Exchange[], plan?: Plan) =>
  judgeLimit(exchanges, { plan }).some((finding) => finding.id === id);

/** This many answers, 20 ms apart, the n-th made by its place. */
const sequence = (count: number, make: (at: number) => Omit<Limited, 'at'>, from = 0): Limited[] =>
  Array.from({ length: count }, (_, at) => ({ ...make(at), at: from + at * 20 }));

/** Twenty lists that take the Free plan's count from 59 to 40. */
const lists = sequence(20, (at) => ({ remaining: 59 - at }));

test('a count that falls by one with each request is true', () => {
  const exchanges = limited(...lists);
  expect(brokenBy(exchanges, 'free')).toEqual(new Set());
  expect(judged('rate.remaining-true', exchanges, 'free')).toBe(true);
});

test.each([
  ['an operation', { operation: 'getPet' }],
  ['a status', { operation: 'createPet', status: 400 }],
] as const)('%s that is not counted while all else is, is found', (_, facts) => {
  const uncounted = sequence(5, () => ({ remaining: 40, ...facts }), 400);
  expect(brokenBy(limited(...lists, ...uncounted), 'free')).toEqual(
    new Set(['rate.remaining-true']),
  );
});

test('a finding says that others beside the uncounted ones did not lower the count either', () => {
  const uncounted = (from: number) =>
    sequence(7, () => ({ remaining: 40, operation: 'getPet' }), from);
  const problemOf = (...shown: Limited[]) =>
    judgeLimit(limited(...lists, ...shown), { plan: 'free' }).find(({ problem }) => problem)
      ?.problem;
  const alone = 'over 7 requests (getPet), from 40 to 40, and falls with others';
  expect(problemOf(...uncounted(400))).toContain(alone);
  const next = (remaining: number, at: number) => sequence(1, () => ({ remaining }), at);
  expect(problemOf(...uncounted(400), ...next(39, 540))).toContain(alone);
  const beside = 'over 7 requests (getPet), from 40 to 40, nor with others right before or after';
  expect(problemOf(...next(40, 400), ...uncounted(420))).toContain(beside);
  expect(problemOf(...uncounted(400), ...next(40, 540))).toContain(beside);
});

test('the own count of an operation that is read late stands still and then falls', () => {
  const own = { operation: 'getPet' } as const;
  const still = sequence(28, () => ({ remaining: 59, ...own }), 400);
  const falling = sequence(8, (at) => ({ remaining: 58 - at, ...own }), 960);
  expect(brokenBy(limited(...lists, ...still, ...falling), 'free')).toEqual(new Set());
  const ofNobody = falling.map((one) => ({ ...one, status: 404 }));
  expect(brokenBy(limited(...lists, ...still, ...ofNobody), 'free')).toEqual(new Set());
  const others = sequence(8, (at) => ({ remaining: 39 - at }), 960);
  expect(brokenBy(limited(...lists, ...still, ...others), 'free')).toEqual(
    new Set(['rate.remaining-true']),
  );
});

test('three in a row without a fall prove nothing', () => {
  const uncounted = sequence(3, () => ({ remaining: 40, operation: 'getPet' }), 400);
  expect(brokenBy(limited(...lists, ...uncounted), 'free')).toEqual(new Set());
});

test('from 0 nothing falls', () => {
  const spent = sequence(60, (at) => ({ remaining: 59 - at }));
  const after = sequence(9, () => ({ remaining: 0, operation: 'getPet' }), 1200);
  expect(brokenBy(limited(...spent, ...after), 'free')).toEqual(new Set());
});

test('a count that is 0 on each refusal, and more on all other answers of the operation, is found', () => {
  const refused = { operation: 'createPet', status: 400, remaining: 0 } as const;
  const empty = sequence(4, () => refused, 400);
  const made = sequence(2, (at) => ({ remaining: 35 - at, operation: 'createPet' }), 480);
  expect(brokenBy(limited(...lists, ...empty, ...made), 'free')).toEqual(
    new Set(['rate.remaining-true']),
  );
  // A node that knows better tells others, and a separate count may be spent.
  const others = sequence(2, () => ({ remaining: 0 }), 520);
  expect(brokenBy(limited(...lists, ...empty, ...made, ...others), 'free')).toEqual(new Set());
  expect(brokenBy(limited(...lists, ...empty), 'free')).toEqual(new Set());
});

test('a count that rises step by step is not read late, however quiet it was before', () => {
  const pause = sequence(1, () => ({ remaining: 39 }), 1400);
  const rising = sequence(6, (at) => ({ remaining: 40 + at, operation: 'getPet' }), 1420);
  const still = sequence(6, () => ({ remaining: 39, operation: 'getPet' }), 1420);
  expect(brokenBy(limited(...lists, ...pause, ...rising), 'free')).toEqual(
    new Set(['rate.remaining-true']),
  );
  expect(brokenBy(limited(...lists, ...pause, ...still), 'free')).toEqual(new Set());
});

test('a bucket that is full again at once is not a count that stands still', () => {
  // Its reset is two seconds away only because seconds are all that it can show.
  const shown = { limit: 10, resetsAt: 2000 };
  const falling = sequence(20, (at) => ({ ...shown, remaining: 9 - (at % 4) }));
  const full = sequence(20, () => ({ ...shown, remaining: 9, operation: 'createPet' }), 400);
  expect(brokenBy(limited(...falling, ...full))).toEqual(new Set());
});

test('requests under way together for as long as a bucket takes to refill may all show the same', () => {
  const together = (shown: Omit<Limited, 'at'>) =>
    limited(
      ...Array.from({ length: 6 }, () => ({ ...shown, operation: 'getPet', at: 300 }) as const),
    ).map((one) => ({
      ...one,
      index: one.index + 12,
      finishedAt: one.startedAt + 100,
    }));
  const soon = { resetsAt: 1000 };
  const full = sequence(12, (at) => ({ ...soon, remaining: 59 - (at % 2) }));
  const refilled = [...limited(...full), ...together({ ...soon, remaining: 59 })];
  expect(brokenBy(refilled, 'free')).toEqual(new Set());
  // A bucket of the plan gives one back in a second.
  const falling = sequence(12, (at) => ({ remaining: 59 - at }));
  const uncounted = [...limited(...falling), ...together({ remaining: 47 })];
  expect(brokenBy(uncounted, 'free')).toEqual(new Set(['rate.remaining-true']));
});

test('a count for each operation does not break this requirement', () => {
  const reads = sequence(20, (at) => ({ remaining: 59 - at, operation: 'getPet' }), 400);
  expect(brokenBy(limited(...lists, ...reads), 'free')).toEqual(new Set());
});

test('the refill of a bucket meanwhile is allowed for', () => {
  // One request a second of 60 a minute: the count stays as it is.
  const slow = Array.from({ length: 20 }, (_, at) => ({ remaining: 40, at: 1000 + at * 1000 }));
  const reads = slow.map((one) => ({ ...one, operation: 'getPet' }) as const);
  expect(brokenBy(limited(...lists, ...reads), 'free')).toEqual(new Set());
});

test('nodes that share their counts late show numbers twice everywhere, and do not fail', () => {
  const late = sequence(24, (at) => ({
    remaining: 59 - Math.floor(at / 4),
    operation: at % 2 === 0 ? 'getPet' : 'listPets',
  }));
  expect(brokenBy(limited(...late), 'free')).toEqual(new Set());
});

test('a count that is written at intervals stands still for all, if not as often for each', () => {
  // Written every 400 ms: five lists in the first stretch, twenty reads in the second.
  const sparse = Array.from({ length: 12 }, (_, at) => ({
    remaining: 59 - Math.floor(at / 4) * 4,
    at: at * 100,
  }));
  const reads = sequence(19, () => ({ remaining: 47, operation: 'getPet' }), 1210);
  expect(brokenBy(limited(...sparse, ...reads), 'free')).toEqual(new Set());
});

test('answers from a cache show nothing', () => {
  const cached = sequence(
    8,
    () => ({ remaining: 40, operation: 'getPet', more: [['Age', '3']] }) as const,
    400,
  );
  expect(brokenBy(limited(...lists, ...cached), 'free')).toEqual(new Set());
});

test('a count that rises long before a reset that stands still is found', () => {
  const day = { limit: 1000, resetsAt: 40_000_000 };
  const falling = sequence(20, (at) => ({ remaining: 899 - at, ...day }));
  const risen = sequence(5, (at) => ({ remaining: 979 - at, ...day }), 15_000);
  const later = sequence(2, (at) => ({ remaining: 970 - at, ...day }), 20_000);
  expect(brokenBy(limited(...falling, ...risen, ...later), 'free')).toEqual(
    new Set(['rate.remaining-true']),
  );
});

test('a count that begins anew once in a run was lost when the service started again', () => {
  const day = { limit: 1000, resetsAt: 40_000_000 };
  const from = (first: number, at: number) =>
    sequence(20, (place) => ({ remaining: first - place, ...day }), at);
  const last = (remaining: number, at: number) => sequence(1, () => ({ remaining, ...day }), at);
  const once = [...from(899, 0), ...from(999, 15_000)];
  expect(brokenBy(limited(...once, ...last(979, 20_000)), 'free')).toEqual(new Set());
  const twice = [...once, ...from(999, 30_000), ...last(979, 40_000)];
  expect(brokenBy(limited(...twice), 'free')).toEqual(new Set(['rate.remaining-true']));
});

test('a copy of the count that lags behind, after answers from the count itself, raises it once', () => {
  const creation = { operation: 'createPet', status: 400 } as const;
  const own = sequence(1, () => ({ remaining: 39, ...creation }), 400);
  const copy = (remaining: number) => sequence(9, () => ({ remaining, ...creation }), 420);
  expect(brokenBy(limited(...lists, ...own, ...copy(57)), 'free')).toEqual(new Set());
  // One that shows the whole limit has counted nothing.
  expect(brokenBy(limited(...lists, ...own, ...copy(60)), 'free')).toEqual(
    new Set(['rate.remaining-true']),
  );
});

test('a store of counts that is away answers all with one number, before and after what is hardly asked else', () => {
  const refused = { operation: 'createPet', status: 400 } as const;
  const away = (first: object, last: object) => [
    ...sequence(1, () => ({ remaining: 60, ...first }), 400),
    ...sequence(12, () => ({ remaining: 60, ...refused }), 420),
    ...sequence(1, () => ({ remaining: 60, ...last }), 660),
    ...sequence(5, (at) => ({ remaining: 39 - at }), 680),
  ];
  expect(brokenBy(limited(...lists, ...away({}, {})), 'free')).toEqual(new Set());
  // What is not counted may show the whole limit as well.
  for (const shown of [away(refused, {}), away({}, refused), away(refused, refused)]) {
    expect(brokenBy(limited(...lists, ...shown), 'free')).toEqual(new Set(['rate.remaining-true']));
  }
});

test('a count that never falls fails only rate.remaining-falls', () => {
  const others = sequence(12, (at) => ({ remaining: 59 - at, operation: 'createPet' }));
  const still = sequence(20, () => ({ remaining: 48 }), 240);
  expect(brokenBy(limited(...others, ...still), 'free')).toEqual(new Set());
  expect(fallSeen(limited(...others, ...still))).toBeUndefined();
});

test('a fall is seen only between lists with nothing else in between', () => {
  const [one, other] = [
    { at: 0, remaining: 59 },
    { at: 40, remaining: 57 },
  ];
  expect(fallSeen(limited(one, other))?.map(({ index }) => index)).toEqual([0, 1]);
  const between: Limited = { at: 20, remaining: 58, operation: 'createPet' };
  expect(fallSeen(limited(one, between, other))).toBeUndefined();
});

test.each([
  ['X-RateLimit-Remaining', '7', true],
  ['x-ratelimit-remaining', '59', false],
  ['Content-Type', 'text/html', false],
  ['Retry-After', '5', false],
])('%s: %s once more is a fault: %s', (name, value, found) => {
  const one = limited({ at: 0, remaining: 59, more: [[name, value]] });
  expect(brokenBy(one, 'free').has('rate.header-once')).toBe(found);
});

test('of headers that are not judged, or differ in white space only, two are no fault', () => {
  const waits: HeaderPair[] = [
    ['Retry-After', '5'],
    ['Retry-After', '6'],
  ];
  expect(brokenBy(limited({ at: 0, remaining: 59, more: waits }))).toEqual(new Set());
  const spaced: HeaderPair[] = [['X-RateLimit-Remaining', ' 59 ']];
  expect(brokenBy(limited({ at: 0, remaining: 59, more: spaced }))).toEqual(new Set());
  const twice: HeaderPair[] = [['X-RateLimit-Remaining', '7']];
  const nowhere = limited({ at: 0, remaining: 59, more: twice }).map(
    ({ operation: _, ...one }) => one,
  );
  expect(brokenBy(nowhere)).toEqual(new Set());
});

test('an answer without any header that is judged, and none at all, do not show that headers come once', () => {
  const { response: _, ...lost } = answer();
  expect(judged('rate.header-once', [answer({ status: 503 }), lost])).toBe(false);
  expect(judged('rate.header-once', [answer({ headers: [['Content-Type', 'text/css']] })])).toBe(
    true,
  );
});

test('two types of one body, or two times to retry on a 429, are a fault', () => {
  const types = [
    ['Content-Type', 'application/json'],
    ['content-type', 'text/html'],
  ] as const;
  const waits = [
    ['Retry-After', '5'],
    ['Retry-After', '6'],
  ] as const;
  const exchanges = limited(
    { at: 0, remaining: 59, more: types },
    { at: 20, remaining: 0, status: 429, more: waits },
  );
  const found = judgeLimit(exchanges, {}).filter(({ problem }) => problem !== undefined);
  expect(found.map(({ exchange, problem }) => [exchange, problem])).toEqual([
    [0, 'Content-Type comes with application/json and with text/html'],
    [1, 'Retry-After comes with 5 and with 6'],
  ]);
});

test.each(Object.entries(datesOf(noon)))(
  'a count belongs to the moment of a Date as %s has it, whatever the time zone of the machine',
  (_, date) => {
    machineInZone('-0500');
    const count = countOf(
      answer({
        headers: [
          ['X-RateLimit-Limit', '60'],
          ['X-RateLimit-Remaining', '59'],
          ['X-RateLimit-Reset', `${noon / 1000 + 30}`],
          ['Date', date],
        ],
      }),
    );
    expect(count?.serverNow).toBe(noon);
  },
);
