import { int64 } from '../catalogue/operations.ts';
import type { CheckContext } from './context.ts';

/** The id that a refused creation would have been given, if this run's own were counted up and are the highest. */
export function nextId({ inventory }: CheckContext): bigint | undefined {
  const own = inventory.creations.flatMap(({ pet }) => (pet?.id === undefined ? [] : [pet.id]));
  const highest = inventory.pets().reduce((most, { id }) => (id > most ? id : most), int64.min);
  const lowest = own.reduce((least, id) => (id < least ? id : least), int64.max);
  if (own.length < 3 || !own.includes(highest) || highest === int64.max) return undefined;
  return highest - lowest < 3n * BigInt(own.length) ? highest + 1n : undefined;
}
