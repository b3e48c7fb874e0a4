import { expect, test } from 'vitest';
import type { Animal } from '../../catalogue/animal.ts';
import { petStatuses } from '../../catalogue/animal.ts';
import { EndedEarly, Inconclusive } from '../../http/inconclusive.ts';
import { replay } from '../../http/replay.ts';
import { Refusal } from '../../reference/behaviour.ts';
import type { ReferenceOptions } from '../../reference/server.ts';
import type { Settings } from '../../settings/settings.ts';
import { animals, stocked } from './testing/stocked.ts';

test('it looks once, however often it is asked', async () => {
  const { inventory, exchanges } = await stocked({ animals: animals(40) });
  await Promise.all([inventory.survey(), inventory.survey()]);
  await inventory.survey();
  expect(exchanges.map(({ request }) => new URL(request.url).search)).toEqual([
    '?limit=100',
    ...petStatuses.map((status) => `?status=${status}&limit=100`),
  ]);
  expect(inventory.count()).toBe(40 * petStatuses.length);
  expect(inventory.count('sold')).toBe(40);
});

test('a store of less than a page that has every status needs no second look', async () => {
  const { inventory, exchanges } = await stocked({ animals: animals(9) });
  await inventory.survey();
  expect(exchanges).toHaveLength(1);
  expect(inventory.count()).toBe(9 * petStatuses.length);
});

test('an empty store is asked once for a status that no animal has', async () => {
  const { inventory, exchanges } = await stocked();
  await inventory.survey();
  const asked = exchanges.map(({ request }) => new URL(request.url).search);
  expect(asked).toEqual(['?limit=100', `?status=${petStatuses.at(-1)}&limit=100`]);
});

test('a store of more than a page is not asked for what no list may show', async () => {
  const many = { animals: animals(120, ['sold']) };
  const { inventory, lists } = await stocked(many, { profile: 'quick' });
  await inventory.survey();
  expect(lists()).toEqual(['?limit=100']);
});

test('if a recording lacks the first list, it looks at the others', async () => {
  const first = await stocked({ animals: animals(40) });
  await first.inventory.survey();
  const place = (url: string) => url.replace(/:\d+/, '');
  const exchanges = first.exchanges
    .slice(1)
    .map((one) => ({ ...one, request: { ...one.request, url: place(one.request.url) } }));
  const { clock, connections } = replay(
    { startedAt: 0, finishedAt: 0, exchanges },
    ({ method, url, headers }) => ({ method, url: place(url.href), headers }),
  );
  const { inventory } = await stocked({}, {}, { clock, open: () => connections });
  expect(await inventory.look()).toBeUndefined();
  await inventory.survey();
  expect(inventory.count()).toBe(40 * petStatuses.length);
});

test('what is under way to prepare the store can be waited for', async () => {
  const { inventory } = await stocked();
  expect(inventory.preparing).toBeUndefined();
  const surveying = inventory.survey();
  await inventory.preparing;
  expect(inventory.preparing).toBeUndefined();
  const before = inventory.count();
  const stocking = inventory.stock();
  await inventory.preparing;
  expect(inventory.count()).toBeGreaterThan(before);
  await Promise.all([surveying, stocking]);
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

test('the quick profile creates three of a status, and one animal that is unusual in all ways', async () => {
  const { inventory } = await stocked({}, { profile: 'quick' });
  await inventory.stock();
  expect(inventory.count(inventory.commonStatus())).toBe(3);
  const kinds = inventory.creations.map(({ planned }) => planned.kind);
  expect(kinds.filter((kind) => kind === 'plain')).toHaveLength(petStatuses.length - 1);
  // The others are of digits only, and without a status.
  expect(kinds.filter((kind) => kind === 'both')).toHaveLength(3);
});

test('a key that is refused ends the run', async () => {
  const { inventory, client } = await stocked({}, { apiKey: 'Wrong' });
  await expect(inventory.survey()).rejects.toThrow(EndedEarly);
  expect(client.ended?.message).toMatch(/^the service answered 401 to the configured key; .*\?$/);
  expect(client.ended?.message).not.toContain('Wrong');
});

test('the read-only profile creates nothing, and says why the store does not hold more', async () => {
  const { inventory, creations } = await stocked({}, { profile: 'read-only' });
  await inventory.stock();
  expect(creations()).toEqual([]);
  expect(inventory.isFrugal).toBe(false);
  await expect(inventory.anyPet()).rejects.toThrow(Inconclusive);
  await expect(inventory.anyPet()).rejects.toThrow(/the read-only profile may not create any/);
});

test('an empty store gets a full page and two of every kind, once', async () => {
  const { inventory, creations } = await stocked();
  await Promise.all([inventory.stock(), inventory.stock()]);
  expect(inventory.count(inventory.commonStatus())).toBeGreaterThanOrEqual(21);
  for (const status of petStatuses) expect(inventory.count(status)).toBeGreaterThanOrEqual(2);
  expect(inventory.creations).toHaveLength(creations().length);
  expect(creations()).toHaveLength(20 + 2 * petStatuses.length);
});

test('a store that holds enough gets only the animals that judge creation', async () => {
  const { inventory, creations } = await stocked({ animals: animals(100) });
  await inventory.stock();
  expect(creations()).toHaveLength(4 + petStatuses.length);
});

test('an animal is known by all its digits', async () => {
  const [one] = animals(1, ['sold']);
  const exact: Animal[] = one ? [{ ...one, id: 9_007_199_254_740_993n }] : [];
  const { inventory, api } = await stocked({ animals: exact }, { profile: 'read-only' });
  const pet = await inventory.anyPet();
  expect(pet.id).toBe(9_007_199_254_740_993n);
  expect(inventory.has(9_007_199_254_740_992n)).toBe(false);
  const answer = await api.getPet(pet.id);
  expect(answer.request.url).toMatch(/\/pets\/9007199254740993$/);
  expect(answer.response.body).toContain('"id":9007199254740993');
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

test('a category that takes no animals is left for another one, unless a setting names it', async () => {
  const closed: ReferenceOptions = {
    change: ({ newAnimal }) => ({
      newAnimal: (call) => {
        const wanted = newAnimal(call);
        const isTaken = wanted instanceof Refusal || wanted.categoryId > 12n;
        return isTaken ? wanted : new Refusal(400, 'closed', 'Not in this category.');
      },
    }),
  };
  const { inventory } = await stocked(closed);
  await inventory.stock();
  expect(inventory.category().id).toBeGreaterThan(12n);
  expect(inventory.excused.length).toBeGreaterThan(0);
  const named = await stocked(closed, { categoryId: '12' });
  await named.inventory.stock();
  expect(named.inventory.category()).toEqual({ id: 12n, certain: true });
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
    change: (base) => ({
      newAnimal: (call) => {
        const wanted = base.newAnimal(call);
        if (wanted instanceof Refusal) return wanted;
        const plain = /^[a-z]+$/i.test(wanted.name) && wanted.categoryId === 1n;
        return plain ? wanted : new Refusal(400, 'unusual', 'Only plain animals here.');
      },
    }),
  });
  await inventory.stock();
  expect(inventory.count(inventory.commonStatus())).toBeGreaterThanOrEqual(21);
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
    change: ({ newAnimal }) => ({
      newAnimal: (call) => {
        taken += 1;
        return taken > 5 ? new Refusal(507, 'full', 'No room.') : newAnimal(call);
      },
    }),
  });
  await inventory.stock();
  expect(inventory.lack()).toBe(', and the service takes no more of them');
  const roomy = await stocked();
  await roomy.inventory.stock();
  expect(roomy.inventory.isFrugal).toBe(false);
  expect(roomy.inventory.lack()).toBe('');
});

test('a small allowance of creations is spent and not exceeded', async () => {
  // Four are reserved for refusals that fail.
  const { inventory, creations, client } = await stocked({}, { maxCreations: 11 });
  await inventory.stock();
  expect(creations()).toHaveLength(7);
  expect(client.creationsLeft).toBe(0);
  expect(inventory.creations).toHaveLength(7);
});

test('an allowance below what judges creation leaves it inconclusive', async () => {
  const { inventory, creations } = await stocked({}, { maxCreations: 0 });
  await inventory.stock();
  expect(creations()).toEqual([]);
  await expect(inventory.anyPet()).rejects.toThrow(Inconclusive);
  await expect(inventory.anyPet()).rejects.toThrow(/--max-creations/);
});

test('an id was seen before a time only if an answer had come by then', async () => {
  const { inventory, exchanges } = await stocked({ animals: animals(1) }, { profile: 'read-only' });
  await inventory.survey();
  const at = exchanges[0]?.finishedAt ?? 0;
  expect(inventory.wasSeenBefore(1n, at)).toBe(false);
  expect(inventory.wasSeenBefore(1n, at + 1)).toBe(true);
  expect(inventory.wasSeenBefore(99n, at + 1)).toBe(false);
});
