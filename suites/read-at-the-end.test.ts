import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../src/catalogue/catalogue.ts';
import type { Profile } from '../src/catalogue/plans.ts';
import { type Change, type Judged, judged } from './testing/judged.ts';
import { oneCategory, refusing, stock } from './testing/recorded.ts';

/** The ids of the animals that are read at the end of a run; they are counted from 1, in the order of creation. */
async function readLast(profile: Profile, change: Change = () => ({})) {
  const { check } = await judged('get.stays', { settings: { profile }, change }, ['get.found']);
  const { exchanges } = check('an animal that was read at first, at the end of the run');
  return exchanges
    .filter(({ operation, response }) => operation === 'getPet' && response?.status === 200)
    .map(({ request }) => Number(request.url.replace(/.*\//, '')));
}

test('an animal is read again whose category a cache may round', async () => {
  expect(await readLast('core')).toEqual([3]);
});

test('the first animal is read again if there is no such category', async () => {
  expect(await readLast('core', oneCategory)).toEqual([1]);
});

test('but none whose id was given to another since, which shows nothing of the first', async () => {
  const change: Change = ({ newId }) => {
    let made = 0;
    return {
      newId(...all) {
        made += 1;
        return made === 10 ? 3n : newId(...all);
      },
    };
  };
  expect(await readLast('core', change)).toEqual([4]);
});

test('in full each of them is read twice, beside animals of odd names', async () => {
  expect(await readLast('full')).toEqual([2, 2, 4, 4, 5, 5, 11, 11, 3, 3, 1]);
});

test('in full the first animal is read beside those of odd names', async () => {
  expect(await readLast('full', oneCategory)).toEqual([2, 2, 3, 3, 4, 4, 7, 7, 1]);
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

describe('ids that may have been given', () => {
  test.each<[NonNullable<Judged['settings']>, string]>([
    [core, 'listPets 3 28'],
    [quick, 'listPets 2'],
  ])('are asked for as far as the plan has room: %o', async (settings, asked) => {
    expect(await atTheEnd({ settings })).toBe(asked);
  });
});

describe('of the animals of others', () => {
  test.each<[number, NonNullable<Judged['settings']>, string]>([
    [7, core, 'listPets 10'],
    [8, core, 'listPets 11 1002 1003 1004 1005'],
    [36, core, 'listPets 39 1007 1014 1021 1028'],
    // A run that asks few questions reads one, if they fill a page together with its own.
    [92, quick, 'listPets 94'],
    [93, quick, 'listPets 95 1070'],
    [120, quick, 'listPets 122 1076'],
  ])('some are read from all over a store of %i, %o', async (many, settings, asked) => {
    expect(await atTheEnd({ settings, animals: stock(many) })).toBe(asked);
  });
});

describe('on a store of more than a list shows', () => {
  const animals = stock(120);

  test.each<[string, Judged, string]>([
    [
      'two in large categories, one of which has an odd name, too',
      { settings: core, animals },
      '123 124',
    ],
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
    expect(await atTheEnd(server)).toBe('listPets 123 124 121 121 1098 1069 1040 1010');
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

  test.each<[string, Change, RegExp]>([
    ['', () => ({}), /^1001 listPets .* 1109 128$/],
    [
      ', though another id was answered 404, as others took the animal',
      ({ find, list }) => {
        let isTaken = false;
        return {
          find(store, call) {
            isTaken ||= call.petId === '1001';
            return call.petId === '1001' ? undefined : find(store, call);
          },
          list: (...all) =>
            list(...all).filter(({ id }) => id > 1001n || (id === 1001n && !isTaken)),
        };
      },
      / 1109 128$/,
    ],
    // All at once are refused, so that each is tried alone.
    [
      ', of an odd category if there are several',
      refusing((body) => body.includes('conformance')),
      /^1001 listPets .* 1109 129$/,
    ],
  ])('one that was created with oddities%s', async (_, change, asked) => {
    expect(await atTheEnd({ settings: core, animals, change }, gaps)).toMatch(asked);
  });

  test('none with oddities if lists show those of the run', async () => {
    const server = { settings: core, animals, change: newestFirst };
    expect(await atTheEnd(server, gaps)).toBe('listPets 123 124 121 121 1098 1069 1040 1010');
  });

  test('in full all that were created with oddities, of an odd category first', async () => {
    // It serves an animal of others at an odd id.
    const change: Change = ({ find }) => ({
      find: (store, call) => (call.petId === '1.5' ? store.get(1005n) : find(store, call)),
    });
    const asked = await atTheEnd({ settings: full, animals, change }, [
      ...gaps,
      'gap.pet-id-format',
    ]);
    expect(asked).toMatch(
      /^1001 listPets 122 122 124 124 126 126 130 130 123 123 121 1023 1052 1081 1109 155 154 153$/,
    );
  });

  test('no id that was answered otherwise, to others, or to another method', async () => {
    const large = animals.map((one) => ({ ...one, id: one.id + 10n ** 15n }));
    const change: Change = ({ newId, finish }) => ({
      newId: (...all) => newId(...all) + 10n ** 16n,
      finish: (reply, call) =>
        finish(reply.status === 401 ? { ...reply, status: 404 } : reply, call),
    });
    const besides = ['auth.missing-key', 'gap.other-methods'] as const;
    const asked = await atTheEnd({ settings: full, animals: large, change }, besides);
    expect(asked).toMatch(
      / 10000000000000154 1000000000001023 1000000000001052 1000000000001081 1000000000001109$/,
    );
  });
});

describe('animals that callers without the key were refused', () => {
  const strangers = ['auth.missing-key', 'auth.invalid-key', 'auth.bearer-only'] as const;
  const own = 'listPets 11 11 13 13 14 14 19 19 12 12 10 1002 1003 1004 1005';

  test('are read with the key in full', async () => {
    const asked = await atTheEnd({ settings: full, animals: stock(9) }, strangers);
    expect(asked).toBe(`${own} 1004 1005 1006`);
  });

  test('are not read by a run that has no room for it', async () => {
    const asked = await atTheEnd({ settings: core, animals: stock(9) }, strangers);
    expect(asked).toBe('listPets 12 1002 1003 1004 1005');
  });

  test('come after one of them that the key had not read', async () => {
    // The key reads the last one that a list shows.
    const change: Change = (base) => ({
      list: (store, ...all) =>
        store.size > 5 ? base.list(store, ...all).toReversed() : base.list(store, ...all),
    });
    const asked = await atTheEnd({ settings: full, animals: stock(5), change }, strangers);
    expect(asked).toMatch(/ 6 1002 1001 1003$/);
  });

  test.each<[string, string, Change]>([
    [
      'if they were answered otherwise',
      own,
      () => ({
        finish: (reply, { operation }) =>
          reply.status === 401 && operation === 'getPet' ? { ...reply, status: 404 } : reply,
      }),
    ],
    [
      'if the key alone was refused',
      'listPets 11 11 13 13 12 12 10 1002 1003 1004 1005',
      () => ({
        finish(reply, { petId }) {
          if (petId === '14') return { ...reply, status: 401 };
          return reply.status === 401 ? { ...reply, status: 404 } : reply;
        },
      }),
    ],
  ])('are not read again %s', async (_, asked, change) => {
    expect(await atTheEnd({ settings: full, animals: stock(9), change }, strangers)).toBe(asked);
  });
});
