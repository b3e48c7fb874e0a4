/**
 * How likely a text holds a key by chance. `real`: no text holds half of it by chance, so it is looked for in any form
 * and in parts. `short`: it may be part of another text, and counts only as a whole token. `word`: it is an ordinary
 * word or number, and counts only if it is sent as a key, or is a whole value.
 */
export type KeyKind = 'real' | 'short' | 'word';

/** From so many characters on, half of a key is looked for, too. */
export const realLength = 16;

const fewest = 6;

/** The kind of a key, by its length and its characters. */
export function kindOf(key: string): KeyKind {
  if (key.length >= realLength) return 'real';
  const isWord = /^\W*(?:[a-z]+|[A-Z]+|[A-Z][a-z]+|\d+)\W*$/.test(key);
  return isWord || key.length < fewest ? 'word' : 'short';
}

/** The kind of a key in texts that are not evidence: only a very short one would stand within every other word. */
export function kindInErrors(key: string): KeyKind {
  return key.length < fewest ? 'short' : 'real';
}
