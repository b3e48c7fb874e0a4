import { onTestFinished } from 'vitest';
import '../../../../suites/index.ts';
import type { ClientOptions } from '../../../http/client.ts';
import { fakeClock } from '../../../http/testing/fake-clock.ts';
import { openClient } from '../../../http/testing/open-client.ts';
import { type ReferenceOptions, startReference } from '../../../reference/server.ts';
import { defaultSettings } from '../../../settings/read-settings.ts';
import type { Settings } from '../../../settings/settings.ts';
import { type Animal, type PetStatus, petStatuses } from '../../../spec/animal.ts';
import { planRun } from '../../plan/plan.ts';
import { Api } from '../../requests/api.ts';
import { namesOf } from '../../values/names.ts';
import { Waiting } from '../../waiting.ts';
import { Inventory } from '../inventory.ts';

const settings: Omit<Settings, 'baseUrl' | 'apiKey' | 'rateLimitKey'> = {
  ...defaultSettings(),
  seed: 1,
  selected: [],
  out: '',
  maxRequests: 500,
  maxWait: 3,
  wait: 0,
  timeout: 5,
};

/** For tests: this many animals of each status, ids from 1. */
export function animals(each: number, statuses: readonly PetStatus[] = petStatuses): Animal[] {
  return statuses.flatMap((status, chapter) =>
    Array.from({ length: each }, (_, at) => ({
      id: BigInt(chapter * each + at + 1),
      name: 'Rex',
      categoryId: 7n,
      status,
    })),
  );
}

/**
 * For tests: an inventory on a reference server, all requests that it sent, and the seconds that it waited; only waiting
 * takes time.
 */
export async function stocked(
  server: ReferenceOptions = {},
  differing: Partial<Settings> = {},
  { clock = fakeClock(), ...options }: Partial<ClientOptions> = {},
) {
  const reference = await startReference(server);
  onTestFinished(() => reference.close());
  const { baseUrl, apiKey } = reference;
  const given = { ...settings, baseUrl, apiKey, rateLimitKey: apiKey, ...differing };
  const { client, exchanges } = openClient(reference, {
    connections: given.concurrency,
    maxCreations: given.maxCreations,
    maxRequests: given.maxRequests,
    clock,
    onExchange: (exchange) => {
      exchanges.push(exchange);
      inventory.see(exchange);
    },
    ...options,
  });
  const api = new Api(client, given.apiKey);
  const waiting = new Waiting({
    now: clock.now,
    pause: (...pause) => client.pause(...pause),
    graceMs: given.grace * 1000,
    mostMs: 60_000,
  });
  const inventory: Inventory = new Inventory({
    api,
    names: namesOf(given.seed, 0),
    client,
    settings: given,
    plan: planRun(given),
    eventually: (ask, good) => waiting.eventually(ask, good),
  });
  const startedAt = clock.now();
  return {
    inventory,
    client,
    api,
    exchanges,
    creations: () => exchanges.filter(({ operation }) => operation === 'createPet'),
    /** The queries of all lists. */
    lists: () =>
      exchanges
        .filter(({ operation }) => operation === 'listPets')
        .map(({ request }) => new URL(request.url).search),
    reads: () => exchanges.filter(({ operation }) => operation === 'getPet'),
    /** Seconds. */
    waited: () => (clock.now() - startedAt) / 1000,
  };
}
