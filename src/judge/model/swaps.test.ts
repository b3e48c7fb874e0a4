import { expect, test } from 'vitest';
import { seenIn } from './seen.ts';
import { judgeSwaps } from './swaps.ts';
import { creation, graceMs, list, rex, type Shown, told } from './testing/told.ts';

const sent = ({ name, categoryId, status }: Shown): Shown => ({ name, categoryId, status });

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, at) => rex(from + at));

const created = upTo(6).map((pet) => creation(sent(pet), 201, pet));

const page = (pets: readonly Shown[], query = 'limit=100') => list(query, pets);

const four = page(upTo(4));
const two = page(upTo(2, 5));

test.each([
  ['each page comes twice', true, [graceMs, four, four, two, two]],
  ['reads may lag', false, [four, four, two, two]],
  ['a page comes once, as by chance', false, [graceMs, four, four, two]],
  ['an animal is on both', false, [graceMs, four, four, page(upTo(2, 4)), page(upTo(2, 4))]],
  [
    'both are as long',
    false,
    [graceMs, page(upTo(3)), page(upTo(3)), page(upTo(3, 4)), page(upTo(3, 4))],
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
