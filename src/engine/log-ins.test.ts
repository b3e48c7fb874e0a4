import { expect, test } from 'vitest';
import type { Exchange } from '../http/exchange.ts';
import { Inconclusive } from '../http/inconclusive.ts';
import { spareLogIn } from './log-ins.ts';

const refused = (
  count: number,
  caller: Exchange['caller'] = 'stranger',
  status = 401,
): Exchange[] =>
  Array.from({ length: count }, (_, index) => ({
    index,
    purpose: 'clause',
    caller,
    request: { method: 'GET', url: '', headers: [] },
    response: { status, statusText: '', headers: [], body: '', truncated: false },
    startedAt: 0,
    finishedAt: 0,
    waitMs: 0,
    curl: '',
  }));

test.each([
  ['read-only', 15],
  ['core', 15],
  ['full', 40],
] as const)('in %s the %i. refused log-in is the last', (profile, budget) => {
  expect(() => spareLogIn(profile, refused(budget - 1))).not.toThrow();
  expect(() => spareLogIn(profile, refused(budget))).toThrow(Inconclusive);
});

test('connections that are closed on strangers count, two for a refused log-in', () => {
  const closed = refused(30).map(({ response, ...exchange }) => exchange);
  expect(() => spareLogIn('core', closed.slice(1))).not.toThrow();
  expect(() => spareLogIn('core', closed)).toThrow(Inconclusive);
});

test('what strangers are answered otherwise, and the key, count for nothing', () => {
  const others = [...refused(30, 'stranger', 403), ...refused(30, 'key-holder')];
  expect(() => spareLogIn('core', others)).not.toThrow();
});
