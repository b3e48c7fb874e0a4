import { expect, test } from 'vitest';
import { didYouMean, nearby } from './nearest.ts';

const ids = [
  'auth.missing-key',
  'auth.invalid-key',
  'list.limit',
  'list.default-limit',
  'rate.remaining-header',
  'rate.remaining-value',
  'rate.remaining-falls',
  'rate.remaining-true',
  'pet.id',
];

test.each([
  ['list.lmit', ['list.limit']],
  ['list_limit', ['list.limit']],
  ['auth', ['auth.missing-key', 'auth.invalid-key']],
  ['create', []],
  ['', []],
])('%j stands for %j', (text, expected) => {
  expect(nearby(text, ids)).toEqual(expected);
});

test('words count however a name puts them together', () => {
  expect(nearby('--maxWait', ['--max-wait', '--max-requests'])).toEqual(['--max-wait']);
  expect(nearby('PETSTORE_URL', ['PETSTORE_BASE_URL', 'PETSTORE_OUT'])).toEqual([
    'PETSTORE_BASE_URL',
  ]);
  expect(nearby('url', ['baseUrl', 'out'])).toEqual(['baseUrl']);
});

test('one is asked for, some, or what is said where nothing is near', () => {
  expect(didYouMean('list.lmit', ids)).toBe('; did you mean list.limit?');
  expect(didYouMean('auth', ids)).toBe('; did you mean auth.missing-key or auth.invalid-key?');
  expect(didYouMean('rate.remaining', ids)).toBe(
    '; did you mean rate.remaining-header, rate.remaining-value, rate.remaining-falls or another (1 more begin so)?',
  );
  expect(didYouMean('zzz', ids, '; look')).toBe('; look');
});
