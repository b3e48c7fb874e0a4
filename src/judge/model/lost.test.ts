import { describe, expect, test } from 'vitest';
import { judgeLost, perhapsLost, stayedBesideLost } from './lost.ts';
import { seenIn } from './seen.ts';
import {
  creation,
  graceMs,
  list,
  read,
  rex,
  type Script,
  sentOf,
  told,
  undocumented,
} from './testing/told.ts';

const herd = (...ids: readonly number[]) => ids.map((id) => rex(id));
const own = (...ids: readonly number[]) => ids.map((id) => creation(sentOf(id), 201, rex(id)));
const missing = (...ids: readonly number[]) => ids.map((id) => read(id, undefined));

describe('animals that only their creation showed', () => {
  const judged = (...script: Script) => judgeLost(seenIn(told(...script)), graceMs);

  test('are lost if three are not found, which the finding names', () => {
    const [finding, ...others] = judged(...own(1, 2, 3, 4), graceMs, ...missing(1, 2, 4));
    expect(finding).toMatchObject({ id: 'get.found', exchange: 4, also: [5, 6] });
    expect(finding?.problem).toContain('1, 2, 4');
    expect(others).toEqual([]);
  });

  test.each<[string, Script]>([
    ['others may take away two', [...own(1, 2), graceMs, ...missing(1, 2)]],
    ['nobody read one of them', [...own(1, 2, 3), graceMs, ...missing(1, 2)]],
    ['reads may lag', [...own(1, 2, 3), ...missing(1, 2, 3)]],
    ['a list shows one', [...own(1, 2, 3), list('', herd(3)), graceMs, ...missing(1, 2, 3)]],
    [
      'a read had found one',
      [...own(1, 2, 3), read(3, rex(3)), graceMs, ...missing(1, 2, 3), read(9, rex(9))],
    ],
    [
      'the run itself may have deleted one',
      [...own(1, 2, 3), undocumented('DELETE', 3), graceMs, ...missing(1, 2, 3)],
    ],
    [
      'others may have taken away two, and the id of one was given again',
      [...own(1, 2), graceMs, ...missing(1, 2), ...own(1)],
    ],
  ])('are not known to be lost: %s', (_, script) => {
    expect(judged(...script)).toEqual([]);
  });

  test('are lost, not gone with the store, if somebody looked between creations and saw none', () => {
    const looked = [...own(1, 2), graceMs, list('limit=1', herd(9)), ...own(3), graceMs];
    const later = [...missing(1, 2, 3), ...own(4), list('limit=5', herd(4))];
    expect(judged(...looked, ...later)).toHaveLength(1);
  });

  test('are gone with the whole store if it was reset: later ones stay, though lists lag', () => {
    const reset = [...own(1, 2, 3), graceMs, ...missing(1, 2, 3), ...own(4), list('limit=5', [])];
    expect(judged(...reset, graceMs / 2, list('limit=5', herd(4)))).toEqual([]);
    expect(judged(...reset, graceMs / 2, list('limit=5', []))).toHaveLength(1);
  });
});

describe('animals that stayed when a reset between creations took others', () => {
  const stayed = (...script: Script) => stayedBesideLost(seenIn(told(...script)), graceMs);
  const gone = (...lost: readonly number[]) => [
    ...own(1, 2, 3),
    ...own(4, 5),
    list('', herd(4, 5)),
    graceMs,
    ...missing(...lost),
  ];

  test('are those that were shown', () => {
    expect(stayed(...gone(1, 2, 3))).toEqual([4n, 5n]);
  });

  /** A look before the third creation, so many milliseconds after the first two. */
  const lookedAfter = (ms: number) => [
    ...own(1, 2),
    ms,
    list('limit=9', []),
    ...own(3, 4, 5),
    list('', herd(4, 5)),
    graceMs,
    ...missing(1, 2, 3),
  ];

  test('are known, too, if a list in between may have lagged', () => {
    expect(stayed(...lookedAfter(0))).toEqual([4n, 5n]);
  });

  test.each<[string, Script]>([
    ['others may have taken away two', gone(1, 2)],
    ['a list in between was empty that must have caught up', lookedAfter(graceMs)],
    [
      'they were listed together with the others',
      [...own(1, 2, 3, 4), list('', herd(1, 2, 3, 4)), graceMs, ...missing(1, 2, 3, 4)],
    ],
    ['the first of all is still found', [...own(9), ...gone(1, 2, 3), read(9, rex(9))]],
  ])('are not asked for if %s', (_, script) => {
    expect(stayed(...script)).toEqual([]);
  });
});

describe('animals that no list shows', () => {
  const unlisted = (...script: Script) => perhapsLost(seenIn(told(...script)));
  const made = own(1, 2, 3);

  test.each<[string, Script]>([
    ['without a filter and with room', [...made, list('limit=5', herd(9))]],
    ['among others', [...made, list('limit=1', herd(9)), list('limit=2', herd(9))]],
  ])(
    'may be lost if they are more than others take away, and a list %s lacks them',
    (_, script) => {
      expect(unlisted(...script)).toEqual([1n, 2n, 3n]);
    },
  );

  test.each<[string, Script]>([
    ['only two are lacking', [...made, list('limit=5', herd(3))]],
    ['one of them is touched', [...made, undocumented('DELETE', 3), list('limit=5', [])]],
    [
      'one of them has no id, and one was refused',
      [
        ...own(1, 2),
        creation(sentOf(3), 201, rex(3, { id: undefined })),
        creation(sentOf(4), 400),
        list('limit=5', []),
      ],
    ],
    ['the list is full', [...made, list('limit=1', herd(9))]],
    ['the list has a filter', [...made, list('limit=5&status=sold', [])]],
    ['nobody said how long the list may be', [...made, list('', [])]],
    ['the list is older', [list('limit=5', []), ...made]],
    ['one was made since', [...own(1, 2), list('limit=5', []), ...own(3)]],
    [
      'a read finds one that no list shows: lists choose what they show',
      [...own(1, 2, 3, 4), list('limit=5', []), read(4, rex(4))],
    ],
  ])('need not be read if %s', (_, script) => {
    expect(unlisted(...script)).toEqual([]);
  });

  test('are read although the only one that was read is listed, too', () => {
    const script = [...own(1, 2, 3, 4), list('limit=5', herd(4)), read(4, rex(4))];
    expect(unlisted(...script)).toEqual([1n, 2n, 3n]);
  });
});
