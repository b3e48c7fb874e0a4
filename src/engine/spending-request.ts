import { type Operation, operations } from '../catalogue/operations.ts';
import type { Credential } from '../http/credential.ts';
import { writeJson } from '../http/json/json.ts';
import type { ApiRequest } from '../http/request.ts';

/**
 * The cheapest request of an operation that would succeed, as far as an animal is known and one may be created:
 * above the limit, 429 is due for nothing else. `animal` absent: a creation that must be refused.
 */
export function spendingRequest(
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
