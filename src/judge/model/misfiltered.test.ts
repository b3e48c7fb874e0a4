import { describe, expect, test } from 'vitest';
import { judgeRun } from './judge.ts';
import { creation, graceMs, list, rex, type Shown, told, undocumented } from './testing/told.ts';

type Step = ReturnType<typeof list> | number;

const broken = (...script: readonly Step[]) =>
  judgeRun(told(...script), { graceMs })
    .filter(({ problem }) => problem !== undefined)
    .map(({ id }) => id);

const herd = [1, 2, 3].map((id) => rex(id));
const all = list('limit=100', herd);
const pause = graceMs + 1;
const wrong = list('status=pending&limit=5', herd.slice(0, 2));
const right = list('status=pending&limit=5', []);

test('lists of another status are wrong, though each is right when it is asked for again', () => {
  expect(broken(all, pause, wrong, right, wrong, right, pause, all)).toEqual([
    'list.filter-with-limit',
    'list.filter-with-limit',
  ]);
});

test('a list without a limit breaks the filter alone', () => {
  const plain = list('status=pending', herd);
  expect(broken(all, pause, plain, wrong, right, pause, all)).toEqual([
    'list.status-filter',
    'list.filter-with-limit',
  ]);
});

test('one such list may be chance, and so may one animal on each', () => {
  const single = list('status=pending&limit=5', herd.slice(0, 1));
  expect(broken(all, pause, wrong, right, pause, all)).toEqual([]);
  expect(broken(all, pause, single, right, single, right, pause, all)).toEqual([]);
});

test('animals may have been sold a moment before or after', () => {
  expect(broken(all, wrong, wrong, right, pause, all)).toEqual([]);
  expect(broken(all, pause, wrong, wrong, right, all)).toEqual([]);
});

test('a creation shows what an animal was before', () => {
  const sent = ({ name, categoryId, status }: Shown): Shown => ({ name, categoryId, status });
  const made = herd.map((pet) => creation(sent(pet), 201, pet));
  expect(broken(...made, pause, wrong, right, wrong, right, pause, all)).toHaveLength(2);
});

test('an animal that the list shows without a status may have the right one', () => {
  const bare = herd.slice(0, 2).map((pet) => ({ ...pet, status: undefined }));
  const partial = list('status=pending&limit=5', bare);
  expect(broken(all, pause, partial, right, partial, right, pause, all)).toEqual([]);
});

test('statuses that were seen to change excuse every list', () => {
  const moved = list('limit=100', [rex(1), rex(2), rex(3, { status: 'available' })]);
  expect(broken(all, pause, wrong, right, wrong, right, pause, moved)).toEqual([]);
});

test('animals that the run tried to change decide nothing', () => {
  const touched = [1, 2].map((id) => undocumented('PATCH', id));
  expect(broken(all, ...touched, pause, wrong, right, wrong, right, pause, all)).toEqual([]);
});

test('a query with a parameter that nobody has described decides nothing', () => {
  const odd = list('status=pending&page=2', herd.slice(0, 2));
  expect(broken(all, pause, odd, right, odd, right, pause, all)).toEqual([]);
});

describe('an empty list of a status', () => {
  const full = list('status=sold', herd);
  const none = list('status=sold', []);
  const empties = [full, none, full, none, full] as const;

  test('is wrong between full ones, if it was so twice', () => {
    expect(broken(all, pause, ...empties, pause, all)).toEqual([
      'list.shows-animals',
      'list.shows-animals',
    ]);
    expect(broken(all, pause, full, none, full, pause, all)).toEqual([]);
  });

  test('may be older than the animals, and may be right if there are few or some move', () => {
    const [, ...fewer] = herd;
    const few = list('limit=100', fewer);
    const moved = list('limit=100', [rex(1), rex(2), rex(3, { status: 'pending' })]);
    expect(broken(all, ...empties, pause, all)).toEqual([]);
    expect(broken(all, pause, none, none, full, full, pause, all)).toEqual([]);
    expect(broken(all, pause, ...empties, pause, moved)).toEqual([]);
    const pair = list('status=sold', fewer);
    expect(broken(few, pause, pair, none, pair, none, pair, pause, few)).toEqual([]);
  });

  test('may be the last word of an index, or all that a cache kept for a query of its own', () => {
    expect(broken(all, pause, full, full, none, none, pause, all)).toEqual([]);
    const other = list('status=sold&limit=9', []);
    expect(broken(all, pause, full, other, full, other, full, pause, all)).toEqual([]);
  });

  test('may be right beside animals of other statuses', () => {
    const mixed = [rex(1), rex(2), ...[3, 4, 5].map((id) => rex(id, { status: 'available' }))];
    const both = list('limit=100', mixed);
    const pair = list('status=sold', mixed.slice(0, 2));
    expect(broken(both, pause, pair, none, pair, none, pair, pause, both)).toEqual([]);
  });
});
