import fc from 'fast-check';
import { type Credential, wrongKey } from '../../http/credential.ts';
import type { Operation } from '../../spec/operations.ts';
import { sample, seedFor } from './arbitraries.ts';

/** The half of the real key that a foreign one shares, to find comparisons of one end only; for other operations none. */
const halves: Partial<Record<Operation, (key: string, foreign: string) => string>> = {
  createPet: (key, foreign) => key.slice(0, half(key)) + foreign.slice(half(key)),
  getPet: (key, foreign) => foreign.slice(0, half(key)) + key.slice(half(key)),
};

/**
 * A key that nobody has: as long as the real one, with a letter for each letter and a digit for each digit, so that its
 * form does not give it away. With the seed, the real key can be derived from it, so it is shown nowhere.
 */
export function foreignKey(key: string, seed: number, operation: Operation): Credential {
  const [by = 1] = sample(fc.integer({ min: 1, max: 9 }), seedFor(seed, operation), 1);
  const foreign = moved(key, classes, by);
  const token = halves[operation]?.(key, foreign) ?? foreign;
  // A half without letters and digits, or an empty one, would leave the key unchanged.
  const isHalf = operation in halves && token !== key;
  if (isHalf) return wrongKey(token, '[API key] (one half changed)');
  const alphabets = token === key ? [visibleAscii] : classes;
  const shown = '[API key] (every character changed)';
  return wrongKey(moved(key, alphabets, by), shown, movedInShell(alphabets, by));
}

const half = (key: string) => Math.floor(key.length / 2);

const classes = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];

const visibleAscii = Array.from({ length: 0x7e - 0x20 }, (_, at) =>
  String.fromCodePoint(0x21 + at),
).join('');

const rotated = (alphabet: string, by: number) => alphabet.slice(by) + alphabet.slice(0, by);

function moved(key: string, alphabets: readonly string[], by: number): string {
  const from = alphabets.join('');
  const to = alphabets.map((one) => rotated(one, by)).join('');
  return [...key].map((one) => to[from.indexOf(one)] ?? one).join('');
}

/** The same for a shell that knows the key; expands inside double quotes. */
function movedInShell(alphabets: readonly string[], by: number): string {
  const set = (shift: (alphabet: string) => string) => alphabets.map((one) => ranges(shift(one)));
  const from = set((one) => one).join('');
  const to = set((one) => rotated(one, by)).join('');
  return `$(printf %s "$\{PETSTORE_API_KEY}" | tr '${from}' '${to}')`;
}

/** A rotated alphabet in the notation of `tr`: `d-za-c`. */
function ranges(alphabet: string): string {
  const first = [...alphabet].toSorted()[0] ?? '';
  const at = alphabet.indexOf(first);
  const parts = [alphabet.slice(0, at), alphabet.slice(at)].filter((part) => part !== '');
  return parts.map((part) => `${part[0]}-${part.at(-1)}`).join('');
}
