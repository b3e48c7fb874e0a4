import { describe, expect, test } from 'vitest';
import type { Answered, HeaderPair } from '../src/http/exchange.ts';
import { Inconclusive } from '../src/http/inconclusive.ts';
import { answer, type Made, noon } from '../src/judge/testing/answer.ts';
import type { Round, Spending } from '../src/run/limit/spent-responses.ts';
import type { RequirementId } from '../src/spec/catalogue.ts';
import { type Operation, repeatableOperations } from '../src/spec/operations.ts';
import { endsOf, type Shown } from './testing/spent.ts';

const limit = 60;

interface Told extends Made {
  readonly remaining?: number;
  /** Seconds from noon to the reset. */
  readonly reset?: number;
  /** Null for none. */
  readonly retryAfter?: string | null;
  readonly limit?: number;
}

let answers = 0;

/** An answer at noon, with the headers of section 8. */
function one(operation: Operation, status: number, told: Told = {}): Answered {
  const { remaining = 0, reset = 60, retryAfter = `${reset}`, limit: of = limit, ...made } = told;
  answers += 1;
  const headers: HeaderPair[] = [
    ['X-RateLimit-Limit', `${of}`],
    ['X-RateLimit-Remaining', `${remaining}`],
    ['X-RateLimit-Reset', `${noon / 1000 + reset}`],
    ...(status === 429 && retryAfter !== null ? [['Retry-After', retryAfter] as const] : []),
    ...(made.headers ?? []),
  ];
  return answer({ index: answers, ...made, operation, status, headers });
}

const listed = (remaining: number) => one('listPets', 200, { remaining });

/** As many lists as the limit, each shown as counted. */
const allServed = Array.from({ length: limit }, (_, at) => listed(limit - 1 - at));

/** A round in which the limit was spent, and each operation answered with this status above it. */
function round(
  statuses: Partial<Record<Operation, number>> = {},
  differing: Partial<Round> = {},
): Round {
  const all = { listPets: 429, createPet: 429, getPet: 429, ...statuses };
  const mix = repeatableOperations.map((name) => one(name, all[name]));
  return roundOf(mix, differing);
}

function roundOf(mix: readonly Answered[], differing: Partial<Round> = {}): Round {
  const refused = mix.filter(({ response }) => response.status === 429);
  return { served: allServed, above: [], mix, refused, apart: [], ...differing };
}

const spending = (rounds: readonly Round[], differing: Partial<Spending> = {}): Spending => ({
  rounds,
  recovery: [],
  below: [],
  ...differing,
});

/** How the checks of one requirement end. */
async function ended(id: RequirementId, shown: Shown) {
  const { ends } = await endsOf([id], shown);
  return ends;
}

/** How the first check of a requirement ends. */
async function end(id: RequirementId, shown: Shown) {
  const [first] = await ended(id, shown);
  return first;
}

const inOrder = (shown: readonly Answered[]) =>
  shown.map(({ index }) => index).sort((a, b) => a - b);

describe('the limit', () => {
  test('is spent once for all requirements, which all say why if it could not be', async () => {
    const ids = ['rate.enforced', 'rate.retry-after', 'rate.recovers'] as const;
    const why = new Inconclusive('the headers show no count');
    const { ends, timesSpent } = await endsOf(ids, { spending: why });
    expect(ends.map(({ outcome, message }) => `${outcome}: ${message}`)).toEqual(
      ids.map(() => `inconclusive: ${why.message}`),
    );
    expect(timesSpent).toBe(1);
  });
});

describe('each operation is refused above the limit', () => {
  const enforced = (rounds: readonly Round[], differing: Partial<Spending> = {}) =>
    end('rate.enforced', { spending: spending(rounds, differing) });
  const creates = { createPet: 201 };
  const below = repeatableOperations.map((name) => one(name, name === 'createPet' ? 201 : 200));

  test.each<[string, string, readonly Round[]]>([
    ['passed', 'in one of two rounds', [round(creates), round({ getPet: 200 })]],
    ['inconclusive', 'not in the only round', [round(creates)]],
    ['inconclusive', 'not, as of several', [round({ ...creates, getPet: 404 }), round(creates)]],
    ['failed', 'never, where all others are', [round(creates), round(creates)]],
    [
      'failed',
      'never, as all lists are served',
      [round({ listPets: 200 }), round({ listPets: 200 })],
    ],
  ])('%s: %s', async (outcome, _, rounds) => {
    expect((await enforced(rounds))?.outcome).toBe(outcome);
  });

  test('fails with what was served above it', async () => {
    const above = [listed(0), listed(0)];
    const spent = round({}, { served: [...allServed, ...above], above });
    expect(await enforced([round(), spent])).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('62 were served, 2 of them above it'),
      exchanges: inOrder(above),
    });
  });

  test.each([302, 400, 500])(
    'fails if all are answered %i, and served below it',
    async (status) => {
      const spent = round({ listPets: status, createPet: status, getPet: status });
      expect(await enforced([spent], { below })).toMatchObject({
        outcome: 'failed',
        message: expect.stringContaining('expected: 429'),
      });
      expect((await enforced([spent], { below: [] }))?.outcome).toBe('inconclusive');
    },
  );

  test('fails if all are answered 503 in place of 429, and served below it', async () => {
    const spent = round({ listPets: 503, createPet: 503, getPet: 503 });
    expect((await enforced([spent], { below }))?.outcome).toBe('failed');
  });

  test('is left open if a gateway answers 503 once, and fails if it does in each round', async () => {
    const away = round({ createPet: 503 });
    expect((await enforced([away, round()], { below }))?.outcome).toBe('passed');
    expect((await enforced([away, round(creates)], { below }))?.outcome).toBe('inconclusive');
    expect((await enforced([away, away], { below }))?.outcome).toBe('failed');
  });

  test.each([401, 403])('may end with a ban: %i beside 429s', async (status) => {
    const banned = roundOf([one('listPets', 429), one('createPet', status), one('getPet', status)]);
    expect((await enforced([banned], { below }))?.outcome).toBe('inconclusive');
    const { mix, refused } = round({ listPets: status });
    const last = roundOf(mix, { refused: [one('listPets', 429), ...refused] });
    expect((await enforced([last], { below }))?.outcome).toBe('inconclusive');
  });
});

describe('no 429 comes while requests remain', () => {
  const notEarly = (rounds: readonly Round[], before: readonly Answered[] = []) =>
    end('rate.not-early', { spending: spending(rounds), before });

  /** Half of the limit was served, each shown as counted, when a 429 came that shows this much. */
  const early = (itself: number, told: Told = {}): Round => {
    const refused = [one('listPets', 429, { remaining: itself, ...told })];
    return roundOf([], { served: allServed.slice(0, 30), refused });
  };

  test('is a failure if the answers before it and itself showed some, in any round', async () => {
    const spent = early(30);
    expect(await notEarly([round(), spent])).toMatchObject({
      outcome: 'failed',
      message: 'expected: no 429 while requests remain\nreceived: 429 with 30 shown',
      exchanges: inOrder(spent.refused),
    });
  });

  test.each<[string, string, readonly Round[]]>([
    ['passed', 'in one of two rounds', [early(0), round()]],
    ['failed', 'in both', [early(0), early(0)]],
    ['inconclusive', 'in the only one', [early(0)]],
  ])('%s if the 429 itself shows none, %s', async (outcome, _, rounds) => {
    expect((await notEarly(rounds))?.outcome).toBe(outcome);
  });

  test.each<[string, string, Round]>([
    [
      'others use the key',
      'others use the key',
      { ...early(30), served: [listed(59), listed(29)] },
    ],
    [
      'the number shown is late',
      'not those of one count',
      { ...early(0), served: [...allServed.slice(0, 20), listed(50)] },
    ],
    ['another limit refuses', '--concurrency 1', early(30, { retryAfter: '1' })],
  ])('is left open if %s', async (_, said, spent) => {
    const found = await notEarly([spent]);
    expect(found?.outcome).toBe('inconclusive');
    expect(found?.message).toContain(said);
  });
});

describe('no 429 comes while requests remain before the limit is to be spent', () => {
  const refusedEarly = (told: Told = {}) => one('listPets', 429, { remaining: 7, ...told });
  const ofEarlier = async (before: readonly Answered[]) =>
    (await ended('rate.not-early', { spending: spending([round()]), before }))[1];

  test('is a failure if they say so in two windows', async () => {
    const refusals = [refusedEarly(), refusedEarly({ remaining: 3, reset: 30 }), refusedEarly()];
    expect(await ofEarlier([listed(8), ...refusals])).toMatchObject({
      outcome: 'failed',
      message:
        'expected: no 429 while requests remain\nreceived: 429 with 7 shown by itself, in 2 windows',
      exchanges: inOrder(refusals),
    });
  });
});

describe('every 429 has a Retry-After', () => {
  const refused = (...values: readonly (string | null)[]) =>
    values.map((retryAfter) => one('listPets', 429, { retryAfter }));

  test.each<[string, string | null]>([
    ['passed', 'in a while'],
    ['failed', null],
    ['failed', ' \t'],
  ])('%s if one is %j', async (outcome, retryAfter) => {
    const since = refused('60', retryAfter);
    const found = await end('rate.retry-after', { spending: spending([roundOf(since)]), since });
    expect(found).toMatchObject({
      outcome,
      exchanges: inOrder(outcome === 'passed' ? since : since.slice(1)),
    });
  });

  test.each<[string, readonly (string | null)[]]>([
    ['passed', ['60']],
    ['inconclusive', [null, null, '60']],
    ['failed', [null, null, null]],
  ])('%s though the limit could not be spent: %j', async (outcome, values) => {
    const shown = { spending: new Inconclusive('too slow'), before: refused(...values) };
    expect((await end('rate.retry-after', shown))?.outcome).toBe(outcome);
  });
});

describe('after the indicated time a request', () => {
  const spent = round();
  const recovers = (differing: Partial<Spending>) =>
    end('rate.recovers', { spending: spending([spent], differing) });

  test.each<[string, string, Answered]>([
    ['passed', 'served', one('listPets', 200)],
    ['passed', 'refused for a reason of its own', one('createPet', 403)],
    ['failed', 'refused still', one('getPet', 429)],
  ])('%s if it is %s', async (outcome, _, last) => {
    const recovery = [one('listPets', 200), last];
    const evidence = outcome === 'passed' ? [...spent.refused, ...recovery] : [last];
    expect(await recovers({ recovery })).toMatchObject({ outcome, exchanges: inOrder(evidence) });
  });

  test.each<[string, Partial<Spending>]>([
    ['too long a wait', { recovery: [one('listPets', 200)], notTried: 'too long a wait' }],
    ['too long a wait', { notTried: 'too long a wait' }],
    ['it was not tried', {}],
  ])('is left open: %s', async (message, differing) => {
    expect(await recovers(differing)).toMatchObject({ outcome: 'inconclusive', message });
  });
});

describe('a Retry-After', () => {
  const refusedWith = (retryAfter: string | null, told: Told = {}) =>
    spending([roundOf([one('listPets', 429), one('createPet', 429, { retryAfter, ...told })])]);

  const date = new Date(noon + 60_000).toUTCString();

  test.each<[string, string]>([
    ['passed', '60'],
    ['passed', ' 60 '],
    ['passed', '0'],
    ['passed', '0.0'],
    ['passed', date],
    ['failed', '1.5'],
    ['failed', '60 s'],
    ['failed', 'about 60'],
    ['failed', '60000'],
    ['failed', '2026-06-01T12:01:00Z'],
    ['failed', `on ${date}`],
    ['failed', `${date} or so`],
    ['failed', 'Monday, 01-Jun-26 12:01:00 GMT'],
  ])('%s as delta-seconds or a date: %s', async (expected, retryAfter) => {
    const judged = await end('rate.retry-after-format', { spending: refusedWith(retryAfter) });
    expect(judged?.outcome).toBe(expected);
    if (expected === 'passed') return;
    expect(judged?.message).toBe(
      `expected: whole seconds or an HTTP date\nreceived: Retry-After ${JSON.stringify(retryAfter)}`,
    );
    expect(judged?.exchanges).toHaveLength(1);
  });
});
