/** Valid data that the suites generate, as fast-check arbitraries. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { int64, petStatuses } from '../../spec/animal.ts';

/**
 * What decides all generated data of a run: its seed, or seed and challenge. With a challenge, each use derives 32 bits
 * of its own, so that nobody can find a seed with the data of traffic that was recorded before.
 */
export type DataSeed = number | { readonly seed: number; readonly challenge: string };

/** The seed for the data of a run. */
export function dataSeed({
  seed,
  challenge,
}: {
  readonly seed: number;
  readonly challenge?: string;
}): DataSeed {
  return challenge === undefined ? seed : { seed, challenge };
}

/** A separate 32-bit seed for each use, so that leaving one check out changes no data of another. */
export function seedFor(from: DataSeed, use: string): number {
  if (typeof from !== 'number') {
    return createHash('sha256')
      .update(JSON.stringify([from.challenge, from.seed, use]))
      .digest()
      .readInt32BE();
  }
  const seed = from;
  let hash = seed ^ 0x811c9dc5;
  for (const character of use) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash | 0;
}

/** Mixes every bit into every other (the finisher of MurmurHash3): similar uses and seeds get dissimilar numbers. */
export function mixed(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Values of an arbitrary, the same for the same seed. */
export function sample<T>(arbitrary: fc.Arbitrary<T>, seed: number, count: number): T[] {
  return fc.sample(arbitrary, { seed, numRuns: count });
}

export const status = fc.constantFrom(...petStatuses);

/** Any page size that section 4.1 allows. */
export const limit = fc.integer({ min: 1, max: 100 });

/**
 * Pieces of a name that careless code changes: beyond ASCII, beyond Latin-1, beyond the BMP, and what quoting, escaping
 * or templates would touch. In NFC, and without white space at an end.
 */
const namePieces = [
  ...['é', 'ñ', 'Å', 'ß', 'ø', 'ł', 'Ж', 'ع', 'ก'],
  ...['犬', '猫', '語', '한'],
  ...['🐕', '😺', '🦜', '𝒳'],
  ...['"', "'", '\\', '&', '<', '>', '/', '`', '$', '%', '+', ';', '#', '?', ','],
  ...['&amp;', '%41', '\\u0041', '\\n', "''", '--', '<b>', '{{1}}', '€'],
  // A search through the text of an animal finds its status here, too.
  ...['sold', 'available'],
] as const;

/**
 * Further pieces: what typesetting, Markdown, templates and queries touch; placeholders, replacements, escapes of other
 * languages, a section of XML, a comment; letters that case folding confuses, letters that are read from right to left,
 * a flag, and a character that came late to Unicode.
 */
const furtherPieces = [
  ...['\u2019', '\u201c', '\u201d', '\u2026', '\u2013', '(c)', '...', '(a)', '[b]'],
  ...['=', '|', '@', ':', '!', '^', '~', '*', '_', '/'],
  ...['%%', '%s', '$$', '$&', '$\u007ba}', '&#65;', '\\x41', '=3D', ']]>', 'a #b'],
  // A family, a hand and a sign, with joiners and selectors that are invisible.
  ...['\u{1f469}\u200d\u{1f467}', '\u{1f44d}\u{1f3fd}', '\u2764\ufe0f'],
  ...['ё', 'ς', 'ﬁ', '½', 'Ａ', 'ｶ', 'İ', 'ı', 'של', '🇺🇦', '🫨'],
] as const;

/** Every piece once, shuffled. */
export const allPieces = fc.shuffledSubarray([...namePieces], { minLength: namePieces.length });

/** Every further piece once, shuffled, after a small letter that begins a word. */
export const allFurtherPieces = fc
  .shuffledSubarray([...furtherPieces], { minLength: furtherPieces.length })
  .map((pieces) => ['ñ', ...pieces]);

/** A name in pieces, so that it shrinks to the piece that matters; `nameOf` puts it after an ordinary one. */
export const unusualName = fc.array(fc.constantFrom(...namePieces, ...furtherPieces), {
  minLength: 1,
  maxLength: 32,
  size: 'max',
});

export function nameOf(ordinary: string, pieces: readonly string[]): string {
  return `${ordinary} ${pieces.join('')}`;
}

/** Category ids that a double, or 32 bits, would change. */
export const largeCategory = fc.oneof(
  fc.constantFrom(2n ** 53n + 1n, int64.max, int64.max - 1n),
  fc.bigInt({ min: 2n ** 53n + 1n, max: int64.max }).map((value) => value | 1n),
);

/** Category ids that 32 bits would change and a double would not. */
export const wideCategory = fc.oneof(
  fc.constantFrom(2n ** 32n + 1n, 2n ** 31n, 2n ** 53n - 1n),
  fc.bigInt({ min: 2n ** 32n + 1n, max: 2n ** 53n - 1n }),
);

/**
 * Ids that no animal has, except by a chance that the caller excludes: beyond 32 bits, within a double. Without
 * fast-check's bias towards the ends of a range, where real ids may well be.
 */
export const strangeId = fc.noBias(fc.bigInt({ min: 2n ** 33n, max: 2n ** 53n }));

/** Likewise, but odd and beyond what a double can tell apart. */
export const unusedId = fc
  .noBias(fc.bigInt({ min: 2n ** 53n, max: int64.max }))
  .map((id) => id | 1n);

/** The distance between two ids with the same last 32 bits and the same last six digits; exact in a double. */
export const twinDistance = fc.constantFrom(1n, 2n).map((times) => times * 2n ** 32n * 10n ** 6n);
