import { expect, test } from 'vitest';
import { areAllShortened, isCutBySize } from './page-bounds.ts';
import { hasRoom, pagesOf } from './room.ts';
import { seenIn } from './seen.ts';
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

const herd = (count: number, differing: Shown = {}) =>
  Array.from({ length: count }, (_, at) => rex(at + 1, differing));

/** As many animals that follow the first. */
const others = (count: number) => herd(count + 1).slice(1);

/** Whether the last list would have shown animal 9, too. */
function had(...script: Script): boolean {
  const seen = seenIn(told(...script));
  const last = seen.lists.at(-1);
  return last !== undefined && hasRoom(last, 9n, pagesOf(seen, graceMs));
}

const nine = (differing: Shown = {}) => list('status=sold&limit=50', [rex(9, differing)]);
const longer = list('limit=40', herd(8));

const kind8 = { categoryId: 8 };
/** Pages shorter than their limits; the last one holds this many animals. */
const short = (count: number) => [
  list('limit=6', herd(4)),
  list('limit=7', herd(4)),
  list('limit=8', herd(4)),
  list('limit=9', herd(count)),
];

test.each([
  ['shorter than another one', true, [nine(), longer, list('limit=50', herd(4))]],
  ['as long as any', false, [nine(), list('limit=50', herd(4))]],
  ['as long as its limit', false, [nine(), longer, list('limit=4', herd(4))]],
  ['empty', true, [nine(), longer, list('limit=4', [])]],
  // A page may hold only a certain number of each category, or name, and more if its limit is larger.
  [
    'as full of its category as any of no larger limit',
    false,
    [nine(), longer, list('limit=20', herd(4))],
  ],
  ['without its category', true, [nine({ categoryId: 8 }), longer, list('limit=20', herd(4))]],
  [
    'as full of the category into which others moved it',
    false,
    [nine({ categoryId: 8 }), nine(), longer, list('limit=20', herd(4))],
  ],
  [
    'with one of its name, as any',
    false,
    [nine({ name: 'Rex 2' }), longer, list('limit=50', herd(4))],
  ],
  // One of two versions of the service ends pages there.
  [
    'the beginning of a longer one that was asked for before',
    false,
    [nine(), list('limit=50', herd(8)), list('limit=50', herd(4))],
  ],
  [
    'the beginning of the longest one so far, of several',
    false,
    [nine(), ...[others(3), herd(8), others(3), herd(4)].map((pets) => list('limit=50', pets))],
  ],
  [
    'the beginning of the latest of the longest',
    false,
    [nine(), ...[others(8), herd(8), herd(4)].map((pets) => list('limit=50', pets))],
  ],
  [
    'made of other animals than a longer one begins with',
    true,
    [nine(), list('limit=50', herd(8)), list('limit=50', herd(5).slice(1))],
  ],
  // A service may drop some of the rows that it read.
  [
    'how one of a larger limit began before',
    false,
    [
      nine({ categoryId: 8 }),
      list('limit=40', [...herd(8), rex(10), rex(11)]),
      list('limit=30', herd(8)),
    ],
  ],
  [
    'how one of a larger limit begins since others added animals',
    true,
    [
      nine({ categoryId: 8 }),
      list('limit=60', [...herd(7), rex(10), rex(11), rex(12)]),
      list('limit=30', herd(8)),
    ],
  ],
  [
    'as long as any of no larger limit, and none is full',
    false,
    [nine(kind8), longer, ...short(5)],
  ],
  [
    'as long as any of no larger limit, and one is full',
    true,
    [nine(kind8), longer, list('limit=5', herd(5)), ...short(5)],
  ],
  [
    'as long as any of no larger limit, and one of two is full, as by chance',
    false,
    [nine(kind8), longer, list('limit=2', herd(2)), ...short(5)],
  ],
  // A service may round limits down, or ask each of its parts for a share.
  [
    'shorter than one before, which had enough for it',
    false,
    [nine(kind8), longer, list('limit=8', herd(4))],
  ],
  [
    'shorter than one before, which had too few for it',
    true,
    [nine(kind8), longer, list('limit=9', herd(4))],
  ],
  // A service may end pages before their text is too long, or sooner if they have no filter.
  [
    'such that one animal more may be too much text',
    false,
    [read(9, rex(9, { note: 'house-trained' })), nine(), longer, list('limit=50', herd(7))],
  ],
  [
    'such that an error, but no animal, would be too much text',
    true,
    [
      creation(sentOf(7), 400, { message: 'The name is taken.'.repeat(9) }),
      ...[nine(), longer, list('limit=50', herd(7))],
    ],
  ],
  ['as long as any with a filter', false, [nine(), longer, list('status=sold&limit=50', herd(4))]],
  // It may bound lists without a limit in another way.
  [
    'without a limit, shorter than another such',
    true,
    [nine(), list('', herd(8)), list('', others(4))],
  ],
  [
    'without a limit, as long as any such',
    false,
    [nine(), list('limit=20', herd(8)), list('', herd(4))],
  ],
  [
    'without a limit, as long as those with one end sooner',
    true,
    [
      ...[nine(), list('limit=20', herd(8)), list('limit=20', herd(4))],
      ...[list('', herd(8)), list('', others(4))],
    ],
  ],
  [
    'as long as any without a filter',
    false,
    [list('status=sold&limit=50', herd(9)), list('limit=50', herd(4))],
  ],
  [
    'as long as any without a filter, and without any of its status',
    true,
    [list('status=sold&limit=50', herd(9)), list('limit=50', herd(4, { status: 'available' }))],
  ],
])('a page that is %s: room for one more is %s', (_, expected, script) => {
  expect(had(...script)).toBe(expected);
});

/** A page of available animals with these ids; pages with a filter are longer. */
const available = (...ids: number[]): Script => [
  list('status=sold&limit=50', [rex(9)]),
  list('status=available&limit=50', herd(20, { status: 'available' }).slice(9)),
  list(
    'limit=50',
    ids.map((id) => rex(id, { status: 'available' })),
  ),
];
const sold = (id: number | undefined) => list('status=sold&limit=40', [{ ...rex(0), id }]);

test.each<[string, boolean, Script]>([
  ['its animals are beyond the end', false, available(1, 2, 3, 4, 5, 6, 7, 8)],
  ['they are beyond the end, downwards', false, available(20, 19, 18, 17, 16, 15, 14, 13)],
  ['one stood before its first', true, [sold(0), ...available(1, 2, 3, 4, 5, 6, 7, 8)]],
  [
    'one stood between its first and its last',
    true,
    [sold(5), ...available(0, 1, 2, 3, 4, 6, 7, 8)],
  ],
  [
    'the page shows one with another status',
    false,
    [sold(5), ...available(1, 2, 3, 4, 5, 6, 7, 8)],
  ],
  [
    'one is created there later',
    false,
    [...available(1, 2, 3, 4, 5, 6, 7, 8), creation(sentOf(0), 201, rex(0))],
  ],
  ['one has no id', false, [sold(undefined), ...available(1, 2, 3, 4, 5, 6, 7, 8)]],
  ['the page is in no order', true, available(20, 13, 19, 14, 18, 15, 17, 16)],
  ['few animals are in order by chance', true, available(1, 2, 3, 4, 5, 6, 7)],
])('a page without a status may be filtered by it, if %s: %s', (_, expected, script) => {
  expect(had(...script)).toBe(expected);
});

test('pages by ids leave an animal out if others of its category follow', () => {
  const mixed = (at: number): Shown => ({
    categoryId: at % 3,
    status: ['available', 'sold', 'pending'][(at * 5 + (at % 2)) % 3],
  });
  const page = (...without: number[]) =>
    list(
      'limit=50',
      Array.from({ length: 16 }, (_, at) => rex(at + 1, mixed(at + 1))).filter(
        ({ id }) => !without.includes(Number(id)),
      ),
    );
  const one = nine(mixed(9));
  expect(had(one, page(9))).toBe(true);
  expect(had(one, page(9, 12, 15))).toBe(false);
});

const of = (limit: number, count: number, more = '') => list(`limit=${limit}${more}`, herd(count));

test.each<[string, boolean, Script]>([
  ['pages of three limits are', true, [of(40, 9), of(6, 4), of(7, 4), of(2, 1)]],
  ['one of them is to hold one animal', false, [of(40, 9), of(6, 4), of(7, 4), of(1, 0)]],
  [
    'only another status has enough for them',
    false,
    [of(40, 9, '&status=sold'), of(6, 4), of(7, 4), of(8, 4)],
  ],
])('if %s shorter than there are animals, all pages are: %s', (_, expected, script) => {
  expect(areAllShortened(seenIn(told(...script)).lists)).toBe(expected);
});

test.each<[string, boolean, Script]>([
  ['a larger limit showed enough before', true, [of(40, 35), of(30, 4)]],
  ['a page without a limit did', true, [list('', herd(9)), of(9, 4)]],
  ['one of the same limit did', false, [of(9, 9), of(9, 4)]],
  ['one of another status did', false, [of(40, 35, '&status=sold'), of(30, 4)]],
])('if %s, a page is cut by its size: %s', (_, expected, script) => {
  const { lists } = seenIn(told(...script));
  const [page] = lists.slice(-1);
  expect(page && isCutBySize(page, lists)).toBe(expected);
});

test('a page is not cut by its size if only a later one shows more', () => {
  const { lists } = seenIn(told(of(9, 4), of(40, 35)));
  const [page] = lists;
  expect(page && isCutBySize(page, lists)).toBe(false);
});
