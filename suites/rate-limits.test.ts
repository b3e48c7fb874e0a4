import { describe, expect, test } from 'vitest';
import type { Call } from '../src/reference/call.ts';
import type { RequirementId } from '../src/spec/catalogue.ts';
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
    expect(exchanges.map(({ caller }) => caller)).toEqual(Array(3).fill('authenticated'));
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

describe('the count', () => {
  const title = 'lists sent one after another, or a burst of them';

  /** Requests of the two lists that begin each run. */
  const survey = 1;
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
      change: counting((call) => (call === 4 ? undefined : 999)),
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
});
