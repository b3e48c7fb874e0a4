import { expect, test } from 'vitest';
import type { HeaderPair } from '../http/exchange.ts';
import { lagSaid } from './claims.ts';
import { answer, type Made } from './testing/answer.ts';

const said = (headers: readonly HeaderPair[], made: Made = {}) =>
  lagSaid(answer({ headers, ...made }));

test.each<[string, number, HeaderPair[]]>([
  ['nothing', 0, []],
  ['no age', 0, [['Age', '0']]],
  ['an age in whole seconds, so that it may be more', 32_000, [['age', '30']]],
  ['no number', 0, [['Age', 'old']]],
  ['for how long it is fresh', 60_000, [['Cache-Control', 'public, max-age=60']]],
  ['the longer of two', 90_000, [['Cache-Control', 'max-age=60, s-maxage="90"']]],
  [
    'an age below that',
    60_000,
    [
      ['Age', '3'],
      ['Cache-Control', 'max-age=60'],
    ],
  ],
  ['that it is not kept', 0, [['Cache-Control', 'no-store, max-age=0']]],
  ['for how long, with spaces', 60_000, [['Cache-Control', 'public ,  max-age=60 , private']]],
  ['another word with that end', 0, [['Cache-Control', 'x-max-age=60']]],
  ['no whole number of seconds', 0, [['Cache-Control', 'max-age=60s']]],
])('an answer that says %s may lag by %i ms', (_, expected, headers) => {
  expect(said(headers)).toBe(expected);
});

test('only reads with the key tell how far reads lag', () => {
  const age: HeaderPair[] = [['Age', '30']];
  expect(said(age, { operation: 'getPet', status: 404 })).toBe(32_000);
  expect(said(age, { operation: 'createPet', status: 201 })).toBe(0);
  expect(said(age, { operation: null })).toBe(0);
  expect(said(age, { caller: 'anonymous' })).toBe(0);
});
