import type { PetStatus } from '../../catalogue/operations.ts';
import type { Client } from '../../http/client.ts';
import type { Api } from '../asking/api.ts';
import { orNothing } from '../asking/outcomes.ts';
import type { Creation } from './creator.ts';
import { fewOf } from './pet.ts';
import type { Planned } from './planned.ts';

/** How many animals replace those that have gone: the fewest that tell them apart, and one more. */
const inPlace = 3;

/** A shorter list tells no two animals apart. */
const fewest = 2;

/** What an inventory knows of the animals of the run, and creates. */
interface Stock {
  readonly creations: readonly Creation[];
  readonly count: () => number;
  readonly name: (use: string) => string;
  readonly commonStatus: () => PetStatus;
  readonly create: (planned: Planned) => Promise<Creation>;
}

interface RestockOptions {
  readonly api: Api;
  readonly client: Client;
  readonly inventory: Stock;
  /** Animals that the longest list shows. */
  readonly shown: number;
  /** Animals that the run needs to know. */
  readonly enough: number;
}

/**
 * Creates a few animals if those of this run have gone, or their ids were given again: a staging service was reset and
 * holds fewer now. Returns how many it asked for.
 */
export async function restock(options: RestockOptions): Promise<number> {
  const { client, inventory, enough } = options;
  const status = inventory.commonStatus();
  const isAgain = hasIdsAgain(inventory);
  const most = isAgain ? enough : await missingIn(options);
  let asked = 0;
  // Animals that are given an id from before add nothing to the known ones.
  while (asked < most && client.creationsLeft > 0 && !(isAgain && inventory.count() >= enough)) {
    const own = inventory.name(`in place of what has gone ${asked}`);
    await orNothing(inventory.create({ kind: 'plain', name: own, own, status }));
    asked += 1;
  }
  return asked;
}

const idsOf = ({ creations }: Stock) => creations.flatMap(({ pet }) => pet?.id ?? []);

/** Whether ids were given a second time, and none a third: a store is reset once in a run. */
function hasIdsAgain(inventory: Stock): boolean {
  const made = idsOf(inventory);
  const times = made.map((id) => made.filter((one) => one === id).length);
  return Math.max(0, ...times) === 2;
}

/** How many are missing if each id was given once: none if an animal is there that lists need not show. */
async function missingIn({ api, inventory, shown }: RestockOptions): Promise<number> {
  const made = idsOf(inventory);
  if (made.length === 0 || shown >= fewest) return 0;
  let there = 0;
  for (const id of fewOf(made)) {
    const { response } = await api.getPet(id);
    if (response.status !== 404) there += 1;
    if (there > shown) return 0;
  }
  return inPlace;
}
