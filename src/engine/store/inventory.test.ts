import { expect, onTestFinished, test } from 'vitest';
import { type PetStatus, petStatuses } from '../../catalogue/operations.ts';
import { EndedEarly, Inconclusive } from '../../http/inconclusive.ts';
import { openClient } from '../../http/testing/open-client.ts';
import type { Animal } from '../../reference/animal.ts';
import { Refusal } from '../../reference/behaviour.ts';
import { type ReferenceOptions, startReference } from '../../reference/server.ts';
import type { Settings } from '../../settings/settings.ts';
import { Api } from '../asking/api.ts';
import { namesOf } from '../data/names.ts';
import { planQuestions } from '../plan/question-plan.ts';
import { Inventory } from './inventory.ts';
import { petsOf } from './pet.ts';

const settings: Omit<Settings, 'baseUrl' | 'apiKey' | 'rateLimitKey'> = {
  profile: 'core',
  seed: 1,
  selected: [],
  partial: false,
  out: '',
  maxRequests: 500,
  maxBody: 2,
  maxCreations: 60,
  dailyShare: 100,
  maxWait: 3,
  timeout: 5,
  grace: 5,
  concurrency: 4,
  implementation: {},
};

/** This many animals of each status, ids from 1. */
function animals(each: number, statuses: readonly PetStatus[] = petStatuses): Animal[] {
  return statuses.flatMap((status, chapter) =>
    Array.from({ length: each }, (_, at) => ({
      id: BigInt(chapter * each + at + 1),
      name: 'Rex',
      categoryId: 7n,
      status,
    })),
  );
}

/** An inventory on a reference server, and all requests that it sent. */
async function stocked(server: ReferenceOptions = {}, differing: Partial<Settings> = {}) {
  const reference = await startReference(server);
  onTestFinished(() => reference.close());
  const { baseUrl, apiKey } = reference;
  const given = { ...settings, baseUrl, apiKey, rateLimitKey: apiKey, ...differing };
  const { client, exchanges } = openClient(reference, {
    connections: given.concurrency,
    maxBody: 2,
    maxCreations: given.maxCreations,
    onExchange: (exchange) => {
      exchanges.push(exchange);
      inventory.see(exchange);
    },
  });
  const api = new Api(client, given.apiKey);
  let asked = 0;
  const inventory: Inventory = new Inventory({
    api,
    names: namesOf(given.seed, 0),
    client,
    settings: given,
    plan: planQuestions(given),
    eventually: async (ask, good) => {
      for (;;) {
        const answer = await ask();
        asked += 1;
        if (good(answer) || asked === 10) return answer;
      }
    },
  });
  const creations = () => exchanges.filter(({ operation }) => operation === 'createPet');
  return { inventory, client, api, exchanges, creations, asked: () => asked };
}

test('it looks once, however often it is asked', async () => {
  const { inventory, exchanges } = await stocked({ animals: animals(40) });
  await Promise.all([inventory.survey(), inventory.survey()]);
  await inventory.survey();
  expect(exchanges.map(({ request }) => new URL(request.url).search)).toEqual([
    '?limit=100',
    ...petStatuses.map((status) => `?status=${status}&limit=100`),
  ]);
  expect(inventory.count()).toBe(120);
  expect(inventory.count('sold')).toBe(40);
});

test('a store of less than a page that has every status needs no second look', async () => {
  const { inventory, exchanges } = await stocked({ animals: animals(9) });
  await inventory.survey();
  expect(exchanges).toHaveLength(1);
  expect(inventory.count()).toBe(27);
});

test('an empty store is asked once for a status that no animal has', async () => {
  const { inventory, exchanges } = await stocked();
  await inventory.survey();
  const asked = exchanges.map(({ request }) => new URL(request.url).search);
  expect(asked).toEqual(['?limit=100', '?status=sold&limit=100']);
});

test('the quick profile creates 9 animals at most, whatever the store', async () => {
  for (const each of [0, 3, 100]) {
    const { inventory, creations } = await stocked(
      { animals: animals(each) },
      { profile: 'quick' },
    );
    await inventory.stock();
    expect(creations().length).toBeLessThanOrEqual(9);
    expect(inventory.isFrugal).toBe(true);
    expect(inventory.lack()).toBe(', and the quick profile creates few');
  }
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
  await expect(inventory.anyPet()).rejects.toThrow(Inconclusive);
  await expect(inventory.anyPet()).rejects.toThrow(/the read-only profile may not create any/);
});

test('an empty store gets a full page and two of every kind, once', async () => {
  const { inventory, creations } = await stocked();
  await Promise.all([inventory.stock(), inventory.stock()]);
  expect(inventory.count(inventory.commonStatus())).toBeGreaterThanOrEqual(21);
  for (const status of petStatuses) expect(inventory.count(status)).toBeGreaterThanOrEqual(2);
  expect(inventory.creations).toHaveLength(creations().length);
  expect(creations()).toHaveLength(26);
});

test('a store that holds enough gets only the animals that judge creation', async () => {
  const { inventory, creations } = await stocked({ animals: animals(100) });
  await inventory.stock();
  expect(creations()).toHaveLength(7);
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
  expect(await categoryOf({})).toEqual({ id: 1n, certain: false });
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
  expect(creations().length).toBeLessThanOrEqual(8);
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

test('lists that lag behind are asked again until they show what was created', async () => {
  let lists = 0;
  const { inventory, asked } = await stocked({
    change: (base) => ({
      list: (store, selection, call) => {
        lists += 1;
        return lists < 5 ? [] : base.list(store, selection, call);
      },
    }),
  });
  const list = await inventory.settle();
  expect(petsOf(list)?.length).toBe(inventory.count());
  expect(asked()).toBeGreaterThan(1);
  expect(asked()).toBeLessThan(10);
});

test('a store of more than a page does not have to show all of it', async () => {
  const { inventory, asked } = await stocked({ animals: animals(60) });
  await inventory.stock();
  const before = asked();
  await inventory.settle();
  expect(asked() - before).toBe(1);
});

test('an id was seen before a time only if an answer had come by then', async () => {
  const { inventory, exchanges } = await stocked({ animals: animals(1) }, { profile: 'read-only' });
  await inventory.survey();
  const at = exchanges[0]?.finishedAt ?? 0;
  expect(inventory.wasSeenBefore(1n, at)).toBe(false);
  expect(inventory.wasSeenBefore(1n, at + 1)).toBe(true);
  expect(inventory.wasSeenBefore(99n, at + 1)).toBe(false);
});
