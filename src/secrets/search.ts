import { isWordCode } from './views.ts';

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

/** Finds every run of a needle that is long enough. `spared` says which parts of a needle do not count. */
export type Search = (codes: Uint16Array, spared: (part: Stretch) => boolean) => Stretch[];

/** Where a piece of a needle is. */
interface Place {
  readonly needle: Needle;
  readonly at: number;
}

const base = 0x01000193;
const mix = 0x9e3779b1;

/**
 * A search for runs of needles, after Karp and Rabin. Pieces of one size are taken of each needle, so close together
 * that every run that counts holds a whole one. A rolling hash finds the pieces in the text, and the run around each is
 * measured by bisection, with hashes of all prefixes. The cost is that of reading the text, whatever the number, length
 * and shape of the needles, even if one repeats itself.
 */
export function searchFor(all: readonly Needle[]): Search {
  const needles = distinct(all);
  const size = Math.min(...needles.map(({ least }) => Math.ceil((least + 1) / 2)));
  const places = new Map<number, Place[]>();
  const mayBe = new Uint8Array(1 << 16);
  for (const needle of needles) {
    const step = needle.least - size + 1;
    for (let at = 0; at + size <= needle.codes.length; at += step) {
      const hash = hashOf(needle.codes, at, size);
      places.set(hash, [...(places.get(hash) ?? []), { needle, at }]);
      mayBe[Math.imul(hash, mix) >>> 16] = 1;
    }
  }
  const leaving = power(base, size - 1);
  return (codes, spared) => {
    const found: Stretch[] = [];
    const measure = measureIn(codes);
    let covered = 0;
    let hash = hashOf(codes, 0, size);
    for (let at = 0; at + size <= codes.length; at += 1) {
      if (mayBe[Math.imul(hash, mix) >>> 16] === 1 && at + size > covered) {
        for (const place of places.get(hash) ?? []) {
          const { needle } = place;
          const run = measure(at, place, size);
          if (run === undefined || run.to - run.from < needle.least) continue;
          const whole = run.to - run.from === needle.codes.length;
          if (needle.as === undefined ? !whole && spared(run) : !isBounded(codes, run, needle.as)) {
            continue;
          }
          found.push(run);
          covered = Math.max(covered, run.to);
        }
      }
      hash = Math.imul(hash - Math.imul(codes[at] ?? 0, leaving), base) + (codes[at + size] ?? 0);
    }
    return joined(found);
  };
}

/** The same needle twice would be measured twice. */
function distinct(needles: readonly Needle[]): Needle[] {
  const known = new Map<string, Needle>();
  for (const needle of needles) {
    const name = `${needle.codes.join()} ${needle.as ?? ''}`;
    const before = known.get(name);
    if (before === undefined || needle.least < before.least) known.set(name, needle);
  }
  return [...known.values()];
}

/** Measures runs in one text. The hashes of its prefixes are made when the first piece is found. */
function measureIn(codes: Uint16Array) {
  let own: Int32Array | undefined;
  return (at: number, { needle, at: piece }: Place, size: number): Stretch | undefined => {
    const sought = needle.codes;
    const ours = own ?? beginnings(codes);
    own = ours;
    const theirs = beginningsOf(needle);
    const same = (from: number, shift: number, length: number) =>
      hashBetween(ours, from, from + length) ===
      hashBetween(theirs, from - shift, from - shift + length);
    const shift = at - piece;
    const before = longest(Math.min(at, piece), (n) => same(at - n, shift, n));
    const ahead = Math.min(codes.length - at, sought.length - piece);
    const after = longest(ahead, (n) => same(at, shift, n));
    const run = { from: at - before, to: at + after };
    if (after < size || run.to - run.from < needle.least) return undefined;
    // Hashes may collide: what counts is compared unit by unit.
    return isSame(codes, run, sought, shift) ? run : unitByUnit(codes, at, sought, shift);
  };
}

function unitByUnit(codes: Uint16Array, at: number, sought: Uint16Array, shift: number): Stretch {
  let from = at;
  while (from > Math.max(0, shift) && codes[from - 1] === sought[from - 1 - shift]) from -= 1;
  let to = at;
  const end = Math.min(codes.length, sought.length + shift);
  while (to < end && codes[to] === sought[to - shift]) to += 1;
  return { from, to };
}

/** The greatest number up to `most` for which the condition holds, if it holds for all below. */
function longest(most: number, holds: (length: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isSame(codes: Uint16Array, { from, to }: Stretch, sought: Uint16Array, shift: number) {
  for (let at = from; at < to; at += 1) {
    if (codes[at] !== sought[at - shift]) return false;
  }
  return true;
}

/** The hash of the first n units, for each n. */
function beginnings(codes: Uint16Array): Int32Array {
  const hashes = new Int32Array(codes.length + 1);
  for (let at = 0; at < codes.length; at += 1) {
    hashes[at + 1] = Math.imul(hashes[at] ?? 0, base) + (codes[at] ?? 0);
  }
  return hashes;
}

const known = new WeakMap<Needle, Int32Array>();

function beginningsOf(needle: Needle): Int32Array {
  const before = known.get(needle);
  if (before !== undefined) return before;
  const made = beginnings(needle.codes);
  known.set(needle, made);
  return made;
}

const powers: number[] = [1];

function hashBetween(hashes: Int32Array, from: number, to: number): number {
  for (let next = powers.length; next <= to - from; next += 1) {
    powers.push(Math.imul(powers[next - 1] ?? 0, base));
  }
  return ((hashes[to] ?? 0) - Math.imul(hashes[from] ?? 0, powers[to - from] ?? 0)) | 0;
}

/** In order, what overlaps as one. */
export function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = result.at(-1);
    if (last === undefined || from >= last.to) result.push({ from, to });
    else if (to > last.to) result[result.length - 1] = { from: last.from, to };
  }
  return result;
}

function hashOf(codes: Uint16Array, at: number, size: number): number {
  let hash = 0;
  for (let end = at; end < at + size; end += 1) hash = Math.imul(hash, base) + (codes[end] ?? 0);
  return hash | 0;
}

function power(of: number, exponent: number): number {
  let result = 1;
  for (let times = 0; times < exponent; times += 1) result = Math.imul(result, of);
  return result;
}

const quotes = new Set([0x22, 0x27, 0x60]);
const blank = 0x20;
const schemes = ['bearer', 'basic', 'token'];

/** Whether a whole needle is in a folded text as it must be. */
function isBounded(codes: Uint16Array, { from, to }: Stretch, as: Boundary): boolean {
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
