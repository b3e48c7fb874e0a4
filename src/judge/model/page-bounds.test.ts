import { expect, test } from 'vitest';
import { hasRoom, pagesOf } from './room.ts';
import { seenIn } from './seen.ts';
import { graceMs, list, read, rex, type Shown, told } from './testing/told.ts';

const herd = (count: number, differing: Shown = {}) =>
  Array.from({ length: count }, (_, at) => rex(at + 1, differing));

/** Whether the last list would have shown animal 9, too. */
function had(...script: readonly ReturnType<typeof list>[]): boolean {
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

test('a page by ids is not filtered by a status that it does not show, if its animals are beyond the end', () => {
  const filtered = list('status=sold&limit=50', herd(9).slice(8));
  const longest = list('status=available&limit=50', herd(20, { status: 'available' }).slice(9));
  const plain = (...sold: Shown[]) =>
    list('limit=50', [...herd(8, { status: 'available' }), ...sold]);
  expect(had(filtered, longest, plain())).toBe(false);
  // One of them stood before its end, and not on it.
  const before = list('status=sold&limit=40', [rex(0)]);
  const shorter = list(
    'limit=50',
    [rex(-1), ...herd(7)].map((one) => ({ ...one, status: 'available' })),
  );
  expect(had(filtered, longest, before, shorter)).toBe(true);
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
