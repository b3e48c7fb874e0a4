import { describe, expect, test } from 'vitest';
import { broken } from '../testing/answer.ts';
import { seenIn } from './seen.ts';
import {
  companionsOfGone,
  goneOfOwn,
  judgeStays,
  listedDoubts,
  othersBesideGone,
} from './stays.ts';
import {
  brokenIn,
  creation,
  graceMs,
  inTurn,
  list,
  read,
  rex,
  type Script,
  type Shown,
  sentOf,
  told,
  undocumented,
} from './testing/told.ts';

const own = (id: number, differing: Shown = {}) => creation(sentOf(id), 201, rex(id, differing));
const found = (id: number, differing: Shown = {}) => read(id, rex(id, differing));
const made = (id: number) => own(id);
const missing = (id: number) => read(id, undefined);

const breaks = (...script: Script) =>
  broken(judgeStays(seenIn(told(...script)), graceMs)).length > 0;

/** An animal is missing while the store is reset: the list that had shown animals of the run shows none of them. */
const resetWithout = (id: number): Script => [
  ...[made(2), made(3), list('', [rex(9), rex(2), rex(3)]), found(9), found(2), graceMs],
  ...[missing(id), list('', []), graceMs, found(id)],
];

test.each<readonly [string, boolean, Script]>([
  ['alone', true, [own(1), found(1), graceMs, missing(1), graceMs, found(1)]],
  [
    'right after another one was created',
    true,
    [own(1), found(1), graceMs, own(2), missing(1), graceMs, found(1)],
  ],
  [
    'and is of others, who filed it anew',
    false,
    [found(1), graceMs, missing(1), graceMs, found(1)],
  ],
  [
    'and the run may have changed it',
    false,
    [own(1), found(1), undocumented('DELETE', 1), graceMs, missing(1), graceMs, found(1)],
  ],
  [
    'and comes back with the name of another',
    false,
    [own(2), found(1), graceMs, missing(1), graceMs, found(1, { name: 'Rex 2' })],
  ],
  [
    'and never had a name',
    false,
    [
      own(1, { name: undefined }),
      found(1, { name: undefined }),
      graceMs,
      missing(1),
      graceMs,
      found(1, { name: undefined }),
    ],
  ],
  ['as a reset brings it back, which is of others', false, resetWithout(9)],
  ['though it was made by the run, and a reset does not bring it back', true, resetWithout(2)],
])('an animal that is found, missing and found again, %s: accused: %s', (_, isFound, script) => {
  expect(breaks(...script)).toBe(isFound);
});

describe('an animal of others that is found and missing', () => {
  const higher = list('', [rex(9)]);
  const lower = list('', [rex(0), rex(1)]);
  /** Each answer takes a millisecond, and is 2 ms after the one before; these are asked so much earlier. */
  const earlier = (by: Readonly<Record<number, number>>, ...script: Script) =>
    told(...script).map((one) => ({ ...one, startedAt: one.startedAt - (by[one.index] ?? 0) }));
  const accused = (answers: ReturnType<typeof told>) =>
    broken(judgeStays(seenIn(answers), graceMs)).length > 0;
  const once = [found(1), graceMs, missing(1), found(1)];
  const twice = [...once, graceMs, missing(1), found(1)];

  test.each<readonly [string, boolean, Script, Readonly<Record<number, number>>]>([
    ['at once, though it has not the highest id', true, [higher, ...twice], { 3: 2 }],
    ['at once, once, with the highest id', false, [lower, ...twice], { 3: 2 }],
    ['at once, twice', true, [lower, ...twice], { 3: 2, 5: 2 }],
    ['one after the other', false, [higher, ...twice], { 3: 1, 5: 1 }],
    [
      'one after the other, the later first',
      false,
      [higher, found(1), graceMs, found(1), missing(1), graceMs, found(1)],
      { 3: 1 },
    ],
    [
      'at once, the later first',
      true,
      [higher, found(1), graceMs, found(1), missing(1), graceMs, found(1)],
      { 3: 2 },
    ],
  ])('%s: accused: %s', (_, expected, script, by) => {
    expect(accused(earlier(by, ...script))).toBe(expected);
  });

  test('at once may have gone with a reset that brings it back', () => {
    const until = (shown: readonly Shown[]): Script => [
      ...[made(2), made(3), list('', [rex(1), rex(2), rex(3)]), found(1), found(2), graceMs],
      ...[found(1), missing(1), list('', shown), graceMs, found(1)],
    ];
    expect(accused(earlier({ 6: 2 }, ...until([])))).toBe(false);
    expect(accused(earlier({ 6: 2 }, ...until([rex(2), rex(3)])))).toBe(true);
  });

  test('twice is later than reads may lag', () => {
    const again = (pause: number) => [
      lower,
      ...once,
      pause,
      missing(1),
      found(1),
      graceMs,
      found(1),
    ];
    const by = { 3: 2, 5: 2 };
    expect(accused(earlier(by, ...again(0)))).toBe(false);
    expect(accused(earlier(by, ...again(graceMs - 4)))).toBe(false);
    expect(accused(earlier(by, ...again(graceMs - 3)))).toBe(true);
  });
});

describe('animals of the run that were read and are gone', () => {
  const gone = (...script: Script) =>
    goneOfOwn(seenIn(told(...script))).map(({ id }) => Number(id));

  test.each<readonly [string, readonly number[], Script]>([
    ['missing at last', [1], [own(1), found(1), found(1), missing(1)]],
    ['found at last', [], [own(1), found(1), missing(1), found(1)]],
    ['never found', [], [own(1), missing(1)]],
    [
      'given its id again before it was missed',
      [],
      [own(1), found(1), own(1, { name: 'Max' }), missing(1)],
    ],
  ])('%s: %j', (_, ids, script) => {
    expect(gone(...script)).toEqual(ids);
  });

  const three = [1, 2, 3];
  const others = list('', [rex(8), rex(7)]);
  const allGone = [
    ...three.map(made),
    ...three.map((id) => found(id)),
    graceMs,
    ...three.map(missing),
  ];
  const beside = (...script: Script) => othersBesideGone(seenIn(told(...script))).map(Number);

  test.each<readonly [string, readonly number[], Script]>([
    ['those that were read', [9], [others, found(9), found(9), ...allGone]],
    ['one that a list showed', [8], [others, ...allGone]],
    [
      'none that the run may have changed',
      [7],
      [others, found(8), undocumented('DELETE', 8), ...allGone],
    ],
    ['none that was not found', [8], [others, missing(9), ...allGone]],
    ['none', [], allGone],
  ])('with more than others take away, %s of others are asked for: %j', (_, ids, script) => {
    expect(beside(...script)).toEqual(ids);
  });

  test('may have gone with a reset, if reads of others that had been shown before tell of it', () => {
    const later = (other: number) => [own(4), found(4), found(other)];
    const shown = [others, found(9), ...allGone];
    expect(breaks(...shown, ...later(9))).toBe(false);
    expect(beside(...shown, ...later(9))).toEqual([]);
    expect(breaks(...shown, ...later(10))).toBe(true);
    expect(beside(...shown, ...later(10))).toEqual([9, 10]);
  });

  test.each<readonly [string, readonly number[], Script]>([
    ['one is gone', [2, 3], [missing(1)]],
    ['two are gone', [3], [missing(1), missing(2)]],
    ['three are gone', [], [found(4), ...three.map(missing)]],
    ['none is gone', [], []],
  ])('if %s, others of the run that were read are asked for: %j', (_, ids, script) => {
    const all = [...three.map(made), made(4), creation(sentOf(5), 400)];
    const seen = seenIn(told(...all, ...three.map((id) => found(id)), ...script));
    expect(companionsOfGone(seen).map(Number)).toEqual(ids);
  });
});

describe('an animal that a read does not find is asked for in turn with a list that shows it', () => {
  const doubts = (...script: Script) => listedDoubts(seenIn(told(...script)));
  const shown = list('limit=9', [rex(2), rex(1)]);

  test.each<readonly [string, readonly string[], Script]>([
    ['the last that shows it', ['limit=9'], [list('', [rex(1)]), shown, list('limit=5', [rex(2)])]],
    ['no page that nobody defines', ['limit=9'], [shown, list('page=2', [rex(1)])]],
    ['none if none shows it', [], [found(1), list('', [rex(2)])]],
  ])('%s: %j', (_, queries, script) => {
    const asked = doubts(...script, missing(1)).map(({ proof, doubtful }) => ({ proof, doubtful }));
    expect(asked).toEqual(
      queries.map((query) => ({
        proof: { operation: 'listPets', query },
        doubtful: { operation: 'getPet', id: 1n },
      })),
    );
  });

  test('and breaks what it had shown before', () => {
    const requirement = (...script: Script) => doubts(shown, ...script)[0]?.requirement;
    expect(requirement(missing(1))).toBe('get.found');
    expect(requirement(found(1), missing(1))).toBe('get.stays');
  });

  test.each<readonly [string, boolean, Script, Script]>([
    ['each list shows it and no read', true, [shown, shown], [missing(1), missing(1)]],
    ['one list does not', false, [shown, list('limit=9', [rex(2)])], [missing(1), missing(1)]],
    ['one read finds it', false, [shown, shown], [missing(1), found(1)]],
    ['a list fails', false, [list('limit=9', [rex(1)], { status: 500 })], [missing(1)]],
  ])('if %s: found: %s', (_, isFound, proofs, others) => {
    const [doubt] = doubts(shown, missing(1));
    const problem = doubt?.contradiction(told(...proofs), told(...others));
    expect(problem !== undefined).toBe(isFound);
  });
});

describe('an animal that went away explains what else is missing', () => {
  const lost = [4, 5, 6];
  const gone = [own(1), found(1), graceMs, missing(1), graceMs, found(1)];
  const neverStored = [...lost.map(made), graceMs, ...lost.map(missing)];

  test('so those which only their creation showed need not have been lost', () => {
    expect(brokenIn(told(...neverStored))).toEqual(['get.found']);
    expect(brokenIn(told(...gone, ...neverStored))).toEqual(['get.stays']);
  });

  test('so those which lists show and reads do not find are gone like it', () => {
    const unfound = inTurn(list('limit=9', [rex(2)]), missing(2));
    expect(brokenIn(told(...unfound))).toEqual(['get.found']);
    expect(brokenIn(told(...gone, ...unfound))).toEqual(['get.stays']);
  });

  test('but not what lists show in another status', () => {
    const filtered = list('status=pending', [rex(2)]);
    const all = brokenIn(told(...gone, filtered, graceMs, filtered));
    expect(all.toSorted()).toEqual(['get.stays', 'list.status-filter']);
  });

  test('one that is shown with another name does not', () => {
    const named = inTurn(found(1), list('limit=9', [rex(1, { name: 'Max' })]));
    const all = brokenIn(told(...named, ...neverStored));
    expect(all.toSorted()).toEqual(['get.found', 'list.same-animal']);
  });

  test('and one that is not the same everywhere explains its other status', () => {
    const other = rex(1, { name: 'Max', status: undefined });
    const settled = inTurn(found(1), list('status=pending', [other]));
    expect(brokenIn(told(...settled))).toEqual(['list.same-animal']);
  });
});
