import type { Client } from '../../http/client.ts';
import { noKey, theLimitKey } from '../../http/credential.ts';
import { writeJson } from '../../http/json.ts';
import type { RepeatableRequest } from '../../http/request.ts';
import type { Settings } from '../../settings/settings.ts';
import { draftsAndStatuses } from '../../spec/animal.ts';
import { requestLine } from '../../spec/operations.ts';
import type { Inventory } from '../animals/inventory.ts';
import { dataSeed, sample, seedFor, unusedId } from '../values/arbitraries.ts';
import { bySeed } from '../values/by-seed.ts';
import { cheapestQuery, type Spender, type SpendingRequest } from './spending.ts';

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
  const status = bySeed(draftsAndStatuses, settings.seed, 0);
  let created = 0;
  const clause = { credential, purpose: 'clause' } as const;
  const list = (query: string): RepeatableRequest => {
    const { method, path } = requestLine('listPets');
    return { ...clause, operation: 'listPets', method, path: `${path}${query}` };
  };
  const creation = (body: string, mayCreate: boolean): RepeatableRequest => {
    return { ...clause, operation: 'createPet', ...requestLine('createPet'), body, mayCreate };
  };
  const createPet = () => {
    if (client.creationsLeft === 0) return creation('{}', false);
    created += 1;
    const name = inventory.name(`spending ${created}`);
    return creation(writeJson({ name, categoryId: inventory.category().id, ...status }), true);
  };
  const requests: Record<SpendingRequest, () => RepeatableRequest> = {
    list: () => list(cheapestQuery),
    otherList: () => list(bySeed(queries, settings.seed, 0)),
    createPet,
    getPet: () => ({ ...clause, operation: 'getPet', ...requestLine('getPet', id) }),
  };
  return {
    send: (request) => client.sendNow(requests[request]()),
    sendWithoutKey: () =>
      client.sendNow({ ...list(cheapestQuery), credential: noKey, isReserved: true }),
  };
}

/** By turns not the list that spends the limit: another query may be a route of its own, which nobody limits. */
const queries = [
  '?status=available&limit=1',
  '',
  '?status=sold&limit=1',
  '?limit=100',
  '?status=pending&limit=1',
] as const;
