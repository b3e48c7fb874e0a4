import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../src/catalogue/catalogue.ts';
import { petStatuses } from '../src/catalogue/operations.ts';
import type { Profile } from '../src/catalogue/plans.ts';
import { Refusal } from '../src/reference/behaviour.ts';
import { type Change, type Judged, judged } from './testing/judged.ts';
import { animals, refusing } from './testing/recorded.ts';

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
  expect(await readLast('full')).toEqual([2, 2, 4, 4, 5, 5, 11, 11, 3, 3, 1]);
});

test('in full the first animal is read beside those of odd names', async () => {
  expect(await readLast('full', oneCategory)).toEqual([2, 2, 3, 3, 4, 4, 7, 7, 1]);
});

/** So many animals of others, counted from 1001, listed before those of the run. */
const stock = (many: number) =>
  animals(...Array.from({ length: many }, (_, at) => at + 1001)).map((animal, at) => {
    const status = petStatuses[at % petStatuses.length];
    return { ...animal, ...(status ? { status } : {}) };
  });

const readOnly = { profile: 'read-only' } as const;
const quick = { profile: 'quick' } as const;
const core = { profile: 'core' } as const;
const full = { profile: 'full' } as const;

/** What is asked at the end of a run that also judges others, in the order of asking: lists, or the ids of animals. */
async function atTheEnd(server: Judged, besides: readonly RequirementId[] = []) {
  const { check } = await judged('get.stays', server, ['get.found', 'create.created', ...besides]);
  const { exchanges } = check('an animal that was read at first, at the end of the run');
  return exchanges
    .map(({ operation, request }) =>
      operation === 'getPet' ? request.url.replace(/.*\//, '') : `${operation}`,
    )
    .join(' ');
}

const newestFirst: Change = ({ list }) => ({
  list: (store, { limit, ...selection }, call) =>
    list(store, { ...selection, limit: store.size }, call)
      .toReversed()
      .slice(0, limit),
});

describe('of the animals of others', () => {
  test.each<[number, NonNullable<Judged['settings']>, string]>([
    [7, core, 'listPets 10'],
    [8, core, 'listPets 11 1002 1003 1004 1005'],
    [36, core, 'listPets 39 1007 1014 1021 1028'],
    // A run that asks few questions reads one, if they fill a page together with its own.
    [92, quick, 'listPets 96'],
    [93, quick, 'listPets 97 1070'],
    [120, quick, 'listPets 124 1076'],
  ])('some are read from all over a store of %i, %o', async (many, settings, asked) => {
    expect(await atTheEnd({ settings, animals: stock(many) })).toBe(asked);
  });
});

describe('on a store of more than a list shows', () => {
  const animals = stock(120);

  test.each<[string, Judged, string]>([
    ['two animals of odd names', { settings: core, animals }, '122 124'],
    [
      'the first animal if no odd name is accepted',
      { settings: core, animals, change: refusing((body) => !/"name":"[a-z]+"/i.test(body)) },
      '121',
    ],
  ])('which lists hide, %s, after one that lists show', async (_, server, own) => {
    expect(await atTheEnd(server)).toBe(`1001 listPets ${own} 1023 1052 1081 1109`);
  });

  test('which lists show, they and the first animal twice', async () => {
    const server = { settings: core, animals, change: newestFirst };
    expect(await atTheEnd(server)).toBe('listPets 122 124 121 121 1098 1069 1040 1010');
  });

  test.each<[number, string]>([
    [100, '1100'],
    [101, '1100 1100'],
  ])('the first animal twice if there are more than fit: of %i', async (many, own) => {
    expect(await atTheEnd({ settings: readOnly, animals: stock(many) })).toBe(`listPets ${own}`);
  });

  const gaps = [
    ...(['gap.client-id', 'gap.category-negative', 'gap.extra-properties'] as const),
    'get.not-found' as const,
  ];

  test('one that was created with oddities, and a random id that there is not', async () => {
    expect(await atTheEnd({ settings: core, animals }, gaps)).toMatch(/ 1109 128 \d{16,}$/);
  });

  test('in full all that were created with oddities, of an odd category first', async () => {
    expect(await atTheEnd({ settings: full, animals }, gaps)).toMatch(
      /^1001 listPets 122 122 124 124 130 130 132 132 123 123 121 1023 1052 1081 1109 155 154 153 \d{15}$/,
    );
  });
});

describe('in full, animals that callers without the key were refused', () => {
  const strangers = ['auth.missing-key', 'auth.invalid-key', 'auth.bearer-only'] as const;
  const own = 'listPets 11 11 13 13 19 19 20 20 12 12 10 1002 1003 1004 1005';

  test('are read with the key', async () => {
    const asked = await atTheEnd({ settings: full, animals: stock(9) }, strangers);
    expect(asked).toBe(`${own} 1004 1005 1006`);
  });

  test('are not read if they were answered otherwise', async () => {
    const change: Change = () => ({
      finish: (reply, { operation }) =>
        reply.status === 401 && operation === 'getPet' ? { ...reply, status: 404 } : reply,
    });
    expect(await atTheEnd({ settings: full, animals: stock(9), change }, strangers)).toBe(own);
  });
});
