import { type Operation, operations } from '../catalogue/operations.ts';
import type { Credential } from '../http/credential.ts';
import type { ApiRequest } from '../http/request.ts';

/** The cheapest request of each operation: none of them creates an animal. */
export function cheapestRequest(
  operation: Operation,
  credential: Credential,
  nobody: bigint,
): ApiRequest {
  const { method, path } = operations[operation];
  const common = { operation, method, credential, purpose: 'clause' } as const;
  if (operation === 'createPet') return { ...common, path, body: '{}' };
  return { ...common, path: operation === 'listPets' ? `${path}?limit=1` : `/pets/${nobody}` };
}
