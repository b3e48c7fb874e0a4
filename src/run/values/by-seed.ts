/** The item whose turn it is: by the seed, and by the place of the question among its like. */
export function bySeed<T>(all: readonly T[], seed: number, place: number): T {
  const found = all[placeIn(all, seed + place)];
  if (found === undefined) throw new Error('an empty list has no turns');
  return found;
}

/** The place in a list at which a count of any sign arrives that goes round. */
const placeIn = ({ length }: readonly unknown[], turn: number): number =>
  ((turn % length) + length) % length;
