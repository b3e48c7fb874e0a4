import { describe, expect, test } from 'vitest';
import { animalDoubts } from './same-animal.ts';
import { seenIn } from './seen.ts';
import {
  creation,
  list,
  oddRead,
  read,
  rex,
  type Script,
  type Shown,
  sentOf,
  told,
  undocumented,
} from './testing/told.ts';

const doubtsIn = (...script: Script) => animalDoubts(seenIn(told(...script)));

/** What these answers put in doubt, each as its requirement and the animal. */
const doubted = (...script: Script) => [
  ...new Set(
    doubtsIn(...script).flatMap(({ requirement, about, proof }) =>
      proof.operation === 'getPet' ? [`${about} ${requirement} ${proof.id}`] : [],
    ),
  ),
];

const named = (id: number, name: string) => rex(id, { name });
const pending = (id: number) => rex(id, { status: 'pending' });

test.each<readonly [string, readonly string[], Shown, string]>([
  ['the same', [], rex(1), 'limit=9'],
  ['another name', ['identity list.same-animal 1'], named(1, 'Max'), 'limit=9'],
  [
    'another name in a filtered list',
    ['identity list.same-animal 1'],
    named(1, 'Max'),
    'status=sold',
  ],
  ['another category', ['identity list.same-animal 1'], rex(1, { categoryId: 4 }), 'limit=9'],
  ['no category', [], rex(1, { categoryId: undefined }), 'limit=9'],
  ['another status', ['status list.same-animal 1'], pending(1), 'limit=9'],
  ['no status', [], rex(1, { status: undefined }), 'limit=9'],
  [
    'no status among others',
    ['status list.status-filter 1'],
    rex(1, { status: undefined }),
    'status=pending',
  ],
  ['a status among others', ['status list.filter-with-limit 1'], rex(1), 'status=pending&limit=9'],
  ['an unknown status, which fails elsewhere', [], rex(1, { status: 'gone' }), 'status=pending'],
  ['another name on a page that nobody defines', [], named(1, 'Max'), 'page=2'],
])('a list that shows %s than a read: in doubt: %j', (_, doubts, shown, query) => {
  expect(doubted(list(query, [shown]), read(1, rex(1)))).toEqual(doubts);
});

test('a read that shows no category contradicts none', () => {
  const bare = read(1, rex(1, { categoryId: undefined }));
  expect(doubted(list('limit=9', [rex(1)]), bare)).toEqual([]);
});

test('an animal that the run may have changed itself is not in doubt', () => {
  const changed = [list('limit=9', [named(1, 'Max')]), undocumented('PATCH', 1), read(1, rex(1))];
  expect(doubted(...changed)).toEqual([]);
});

test.each([
  ['name', named(1, 'Max'), 'identity list.same-animal 1'],
  ['status', pending(1), 'status list.same-animal 1'],
])('one read of many with another %s is enough', (_, shown, doubt) => {
  const same = Array.from({ length: 6 }, () => read(1, rex(1)));
  expect(doubted(list('limit=9', [rex(1)]), ...same, read(1, shown))).toEqual([doubt]);
});

describe('reads that are wrong about an animal of the run put no other animal in doubt', () => {
  /** A list shows another name of the animal 1 than a read. */
  const other = [list('limit=1', [named(1, 'Max')]), read(1, rex(1))];
  const own = creation(sentOf(2), 201, rex(2));
  const wrong = read(2, named(2, 'Bo'));
  const both = ['identity list.same-animal 1', 'identity list.same-animal 2'];

  test.each<readonly [string, readonly string[], Script]>([
    [
      'lists agree with its creation',
      both.slice(1),
      [own, list('limit=9', [rex(2), rex(3)]), wrong],
    ],
    ['one read agrees with it', both, [own, list('limit=9', [rex(2)]), wrong, read(2, rex(2))]],
    [
      'another animal of a list has its name',
      both,
      [own, list('limit=9', [named(2, 'Bo'), named(3, 'Rex 2')]), wrong],
    ],
    ['it was not read', both.slice(0, 1), [own, list('limit=9', [rex(2)])]],
    ['a creation was refused', both.slice(0, 1), [creation(sentOf(2), 400)]],
  ])('if %s: in doubt: %j', (_, doubts, script) => {
    expect(doubted(...script, ...other).toSorted()).toEqual(doubts);
  });

  test('nor its own status, which may move at any time', () => {
    expect(doubted(own, list('limit=9', [rex(2)]), read(2, pending(2)))).toEqual([]);
  });

  test('unless its creation showed no status', () => {
    const bare = rex(2, { status: undefined });
    const shown = [list('limit=9', [bare, pending(1)]), read(2, rex(2)), read(1, rex(1))];
    expect(doubted(creation(sentOf(2), 201, bare), ...shown)).toEqual([
      'status list.same-animal 1',
    ]);
  });
});

describe('a list and a read that were asked in turn', () => {
  const filtered = 'status=pending';
  const bare = rex(1, { status: undefined });
  const [doubt] = doubtsIn(list(filtered, [bare]), read(1, rex(1)));
  const isFound = (proofs: Script, others: Script) =>
    doubt?.contradiction(told(...proofs), told(...others)) !== undefined;
  const reads = [read(1, rex(1)), read(1, rex(1))];
  const lists = [list(filtered, [bare]), list(filtered, [bare])];

  test.each<readonly [string, boolean, Script, Script]>([
    ['differ each time', true, reads, lists],
    ['agree', false, [read(1, pending(1)), read(1, pending(1))], lists],
    ['differ, and one read does not', false, [read(1, rex(1)), read(1, pending(1))], lists],
    ['say nothing, as the animal is gone', false, [read(1, undefined), read(1, undefined)], lists],
    [
      'say nothing, as the read fails',
      false,
      [oddRead(1, 500, '{"id":1,"name":"Rex 1","categoryId":3,"status":"sold"}')],
      lists,
    ],
    ['say nothing, as another animal is read', false, [read(1, rex(2)), read(1, rex(2))], lists],
    [
      'say nothing, as the list has no such animal',
      false,
      reads,
      [list(filtered, []), list(filtered, [])],
    ],
    ['say nothing, as the list fails', false, reads, [list(filtered, [bare], { status: 500 })]],
  ])('%s: found: %s', (_, found, proofs, others) => {
    expect(isFound(proofs, others)).toBe(found);
  });

  test('break the filter, though the list agrees with the creation', () => {
    const [own] = doubtsIn(
      creation(sentOf(1), 201, pending(1)),
      list('limit=9', [pending(1)]),
      read(1, pending(1)),
      read(1, rex(1)),
    );
    const found = own?.contradiction(told(read(1, rex(1))), told(list('limit=9', [pending(1)])));
    expect(found?.problem).toBeDefined();
    expect(found?.requirement).toBeUndefined();
  });
});
