import { expect, test } from 'vitest';
import type { Exchange } from '../http/exchange.ts';
import { Inconclusive } from '../http/inconclusive.ts';
import type { Asked } from './api.ts';
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

const after = (exchanges: readonly Exchange[], open: readonly Asked[] = []) => ({
  exchanges,
  open,
});

test.each([
  ['read-only', 15],
  ['core', 15],
  ['full', 40],
] as const)('in %s the %i. refused log-in is the last', (profile, budget) => {
  expect(() => spareLogIn(profile, after(refused(budget - 1)))).not.toThrow();
  expect(() => spareLogIn(profile, after(refused(budget)))).toThrow(Inconclusive);
});

test('connections that are closed on strangers count, two for a refused log-in', () => {
  const closed = refused(30).map(({ response, ...exchange }) => exchange);
  expect(() => spareLogIn('core', after(closed.slice(1)))).not.toThrow();
  expect(() => spareLogIn('core', after(closed))).toThrow(Inconclusive);
});

test('what strangers are answered otherwise, and the key, count for nothing', () => {
  const others = [...refused(30, 'stranger', 403), ...refused(30, 'key-holder')];
  expect(() => spareLogIn('core', after(others))).not.toThrow();
});

test('what strangers have asked and were not answered yet counts, too', () => {
  const open = [{ caller: 'stranger' }, { caller: 'key-holder' }] as const;
  expect(() => spareLogIn('core', after(refused(13), open))).not.toThrow();
  expect(() => spareLogIn('core', after(refused(14), open))).toThrow(Inconclusive);
});
