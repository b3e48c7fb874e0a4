import { type ComponentChild, h } from 'preact';
import { tryParseJson } from '../../http/json/json.ts';
import { visible } from '../../text/visible.ts';

const token = /"(?:\\.|[^"\\])*"|-?\d[\d.eE+-]*|true|false|null|[[\]{}:,]/g;
const open = new Set(['{', '[']);
const closed = new Set(['}', ']']);

/** Objects and arrays up to this length stand on one line. */
const lineRoom = 96;

export interface JsonView {
  readonly shown: readonly ComponentChild[];
  /** Whether the text was longer. */
  readonly cut: boolean;
}

/**
 * A JSON text broken into lines and its tokens marked, each as it was sent: numbers keep their digits,
 * repeated members stay. At most `max` characters of tokens. Undefined where the text is no JSON.
 */
export function jsonView(text: string, max: number): JsonView | undefined {
  if (tryParseJson(text) === undefined) return undefined;
  const tokens = text.match(token) ?? [];
  const ends = shortEnds(tokens);
  const shown: ComponentChild[] = [];
  let depth = 0;
  let length = 0;
  let flatUntil = -1;
  for (const [at, word] of tokens.entries()) {
    if (length + word.length > max) return { shown, cut: true };
    length += word.length;
    flatUntil = Math.max(flatUntil, ends.get(at) ?? -1);
    const flat = at <= flatUntil;
    if (closed.has(word)) {
      depth -= 1;
      if (!flat) shown.push(line(depth));
    }
    shown.push(marked(word, tokens[at + 1] === ':'));
    if (open.has(word)) depth += 1;
    if (word === ',' || open.has(word)) shown.push(flat ? separator(word) : line(depth));
    if (word === ':') shown.push(' ');
  }
  return { shown, cut: false };
}

function separator(word: string): string {
  return word === ',' ? ' ' : '';
}

/** For each bracket that opens something short: where that ends. */
function shortEnds(tokens: readonly string[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const opened: { readonly at: number; readonly from: number }[] = [];
  let length = 0;
  for (const [at, word] of tokens.entries()) {
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

function marked(word: string, name: boolean): ComponentChild {
  const text = visible(word);
  if (name) return h('b', null, text);
  if (word.startsWith('"')) return h('i', null, text);
  return /^[-\dtfn]/.test(word) ? h('u', null, text) : text;
}
