/** The item whose turn it is: by the seed, and by the place of the question among its like. */
export function bySeed<T>(all: readonly T[], seed: number, place: number): T {
  const found = all[placeIn(all, seed + place)];
  if (found === undefined) throw new Error('an empty list has no turns');
  return found;
}

/** All of them, beginning with the one whose turn it is. */
export function fromTurn<T>(all: readonly T[], turn: number): T[] {
  const from = placeIn(all, turn);
  return [...all.slice(from), ...all.slice(0, from)];
}

/** The place in a list at which a count of any sign arrives that goes round. */
const placeIn = ({ length }: readonly unknown[], turn: number): number =>
  ((turn % length) + length) % length;
