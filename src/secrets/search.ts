import type { Needle } from './forms.ts';

/** A stretch of units, the end not included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Finds every run of a needle that is long enough. `spared` says which parts of a needle do not count. */
export type Search = (codes: Uint16Array, spared: (part: Stretch) => boolean) => Stretch[];

/** Where a piece of a needle stands. */
interface Place {
  readonly needle: Needle;
  readonly at: number;
}

const base = 0x01000193;
const mix = 0x9e3779b1;

/**
 * A search for runs of needles, after Karp and Rabin. Of each needle pieces of one size are known, so close
 * together that every run that counts holds one whole; a rolling hash over the text finds them, and the run
 * around each is measured. Its cost is that of reading the text, whatever the number and length of needles.
 */
export function searchFor(needles: readonly Needle[]): Search {
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
    let covered = 0;
    let hash = hashOf(codes, 0, size);
    for (let at = 0; at + size <= codes.length; at += 1) {
      if (mayBe[Math.imul(hash, mix) >>> 16] === 1 && at + size > covered) {
        for (const place of places.get(hash) ?? []) {
          const run = runAround(codes, at, place);
          const length = run.to - run.from;
          const whole = length === place.needle.codes.length;
          if (length < place.needle.least || (!whole && spared(run))) continue;
          found.push(run);
          covered = Math.max(covered, run.to);
        }
      }
      hash = Math.imul(hash - Math.imul(codes[at] ?? 0, leaving), base) + (codes[at + size] ?? 0);
    }
    return joined(found);
  };
}

function runAround(codes: Uint16Array, at: number, place: Place): Stretch {
  const { codes: sought } = place.needle;
  const shift = at - place.at;
  const first = Math.max(0, shift);
  const end = Math.min(codes.length, sought.length + shift);
  let from = at;
  while (from > first && codes[from - 1] === sought[from - 1 - shift]) from -= 1;
  let to = at;
  while (to < end && codes[to] === sought[to - shift]) to += 1;
  return { from, to };
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
