import { expect, test } from 'vitest';
import { petsOf } from '../../judge/pet.ts';
import { answer } from '../../judge/testing/answer.ts';
import { Refusal, sendReply } from '../../reference/behaviour.ts';
import { keeping } from '../../reference/changes.ts';
import { changeOf } from '../../reference/faults.ts';
import type { ReferenceOptions } from '../../reference/server.ts';
import type { Settings } from '../../settings/settings.ts';
import { type NewAnimal, petStatuses } from '../../spec/animal.ts';
import type { Operation } from '../../spec/operations.ts';
import { type Creation, type Inventory, isAccepted } from './inventory.ts';
import type { Planned } from './planned.ts';
import { animals, stocked } from './testing/stocked.ts';

test('it looks once, however often it is asked', async () => {
  const { inventory, exchanges } = await stocked({ animals: animals(40) });
  await Promise.all([inventory.survey(), inventory.survey()]);
  await inventory.survey();
  const [first, ...others] = exchanges.map(({ request }) => new URL(request.url).search);
  expect(first).toBe('?limit=100');
  expect(others.sort()).toEqual(petStatuses.map((one) => `?status=${one}&limit=100`).sort());
  expect(inventory.count()).toBe(40 * petStatuses.length);
  expect(inventory.count('sold')).toBe(40);
});

test('the quick profile creates few animals, whatever the store', async () => {
  for (const each of [0, 3, 100]) {
    const { inventory, creations } = await stocked(
      { animals: animals(each) },
      { profile: 'quick' },
    );
    await inventory.stock();
    expect(creations().length).toBeLessThanOrEqual(3 + 2 * petStatuses.length);
    expect(inventory.isFrugal).toBe(true);
    expect(inventory.lack()).toBe(', and the quick profile creates few');
  }
});

test('the read-only profile creates nothing, and says why the store does not hold more', async () => {
  const { inventory, creations } = await stocked({}, { profile: 'read-only' });
  await inventory.stock();
  expect(creations()).toEqual([]);
  expect(inventory.isFrugal).toBe(false);
  expect(inventory.lack()).toBe(', and the read-only profile may not create any');
});

test.each(['create.answers-200', undefined])(
  'an empty store gets a full page and two of every kind, once, whatever the status: %s',
  async (fault) => {
    const { inventory, creations } = await stocked(fault ? { change: changeOf(fault) } : {});
    await Promise.all([inventory.stock(), inventory.stock()]);
    for (const status of petStatuses) expect(inventory.count(status)).toBeGreaterThanOrEqual(2);
    expect(inventory.creations).toHaveLength(creations().length);
    expect(creations()).toHaveLength(21);
  },
);

test('a store that holds enough gets only the animals that judge creation', async () => {
  const { inventory, creations } = await stocked({ animals: animals(100) });
  await inventory.stock();
  expect(creations()).toHaveLength(4 + petStatuses.length);
});

test('the category is that of the setting, else of a listed animal, else a guess', async () => {
  const categoryOf = async (server: ReferenceOptions, differing: Partial<Settings> = {}) => {
    const { inventory } = await stocked(server, differing);
    await inventory.stock();
    return inventory.category();
  };
  const seven = { animals: animals(1) };
  expect(await categoryOf(seven, { categoryId: '12' })).toEqual({ id: 12n, certain: true });
  expect(await categoryOf(seven)).toEqual({ id: 7n, certain: true });
  expect(await categoryOf({}, { categoryId: '12' })).toEqual({ id: 12n, certain: true });
  expect(await categoryOf({})).toEqual({ id: 1n, certain: false });
});

test('an animal is of this run if only one creation shows its id and its name, and nothing did before', async () => {
  const ids = [1n, 10n, 11n, 11n, 12n, 13n, 14n, 15n];
  const { inventory } = await stocked({
    animals: animals(1),
    change: () => ({
      newId: () => ids.shift() ?? 0n,
      show: (animal) => (animal.id === 13n ? { ...animal, name: 'Another' } : animal),
    }),
  });
  await inventory.survey();
  for (const own of ['a', 'b', 'c', 'd', 'e', 'f', 'twin', 'twin']) {
    await inventory.create({ kind: 'plain', name: own, own, status: 'sold' });
  }
  expect(inventory.ownAnimals()).toEqual([
    { id: 10n, sent: { name: 'b', categoryId: 7n, status: 'sold' } },
    { id: 12n, sent: { name: 'e', categoryId: 7n, status: 'sold' } },
  ]);
});

test('unusual animals that a store refuses are replaced by plain ones', async () => {
  const { inventory } = await stocked({
    change: keeping((wanted) => {
      const isPlain = /^[a-z]+$/i.test(wanted.name) && wanted.categoryId === 1n;
      return isPlain ? wanted : new Refusal(400, 'unusual', 'Only plain animals here.');
    }),
  });
  await inventory.stock();
  expect(inventory.count()).toBe(21);
  for (const status of petStatuses) expect(inventory.count(status)).toBeGreaterThanOrEqual(2);
});

test('if nothing is accepted, it does not go on asking', async () => {
  const refusal = new Refusal(400, 'closed', 'No animals today.');
  const { inventory, creations } = await stocked({ change: () => ({ newAnimal: () => refusal }) });
  await inventory.stock();
  // Two are unusual in name and category, and asked for in the known category and under a plain name, too.
  expect(creations().length).toBeLessThanOrEqual(3 + 2 * petStatuses.length);
});

test('a store that takes no more is said to be full, and one that holds enough lacks nothing', async () => {
  let taken = 0;
  const { inventory } = await stocked({
    change: keeping((wanted) => {
      taken += 1;
      return taken > 5 ? new Refusal(507, 'full', 'No room.') : wanted;
    }),
  });
  await inventory.stock();
  expect(inventory.lack()).toBe(', and the service takes no more of them');
  const roomy = await stocked();
  await roomy.inventory.stock();
  expect(roomy.inventory.isFrugal).toBe(false);
  expect(roomy.inventory.lack()).toBe('');
});

test('an allowance below what judges creation leaves it inconclusive', async () => {
  const { inventory, creations } = await stocked({}, { maxCreations: 0 });
  await inventory.stock();
  expect(creations()).toEqual([]);
  expect(inventory.lack()).toBe(', and --max-creations allows no more');
});

test('lists that lag behind are asked again until they show what was created', async () => {
  let asked = 0;
  const { inventory, waited } = await stocked({
    change: ({ list }) => ({
      list: (...call) => {
        asked += 1;
        return list(...call).slice(0, asked < 5 ? 3 : 100);
      },
    }),
  });
  const list = await inventory.settle();
  expect(petsOf(list)?.length).toBe(inventory.count());
  expect(inventory.count()).toBeGreaterThan(20);
  expect(waited()).toBeGreaterThan(0);
  expect(waited()).toBeLessThan(5);
});

test('animals are known by lists, reads and creations, with the status that was shown last', async () => {
  const { inventory } = await stocked();
  const rex = (id: number | string | undefined, more: object = {}) => ({
    id,
    name: 'Rex',
    categoryId: 1,
    ...more,
  });
  const show = (operation: Operation, status: number, body: unknown) =>
    inventory.see(answer({ operation, status, body: JSON.stringify(body) }));
  show('listPets', 200, [rex(1, { status: 'sold' }), rex(undefined), rex('a')]);
  show('getPet', 200, rex(2, { status: 'pending' }));
  show('createPet', 201, rex(3));
  show('createPet', 400, rex(4));
  show('getPet', 404, rex(5));
  show('listPets', 200, [rex(2)]);
  expect(inventory.pets().map(({ id, status }) => [Number(id), status])).toEqual([
    [1, 'sold'],
    [2, 'pending'],
    [3, undefined],
  ]);
  expect([inventory.withoutId, inventory.wasListed(2n), inventory.wasListed(3n)]).toEqual([
    2,
    true,
    false,
  ]);
});

type Refuse = (wanted: NewAnimal, accepted: number) => number | undefined;

/** Creates animals one by one, in a service that refuses them as it is told; it lists one animal of each category. */
async function creating(
  refuse: Refuse,
  categories: readonly bigint[] = [],
  settings: Partial<Settings> = {},
) {
  let accepted = 0;
  const { inventory, creations } = await stocked(
    {
      animals: categories.map((categoryId, at) => ({
        id: BigInt(at + 1),
        name: 'Rex',
        categoryId,
        status: 'sold',
      })),
      change: keeping((wanted) => {
        const status = refuse(wanted, accepted);
        if (status !== undefined) return new Refusal(status, 'refused', 'No.');
        accepted += 1;
        return wanted;
      }),
    },
    settings,
  );
  await inventory.survey();
  return { inventory, creations };
}

const isFull = (inventory: Inventory) =>
  inventory.lack() === ', and the service takes no more of them';

const plain = (own: string): Planned => ({ kind: 'plain', name: own, own, status: 'sold' });

test('a category that takes no animals is left for the next one', async () => {
  const { inventory } = await creating(
    ({ categoryId }) => (categoryId < 3n ? 400 : undefined),
    [1n, 2n, 3n],
  );
  await inventory.place(plain('Petbcdfg'));
  expect(inventory.category().id).toBe(3n);
  expect(inventory.creations.map(({ exchange }) => isAccepted(exchange))).toEqual([true]);
  expect(inventory.excused).toHaveLength(2);
});

/** What was asked for and answered: name, category, status of the animal, status of the answer. */
const told = ({ planned, sent, exchange }: Creation) =>
  `${planned.kind} ${sent.categoryId} ${sent.status ?? '-'} ${exchange.response.status}`;

/** What was asked for, in the order of asking, whether it judges the service or not. */
const allOf = ({ creations, excused }: Inventory) =>
  [...creations, ...excused].toSorted((a, b) => a.exchange.index - b.exchange.index).map(told);

test.each([403, 409, 422, 507])(
  'a store that is full with %i is asked for no more',
  async (status) => {
    const { inventory, creations } = await creating((_, accepted) =>
      accepted < 2 ? undefined : status,
    );
    for (const own of ['Petbcdfg', 'Pethjklm', 'Petnpqrs']) await inventory.place(plain(own));
    expect(isFull(inventory)).toBe(true);
    expect(inventory.creations).toHaveLength(2);
    const before = creations().length;
    await inventory.place(plain('Pettvwxz'));
    expect(creations()).toHaveLength(before);
  },
);

test('a category that took an animal refuses none with 400', async () => {
  const { inventory } = await creating((_, accepted) => (accepted > 0 ? 400 : undefined), [1n, 2n]);
  for (const own of ['Petbcdfg', 'Pethjklm', 'Petnpqrs']) await inventory.place(plain(own));
  expect(allOf(inventory)).toEqual(['plain 1 sold 201', 'plain 1 sold 400', 'plain 1 sold 400']);
  expect([inventory.excused, isFull(inventory)]).toEqual([[], false]);
});

test('a store is full if it refuses an animal like one that it took; else the refusal judges it', async () => {
  const pending: Planned = { ...plain('Pethjklm'), status: 'pending' };
  const refuse: Refuse = ({ status }) => (status === 'pending' ? 409 : undefined);
  for (const [refusal, isFullNow] of [
    [refuse, false],
    [fillingFirst(1, 409), true],
  ] as const) {
    const { inventory } = await creating(refusal);
    await inventory.place(plain('Petbcdfg'));
    await inventory.place(pending);
    const last = `plain 1 sold ${isFullNow ? 409 : 201}`;
    expect(allOf(inventory)).toEqual(['plain 1 sold 201', 'plain 1 pending 409', last]);
    expect([inventory.excused.length, isFull(inventory)]).toEqual([isFullNow ? 2 : 0, isFullNow]);
  }
});

test('a plain animal takes the place of a namesake that is refused, and that is all', async () => {
  const names = new Set<string>();
  const { inventory, creations } = await creating(({ name }) => {
    if (names.has(name)) return 409;
    names.add(name);
    return undefined;
  });
  await inventory.place(plain('Petbcdfg'));
  await inventory.place({ kind: 'namesake', name: 'Petbcdfg', own: 'Petbcdfg' });
  expect(creations().map(({ response }) => response?.status)).toEqual([201, 409, 201]);
  expect(inventory.excused).toEqual([]);
});

/** Takes so many animals in category 1, then refuses them there. */
const fillingFirst =
  (room: number, status: number): Refuse =>
  ({ categoryId }, accepted) =>
    categoryId === 1n && accepted >= room ? status : undefined;

test.each<[Planned['kind'], number, boolean]>([
  ['unusual-name', 409, true],
  ['other-category', 409, true],
  ['namesake', 507, true],
  // Its name may be taken.
  ['namesake', 409, false],
  // No refusal of a store that is full.
  ['unusual-name', 500, false],
])(
  'of a full store, an animal of the kind %s that is answered %i is excused: %s',
  async (kind, status, isExcused) => {
    const { inventory } = await creating(({ name }, accepted) => {
      if (name === 'Pethjklm') return status;
      return accepted < 1 ? undefined : 507;
    });
    await inventory.place(plain('Petbcdfg'));
    await inventory.place({ ...plain('Pethjklm'), kind });
    expect(isFull(inventory)).toBe(true);
    const ended = [`plain 1 sold 201`, ...(isExcused ? [] : [`${kind} 1 sold ${status}`])];
    expect(inventory.creations.map(told)).toEqual(ended);
  },
);

test('an animal whose answer is lost may exist, so that another name is sent in its place', async () => {
  let lost = 0;
  const { inventory } = await stocked({
    change: () => ({
      transmit: (reply, response, call) => {
        if (call.method === 'POST') lost += 1;
        if (lost === 1) response.destroy();
        else sendReply(reply, response);
      },
    }),
  });
  const { sent, pet } = await inventory.create(plain('Petbcdfg'));
  expect(sent.name).not.toBe('Petbcdfg');
  expect(pet?.name).toBe(sent.name);
  expect(sent).toMatchObject({ categoryId: 1n, status: 'sold' });
});
