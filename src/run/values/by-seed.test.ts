import { expect, test } from 'vitest';
import { bySeed } from './by-seed.ts';

test('each gets its turn, with seeds of either sign', () => {
  for (const from of [-7, 0, 12]) {
    const turns = [0, 1, 2, 3].map((more) => bySeed('abcd'.split(''), from, more));
    expect(turns.toSorted().join('')).toBe('abcd');
  }
  expect(() => bySeed([], 1, 1)).toThrow(/no turns/);
});
