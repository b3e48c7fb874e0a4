import { expect, test } from 'vitest';
import type { Exchange, HeaderPair } from '../../../http/exchange.ts';
import { type Limited, limited } from '../testing/limited.ts';
import { fallSeen } from './falling.ts';

/** The places of the two answers that show a fall; undefined if none do. */
const seenIn = (exchanges: readonly Exchange[]) => fallSeen(exchanges)?.map(({ index }) => index);

/** Lists that were sent one after another, with what each shows. */
const showing = (...answers: readonly Omit<Limited, 'at'>[]) =>
  limited(...answers.map((one, at) => ({ ...one, at: at * 20 })));

test.each([
  ['falls by one', [{ remaining: 9 }, { remaining: 8 }], [0, 1]],
  ['falls at last', [{ remaining: 9 }, { remaining: 9 }, { remaining: 8 }], [0, 2]],
  ['falls after it rose', [{ remaining: 8 }, { remaining: 9 }, { remaining: 8 }], [1, 2]],
  ['falls by much, as others use the key', [{ remaining: 59 }, { remaining: 9 }], [0, 1]],
  ['stands still', [{ remaining: 9 }, { remaining: 9 }], undefined],
  ['rises', [{ remaining: 8 }, { remaining: 9 }], undefined],
  // The numbers of a minute and of a day, in turn.
  ['belongs to another quota', [{ remaining: 990, limit: 1000 }, { remaining: 59 }], undefined],
  ['is 21 less under another limit', [{ remaining: 40, limit: 99 }, { remaining: 19 }], undefined],
  ['is 20 less under another limit', [{ remaining: 39, limit: 99 }, { remaining: 19 }], [0, 1]],
])('a count that %s', (_, answers, seen) => {
  expect(seenIn(showing(...answers))).toEqual(seen);
});

test('lists under way together show no fall: either may have been counted first', () => {
  const together = limited({ at: 0, remaining: 9 }, { at: 5, remaining: 8 });
  expect(seenIn(together)).toBeUndefined();
});

/** Three lists with one number each, of which the one at a place is changed. */
const withOne = (place: number, numbers: readonly number[], change: (one: Exchange) => Exchange) =>
  showing(...numbers.map((remaining) => ({ remaining }))).map((one, at) =>
    at === place ? change(one) : one,
  );

test.each([0, 2])('an answer without a count shows no fall (place %i of three)', (place) => {
  const isOther = ([name]: HeaderPair) => name !== 'X-RateLimit-Remaining';
  const bare = ({ response, ...one }: Exchange) =>
    response === undefined
      ? one
      : { ...one, response: { ...response, headers: response.headers.filter(isOther) } };
  expect(seenIn(withOne(place, [9, 9, 9], bare))).toBeUndefined();
});

test('what else was asked in between may be what lowers the count: nothing is seen across it', () => {
  const across = (change: (one: Exchange) => Exchange) => seenIn(withOne(1, [9, 8, 7], change));
  expect(across((one) => ({ ...one, operation: 'createPet' }))).toBeUndefined();
  expect(across((one) => ({ ...one, caller: 'limit-key' }))).toBeUndefined();
});

test('a list that was lost in between hides no fall', () => {
  expect(seenIn(withOne(1, [9, 8, 7], ({ response: _, ...lost }) => lost))).toEqual([0, 2]);
});

test('a fall is seen before other requests, after them, and between one and the next', () => {
  const other: Omit<Limited, 'at'> = { remaining: 3, operation: 'getPet' };
  const [two, still] = [[{ remaining: 9 }, { remaining: 8 }], { remaining: 7 }];
  expect(seenIn(showing(...two, other))).toEqual([0, 1]);
  expect(seenIn(showing(other, other, ...two))).toEqual([2, 3]);
  expect(seenIn(showing(still, other, ...two, other, other, still))).toEqual([2, 3]);
  expect(seenIn(showing(other, still, other, { remaining: 6 }))).toBeUndefined();
});
