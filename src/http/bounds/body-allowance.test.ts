import { expect, test } from 'vitest';
import { BodyAllowance } from './body-allowance.ts';

test('six of the longest bodies are read whole, then only the beginning of each', () => {
  const one = new BodyAllowance(1);
  const longest = 'a'.repeat(1024 * 1024);
  for (let at = 0; at < 6; at += 1) {
    expect(one.bound()).toBe(1024 * 1024);
    one.read(longest);
  }
  expect(one.bound()).toBe(64 * 1024);
});
