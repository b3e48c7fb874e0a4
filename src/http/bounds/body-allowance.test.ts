import { expect, test } from 'vitest';
import { BodyAllowance, mostBody } from './body-allowance.ts';

test('bodies of the greatest length take 16 MiB in a whole run, however many there are', () => {
  const allowance = new BodyAllowance();
  let read = 0;
  expect(allowance.bound()).toBe(mostBody);
  for (let at = 0; at < 3000; at += 1) {
    const bound = allowance.bound();
    read += bound;
    allowance.read('a'.repeat(bound));
  }
  expect(read).toBeLessThanOrEqual(16 * 1024 * 1024);
});

test('a thousand full pages of animals are read whole', () => {
  const allowance = new BodyAllowance();
  const page = 'a'.repeat(10_000);
  for (let at = 0; at < 1000; at += 1) {
    expect(allowance.bound()).toBeGreaterThan(page.length);
    allowance.read(page);
  }
});
