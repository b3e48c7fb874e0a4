import { expect, test } from 'vitest';
import { virtualTime } from './clock.ts';

const { signal } = new AbortController();

test('who waits is resumed in the order of time, and of waiting where it is the same', async () => {
  const time = virtualTime(1000);
  const seen: string[] = [];
  const wait = async (name: string, until: number) => {
    await time.until(until);
    seen.push(`${name} at ${time.now()}`);
  };
  await Promise.all([wait('late', 1300), wait('early', 1100), wait('also late', 1300)]);
  expect(seen).toEqual(['early at 1100', 'late at 1300', 'also late at 1300']);
});

test('what was set off comes to rest before the next one is resumed', async () => {
  const time = virtualTime(0);
  const seen: string[] = [];
  const first = async () => {
    await time.until(10);
    for (let step = 0; step < 50; step += 1) await Promise.resolve();
    seen.push('first done');
    await time.until(15);
    seen.push('before the second');
  };
  const second = async () => {
    await time.until(20);
    seen.push('second');
  };
  await Promise.all([first(), second()]);
  expect(seen).toEqual(['first done', 'before the second', 'second']);
});

test('hours of sleep take no time, and time never goes back', async () => {
  const time = virtualTime(5000);
  const before = performance.now();
  await time.sleep(24 * 3_600_000, signal);
  expect(performance.now() - before).toBeLessThan(5000);
  expect(time.now()).toBe(5000 + 24 * 3_600_000);
  time.reach(0);
  await time.until(1);
  expect(time.now()).toBe(5000 + 24 * 3_600_000);
});

test('a sleep ends with the reason of an abort', async () => {
  const abort = new AbortController();
  const sleeping = virtualTime(0).sleep(1000, abort.signal);
  abort.abort(new Error('interrupted'));
  await expect(sleeping).rejects.toThrow('interrupted');
});
