import type { PetStatus } from '../catalogue/operations.ts';
import type { Client } from '../http/client.ts';
import type { Api } from './api.ts';
import type { Creation } from './creator.ts';
import { orNothing } from './outcomes.ts';
import { fewOf } from './pet.ts';
import type { Planned } from './plan.ts';

/** Animals that are created in place of those that have gone: as few as tell them apart, and one more. */
export const inPlace = 3;

/** What an inventory knows of the run's animals, and creates. */
interface Stock {
  readonly creations: readonly Creation[];
  readonly name: (use: string) => string;
  readonly commonStatus: () => PetStatus;
  readonly create: (planned: Planned) => Promise<Creation>;
}

/**
 * Creates a few animals if those of this run have gone: staging was put back to what it was, which held none. Whether
 * it asked for them.
 */
export async function restock({
  api,
  client,
  inventory,
}: {
  readonly api: Api;
  readonly client: Client;
  readonly inventory: Stock;
}): Promise<boolean> {
  const made = inventory.creations.flatMap(({ pet }) => pet?.id ?? []);
  if (made.length === 0) return false;
  for (const id of fewOf(made)) {
    const { response } = await api.getPet(id);
    if (response.status !== 404) return false;
  }
  const status = inventory.commonStatus();
  for (let at = 1; at <= inPlace && client.creationsLeft > 0; at += 1) {
    const own = inventory.name(`in place of what has gone ${at}`);
    await orNothing(inventory.create({ kind: 'plain', name: own, own, status }));
  }
  return true;
}
