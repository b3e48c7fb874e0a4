import { expect, test } from 'vitest';
import { OptionsError, readOptions } from './options.ts';

test('without options the whole lab runs once', () => {
  expect(readOptions([])).toMatchObject({ mode: 'everything', only: [], seed: 1, otherSeeds: 0 });
});

test('a mode, entries and numbers are read', () => {
  const call = readOptions(['--stocked', 'newest', '--only', 'a,b.*', '--seeds', '20']);
  expect(call).toMatchObject({ mode: 'newest', only: ['a', 'b.*'], otherSeeds: 20 });
});

test.each([
  [['--seeds', 'many'], '--seeds takes a whole number, not "many"'],
  [['--stocked', 'middle'], '--stocked takes oldest or newest'],
  [['--profile', 'full'], '--profile takes quick, not full'],
  [['--sede', '2'], '--sede'],
])('%j is refused by name', (args, words) => {
  expect(() => readOptions(args)).toThrow(OptionsError);
  expect(() => readOptions(args)).toThrow(words);
});
