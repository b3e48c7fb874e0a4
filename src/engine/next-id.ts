import { int64 } from '../catalogue/operations.ts';
import { isAnswered } from '../http/exchange.ts';
import type { CheckContext } from './context.ts';
import { petOf } from './pet.ts';

/**
 * The ids that refused creations would have been given, if this run's own are counted up and nothing is known of
 * these: the one behind the last ordinary animal, and the one behind the last of all.
 */
export function nextIds({ inventory, exchanges }: CheckContext): readonly bigint[] {
  const created = exchanges
    .filter(isAnswered)
    .filter(({ operation, response }) => operation === 'createPet' && response.status === 201)
    .flatMap((answer) => petOf(answer)?.id ?? []);
  const highest = inventory.pets().reduce((most, { id }) => (id > most ? id : most), int64.min);
  const lowest = created.reduce((least, id) => (id < least ? id : least), int64.max);
  if (created.length < 3 || !created.includes(highest) || highest === int64.max) return [];
  // What was refused in between has taken ids, too, if it was kept.
  if (highest - lowest > spread + 3n * BigInt(created.length)) return [];
  const ordinary = inventory.creations.flatMap(({ pet }) => pet?.id ?? []);
  const last = ordinary.reduce((most, id) => (id > most ? id : most), lowest);
  return [...new Set([last + 1n, highest + 1n])].filter((id) => !inventory.has(id));
}

/** Refusals of a run, about. */
const spread = 40n;
