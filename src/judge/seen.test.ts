import { describe, expect, test } from 'vitest';
import type { Answered, Exchange } from '../http/exchange.ts';
import { type Seen, seenIn } from './seen.ts';
import {
  creation,
  exchangesOf,
  list,
  read,
  rex,
  type Script,
  type Step,
  sentOf,
  unexpectedRead,
} from './testing/exchanges.ts';

const seen = (...script: Script): Seen => seenIn(exchangesOf(...script));

/** A question with another address, below that of the service. */
const at =
  (path: string, step: Step): Step =>
  (index, time) => {
    const made = step(index, time);
    return { ...made, request: { ...made.request, url: `http://127.0.0.1/v1${path}` } };
  };

describe('a list is one whose query section 4.1 defines', () => {
  test.each([
    ['', { query: '', strange: false }],
    ['limit=7', { query: 'limit=7', limit: 7, strange: false }],
    ['limit=100', { query: 'limit=100', limit: 100, strange: false }],
    ['status=sold', { query: 'status=sold', status: 'sold', strange: false }],
    ['limit=7&page=2?', { query: 'limit=7&page=2?', limit: 7, strange: true }],
  ])('%j: %j', (query, asked) => {
    const [found] = seen(list(query, [rex(1)])).lists;
    const { exchange: _, pets, count, ...rest } = found ?? {};
    expect(rest).toEqual(asked);
    expect([pets?.length, count]).toEqual([1, 1]);
  });

  test.each(['limit=0', 'limit=101', 'limit=7x', 'limit=1&limit=2', 'status=unknown'])(
    'not %j',
    (query) => {
      expect(seen(list(query, [])).lists).toEqual([]);
      expect(seen(list(query, [], { status: 500 })).refusedLists).toEqual([]);
    },
  );
});

describe('a list that is refused, though it is defined', () => {
  const withKey =
    (value: string): Step =>
    (index, time) => {
      const made = list('', [], { status: 400 })(index, time);
      return { ...made, request: { ...made.request, headers: [['Authorization', value]] } };
    };

  test.each<readonly [string, boolean, Step]>([
    ['with 400', true, list('', [], { status: 400 })],
    ['with 401, which says nothing of it', false, list('', [], { status: 401 })],
    ['with 429, which says nothing of it', false, list('', [], { status: 429 })],
    ['not at all', false, list('', [])],
    ['as a gap probe', false, list('', [], { status: 400, purpose: 'gap' })],
    ['with parameters that nobody defines', false, list('page=2', [], { status: 400 })],
    ['with the scheme as usual', true, withKey('Bearer k')],
    ['with the scheme in other letters', false, withKey('bearer k')],
  ])('%s: %s', (_, isSeen, step) => {
    expect(seen(step).refusedLists.length > 0).toBe(isSeen);
  });
});

const lost = (exchange: Answered | undefined): Exchange[] => {
  if (exchange === undefined) return [];
  const { response: _, ...rest } = exchange;
  return [rest];
};

test('what a stranger sends shows only that it was refused, and what gets no answer nothing', () => {
  const strange = { caller: 'anonymous' } as const;
  expect(seen(list('', [rex(1)], strange)).lists).toEqual([]);
  expect(seenIn(lost(exchangesOf(list('', []))[0])).lists).toEqual([]);
});

describe('a read', () => {
  const oddPet = '{"id":1,"name":"Rex 1","categoryId":3}';

  test.each<readonly [string, readonly (readonly [number, boolean])[], Step]>([
    ['shows an animal', [[1, true]], read(1, rex(1))],
    ['shows that there is none', [[1, false]], read(1, undefined)],
    ['says nothing if it is a gap probe', [], read(1, rex(1), { purpose: 'gap' })],
    ['says nothing with another status', [], unexpectedRead(1, 500, oddPet)],
    ['says nothing without an animal', [], unexpectedRead(1, 200, '[]')],
    ['says nothing of an id that is none', [], at('/pets/x1', read(1, undefined))],
    ['says nothing of an id beyond int64', [], at('/pets/9223372036854775808', read(1, undefined))],
  ])('%s: %j', (_, reads, step) => {
    expect(seen(step).reads.map(({ id, pet }) => [Number(id), pet !== undefined])).toEqual(reads);
  });
});

describe('a creation', () => {
  const of = (...steps: readonly Step[]) =>
    seen(...steps).creations.map(({ sent, pet }) => [sent, pet?.id]);

  test('is known by the valid values that it sent, and the animal that a 201 shows', () => {
    const sent = { name: 'Rex 1', categoryId: 3n, status: 'sold' };
    expect(of(creation(sentOf(1), 201, rex(1)))).toStrictEqual([[sent, 1n]]);
    expect(of(creation(sentOf(1), 200, rex(1)))).toStrictEqual([[sent, undefined]]);
    expect(of(creation({ name: 5, categoryId: 'x', status: 'gone', id: 7 }, 400))).toStrictEqual([
      [{ id: 7n }, undefined],
    ]);
    expect(of(creation('[]', 400))).toStrictEqual([[undefined, undefined]]);
  });
});
