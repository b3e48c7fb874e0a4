import { expect, test } from 'vitest';
import { BodyAllowance, mostBody } from './body-allowance.ts';

test.each([1, 32])(
  'bodies of the greatest length take 16 MiB in a whole run, %i at a time, six of them read whole',
  (atOnce) => {
    const allowance = new BodyAllowance();
    const read: number[] = [];
    for (let at = 0; at < 3000; at += atOnce) {
      read.push(...Array.from({ length: atOnce }, () => allowance.reserve()));
    }
    expect(read.filter((one) => one === mostBody)).toHaveLength(6);
    expect(read.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(16 * 1024 * 1024);
  },
);

test('a thousand full pages of animals are read whole', () => {
  const allowance = new BodyAllowance();
  const page = 10_000;
  for (let at = 0; at < 1000; at += 1) {
    const bound = allowance.reserve();
    expect(bound).toBeGreaterThan(page);
    allowance.release(bound - page);
  }
});
