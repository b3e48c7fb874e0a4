import { expect, test } from 'vitest';
import { seenIn } from './seen.ts';
import { judgeSwaps } from './swaps.ts';
import { creation, graceMs, list, rex, type Script, type Shown, told } from './testing/told.ts';

const sent = ({ name, categoryId, status }: Shown): Shown => ({ name, categoryId, status });

/** The first four are sold, the others pending. */
const upTo = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => from + at).map((id) =>
    rex(id, { status: id <= 4 ? 'sold' : 'pending' }),
  );

const created = upTo(6).map((pet) => creation(sent(pet), 201, pet));

const page = (pets: readonly Shown[], query = 'limit=100') => list(query, pets);

const four = page(upTo(4));
const two = page(upTo(2, 5));

const twice = (pets: readonly Shown[]) => [page(pets), page(pets)];

const bare = (pets: readonly Shown[]) => pets.map((pet) => ({ ...pet, status: undefined }));

const others = (count: number, from = 91, status = 'available') =>
  upTo(count, from).map((pet) => ({ ...pet, status }));

const inCategory8 = upTo(2, 3).map((pet) => ({ ...pet, categoryId: 8 }));

test.each<[string, boolean, Script]>([
  ['each page comes twice', true, [graceMs, four, four, two, two]],
  ['three are on one', true, [graceMs, ...twice(upTo(3)), two, two]],
  [
    'a status is on both, as nodes list in different orders',
    false,
    [graceMs, ...twice([...upTo(3), rex(4, { status: 'pending' })]), two, two],
  ],
  ['neither says a status', false, [graceMs, ...[upTo(4), upTo(2, 5)].map(bare).flatMap(twice)]],
  ['reads may lag', false, [four, four, two, two]],
  [
    'reads may lag behind the last creation',
    false,
    [graceMs, creation(sent(rex(7)), 201, rex(7)), four, four, two, two],
  ],
  ['a page comes once, as by chance', false, [graceMs, four, four, two]],
  [
    'an animal of others is on both',
    false,
    [
      graceMs,
      ...twice([...upTo(4), ...others(1)]),
      ...twice([...upTo(2, 5), ...others(1, 91, 'pending')]),
    ],
  ],
  ['both are as long', false, [graceMs, ...twice(upTo(3)), ...twice(upTo(3, 5))]],
  [
    'two are on one, beside others',
    false,
    [graceMs, ...twice([...upTo(2), ...others(2)]), two, two],
  ],
  ['one alone is on the other', false, [graceMs, four, four, ...twice(upTo(1, 5))]],
  ['they are of others', false, [graceMs, ...twice(others(4)), ...twice(others(2, 95, 'pending'))]],
  [
    'the other has as many of the category of some as any page',
    false,
    [graceMs, ...twice([...upTo(2), ...inCategory8]), two, two],
  ],
  [
    'one has a filter',
    false,
    [graceMs, four, four, page(upTo(2, 5), 'status=sold'), page(upTo(2, 5), 'status=sold')],
  ],
])('a list that shows some animals, then only others, if %s: %s', (_, expected, script) => {
  const found = judgeSwaps(seenIn(told(...created, ...script)), graceMs);
  expect(found.map(({ id }) => id)).toEqual(expected ? ['list.shows-animals'] : []);
});
