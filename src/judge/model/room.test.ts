import { describe, expect, test } from 'vitest';
import { endByChance, hadRoom, hasRoom, pagesOf } from './room.ts';
import { type Seen, seenIn } from './seen.ts';
import { graceMs, list, rex, type Script, type Shown, told } from './testing/told.ts';

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, at) => rex(from + at));

/** Whether the last list had room for animal 9 before, when it went from 4 animals to 5. */
const had = (seen: Seen) => {
  const last = seen.lists.at(-1);
  return last !== undefined && hadRoom(last, 9n, pagesOf(seen, graceMs));
};

const shown = list('status=sold', [rex(9)]);
const short = list('limit=5', upTo(4));
const whole = list('limit=5', upTo(5));
const fullOfOthers = list(
  'limit=4',
  upTo(4).map((pet) => ({ ...pet, status: 'available' })),
);

test.each([
  ['the grace was over and another list had shown it', true, [shown, graceMs, short, whole]],
  ['the list may have been made before', false, [shown, short, whole]],
  ['no list had shown it yet', false, [graceMs, short, shown, whole]],
  [
    'it lacked no other that was known for long',
    true,
    [shown, list('limit=5', upTo(4)), graceMs, short, whole],
  ],
  [
    'an animal without an id is not missed',
    true,
    [shown, graceMs, short, list('limit=5', [...upTo(4), rex(5, { id: undefined })])],
  ],
  ['the list was empty', false, [shown, graceMs, list('limit=5', []), whole]],
  [
    'no list of the query was asked for before',
    false,
    [shown, graceMs, list('limit=6', upTo(6)), list('limit=9', upTo(5))],
  ],
  [
    'the page was as long as its limit',
    false,
    [
      ...[list('status=sold', [rex(9, { categoryId: 8 })]), graceMs, list('limit=8', upTo(8))],
      ...[list('limit=4', upTo(4, 2)), list('limit=4', upTo(4, 2))],
    ],
  ],
  [
    'the page was as long as its limit, and pages of a status are longer',
    false,
    [
      list('status=sold&limit=50', [rex(9, { categoryId: 8 }), ...upTo(7, 11)]),
      ...[graceMs, fullOfOthers, fullOfOthers],
    ],
  ],
  ['the page was as long as any', false, [shown, graceMs, list('limit=5', upTo(5, 2)), whole]],
])('%s: had room is %s', (_, expected, script) => {
  expect(had(seenIn(told(...script)))).toBe(expected);
});

test('a list that lacked others, too, was made from a part of the store', () => {
  const part = list('limit=5', upTo(3).slice(1));
  expect(had(seenIn(told(list('limit=5', upTo(5)), shown, graceMs, part, whole)))).toBe(false);
});

test('a list with a filter may have lacked it for its status', () => {
  const filtered = (count: number) => list('status=sold&limit=5', upTo(count));
  expect(had(seenIn(told(shown, graceMs, filtered(4), filtered(5))))).toBe(false);
});

test.each([
  ['two nodes show stores of their own', false, [20, 10, 20, 10, 20]],
  ['animals come, and others take away two', false, [9, 12, 10, 15, 13]],
  ['a list is empty now and then', false, [20, 0, 20, 10, 20]],
  ['pages are shorter from a day on', false, [50, 50, 10, 10]],
  ['they hold what is found in time', true, [18, 7, 20, 3, 12]],
])('if %s, pages end by chance: %s', (_, expected, lengths) => {
  expect(endByChance(lengths)).toBe(expected);
});

/** An animal whose status and category do not go by its id. */
const mixed = (id: number, differing: Shown = {}) =>
  rex(id, { status: id % 2 === 0 ? 'sold' : 'pending', categoryId: 1 + (id % 3), ...differing });

const from = (first: number, last: number, differing: (id: number) => Shown = () => ({})) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)
    .filter((id) => id !== 9)
    .map((id) => mixed(id, differing(id)));

describe('a page that goes by ids had room for animal 9 between two others', () => {
  /** Whether the last list had room for it. */
  const has = (...script: Script) => {
    const seen = seenIn(told(...script));
    const last = seen.lists.at(-1);
    return last !== undefined && hasRoom(last, 9n, pagesOf(seen, graceMs));
  };
  const page = (pets: readonly Shown[], query = 'limit=50') => list(query, pets);
  const holed = from(1, 20);

  test.each<readonly [string, boolean, readonly Shown[]]>([
    ['it goes up', true, holed],
    ['it goes down', true, holed.toReversed()],
    ['it begins behind it', false, from(10, 30)],
    ['it goes down to those behind it', false, from(10, 30).toReversed()],
    ['it ends before it', false, from(-10, 8)],
    ['it goes down from before it', false, from(-10, 8).toReversed()],
    ['three are behind it', true, from(-10, 12)],
    ['two are behind it', false, from(-10, 11)],
    [
      'two are behind it, and one without an id',
      false,
      [...from(-10, 11), mixed(12, { id: undefined })],
    ],
    ['three are behind it, downwards', true, from(6, 30).toReversed()],
    ['two are behind it, downwards', false, from(7, 30).toReversed()],
    ['it has no order', false, [...holed.slice(5), ...holed.slice(0, 5)]],
    ['it holds eight', true, from(7, 15)],
    ['it holds fewer', false, from(7, 14)],
    ['all have one status', false, from(1, 20, () => ({ status: 'sold' }))],
    ['all have one category', false, from(1, 20, () => ({ categoryId: 3 }))],
    ['it goes by statuses', false, from(1, 20, (id) => ({ status: id < 6 ? 'pending' : 'sold' }))],
    [
      'it goes by statuses, down',
      false,
      from(1, 20, (id) => ({ status: id < 6 ? 'sold' : 'pending' })),
    ],
    ['it goes by categories', false, from(1, 20, (id) => ({ categoryId: id < 6 ? 1 : 2 }))],
    ['its text is long', false, [...holed.slice(0, -1), mixed(20, { name: 'x'.repeat(65_536) })]],
  ])('if %s: %s', (_, expected, pets) => {
    expect(has(page(pets))).toBe(expected);
  });

  test.each([
    ['limit=50', true],
    ['limit=19', false],
    ['', false],
  ])('if it was asked for with %j: %s', (query, expected) => {
    expect(has(page(holed, query))).toBe(expected);
  });

  test('unless pages of some query end by chance', () => {
    const byChance = (query: string) => [8, 3, 9, 2].map((count) => page(upTo(count), query));
    expect(has(page(holed), page(holed))).toBe(true);
    expect(has(page(holed), ...byChance('status=sold'), page(holed))).toBe(false);
    // What pages are that nobody defines says nothing of others.
    expect(has(page(holed), ...byChance('page=2'), page(holed))).toBe(true);
  });
});

test('a page that was short before says nothing if pages end by chance', () => {
  const byChance = [8, 3, 9, 2].map((count) => list('status=sold&limit=9', upTo(count)));
  expect(had(seenIn(told(shown, graceMs, ...byChance, short, whole)))).toBe(false);
});
