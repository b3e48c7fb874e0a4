/** The limiters of the lab keep their limit, and say when calls are free again. */
import { expect, test } from 'vitest';
import { banning, bucket, lateNodes, leakyQueue, slidingCounter } from './limiters.ts';
import { fixedWindow, type Quota } from './quota.ts';

const noon = Date.UTC(2026, 5, 1, 12);
const minute = 60_000;

/** How many of this many calls at one time are served. */
function servedOf(quota: Quota, calls: number, at = noon): number {
  return Array.from({ length: calls }, () => quota.take('key', at)).filter(({ allowed }) => allowed)
    .length;
}

const limiters: Readonly<Record<string, () => Quota>> = {
  'a sliding counter': () => slidingCounter(60, minute),
  'a bucket': () => bucket({ limit: 60, windowMs: minute, reset: 'full' }),
  'a queue': () => leakyQueue(60, minute, 60),
  'a node that is alone': () => lateNodes({ limit: 60, windowMs: minute, nodes: 1, lagMs: 3000 }),
};

test.each(Object.entries(limiters))('%s serves its limit and no more', (_, make) => {
  expect(servedOf(make(), 70)).toBe(60);
});

test.each(Object.entries(limiters))('%s serves a call after the time that it names', (_, make) => {
  const quota = make();
  servedOf(quota, 60);
  const { allowed, retryAfter, remaining } = quota.take('key', noon + 10);
  expect({ allowed, remaining }).toEqual({ allowed: false, remaining: 0 });
  expect(quota.take('key', noon + 10 + Math.ceil(retryAfter)).allowed).toBe(true);
});

test('nodes that do not know of one another yet serve more', () => {
  const nodes = lateNodes({ limit: 60, windowMs: minute, nodes: 3, lagMs: 3000 });
  expect(servedOf(nodes, 200)).toBe(180);
  expect(servedOf(nodes, 10, noon + 3000)).toBe(0);
});

test('a key that asks on is banned, one that waits is not', () => {
  const rash = banning(fixedWindow(1, minute), 500, 3_600_000);
  servedOf(rash, 2);
  expect(rash.take('key', noon + 1000).retryAfter).toBe(3_600_000);
  expect(rash.take('key', noon + minute).allowed).toBe(false);
  const patient = banning(fixedWindow(1, minute), 500, 3_600_000);
  servedOf(patient, 2);
  expect(patient.take('key', noon + minute).allowed).toBe(true);
});
