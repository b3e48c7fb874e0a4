/** Where a key that is short, or a word, must stand to be one. */
import { isWordCode } from './ascii.ts';

const quotes = new Set([0x22, 0x27, 0x60]);
const blank = 0x20;
const schemes = ['bearer', 'basic', 'token'];

/** Whether a whole needle is in a folded text as it must be. */
export function isBounded(codes: Uint16Array, { from, to }: Stretch, as: Boundary): boolean {
  const first = codes[from];
  const last = codes[to - 1];
  const before = from === 0 ? undefined : codes[from - 1];
  const after = to === codes.length ? undefined : codes[to];
  if (goesOn(last, after)) return false;
  if (isSent(codes, from)) return true;
  if (as === 'token') return !goesOn(first, before);
  if (before === undefined && after === undefined) return !isNumber(codes);
  return before !== undefined && before === after && quotes.has(before);
}

/** Whether a letter or digit is beside another one. */
function goesOn(edge: number | undefined, beside: number | undefined): boolean {
  return isWordCode(edge) && isWordCode(beside);
}

/** Whether a scheme of section 5 is before it: `Bearer `. */
function isSent(codes: Uint16Array, from: number): boolean {
  if (codes[from - 1] !== blank) return false;
  let end = from;
  while (codes[end - 1] === blank) end -= 1;
  const word = String.fromCharCode(...codes.subarray(Math.max(0, end - 7), end));
  return schemes.some((scheme) => word === scheme || new RegExp(`[^a-z]${scheme}$`).test(word));
}

/** A header that counts holds a number, and no key. */
function isNumber(codes: Uint16Array): boolean {
  return codes.every((code) => code >= 0x30 && code <= 0x39);
}

/** `token`: nothing that could be a part of it goes on beside it. `value`: it is all of a value, or sent as a key. */
export type Boundary = 'token' | 'value';

/** Something to look for in a text: a run of at least `least` of its units gives away too much. */
export interface Needle {
  /** Folded, as a view is. */
  readonly codes: Uint16Array;
  readonly least: number;
  /** Absent: it counts wherever it is. Else it is looked for as a whole. */
  readonly as?: Boundary;
  /** Whether it is looked for even if blanks break it, too: an encoding, which means the same then. */
  readonly breakable?: true;
}

/** A stretch of units, the end not included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}
