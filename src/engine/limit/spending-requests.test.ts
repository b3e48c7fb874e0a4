import { describe, expect, onTestFinished, test } from 'vitest';
import { openClient } from '../../http/testing/open-client.ts';
import type { Animal } from '../../reference/animal.ts';
import type { Call } from '../../reference/call.ts';
import { type Change, onReply, together } from '../../reference/changes.ts';
import { fixedWindow } from '../../reference/quota.ts';
import { type ReferenceOptions, startReference } from '../../reference/server.ts';
import { Api } from '../asking/api.ts';
import { namesOf } from '../data/names.ts';
import { planQuestions } from '../plan/question-plan.ts';
import { Inventory } from '../store/inventory.ts';
import { sessionSettings } from '../testing/session-settings.ts';
import { spendingRequests } from './spending-requests.ts';

const rex: Animal = { id: 7n, name: 'Rex', categoryId: 5n };

interface Opening {
  readonly maxCreations?: number;
  readonly otherKey?: string;
  readonly seed?: number;
}

/** Requests to a reference server whose animals the run knows, and what it was asked since. */
async function opened(
  server: ReferenceOptions = {},
  { maxCreations = 60, otherKey, seed = 1 }: Opening = {},
) {
  const reference = await startReference({ animals: [rex], ...server });
  onTestFinished(() => reference.close());
  const { baseUrl, apiKey } = reference;
  const rateLimitKey = otherKey ?? apiKey;
  const settings = { ...sessionSettings, baseUrl, apiKey, rateLimitKey, maxCreations, seed };
  const { client, exchanges } = openClient(reference, {
    maxCreations,
    onExchange: (exchange) => {
      exchanges.push(exchange);
      inventory.see(exchange);
    },
  });
  const inventory: Inventory = new Inventory({
    api: new Api(client, apiKey),
    client,
    settings,
    plan: planQuestions(settings),
    names: namesOf(1, 0),
    eventually: (ask) => ask(),
  });
  await inventory.survey();
  exchanges.length = 0;
  const asked = () =>
    exchanges.map(({ request: { method, url }, response }) =>
      [method, url.slice(baseUrl.length), response?.status].join(' '),
    );
  return { asked, exchanges, ...spendingRequests(settings, inventory, client) };
}

describe('a request to spend a limit with', () => {
  test('is the cheapest of its operation that succeeds', async () => {
    const { ask, asked } = await opened();
    await ask('listPets');
    await ask('getPet');
    await ask('createPet');
    expect(asked()).toEqual(['GET /pets?limit=1 200', 'GET /pets/7 200', 'POST /pets 201']);
  });

  test('creates animals of names of their own in the category that takes animals', async () => {
    const { ask, exchanges } = await opened();
    await ask('createPet');
    await ask('createPet');
    const bodies = exchanges.map(({ request: { body = '' } }) => JSON.parse(body));
    expect(new Set(bodies.map(({ name }) => name)).size).toBe(2);
    expect(bodies.map(({ categoryId }) => categoryId)).toEqual([5, 5]);
  });

  test('creates animals without a status, or with one, by the seed', async () => {
    const statuses: unknown[] = [];
    for (const seed of [6, 7, 8, 9, 10, 11]) {
      const { ask, exchanges } = await opened({}, { seed });
      await ask('createPet');
      await ask('createPet');
      const bodies = exchanges.map(({ request: { body = '' } }) => JSON.parse(body));
      statuses.push(...bodies.map(({ status }) => status));
    }
    const each = [undefined, 'available', undefined, 'pending', undefined, 'sold'];
    expect(statuses).toEqual(each.flatMap((status) => [status, status]));
  });

  test('is a creation that is refused once no more animals may be created', async () => {
    // Half of them are kept for refusals that fail.
    const { ask, asked } = await opened({}, { maxCreations: 2 });
    await ask('createPet');
    await ask('createPet');
    expect(asked()).toEqual(['POST /pets 201', 'POST /pets 400']);
  });

  test('reads an id that nobody has if no animal is known', async () => {
    const { ask, asked } = await opened({ animals: [] });
    await ask('getPet');
    expect(asked()).toEqual([expect.stringMatching(/^GET \/pets\/\d{15,} 404$/)]);
  });

  test('leaves nothing behind if it is asked in vain', async () => {
    const { askInVain, asked } = await opened();
    await askInVain('createPet');
    await askInVain('getPet');
    expect(asked()).toEqual(['POST /pets 400', 'GET /pets/7 200']);
  });

  test.each([
    [undefined, 'key-holder'],
    ['Another-Key-8Rw', 'limit-key'],
  ])('with the key %s is one of the %s', async (key, caller) => {
    const { ask, exchanges } = await opened(
      { change: () => ({ authorized: () => true }) },
      key === undefined ? {} : { otherKey: key },
    );
    await ask('listPets');
    expect(exchanges.map((one) => one.caller)).toEqual([caller]);
  });
});

describe('a list above the limit', () => {
  test('takes turns by the seed in what it asks for: each may be a route of its own that nobody limits', async () => {
    const asked: string[] = [];
    for (const seed of [5, 6, 7, 8, 9, 10]) {
      const { askAbove, exchanges } = await opened({}, { seed });
      await askAbove('listPets');
      // As requests remain, it is followed by the one that spends the limit.
      asked.push(...exchanges.slice(0, 1).map(({ request }) => new URL(request.url).search));
    }
    expect(asked).toEqual([
      '?status=available&limit=1',
      '',
      '?status=sold&limit=1',
      '?limit=100',
      '?status=pending&limit=1',
      '?status=available&limit=1',
    ]);
  });

  const filtered = '/pets?status=available&limit=1';
  const seed = 5;

  test('is the same each time', async () => {
    // The look at the store takes two of them.
    const { askAbove, asked } = await opened({ quota: fixedWindow(3, 60_000_000) }, { seed });
    await askAbove('listPets');
    await askAbove('listPets');
    await askAbove('getPet');
    expect(asked()).toEqual([`GET ${filtered} 200`, `GET ${filtered} 429`, 'GET /pets/7 429']);
  });

  const plain = ['GET /pets?limit=1 200', 'GET /pets?limit=1 429'];

  const isFiltered = ({ query }: Call) => query.get('status') === 'available';
  const filteredApart: Change = ({ caller }) => ({
    caller: (call) => `${caller(call)} ${isFiltered(call)}`,
  });
  /** A cache, which asks nobody and shows no count that has some left. */
  const filteredFromCache: Change = onReply((reply, call) => {
    const told = { Age: '3', 'X-RateLimit-Remaining': '0' };
    const isCached = isFiltered(call) && reply.status === 200;
    return isCached ? { ...reply, headers: { ...reply.headers, ...told } } : reply;
  });

  test.each<[string, Change]>([
    ['its route shows a count of its own', filteredApart],
    ['a cache holds the other', together(filteredApart, filteredFromCache)],
  ])('is the one that spends the limit if %s', async (_, change) => {
    const { askAbove, asked } = await opened(
      {
        change,
        quota: fixedWindow(3, 60_000_000),
      },
      { seed },
    );
    await askAbove('listPets');
    await askAbove('listPets');
    expect(asked()).toEqual([`GET ${filtered} 200`, ...plain]);
  });

  test('keeps its query if a 429 says that requests remain, or how old it is', async () => {
    const { askAbove, asked } = await opened(
      {
        quota: fixedWindow(2, 60_000_000),
        change: ({ rateHeaders }) => ({
          rateHeaders: (standing, call) => ({
            ...rateHeaders({ ...standing, remaining: 9 }, call),
            Age: '0',
          }),
        }),
      },
      { seed },
    );
    await askAbove('listPets');
    await askAbove('listPets');
    expect(asked()).toEqual([`GET ${filtered} 429`, `GET ${filtered} 429`]);
  });
});
