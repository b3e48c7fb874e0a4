import { describe, expect, test } from 'vitest';
import { confrontation } from './doubts.ts';
import { type FollowUp, followUps } from './follow-ups.ts';
import {
  creation,
  graceMs,
  list,
  read,
  rex,
  type Script,
  type Shown,
  sentOf,
  told,
} from './testing/told.ts';

const facts = { graceMs };
const asked = (...script: Script) => followUps(told(...script), facts);

/** The questions of each round, in the notation of an address. */
const questions = ({ rounds }: FollowUp) =>
  rounds.map(({ after, ask }) => [
    after,
    ...ask.map((one) => (one.operation === 'getPet' ? one.id : one.query)),
  ]);

const own = (...ids: readonly number[]) => ids.map((id) => creation(sentOf(id), 201, rex(id)));
const missing = (...ids: readonly number[]) => ids.map((id) => read(id, undefined));
const found = (...ids: readonly number[]) => ids.map((id) => read(id, rex(id)));
const named = (id: number, name: string) => rex(id, { name });

describe('of many doubts', () => {
  const differing = (id: number) => list(`limit=${id}`, [named(id, 'Max')]);

  test('two of each requirement are followed up, about two questions, one after another', () => {
    const of = asked(...found(2, 3, 4), ...[2, 3, 4].map(differing));
    expect(of.map(({ requirement, atOnce }) => [requirement, atOnce])).toEqual([
      ['list.same-animal', false],
      ['list.same-animal', false],
    ]);
    expect(new Set(of.map(({ name }) => name.slice(-'limit=2'.length))).size).toBe(2);
  });

  test('those of each requirement are followed up', () => {
    const lists = [list('limit=50', [rex(8)]), list('limit=60', [])];
    const of = asked(...found(2), differing(2), ...lists);
    expect(of.map(({ requirement }) => requirement).toSorted()).toEqual([
      'list.same-animal',
      'list.shows-animals',
    ]);
  });

  test('the first about a question is followed up: a read says more than another list', () => {
    const lists = [
      list('limit=3', [named(1, 'Max'), named(2, 'Tom')]),
      list('limit=4', [named(2, 'Tim')]),
    ];
    const [first] = asked(...lists, read(1, rex(1))).filter(({ doubt }) =>
      doubt.includes('limit=3'),
    );
    expect(first?.name).toBe('list.same-animal: GET /pets/1, GET /pets?limit=3');
  });
});

describe('between a filtered proof and a list without a filter', () => {
  const sold = [rex(1), rex(2)];
  const others = (status: string, count: number): Shown[] =>
    Array.from({ length: count }, (_, at) => rex(10 + at + 10 * status.length, { status }));

  test.each([
    ['available', 3, 1, 'status=pending'],
    ['pending', 1, 3, 'status=available'],
  ])(
    'the status of fewest animals is asked for, be it not %s: %i, %i',
    (_, available, pending, query) => {
      const of = asked(
        list('status=sold&limit=50', sold),
        list('status=available', others('available', available)),
        list('status=pending', others('pending', pending)),
        list('limit=50', []),
      ).find(({ name }) => name.endsWith('GET /pets?status=sold&limit=50, GET /pets?limit=50'));
      expect(of && questions(of).at(-1)).toEqual([0.59, 'status=sold&limit=50', query, 'limit=50']);
    },
  );

  test.each<[string, Script]>([
    ['a list and a read', [read(1, rex(1)), list('limit=1', [named(1, 'Max')])]],
    ['a filtered list and a read', [list('status=sold', sold), read(1, undefined)]],
    ['two lists without a filter', [list('limit=50', sold), list('limit=60', [])]],
    ['two filtered lists', [list('status=sold&limit=50', sold), list('status=sold', [])]],
  ])('and only there, not between %s', (_, script) => {
    const of = asked(...script).find(({ doubt }) => doubt.includes('contradict'));
    expect(of?.rounds.map(({ after, ask }) => [after, ask.length])).toEqual(
      confrontation.map(({ after, ask }) => [after, ask.length]),
    );
  });
});

test('of several animals that are not found two are read again, at once, from all nodes', () => {
  const of = asked(...own(1, 2, 3), ...found(1, 2, 3), ...missing(1, 2, 3), ...found(1, 2, 3));
  expect(of.map(questions)).toEqual(
    [1n, 2n].map((id) => [
      [1, id, id, id, id, id],
      [1, id, id, id],
    ]),
  );
  expect(of.map(({ atOnce }) => atOnce)).toEqual([true, true]);
});

test('if an animal is gone, four that were made beside it are read', () => {
  const of = asked(...own(1, 2, 3, 4, 5, 6), ...found(1, 2, 3, 4, 5, 6), read(1, undefined));
  expect(of.find(({ name }) => name.startsWith('read 2, '))).toMatchObject({
    requirement: 'get.stays',
    doubt: 'an animal that was made beside 2 is gone',
    rounds: [{ after: 0, ask: [2n, 3n, 4n, 5n].map((id) => ({ operation: 'getPet', id })) }],
    atOnce: false,
  });
});

test('of animals that no list shows three are read after the grace', () => {
  const of = asked(...own(1, 2, 3, 4, 5), list('limit=100', [rex(5)]));
  expect(of.find(({ requirement }) => requirement === 'get.found')).toMatchObject({
    name: 'read what no list shows, from 1 on',
    doubt: 'no list shows animal 1',
    rounds: [{ after: 1, ask: [1n, 2n, 3n].map((id) => ({ operation: 'getPet', id })) }],
    atOnce: false,
  });
});

test('a list that lacks what it showed is asked for three times after the grace, and three times soon after', () => {
  const pages = [
    [1, 2, 3, 4, 5],
    [2, 1],
  ].map((ids) =>
    list(
      'limit=100',
      ids.map((id) => rex(id)),
    ),
  );
  const of = asked(...own(1, 2, 3, 4, 5), ...pages);
  const again = of.find(({ name }) => name === 'list limit=100 again');
  const lists = Array.from({ length: 3 }, () => ({ operation: 'listPets', query: 'limit=100' }));
  expect(again).toMatchObject({
    rounds: [
      { after: 1, ask: lists },
      { after: 0.3, ask: lists },
    ],
    atOnce: false,
  });
});
