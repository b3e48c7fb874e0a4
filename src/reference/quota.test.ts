import { expect, test } from 'vitest';
import { both, fixedWindow, planQuota } from './quota.ts';

const minute = 60_000;
const day = 86_400_000;
const noon = Date.UTC(2026, 5, 1, 12);

/** How many of this many calls at one time are served. */
function served(quota: ReturnType<typeof fixedWindow>, calls: number, at: number, who = 'key') {
  return Array.from({ length: calls }, () => quota.take(who, at)).filter(({ allowed }) => allowed)
    .length;
}

test('a window serves as many as its limit, counting down', () => {
  const quota = fixedWindow(3, minute);
  const taken = [0, 1, 2, 3, 4].map((ms) => quota.take('key', noon + ms));
  expect(taken.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false]);
  expect(taken.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0]);
  expect(new Set(taken.map(({ resetsAt }) => resetsAt))).toEqual(new Set([noon + minute]));
  expect(taken.map(({ retryAfter }) => retryAfter)).toEqual([0, 0, 0, minute - 3, minute - 4]);
});

test('the next window starts anew at the reset, and not before', () => {
  const quota = fixedWindow(1, minute);
  quota.take('key', noon);
  expect(quota.take('key', noon + minute - 1).allowed).toBe(false);
  expect(quota.take('key', noon + minute)).toMatchObject({
    allowed: true,
    remaining: 0,
    resetsAt: noon + 2 * minute,
  });
});

test('both of two quotas must allow a call, and the tighter one is shown', () => {
  const quota = both(fixedWindow(2, minute), fixedWindow(3, day));
  expect(quota.take('key', noon)).toMatchObject({ limit: 2, remaining: 1 });
  expect(quota.take('key', noon)).toMatchObject({ limit: 2, remaining: 0 });
  const later = noon + minute;
  expect(quota.take('key', later)).toMatchObject({ allowed: true, limit: 3, remaining: 0 });
  expect(quota.take('key', later)).toMatchObject({ allowed: false, limit: 3 });
});

test.each([
  ['free', 60, 1000],
  ['pro', 300, 10_000],
  ['business', 1000, 100_000],
] as const)('the %s plan: %i a minute and %i a day', (plan, perMinute, perDay) => {
  const midnight = Date.UTC(2026, 5, 1);
  expect(served(planQuota(plan, minute, day), perMinute + 10, midnight)).toBe(perMinute);
  const quota = planQuota(plan, minute, day);
  const windows = Array.from({ length: Math.ceil(perDay / perMinute) + 1 }, (_, at) => at * minute);
  const total = windows.reduce((sum, at) => sum + served(quota, perMinute, midnight + at), 0);
  expect(total).toBe(perDay);
  expect(served(quota, 10, midnight + day - 1)).toBe(0);
  expect(served(quota, 10, midnight + day)).toBe(10);
});
