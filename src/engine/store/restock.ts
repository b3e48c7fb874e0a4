import type { PetStatus } from '../../catalogue/operations.ts';
import type { Client } from '../../http/client.ts';
import type { Api } from '../asking/api.ts';
import { orNothing } from '../asking/outcomes.ts';
import type { Creation } from './creator.ts';
import { fewOf } from './pet.ts';
import type { Planned } from './planned.ts';

/** Animals that are created in place of those that have gone: as few as tell them apart, and one more. */
const inPlace = 3;

/** A list of fewer tells no two animals apart. */
const fewest = 2;

/** What an inventory knows of the run's animals, and creates. */
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
 * Creates a few animals if those of this run have gone, or their ids were given again: staging was put back to what it
 * was, which held fewer. How many it asked for.
 */
export async function restock(options: RestockOptions): Promise<number> {
  const { client, inventory, enough } = options;
  const status = inventory.commonStatus();
  const isAgain = hasIdsAgain(inventory);
  const most = isAgain ? enough : await missingIn(options);
  let asked = 0;
  // Those that are given an id which was given before make no further one known.
  while (asked < most && client.creationsLeft > 0 && !(isAgain && inventory.count() >= enough)) {
    const own = inventory.name(`in place of what has gone ${asked}`);
    await orNothing(inventory.create({ kind: 'plain', name: own, own, status }));
    asked += 1;
  }
  return asked;
}

const idsOf = ({ creations }: Stock) => creations.flatMap(({ pet }) => pet?.id ?? []);

/** Whether ids were given a second time, and none a third: a store is put back once in a run. */
function hasIdsAgain(inventory: Stock): boolean {
  const made = idsOf(inventory);
  const times = made.map((id) => made.filter((one) => one === id).length);
  return Math.max(0, ...times) === 2;
}

/** How many are missing where each id was given once: none if one that lists need not show is there. */
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
