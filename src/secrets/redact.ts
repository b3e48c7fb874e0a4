/** Takes keys out of everything that leaves the process's memory. */
import { base64Forms, needlesOf } from './forms.ts';
import { kindInErrors, kindOf } from './kinds.ts';
import type { Needle, Stretch } from './places.ts';
import { joined, type Search, searchFor } from './search.ts';
import { eachView, folded, type View, withoutBlanks } from './views.ts';

export const placeholder = '[API key]';

export interface Redactor {
  /** Adds a text that must never be shown, and what stands in its place. */
  add(secret: string, shown?: string): void;
  /** A copy of the value in which every string, member names too, is free of secrets. */
  redact<T>(value: T): T;
  /** The value of a header that carries a credential, free of it, be it a word that elsewhere means nothing. */
  credential(value: string): string;
}

/** Short texts, as names of header fields, come again and again: so many of them, up to so many characters. */
const mostRemembered = 1000;
const longestRemembered = 100;

/**
 * A redactor for keys. Of one of 16 characters or more it takes out every run of at least half, in any letter case
 * and in the forms in which a peer may give it back. A shorter one, which may be a part of another text, is taken
 * out where it stands whole; a word or a number only if it is sent as a key or is all of a value. `ordinary`:
 * texts that everybody may know; a part of a key that stands in them, too, is left alone, and so is a key that is
 * one of their words. `everywhere`: for texts that are not evidence, as errors: a key of any kind goes as a real one,
 * a very short one, which their own words are full of, where it stands whole.
 */
export function redactor(
  keys: readonly string[],
  ordinary: readonly string[] = [],
  everywhere = false,
): Redactor {
  const shownBy = new Map<string, string>();
  const added = new Set<string>();
  const needles: Needle[] = [];
  const remembered = new Map<string, string>();
  const known = asText(folded(ordinary.join('\n')));
  const expectedWords = new Set(known.split(/[^a-z\d]+/));
  let search: Searches | undefined;
  const add = (secret: string, shown = placeholder) => {
    if (secret === '' || added.has(secret)) return;
    added.add(secret);
    shownBy.set(secret, shown);
    for (const form of writtenForms(secret)) if (!shownBy.has(form)) shownBy.set(form, shown);
    const kind = everywhere ? kindInErrors(secret) : kindOf(secret);
    const isKnown = kind === 'word' && expectedWords.has(asText(folded(secret)));
    if (!isKnown) needles.push(...needlesOf(secret, 'half', kind));
    search = undefined;
    remembered.clear();
  };
  const searched = (text: string) => {
    search ??= searchesFor(needles);
    return replaced(text, found(text, search, known), (secret) => shownBy.get(secret));
  };
  const clean = (text: string) => {
    if (needles.length === 0 || text === '') return text;
    if (text.length > longestRemembered) return searched(text);
    const before = remembered.get(text);
    if (before !== undefined) return before;
    const after = searched(text);
    if (remembered.size < mostRemembered) remembered.set(text, after);
    return after;
  };
  for (const key of keys) add(key);
  const credential = (value: string) => {
    const [, scheme = '', token = ''] = /^(\S+\s+)?(.*)$/s.exec(value) ?? [];
    const shown = shownBy.get(token);
    if (shown !== undefined) return scheme + shown;
    return shownBy.get(value) ?? clean(value);
  };
  return { add, redact: (value) => mapStrings(value, clean), credential };
}

/** The Base64 of a secret in each way of writing it: padded or not, for addresses. */
function writtenForms(secret: string): string[] {
  return base64Forms(secret).flatMap((form) => [
    form,
    form.replace(/=+$/, ''),
    Buffer.from(form, 'base64').toString('base64url'),
  ]);
}

/** One search for a text as it stands, and one for what blanks may break. */
interface Searches {
  readonly whole: Search;
  readonly broken: Search | undefined;
}

function searchesFor(needles: readonly Needle[]): Searches {
  const breakable = needles.filter((needle) => needle.breakable);
  const broken = breakable.length > 0 ? searchFor(breakable) : undefined;
  return { whole: searchFor(needles), broken };
}

/** Whether a text holds a whole key, in any of the forms that a redactor knows. */
export function holdsKey(text: string, key: string): boolean {
  return key !== '' && found(text, searchesFor(needlesOf(key, 'whole')), '').length > 0;
}

/** Whether a text shows one of the keys, or half of it, in any form; `ordinary`: as of a redactor. */
export function holdingOneOf(
  keys: readonly string[],
  ordinary: readonly string[] = [],
): (text: string) => boolean {
  const { redact } = redactor(keys, ordinary);
  return (text) => redact(text) !== text;
}

/** Where in the text secrets stand, in any of its views. */
function found(text: string, { whole, broken }: Searches, ordinary: string): Stretch[] {
  const all: Stretch[] = [];
  const take = ({ codes, places }: View, search: Search) => {
    const spared = ({ from, to }: Stretch) => ordinary.includes(asText(codes.subarray(from, to)));
    for (const stretch of search(codes, spared)) all.push(inText(stretch, places));
  };
  for (const view of eachView(text)) {
    take(view, whole);
    const closed = broken && withoutBlanks(view);
    if (closed && broken) take(closed, broken);
  }
  return joined(all);
}

function inText({ from, to }: Stretch, places: View['places']): Stretch {
  if (places === undefined) return { from, to };
  return { from: places.from[from] ?? 0, to: places.to[to - 1] ?? 0 };
}

function replaced(
  text: string,
  stretches: readonly Stretch[],
  shown: (secret: string) => string | undefined,
): string {
  if (stretches.length === 0) return text;
  let clean = '';
  let kept = 0;
  for (const { from, to } of stretches) {
    clean += text.slice(kept, from) + (shown(text.slice(from, to)) ?? placeholder);
    kept = to;
  }
  return clean + text.slice(kept);
}

function asText(codes: Uint16Array): string {
  return Array.from(codes, (code) => String.fromCharCode(code)).join('');
}

function mapStrings<T>(value: T, clean: (text: string) => string): T;
function mapStrings(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((inner) => mapStrings(inner, clean));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [clean(key), mapStrings(inner, clean)]),
    );
  }
  return value;
}
