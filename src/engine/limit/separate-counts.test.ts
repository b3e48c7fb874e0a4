/** Spending the separate count of an operation. */
import { expect, test } from 'vitest';
import { answer, noon } from '../../judge/testing/answer.ts';
import { spendSeparateCount } from './separate-counts.ts';

const limit = 10;

/** A service that counts one operation up to the limit, or answers the n-th call with `status`. */
function service(status: (call: number) => number, remaining = (call: number) => limit - call) {
  const asked: string[] = [];
  const ask = (kind: string) => async () => {
    asked.push(kind);
    const call = asked.length;
    const served = status(call);
    return answer({
      operation: 'createPet',
      index: call,
      status: kind === 'in vain' && served === 201 ? 400 : served,
      headers: [
        ['X-RateLimit-Limit', `${limit}`],
        ['X-RateLimit-Remaining', `${Math.max(0, remaining(call))}`],
        ['X-RateLimit-Reset', `${noon / 1000 + 60}`],
      ],
    });
  };
  const spender = {
    ask: ask('for good'),
    askInVain: ask('in vain'),
    requestsLeft: () => 100 - asked.length,
    concurrency: 4,
  };
  return { asked, spend: () => spendSeparateCount(spender, 'createPet') };
}

test('a count is spent by creations that are refused, and asked above it for good', async () => {
  const { asked, spend } = service((call) => (call <= limit ? 201 : 429));
  const { refused, above } = await spend();
  expect(asked.filter((kind) => kind === 'in vain')).toHaveLength(limit);
  expect(refused).toHaveLength(4);
  expect(above).toEqual([]);
});

test('requests served above it under one reset are reported', async () => {
  const { above } = await service(() => 201).spend();
  expect(above.length).toBeGreaterThan(0);
});

test('a number that never falls is spent by the requests sent', async () => {
  const { above } = await service(
    () => 201,
    () => limit - 1,
  ).spend();
  expect(above.length).toBeGreaterThan(0);
});

test.each([
  ['a store that takes no more', (call: number) => (call <= limit ? 201 : 409)],
  ['a gateway', () => 503],
])('%s leaves it open, and says so', async (_, status) => {
  const { refused, above, open } = await service(status).spend();
  expect([refused, above]).toEqual([[], []]);
  expect(open).toContain('createPet has a count of its own');
});
