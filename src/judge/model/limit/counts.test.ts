import { expect, test } from 'vitest';
import type { Plan } from '../../../catalogue/plans.ts';
import type { Exchange, HeaderPair } from '../../../http/exchange.ts';
import { answer, type Made, noon } from '../../testing/answer.ts';
import { limited } from '../testing/limited.ts';
import { countOf, countsOf, isBefore, isOfFiltered, mostFreed, windowOf } from './counts.ts';

const shown = (limit: string, remaining: string, reset = `${noon / 1000 + 30}`): HeaderPair[] => [
  ['X-RateLimit-Limit', limit],
  ['X-RateLimit-Remaining', remaining],
  ['X-RateLimit-Reset', reset],
];

const sixty = shown('60', '59');

/** What tests read of the counts of some answers: their places in the run. */
const placesOf = (exchanges: readonly Exchange[]) =>
  countsOf(exchanges, 'key-holder').map(({ exchange }) => exchange.index);

test.each<readonly [string, Made, boolean]>([
  ['a list', {}, true],
  ['a creation', { operation: 'createPet', status: 201 }, true],
  ['a refused creation', { operation: 'createPet', status: 400 }, true],
  ['a read of an unknown id', { operation: 'getPet', status: 404 }, true],
  ['a gap probe that is served', { purpose: 'gap' }, true],
  ['a gap probe that is refused', { purpose: 'gap', status: 400 }, false],
  ['an answer above the limit', { status: 429 }, false],
  ['a status that is not documented', { status: 503 }, false],
  ['an answer from a cache', { headers: [...sixty, ['Age', '0']] }, false],
  ['an answer that shows no limit', { headers: sixty.slice(1) }, false],
  ['an answer that shows no number', { headers: sixty.toSpliced(1, 1) }, false],
  ['an answer that shows no reset', { headers: sixty.slice(0, 2) }, false],
  ['an answer that shows the whole limit', { headers: shown('60', '60') }, true],
  ['an answer that shows more than the limit', { headers: shown('60', '61') }, false],
  ['a limit of 2^53 - 1', { headers: shown('9007199254740991', '9') }, true],
  ['a limit of 2^53', { headers: shown('9007199254740992', '9') }, false],
])('%s, %o, shows a count: %s', (_, made, isShown) => {
  expect(countOf(answer({ headers: sixty, ...made })) !== undefined).toBe(isShown);
});

test('the counts of a key are those of its requests to documented operations', () => {
  const { response: _, ...lost } = answer({ index: 3 });
  const exchanges = [
    answer({ index: 0, headers: sixty }),
    answer({ index: 1, headers: sixty, caller: 'limit-key' }),
    answer({ index: 2, headers: sixty, operation: null }),
    lost,
    answer({ index: 4, headers: sixty, operation: 'getPet' }),
  ];
  expect(placesOf(exchanges)).toEqual([0, 4]);
});

test('a request that was sent before the other was answered is not surely counted after it', () => {
  // Each is 10 ms under way.
  const [first, meanwhile, next] = countsOf(
    limited(...[0, 9, 10].map((at) => ({ at, remaining: 9 }))),
    'key-holder',
  );
  if (!first || !meanwhile || !next) throw new Error('three answers show three counts');
  expect(isBefore(first, meanwhile)).toBe(false);
  expect(isBefore(meanwhile, first)).toBe(false);
  expect(isBefore(first, next)).toBe(true);
});

test.each<readonly [number, Plan | undefined, number | undefined]>([
  [60, 'free', 60_000],
  [1000, 'free', 86_400_000],
  [1000, 'business', 60_000],
  [300, 'free', undefined],
  [60, 'enterprise', undefined],
  [60, undefined, undefined],
])('a limit of %i belongs on plan %s to a window of %s ms', (limit, plan, window) => {
  expect(windowOf(limit, plan)).toBe(window);
});

test.each<readonly [string, Plan | undefined, number, number]>([
  // Two seconds less than the reset lay ahead: it may be rounded up, and the Date down.
  ['in the window of a test server', 'free', 30, 60 / 28_000],
  ['in the window of the plan, though the reset lies further ahead', 'free', 300, 60 / 60_000],
  ['in half of the window that is shown, without a plan', undefined, 30, 120 / 28_000],
  ['at once, if the reset is no further ahead than it is rounded', 'free', 2, 60],
])('a bucket of 60 may refill %s', (_, plan, seconds, freed) => {
  const counts = countsOf(
    limited(...[1, seconds].map((ahead) => ({ at: 0, remaining: 9, resetsAt: ahead * 1000 }))),
    'key-holder',
  );
  expect(mostFreed(counts, plan)).toBe(freed);
});

test.each([
  ['', false],
  ['?limit=9', false],
  ['?status=sold', true],
  ['?limit=9&status=sold', true],
  ['?substatus=sold', false],
])('a list with the query "%s" is filtered: %s', (query, isFiltered) => {
  const made = answer({ headers: sixty });
  const request = { ...made.request, url: `${made.request.url}${query}` };
  const count = countOf({ ...made, request });
  expect(count && isOfFiltered(count)).toBe(isFiltered);
});
