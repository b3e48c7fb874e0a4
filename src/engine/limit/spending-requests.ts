import {
  type Operation,
  operations,
  type PetStatus,
  petStatuses,
} from '../../catalogue/operations.ts';
import type { Client } from '../../http/client.ts';
import { type Credential, theLimitKey } from '../../http/credential.ts';
import { header } from '../../http/exchange.ts';
import { writeJson } from '../../http/json/json.ts';
import { readRateState } from '../../http/rate-state.ts';
import type { ApiRequest } from '../../http/request.ts';
import type { Settings } from '../../settings/settings.ts';
import { dataSeed, sample, seedFor, strangerId } from '../data/arbitraries.ts';
import { bySeed } from '../data/by-seed.ts';
import type { Inventory } from '../store/inventory.ts';
import type { NewPet } from '../store/pet.ts';
import { isServed } from './spent-answers.ts';
import type { Spender } from './spent-limit.ts';

/** Ask one request of an operation with the key whose limit is spent; see `spendingRequest`. */
export function spendingRequests(
  settings: Settings,
  inventory: Inventory,
  client: Client,
): Pick<Spender, 'ask' | 'askInVain' | 'askAbove'> {
  const { rateLimitKey, apiKey } = settings;
  const key = theLimitKey(rateLimitKey, rateLimitKey === apiKey);
  const seed = seedFor(dataSeed(settings), 'an id to spend on');
  const [nobody = 0n] = sample(strangerId, seed, 1);
  const pet = inventory.pets().at(-1);
  const status = bySeed(statusesAbove, settings.seed, 0);
  const query = bySeed(queriesAbove, settings.seed, 0);
  let created = 0;
  const askInVain = (operation: Operation) =>
    client.sendNow(spendingRequest(operation, key, pet?.id ?? nobody, undefined));
  const ask = (operation: Operation) => {
    const creates = operation === 'createPet' && client.creationsLeft > 0;
    if (creates) created += 1;
    const name = creates ? inventory.name(`spending ${created}`) : undefined;
    const categoryId = inventory.category().id;
    const animal = name === undefined ? undefined : { name, categoryId, ...status };
    return client.sendNow(spendingRequest(operation, key, pet?.id ?? nobody, animal));
  };
  let isQueryApart = false;
  const askAbove = async (operation: Operation) => {
    if (operation !== 'listPets' || isQueryApart) return ask(operation);
    const answer = await client.sendNow(listAbove(key, query));
    const { remaining = 0 } = readRateState(answer.response, answer.finishedAt);
    // A gateway may count that route separately, and shows it: then it is not what was spent. Nor is what a cache holds.
    const isOther = remaining > 0 || header(answer.response, 'Age') !== undefined;
    isQueryApart = isServed(answer) && isOther;
    return isQueryApart ? ask(operation) : answer;
  };
  return { ask, askInVain, askAbove };
}

/** By turns without a status: drafts may take a path that nobody limits, and so may the others. */
const statusesAbove: readonly { readonly status?: PetStatus }[] = petStatuses.flatMap((status) => [
  {},
  { status },
]);

/** By turns not the list that spends the limit: another query may be a route of its own, which nobody limits. */
const queriesAbove = [
  '?status=available&limit=1',
  '',
  '?status=sold&limit=1',
  '?limit=100',
  '?status=pending&limit=1',
] as const;

function listAbove(credential: Credential, query: string): ApiRequest {
  const { method, path } = operations.listPets;
  return { operation: 'listPets', method, credential, purpose: 'clause', path: `${path}${query}` };
}

/**
 * The cheapest request of an operation that would succeed, if an animal is known and one may be created: above the
 * limit, only the limit can refuse it. `animal` absent: a creation that must be refused.
 */
function spendingRequest(
  operation: Operation,
  credential: Credential,
  id: bigint,
  animal: NewPet | undefined,
): ApiRequest {
  const { method, path } = operations[operation];
  const common = { operation, method, credential, purpose: 'clause' } as const;
  if (operation === 'createPet') {
    return { ...common, path, body: writeJson({ ...animal }), mayCreate: animal !== undefined };
  }
  return { ...common, path: operation === 'listPets' ? `${path}?limit=1` : `/pets/${id}` };
}
