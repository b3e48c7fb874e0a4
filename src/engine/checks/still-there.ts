/** What an empty list may mean although animals are known that belong in it. */

import { type PetStatus, pageSize, petStatuses } from '../../catalogue/operations.ts';
import { inconclusive, NotApplicable } from '../asking/outcomes.ts';
import type { Inventory } from '../store/inventory.ts';
import { fewOf, petOf, petsOf } from '../store/pet.ts';
import type { CheckContext } from './context.ts';

/**
 * If lists leave out this many animals with a status, of them this many older than a listed one without, it is not by
 * chance.
 */
const fewestUnlisted = { all: 5, older: 2 };

/** Passes over the check if lists show animals of others and none of the run: new ones are listed later, or never. */
export async function expectListable(
  { inventory }: CheckContext,
  status: PetStatus,
): Promise<void> {
  const all = petsOf(await inventory.settle()) ?? [];
  const own = inventory.creations.flatMap(({ pet }) => pet?.id ?? []);
  const due = inventory.pets().filter((pet) => pet.status === status);
  const unlisted = inventory
    .pets()
    .filter(({ id }) => own.includes(id) && !inventory.wasListed(id));
  if (all.length < pageSize.max && due.every((pet) => unlisted.includes(pet))) {
    const [other] = unlisted.filter((pet) => pet.status !== status);
    if (other && !listsOnlyBare(inventory))
      throw new NotApplicable('lists leave out new animals, of other statuses too');
  }
  if (all.length === 0 || own.length === 0 || own.some((id) => inventory.wasListed(id))) return;
  const others = inventory.pets().filter(({ id }) => !own.includes(id));
  if (others.some((pet) => pet.status === status)) return;
  throw new NotApplicable(`lists show no animal that this run created, and no other is ${status}`);
}

/**
 * Whether lists show animals of the run without a status, and none of those with one, though some are older: no store
 * holds new animals back by that.
 */
function listsOnlyBare(inventory: Inventory): boolean {
  const own = inventory.ownAnimals();
  const bare = own.filter(({ sent }) => sent.status === undefined);
  const others = own.filter((one) => !bare.includes(one));
  if (others.length < fewestUnlisted.all || others.some(({ id }) => inventory.wasListed(id)))
    return false;
  const shown = bare.findLast(({ id }) => inventory.wasListed(id));
  const older = shown === undefined ? [] : own.slice(0, own.indexOf(shown));
  return older.filter((one) => others.includes(one)).length >= fewestUnlisted.older;
}

/** Others may have taken away or moved the animals that this run saw: then an empty list is right. */
export async function expectStillThere(context: CheckContext, status?: PetStatus): Promise<void> {
  if (await findsAny(context, status)) return;
  // If the store was reset, new animals decide.
  if (status === undefined && (await context.inventory.restock()) && (await findsAny(context)))
    return;
  const none = `the list is empty, and no animal is known that is still ${status ?? 'there'}`;
  if (status === undefined) inconclusive(none);
  throw new NotApplicable(none);
}

/** Whether one of the animals is there and has the status, or has lost its status altogether. */
async function findsAny(context: CheckContext, status?: PetStatus): Promise<boolean> {
  const { api, inventory } = context;
  const pets = inventory.pets().filter((one) => status === undefined || one.status === status);
  const bare: bigint[] = [];
  for (const { id } of fewOf(pets)) {
    const answer = await api.getPet(id);
    const found = answer.response.status === 200 ? petOf(answer) : undefined;
    if (found && (status === undefined || found.status === status)) return true;
    if (found && !found.hasStatus) bare.push(id);
  }
  return status !== undefined && (await haveLostStatus(context, bare));
}

/**
 * Whether animals of this run that had a status are shown without one and listed under none: there is no other state
 * that they could have moved to (section 3). A read may leave the status out; then one of the three lists shows them.
 */
async function haveLostStatus(
  { api, inventory }: CheckContext,
  ids: readonly bigint[],
): Promise<boolean> {
  const own = inventory.ownAnimals().flatMap(({ id, sent }) => (sent.status ? [id] : []));
  const lost = ids.filter((id) => own.includes(id) && inventory.wasListed(id));
  if (lost.length < 2) return false;
  for (const status of petStatuses) {
    const pets = petsOf(await api.listPets({ status, limit: pageSize.max }));
    if (pets === undefined || pets.length > 0) return false;
  }
  return true;
}
