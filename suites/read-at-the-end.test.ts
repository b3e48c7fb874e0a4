import { expect, test } from 'vitest';
import type { Profile } from '../src/catalogue/plans.ts';
import { Refusal } from '../src/reference/behaviour.ts';
import { type Change, judged } from './testing/judged.ts';

/** The ids of the animals that are read at the end of a run; they are counted from 1, in the order of creation. */
async function readLast(profile: Profile, change: Change = () => ({})) {
  const { check } = await judged('get.stays', { settings: { profile }, change }, ['get.found']);
  const { exchanges } = check('an animal that was read at first, at the end of the run');
  return exchanges
    .filter(({ operation, response }) => operation === 'getPet' && response?.status === 200)
    .map(({ request }) => Number(request.url.replace(/.*\//, '')));
}

/** A store that knows one category. */
const oneCategory: Change = ({ newAnimal }) => ({
  newAnimal(call) {
    const animal = newAnimal(call);
    const isOther = !(animal instanceof Refusal) && animal.categoryId !== 1n;
    return isOther ? new Refusal(400, 'unknown_category', 'No.') : animal;
  },
});

test('an animal is read again whose category a cache may round', async () => {
  expect(await readLast('core')).toEqual([3]);
});

test('the first animal is read again if there is no such category', async () => {
  expect(await readLast('core', oneCategory)).toEqual([1]);
});

test('in full each of them is read twice, beside animals of odd names', async () => {
  expect(await readLast('full')).toEqual([2, 2, 4, 4, 11, 11, 12, 12, 3, 3, 1]);
});

test('in full the first animal is read beside those of odd names', async () => {
  expect(await readLast('full', oneCategory)).toEqual([2, 2, 3, 3, 4, 4, 7, 7, 1]);
});
