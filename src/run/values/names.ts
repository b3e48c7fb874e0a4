import { type DataSeed, mixed, seedFor } from './arbitraries.ts';

/** The name of an animal of this run for a use: the same for the same use, and different for any other. */
export type Names = (use: string) => string;

/** Consonants alone make no word that a filter could object to. */
const consonants = 'bcdfghjklmnpqrstvwxz';

/** How every name of a run begins, so that people know what made the animal. */
const namePrefix = 'Pet';

const letters = 5;

/**
 * Names of eight letters: limits on names are not described, so they are short, with one capital and small letters.
 * Names may have to be unique, so none is given twice, nor by another run with the same seed: `startedAt` is the
 * beginning of the run in milliseconds since the epoch. Under a challenge, names follow only from it and the seed,
 * because a verifier must be able to derive them.
 */
export function namesOf(seed: DataSeed, startedAt: number): Names {
  const own = typeof seed === 'number' ? seedFor(seed, `${startedAt}`) : seed;
  const byUse = new Map<string, string>();
  const taken = new Set<string>();
  return (use) => {
    const known = byUse.get(use);
    if (known !== undefined) return known;
    let name = '';
    for (let attempt = 0; name === '' || taken.has(name); attempt += 1) {
      name = spell(seedFor(own, `${attempt} ${use}`));
    }
    byUse.set(use, name);
    taken.add(name);
    return name;
  };
}

function spell(hash: number): string {
  let left = mixed(hash);
  let text = '';
  for (let at = 0; at < letters; at += 1) {
    text += consonants[left % consonants.length];
    left = Math.floor(left / consonants.length);
  }
  return namePrefix + text;
}

/** What the name of the animal that a run plans at this place is for, counted from 1. */
export const plannedAnimal = (place: number): string => `animal ${place}`;

/** Seven digits, different for each name, for a name that could be taken for a number; they begin with zeros. */
export function digitsOf(name: string): string {
  return `00${String(mixed(seedFor(0, name)) % 100_000).padStart(5, '0')}`;
}
