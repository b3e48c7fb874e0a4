/**
 * How much a text alone gives a key away. `real`: no text holds half of it by chance, so that it is looked for in
 * any form and in parts. `short`: it may be a part of another text, and counts where it stands whole between others.
 * `word`: it is an ordinary word or number, and counts if it is sent as a key, or stands as a whole value.
 */
export type KeyKind = 'real' | 'short' | 'word';

/** Characters from which on half of a key is looked for. */
export const realLength = 16;

const fewest = 6;

/** The kind of a key, by its length and its characters. */
export function kindOf(key: string): KeyKind {
  if (key.length >= realLength) return 'real';
  const isWord = /^\W*(?:[a-z]+|[A-Z]+|[A-Z][a-z]+|\d+)\W*$/.test(key);
  return isWord || key.length < fewest ? 'word' : 'short';
}

/** The kind of a key if no evidence is ruined: only a very short one stands within every other word. */
export function kindInErrors(key: string): KeyKind {
  return key.length < fewest ? 'short' : 'real';
}
