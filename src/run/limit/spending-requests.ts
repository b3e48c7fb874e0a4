import type { Client } from '../../http/client.ts';
import { noKey, theLimitKey } from '../../http/credential.ts';
import { writeJson } from '../../http/json.ts';
import type { ApiRequest } from '../../http/request.ts';
import type { Settings } from '../../settings/settings.ts';
import { type PetStatus, petStatuses } from '../../spec/animal.ts';
import { operations } from '../../spec/operations.ts';
import type { Inventory } from '../animals/inventory.ts';
import { dataSeed, sample, seedFor, unusedId } from '../values/arbitraries.ts';
import { bySeed } from '../values/by-seed.ts';
import { cheapestQuery, type Spender } from './spending.ts';

/**
 * Sends the cheapest request of an operation that would succeed: above the limit, only the limit can refuse it. If no
 * animal may be created any more, a creation is one that must be refused. An operation that removes something is never
 * sent to spend a limit: a request of each kind is written out here.
 */
export function spendingRequests(
  settings: Settings,
  inventory: Inventory,
  client: Client,
): Pick<Spender, 'send' | 'sendWithoutKey'> {
  const { rateLimitKey, apiKey } = settings;
  const credential = theLimitKey(rateLimitKey, rateLimitKey === apiKey);
  const [nobody = 0n] = sample(unusedId, seedFor(dataSeed(settings), 'an id to spend on'), 1);
  const id = inventory.pets().at(-1)?.id ?? nobody;
  const status = bySeed(statuses, settings.seed, 0);
  const query = bySeed(queries, settings.seed, 0);
  let created = 0;
  const animal = () => {
    if (client.creationsLeft === 0) return undefined;
    created += 1;
    const name = inventory.name(`spending ${created}`);
    return { name, categoryId: inventory.category().id, ...status };
  };
  const list = (query: string, as = credential): ApiRequest => {
    const { method, path } = operations.listPets;
    const common = { operation: 'listPets', method, purpose: 'clause' } as const;
    return { ...common, credential: as, path: `${path}${query}` };
  };
  const send: Spender['send'] = (request) => {
    switch (request) {
      case 'list':
        return client.sendNow(list(cheapestQuery));
      case 'otherList':
        return client.sendNow(list(query));
      case 'createPet': {
        const pet = animal();
        return client.sendNow({
          ...operations.createPet,
          operation: 'createPet',
          credential,
          purpose: 'clause',
          body: writeJson({ ...pet }),
          mayCreate: pet !== undefined,
        });
      }
      case 'getPet':
        return client.sendNow({
          operation: 'getPet',
          method: operations.getPet.method,
          credential,
          purpose: 'clause',
          path: `/pets/${id}`,
        });
      default:
        return request satisfies never;
    }
  };
  return {
    send,
    sendWithoutKey: () => client.sendNow({ ...list(cheapestQuery, noKey), isReserved: true }),
  };
}

/** By turns without a status: drafts may take a path that nobody limits, and so may the others. */
const statuses: readonly { readonly status?: PetStatus }[] = petStatuses.flatMap((status) => [
  {},
  { status },
]);

/** By turns not the list that spends the limit: another query may be a route of its own, which nobody limits. */
const queries = [
  '?status=available&limit=1',
  '',
  '?status=sold&limit=1',
  '?limit=100',
  '?status=pending&limit=1',
] as const;
