import { type ComponentChild, h } from 'preact';
import { tryParseJson } from '../../http/json/json.ts';
import { visible } from '../../text/visible.ts';

const token = /"(?:\\.|[^"\\])*"|-?\d[\d.eE+-]*|true|false|null|[[\]{}:,]/g;
const open = new Set(['{', '[']);
const closed = new Set(['}', ']']);

/** Objects and arrays up to this length stand on one line. */
const lineRoom = 96;
/** Items at the start of a list that are shown before those that are skipped up to a marked one. */
const itemsBefore = 2;

export interface JsonView {
  readonly shown: readonly ComponentChild[];
  /** Whether the text was longer. */
  readonly cut: boolean;
}

interface Place {
  readonly word: string;
  /** JSON Pointer of the value that it belongs to. */
  readonly pointer: string;
  readonly depth: number;
  readonly isName: boolean;
}

/**
 * A JSON text broken into lines with coloured tokens, each as it was sent: numbers keep their digits, repeated members
 * stay. At most `max` characters of tokens. `marks`: JSON Pointers of values to be marked; items long before the first
 * of them are left out. Undefined if the text is not JSON.
 */
export function jsonView(
  text: string,
  max: number,
  marks: readonly string[] = [],
): JsonView | undefined {
  if (tryParseJson(text) === undefined) return undefined;
  const places = placesOf(text.match(token) ?? []);
  const ends = shortEnds(places);
  const skipped = leftOut(marks);
  const parts = new Parts();
  let length = 0;
  let flatUntil = -1;
  let isTold = false;
  for (const [at, place] of places.entries()) {
    const { word, pointer, depth } = place;
    const item = Number(/^\/(\d+)/.exec(pointer)?.[1] ?? -1);
    if (item >= skipped.from && item < skipped.to) {
      if (!isTold) parts.add(false, h('s', null, `… ${skipped.to - skipped.from} more …`), line(1));
      isTold = true;
      continue;
    }
    if (length + word.length > max) return { shown: parts.shown, cut: true };
    length += word.length;
    flatUntil = Math.max(flatUntil, ends.get(at) ?? -1);
    const flat = at <= flatUntil;
    const isMarked = marks.some((mark) => pointer === mark || pointer.startsWith(`${mark}/`));
    if (closed.has(word) && !flat) parts.add(isMarked, line(depth));
    parts.add(isMarked, coloured(place));
    const inner = open.has(word) ? depth + 1 : depth;
    if (word === ',' || open.has(word)) parts.add(isMarked, flat ? separator(word) : line(inner));
    if (word === ':') parts.add(isMarked, ' ');
  }
  return { shown: parts.shown, cut: false };
}

/** Pieces of a text. Adjacent marked pieces become one mark, which ends before the blanks after it. */
class Parts {
  readonly shown: ComponentChild[] = [];
  #mark: ComponentChild[] | undefined;
  /** Blanks after a mark: they become part of it if more of it follows. */
  #blanks: ComponentChild[] = [];

  add(isMarked: boolean, ...pieces: readonly ComponentChild[]): void {
    const blank = pieces.every((piece) => typeof piece === 'string' && piece.trim() === '');
    if (blank && this.#mark !== undefined) {
      this.#blanks.push(...pieces);
    } else if (!isMarked || blank) {
      this.shown.push(...this.#blanks.splice(0), ...pieces);
      this.#mark = undefined;
    } else if (this.#mark === undefined) {
      this.#mark = [...pieces];
      this.shown.push(h('mark', null, this.#mark));
    } else {
      this.#mark.push(...this.#blanks.splice(0), ...pieces);
    }
  }
}

/** The items between the first of a list and the first marked one. */
function leftOut(marks: readonly string[]): { readonly from: number; readonly to: number } {
  const items = marks.map((mark) => Number(/^\/(\d+)/.exec(mark)?.[1] ?? 0));
  const first = items.length === 0 ? 0 : items.reduce((a, b) => Math.min(a, b));
  return first > 2 * itemsBefore
    ? { from: itemsBefore, to: first - itemsBefore }
    : { from: 0, to: 0 };
}

/** Each token with the pointer of its value; a comma belongs to what stands before it. */
function placesOf(words: readonly string[]): Place[] {
  const outer: { readonly base: string; readonly isList: boolean; at: string }[] = [];
  let pointer = '';
  return words.map((word, index) => {
    const inside = outer.at(-1);
    const isName = words[index + 1] === ':';
    if (closed.has(word)) {
      pointer = outer.pop()?.base ?? '';
      return { word, pointer, depth: outer.length, isName };
    }
    if (inside !== undefined && isName) inside.at = memberOf(word);
    if (inside !== undefined && word === ',' && inside.isList) {
      const before = `${inside.base}/${inside.at}`;
      inside.at = `${Number(inside.at) + 1}`;
      return { word, pointer: before, depth: outer.length, isName };
    }
    pointer = inside === undefined ? '' : `${inside.base}/${inside.at}`;
    const place = { word, pointer, depth: outer.length, isName };
    if (open.has(word)) outer.push({ base: pointer, isList: word === '[', at: '0' });
    return place;
  });
}

function memberOf(word: string): string {
  return word.slice(1, -1).replaceAll('~', '~0').replaceAll('/', '~1');
}

function separator(word: string): string {
  return word === ',' ? ' ' : '';
}

/** For each bracket that opens something short: where that ends. */
function shortEnds(places: readonly Place[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const opened: { readonly at: number; readonly from: number }[] = [];
  let length = 0;
  for (const [at, { word }] of places.entries()) {
    if (open.has(word)) opened.push({ at, from: length });
    length += word.length + (word === ',' || word === ':' ? 1 : 0);
    const begun = closed.has(word) ? opened.pop() : undefined;
    if (begun !== undefined && length - begun.from <= lineRoom) ends.set(begun.at, at);
  }
  return ends;
}

function line(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, 20))}`;
}

function coloured({ word, isName }: Place): ComponentChild {
  const text = visible(word);
  if (isName) return h('b', null, text);
  if (word.startsWith('"')) return h('i', null, text);
  return /^[-\dtfn]/.test(word) ? h('u', null, text) : text;
}
