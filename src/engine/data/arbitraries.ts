/** All data that the suites generate, as fast-check arbitraries. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { int64, petStatuses } from '../../catalogue/operations.ts';
import type { Writable } from '../../http/json/json.ts';

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
export const strangerId = fc
  .noBias(fc.bigInt({ min: 2n ** 53n, max: int64.max }))
  .map((id) => id | 1n);

/** The distance between two ids with the same last 32 bits: too far for counting, and exact in a double. */
export const twinDistance = fc
  .noBias(fc.bigInt({ min: 3n, max: 2n ** 20n }))
  .map((times) => times * 2n ** 32n);

/** A kind of wrongness and the values that have it. */
export interface WrongKind {
  readonly kind: string;
  readonly values: fc.Arbitrary<Writable>;
}

const word = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
  minLength: 7,
  maxLength: 9,
});

const someDigits = fc.integer({ min: 1, max: 9_999 });

/** Clients that know no int64 send large ones as texts. Firewalls may stop numbers of more than 18 digits. */
const digitsInText = fc
  .oneof(someDigits, fc.bigInt({ min: 2n ** 53n + 1n, max: 10n ** 18n - 1n }))
  .map(String);

/** Fractions that rounding, cutting off or a comparison with 0 would take for different numbers. */
const fraction = fc
  .tuple(fc.integer({ min: -99, max: 9_999 }), fc.constantFrom(0.5, 0.5, 0.25, 0.875))
  .map(([whole, part]) => whole + part);

/** Also below zero, or with a fraction: each is a type of its own in some languages. */
const numberForName = fc
  .tuple(fc.integer({ min: 1_000_000, max: 99_999_999 }), fc.constantFrom(0, 0, 0.5, -1))
  .map(([whole, change]) => (change < 0 ? -whole : whole + change));

/** Words that other enumerations have for a status: of orders, of offers, of records. */
const otherStatuses = [
  ...['placed', 'approved', 'delivered', 'cancelled', 'returned'],
  ...['adopted', 'reserved', 'on_hold', 'unlisted', 'draft', 'published'],
  ...['active', 'inactive', 'archived', 'deleted', 'new', 'unknown'],
] as const;

// `true` and not `false`: code that takes one for a number or a text takes the other, too.
const aBoolean: WrongKind = { kind: 'true', values: fc.constant(true) };
const nullValue: WrongKind = { kind: 'null', values: fc.constant(null) };

/**
 * Values that are not a name (section 2: a string). An array and an object hold one, for code that unwraps. Each is long
 * enough to be known again if it is kept as a text.
 */
export const wrongNames: readonly WrongKind[] = [
  { kind: 'a number', values: numberForName },
  aBoolean,
  nullValue,
  { kind: 'an array', values: word.map((letters) => [letters]) },
  { kind: 'an object', values: word.map((name) => ({ name, value: name, en: name })) },
];

/** Values that are not an int64. `1.0` and `1e2` are integers to JSON Schema, so they are not here. */
export const wrongCategories: readonly WrongKind[] = [
  { kind: 'a string of digits', values: digitsInText },
  { kind: 'a string of letters', values: word },
  { kind: 'a fraction', values: fraction },
  aBoolean,
  nullValue,
  { kind: 'an array', values: someDigits.map((number) => [number]) },
  {
    kind: 'an object',
    values: someDigits.map((id) => ({ id, name: 'Dogs', value: id, $numberLong: `${id}` })),
  },
  { kind: '2^63, one above int64', values: fc.constant(int64.max + 1n) },
  { kind: '-2^63 - 1, one below int64', values: fc.constant(int64.min - 1n) },
];

/** Values that are not in the enumeration of section 2. Null may be read as absent: `create.null-status`. */
export const wrongStatuses: readonly WrongKind[] = [
  { kind: 'an unknown word', values: fc.constantFrom(...otherStatuses) },
  // As small as an index into the enumeration.
  { kind: 'a number', values: fc.integer({ min: 0, max: 2 }) },
  aBoolean,
  {
    kind: 'a known word with a capital',
    values: status.map((known) => `${known[0]?.toUpperCase()}${known.slice(1)}`),
  },
  { kind: 'a known word in capitals', values: status.map((known) => known.toUpperCase()) },
  { kind: 'a known word with white space', values: status.map((known) => ` ${known}`) },
  { kind: 'an array', values: status.map((known) => [known]) },
  { kind: 'the empty string', values: fc.constant('') },
];
