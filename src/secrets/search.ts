import type { Break, Stretch } from './views.ts';

/** Something to look for in a text: a run of at least `least` of its units gives away too much. */
export interface Needle {
  /** Folded, as a view is. */
  readonly text: string;
  readonly least: number;
  /**
   * Absent: it counts wherever it is. Else it is looked for as a whole. `token`: nothing that could be a part of it goes
   * on beside it. `value`: it is all of a value, or sent as a key.
   */
  readonly as?: 'token' | 'value' | undefined;
  /** What may break it: an encoding means the same then, and is looked for without, too. */
  readonly brokenBy?: Break;
}

/** Finds every run of a needle that is long enough. `spared` says which parts of a needle do not count. */
export type Search = (text: string, spared: (part: string) => boolean) => Stretch[];

/** Where a piece of a needle is. */
interface Place {
  readonly needle: Needle;
  readonly at: number;
}

const base = 0x01000193;
const mix = 0x9e3779b1;

/**
 * A search for runs of needles, after Karp and Rabin. Pieces of one size are taken of each needle, so close together
 * that every run that counts holds a whole one. A rolling hash finds the pieces in the text, whatever the number and
 * length of the needles, and the run around each is measured unit by unit.
 */
export function searchFor(needles: readonly Needle[]): Search {
  const size = Math.min(...needles.map(({ least }) => Math.ceil((least + 1) / 2)));
  const places = new Map<number, Place[]>();
  // Most hashes are of no piece: this look-up is the cheapest.
  const mayBe = new Uint8Array(1 << 16);
  for (const needle of needles) {
    const step = needle.least - size + 1;
    for (let at = 0; at + size <= needle.text.length; at += step) {
      const hash = hashOf(needle.text, at, size);
      places.set(hash, [...(places.get(hash) ?? []), { needle, at }]);
      mayBe[Math.imul(hash, mix) >>> 16] = 1;
    }
  }
  let leaving = 1;
  for (let times = 1; times < size; times += 1) leaving = Math.imul(leaving, base);
  return (text, spared) => {
    const found: Stretch[] = [];
    let covered = 0;
    let hash = hashOf(text, 0, size);
    for (let at = 0; at + size <= text.length; at += 1) {
      if (mayBe[Math.imul(hash, mix) >>> 16] === 1 && at + size > covered) {
        for (const { needle, at: piece } of places.get(hash) ?? []) {
          const run = runAround(text, at, needle.text, piece);
          if (run.to - run.from < needle.least || !counts(text, run, needle, spared)) continue;
          found.push(run);
          covered = Math.max(covered, run.to);
        }
      }
      const next = at + size < text.length ? text.charCodeAt(at + size) : 0;
      hash = (Math.imul(hash - Math.imul(text.charCodeAt(at), leaving), base) + next) | 0;
    }
    return joined(found);
  };
}

function counts(
  text: string,
  run: Stretch,
  { text: sought, as }: Needle,
  spared: (part: string) => boolean,
): boolean {
  if (as !== undefined) return run.to - run.from === sought.length && isBounded(text, run, as);
  return run.to - run.from === sought.length || !spared(text.slice(run.from, run.to));
}

/** The longest run of the needle in the text, around a place of both. */
function runAround(text: string, at: number, sought: string, piece: number): Stretch {
  const shift = at - piece;
  const same = (place: number) => text.charCodeAt(place) === sought.charCodeAt(place - shift);
  let from = at;
  while (from > Math.max(0, shift) && same(from - 1)) from -= 1;
  let to = at;
  const end = Math.min(text.length, sought.length + shift);
  while (to < end && same(to)) to += 1;
  return { from, to };
}

function hashOf(text: string, at: number, size: number): number {
  let hash = 0;
  const end = Math.min(text.length, at + size);
  for (let place = at; place < end; place += 1) {
    hash = (Math.imul(hash, base) + text.charCodeAt(place)) | 0;
  }
  return hash;
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

/** A scheme of section 5 before a key. */
const sent = /(?:^|[^a-z])(?:bearer|basic|token) +$/;

/** Whether a whole needle is in a folded text as it must be. */
function isBounded(text: string, { from, to }: Stretch, as: Needle['as']): boolean {
  const [before = '', after = ''] = [text[from - 1], text[to]];
  if (goesOn(text[to - 1], after)) return false;
  if (before === ' ' && sent.test(text.slice(Math.max(0, from - 40), from))) return true;
  if (as === 'token') return !goesOn(text[from], before);
  // A header that counts holds a number, and no key.
  if (before === '' && after === '') return !/^\d+$/.test(text);
  return before === after && /["'`]/.test(before);
}

/** Whether a letter or digit is beside another one. */
export function goesOn(edge = '', beside = ''): boolean {
  return /[a-z0-9]/.test(edge) && /[a-z0-9]/.test(beside);
}
