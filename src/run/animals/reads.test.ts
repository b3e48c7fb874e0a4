import { expect, test } from 'vitest';
import { answer, type Made } from '../../judge/testing/answer.ts';
import { inLargeCategory, readsByKey } from './inventory.ts';

const read = (id: bigint, categoryId: bigint, differing: Made = {}) =>
  answer({
    operation: 'getPet',
    body: `{"id":${id},"name":"Rex","categoryId":${categoryId}}`,
    ...differing,
  });

test('the animals that the key has read are known with each answer, in the order of asking', () => {
  const answers = [read(2n, 1n), read(1n, 1n), read(2n, 1n)];
  const reads = readsByKey([
    ...answers,
    read(3n, 1n, { caller: 'anonymous' }),
    read(4n, 1n, { status: 404 }),
    read(5n, 1n, { operation: 'createPet' }),
    answer({ operation: 'getPet', body: '{"name":"Rex"}' }),
  ]);
  const [first, second, third] = answers;
  expect([...reads]).toEqual([
    [2n, [first, third]],
    [1n, [second]],
  ]);
});

test('animals are in a large category that a double would round', () => {
  const large = 2n ** 53n;
  const found = (...reads: readonly ReturnType<typeof read>[]) =>
    inLargeCategory(readsByKey(reads));
  expect(found(read(1n, 7n), read(2n, large), read(3n, large + 1n))).toEqual([2n, 3n]);
  expect(found(read(1n, large - 1n))).toEqual([]);
  // Whichever answer shows it so.
  expect(found(read(1n, 7n), read(2n, large), read(2n, 7n))).toEqual([2n]);
  expect(found(read(1n, 7n), read(2n, 7n), read(2n, large))).toEqual([2n]);
  expect(found(answer({ operation: 'getPet', body: '{"id":1,"name":"Rex"}' }))).toEqual([]);
});
