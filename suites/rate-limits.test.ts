import { describe, expect, test } from 'vitest';
import { ask } from '../lab/trial.ts';
import type { RequirementId } from '../src/catalogue/catalogue.ts';
import type { Call } from '../src/reference/call.ts';
import { fixedWindow } from '../src/reference/quota.ts';
import { type Change, type Judged, judged } from './testing/judged.ts';

const [limit, remaining, reset] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const;

/** Shows other headers with these calls; undefined leaves one out. */
const showing =
  (headers: (call: Call) => Readonly<Record<string, string | undefined>>): Change =>
  ({ finish }) => ({
    finish(reply, call) {
      const done = finish(reply, call);
      const all = Object.entries({ ...done.headers, ...headers(call) });
      const shown = all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
      return { ...done, headers: Object.fromEntries(shown) };
    },
  });

const full = { profile: 'full', plan: 'business' } as const;

describe('the limit of the configured plan', () => {
  const title = 'the configured plan';
  const besides: readonly RequirementId[] = ['auth.missing-key', 'list.limit'];

  test('is compared with the answers to the key that show one, three of which are the evidence', async () => {
    const { check } = await judged('rate.plan-limit', {}, besides);
    const { outcome, exchanges } = check(title);
    expect(outcome).toBe('passed');
    expect(exchanges.map(({ caller }) => caller)).toEqual(Array(3).fill('key-holder'));
  });

  test('is compared though a request had no answer in time', async () => {
    const change: Change = ({ finish }) => ({
      finish: (reply, call) =>
        call.sequence === 2 ? { ...reply, heldMs: 20_000 } : finish(reply, call),
    });
    const { check, exchanges } = await judged('rate.plan-limit', { change }, besides);
    expect(exchanges.some(({ response }) => response === undefined)).toBe(true);
    expect(check(title).outcome).toBe('passed');
  });

  test.each<[string, string, Judged]>([
    ['not-applicable', 'no plan is configured (--plan)', { settings: { plan: 'unknown' } }],
    [
      'not-applicable',
      'the enterprise plan has no fixed numbers',
      { settings: { plan: 'enterprise' } },
    ],
    [
      'inconclusive',
      'no answer shows a limit',
      { change: showing(({ headers }) => (headers.authorization ? { [limit]: undefined } : {})) },
    ],
    ['inconclusive', 'no answer shows a limit', { change: showing(() => ({ [limit]: '1e3' })) }],
  ])('%s: %s', async (outcome, message, server) => {
    const { check } = await judged('rate.plan-limit', server, besides);
    expect(check(title)).toMatchObject({ outcome, message });
  });
});

const everything = ['list.limit', 'create.invalid-name', 'get.found', 'get.not-found'] as const;

describe('what remains is held together', () => {
  const title = 'the counts that can be held against one another';
  const rateRemaining = async (server: Judged, besides: readonly RequirementId[] = everything) =>
    (await judged('rate.remaining-true', server, besides)).check(title);

  test('in one window, five answers of which are the evidence', async () => {
    const { outcome, exchanges } = await rateRemaining({ settings: full });
    expect(outcome).toBe('passed');
    expect(exchanges).toHaveLength(5);
    expect(new Set(exchanges).size).toBe(5);
  });

  test.each<[string, Judged, readonly RequirementId[]]>([
    ['there are few answers', {}, []],
    [
      'only the resets can be held together',
      { settings: full, change: showing(() => ({ [remaining]: '999' })) },
      everything,
    ],
  ])('does not apply if %s', async (_, server, besides) => {
    expect(await rateRemaining(server, besides)).toMatchObject({
      outcome: 'not-applicable',
      message: expect.stringContaining('too few answers show a count of one window'),
    });
  });
});

describe('the resets are held together', () => {
  const title = 'the resets that can be held against one another';

  test('by a plan, which tells the window of the limit', async () => {
    const { check } = await judged('rate.reset-true', { settings: full });
    expect(check(title).outcome).toBe('passed');
    expect(check(title).exchanges.length).toBeGreaterThan(0);
  });

  test('does not apply if none tells it, and no reset has passed', async () => {
    const settings = { ...full, plan: 'unknown' } as const;
    const { check } = await judged('rate.reset-true', { settings }, everything);
    expect(check(title)).toMatchObject({
      outcome: 'not-applicable',
      message: 'no reset passed between two answers, and no plan tells the window of the limit',
    });
  });
});

describe('the count', () => {
  const title = 'lists sent one after another, or a burst of them';

  /** Requests of the two lists that begin each run. */
  const survey = 2;
  /** Requests of one burst, with the one before it. */
  const inBurst = 5;
  const inAll = survey + 3 * inBurst;

  async function falls(server: Judged) {
    const { check, exchanges } = await judged('rate.remaining-falls', {
      ...server,
      settings: { ...full, ...server.settings },
    });
    return { end: check(title), asked: exchanges.length, exchanges };
  }

  /** Shows this count with the n-th call; others headers as they are given. */
  const counting = (
    count: (call: number) => number | undefined,
    others: Readonly<Record<string, string>> = {},
  ): Change =>
    showing(({ sequence }) => {
      const shown = count(sequence);
      return { [remaining]: shown === undefined ? undefined : `${shown}`, ...others };
    });

  const still = (others: Readonly<Record<string, string>> = {}) => counting(() => 999, others);

  test('falls with the lists of other checks, and nothing more is asked', async () => {
    const others = await judged('list.limit', { settings: full });
    const all = await judged('rate.remaining-falls', { settings: full }, ['list.limit']);
    expect(all.check(title).outcome).toBe('passed');
    expect(all.check(title).exchanges).toHaveLength(2);
    expect(all.exchanges).toHaveLength(others.exchanges.length);
  });

  test.each([
    ['in the first burst', survey + inBurst, (call: number) => (call > survey + 1 ? 900 : 999)],
    [
      'in the second',
      survey + 2 * inBurst,
      (call: number) => (call > survey + inBurst ? 900 : 999),
    ],
    ['some seconds later', inAll + 1, (call: number) => (call > inAll ? 900 : 999)],
    ['and later still', inAll + 3, (call: number) => (call > inAll + 2 ? 900 : 999)],
  ])('falls %s', async (_, requests, count) => {
    const { end, asked } = await falls({ change: counting(count) });
    expect(end.outcome).toBe('passed');
    expect(asked).toBe(requests);
  });

  test('fails if it stands still in three bursts, and after them', async () => {
    const { end, asked, exchanges } = await falls({
      change: counting((call) => (call === 5 ? undefined : 999)),
    });
    expect(end.outcome).toBe('failed');
    expect(end.message).toBe(
      'expected: X-RateLimit-Remaining falls with 4 requests at once, in one of 3 bursts\n' +
        `received: 999, 999, none${', 999'.repeat(12)}`,
    );
    expect(end.exchanges.map(({ index }) => index)).toEqual(
      Array.from({ length: 3 * inBurst }, (_, at) => survey + at),
    );
    expect(asked).toBeGreaterThan(inAll);
    // No more animals are asked for than it takes.
    const queries = exchanges.slice(survey).map(({ request }) => new URL(request.url).search);
    expect(new Set(queries)).toEqual(new Set(['?limit=1']));
  });

  test('is not asked for beyond a budget', async () => {
    const { end, asked } = await falls({ settings: { budget: 1 }, change: still() });
    expect(end.outcome).toBe('not-applicable');
    expect(asked).toBe(1);
  });

  test.each<[string, string]>([
    ['failed', '100000'],
    ['not-applicable', '100001'],
  ])('%s for a limit of %s a day', async (outcome, shown) => {
    const change = showing(({ at }) => ({
      [limit]: shown,
      [remaining]: '999',
      [reset]: `${Math.ceil(at / 1000) + 80_000}`,
    }));
    const { end, asked } = await falls({ change });
    expect(end.outcome).toBe(outcome);
    if (outcome === 'failed') return;
    expect(end.message).toBe(`the limit of ${shown} is above 100000 a window`);
    expect(asked).toBe(survey + inBurst);
  });

  test('does not apply if one answer shows so high a limit', async () => {
    const change = showing(({ sequence }) => ({
      [limit]: sequence === 4 ? '100001' : sequence === 5 ? undefined : '1000',
      [remaining]: '999',
    }));
    expect((await falls({ change })).end.outcome).toBe('not-applicable');
  });

  test('is left open after one burst if none is shown', async () => {
    const { end, asked } = await falls({ change: counting(() => undefined) });
    expect(end).toMatchObject({
      outcome: 'inconclusive',
      message: 'the answers show no remaining requests',
    });
    expect(asked).toBe(survey + inBurst);
  });

  test.each([
    ['inconclusive', 1],
    ['failed', 2],
  ])('%s with %i requests at once', async (outcome, concurrency) => {
    const { end } = await falls({ settings: { concurrency }, change: still() });
    expect(end.outcome).toBe(outcome);
    if (concurrency === 1) expect(end.message).toContain('asked one by one');
  });

  const apart = {
    outcome: 'inconclusive',
    message: 'no answers came so close together, and from no cache, that the count had to fall',
  };

  test.each<[string, (place: number) => boolean]>([
    ['each first one', (place) => place === 0],
    ['each second one', (place) => place === 1],
    ['all', () => true],
  ])('is left open if a cache gave answers of each burst: %s', async (_, isCached) => {
    const change = showing(({ sequence }) => ({
      [remaining]: '999',
      Age: isCached((sequence - survey - 1) % inBurst) ? '0' : undefined,
    }));
    expect((await falls({ change })).end).toMatchObject(apart);
  });

  test('fails if a cache gave answers of two bursts only', async () => {
    const change = showing(({ sequence }) => ({
      [remaining]: '999',
      Age: sequence <= survey + 2 * inBurst ? '0' : undefined,
    }));
    expect((await falls({ change })).end.outcome).toBe('failed');
  });

  test('is left open if nothing was left before each burst', async () => {
    expect((await falls({ change: counting(() => 0) })).end).toMatchObject(apart);
  });

  /** Whether it fails if answers take so long, and the limit is shown to reset so many seconds later. */
  async function ofWindow(seconds: number, latencyMs: readonly [number, number] = [10, 10]) {
    const { record } = await ask(
      {
        id: 'still',
        title: 'shows a count that stands still',
        server: () => ({ animals: [], quota: fixedWindow(1000, 60_000) }),
        change: showing(({ at }) => ({
          [remaining]: '999',
          [reset]: `${Math.ceil(at / 1000) + seconds}`,
        })),
        settings: { profile: 'full', plan: 'unknown' },
        inVirtualTime: { latencyMs },
      },
      { seed: 1, only: ['rate.remaining-falls'] },
    );
    return record.checks.get('rate.remaining-falls')?.[0];
  }

  test('is left open if three requests may have come free within a burst', async () => {
    // In 20 ms of a window of ten seconds, four of a limit of 1,000, at twice the pace for the rounding.
    expect(await ofWindow(11)).toMatchObject(apart);
    expect((await ofWindow(40))?.outcome).toBe('failed');
    // As long as the last answer takes.
    expect(await ofWindow(40, [1, 120])).toMatchObject(apart);
  });
});
