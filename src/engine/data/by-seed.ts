/** The item whose turn it is: by the seed, and by the place of the question among its like. */
export function bySeed<T>(all: readonly T[], seed: number, place: number): T {
  const at = (((seed + place) % all.length) + all.length) % all.length;
  const found = all[at];
  if (found === undefined) throw new Error('an empty list has no turns');
  return found;
}
