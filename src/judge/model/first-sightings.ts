import type { Exchange } from '../../http/exchange.ts';
import type { Pet } from '../pet.ts';
import { remembered } from './remembered.ts';
import type { Seen } from './seen.ts';

/** When each animal was first shown by an answer, in milliseconds since the epoch. */
export const firstSightings = remembered(sightingsIn);

function sightingsIn({ lists, reads, creations }: Seen): ReadonlyMap<bigint, number> {
  const since = new Map<bigint, number>();
  const see = (pet: Pet | undefined, { finishedAt }: Exchange) => {
    if (pet?.id === undefined) return;
    since.set(pet.id, Math.min(since.get(pet.id) ?? finishedAt, finishedAt));
  };
  for (const { pet, exchange } of creations) see(pet, exchange);
  for (const { pet, exchange } of reads) see(pet, exchange);
  for (const { pets, exchange } of lists) for (const pet of pets) see(pet, exchange);
  return since;
}
