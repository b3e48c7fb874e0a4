import { expect, test } from 'vitest';
import { virtualTime } from './clock.ts';

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
