import fc from 'fast-check';
import { type Credential, wrongKey } from '../client/credential.ts';
import type { Operation } from '../spec/operations.ts';
import { sample, seedFor } from './arbitraries.ts';

/** How much of the real key a foreign one shares, so that a comparison of one end only is seen. */
const shares: Record<Operation, (key: string, foreign: string) => string> = {
  listPets: (_, foreign) => foreign,
  createPet: (key, foreign) => key.slice(0, half(key)) + foreign.slice(half(key)),
  getPet: (key, foreign) => foreign.slice(0, half(key)) + key.slice(half(key)),
};

/**
 * A key that nobody has: of the real one's length, with a letter for each letter and a digit for each
 * digit, so that its form does not give it away.
 */
export function foreignKey(key: string, seed: number, operation: Operation): Credential {
  const shifts = sample(fc.integer({ min: 1, max: 9 }), seedFor(seed, operation), key.length);
  const change = (shift: (character: string, by: number) => string) =>
    [...key].map((one, at) => shift(one, shifts[at] ?? 1)).join('');
  const shared = shares[operation](key, change(shiftedInClass));
  // A half without letters and digits would be the key itself.
  const token = shared === key ? change(shiftedInAscii) : shared;
  if (operation === 'listPets') return wrongKey(token);
  return wrongKey(token, '[API key] (one half changed)');
}

const half = (key: string) => Math.floor(key.length / 2);

const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];

function shiftedInClass(character: string, by: number): string {
  const alphabet = alphabets.find((one) => one.includes(character));
  if (alphabet === undefined) return character;
  return alphabet[(alphabet.indexOf(character) + by) % alphabet.length] ?? character;
}

const firstVisible = 0x21;
const visible = 0x7e - firstVisible + 1;

function shiftedInAscii(character: string, by: number): string {
  const at = (character.codePointAt(0) ?? firstVisible) - firstVisible;
  return String.fromCodePoint(firstVisible + ((at + by) % visible));
}
