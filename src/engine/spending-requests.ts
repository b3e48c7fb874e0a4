import { type Operation, operations } from '../catalogue/operations.ts';
import type { Client } from '../http/client.ts';
import { type Credential, theLimitKey } from '../http/credential.ts';
import { writeJson } from '../http/json/json.ts';
import type { ApiRequest } from '../http/request.ts';
import type { Settings } from '../settings/settings.ts';
import { dataSeed, sample, seedFor, strangerId } from './arbitraries.ts';
import type { Inventory } from './inventory.ts';
import type { OwnSpender } from './own-counts.ts';

/** Ask one request of an operation with the key whose limit is spent; see `spendingRequest`. */
export function spendingRequests(
  settings: Settings,
  inventory: Inventory,
  client: Client,
): Pick<OwnSpender, 'ask' | 'askInVain'> {
  const { rateLimitKey, apiKey } = settings;
  const key = theLimitKey(rateLimitKey, rateLimitKey === apiKey);
  const seed = seedFor(dataSeed(settings), 'an id to spend on');
  const [nobody = 0n] = sample(strangerId, seed, 1);
  const pet = inventory.pets().at(-1);
  let created = 0;
  const askInVain = (operation: Operation) =>
    client.sendNow(spendingRequest(operation, key, pet?.id ?? nobody, undefined));
  const ask = (operation: Operation) => {
    const creates = operation === 'createPet' && client.creationsLeft > 0;
    if (creates) created += 1;
    const name = creates ? inventory.name(`spending ${created}`) : undefined;
    const categoryId = inventory.category().id;
    const animal = name === undefined ? undefined : { name, categoryId };
    return client.sendNow(spendingRequest(operation, key, pet?.id ?? nobody, animal));
  };
  return { ask, askInVain };
}

/**
 * The cheapest request of an operation that would succeed, as far as an animal is known and one may be created:
 * above the limit, 429 is due for nothing else. `animal` absent: a creation that must be refused.
 */
function spendingRequest(
  operation: Operation,
  credential: Credential,
  id: bigint,
  animal: { readonly name: string; readonly categoryId: bigint } | undefined,
): ApiRequest {
  const { method, path } = operations[operation];
  const common = { operation, method, credential, purpose: 'clause' } as const;
  if (operation === 'createPet') {
    const body = animal === undefined ? '{}' : writeJson({ ...animal });
    return { ...common, path, body, mayCreate: animal !== undefined };
  }
  return { ...common, path: operation === 'listPets' ? `${path}?limit=1` : `/pets/${id}` };
}
