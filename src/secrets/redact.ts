/** Takes keys out of everything that leaves the process's memory. */
import { base64Forms, type Needle, needlesOf } from './forms.ts';
import { joined, type Search, type Stretch, searchFor } from './search.ts';
import { folded, type View, viewsOf } from './views.ts';

export const placeholder = '[API key]';

export interface Redactor {
  /** Adds a text that must never be shown, and what stands in its place. */
  add(secret: string, shown?: string): void;
  /** A copy of the value in which every string, member names too, is free of secrets. */
  redact<T>(value: T): T;
}

/** Short texts, as names of header fields, come again and again: so many of them, up to so many characters. */
const mostRemembered = 1000;
const longestRemembered = 100;

/**
 * A redactor for keys: takes out every run of at least half of one (six characters at the least; a shorter
 * key as a whole), in any letter case and in the forms in which a peer may give it back. `ordinary`: texts
 * that everybody may know; a part of a key that stands in them, too, is left alone.
 */
export function redactor(keys: readonly string[], ordinary: readonly string[] = []): Redactor {
  const shownBy = new Map<string, string>();
  const added = new Set<string>();
  const needles: Needle[] = [];
  const remembered = new Map<string, string>();
  const known = asText(folded(ordinary.join('\n')));
  let search: Search | undefined;
  const add = (secret: string, shown = placeholder) => {
    if (secret === '' || added.has(secret)) return;
    added.add(secret);
    shownBy.set(secret, shown);
    for (const form of base64Forms(secret)) {
      for (const one of [
        form,
        form.replace(/=+$/, ''),
        Buffer.from(form, 'base64').toString('base64url'),
      ]) {
        if (!shownBy.has(one)) shownBy.set(one, shown);
      }
    }
    needles.push(...needlesOf(secret, 'half'));
    search = undefined;
    remembered.clear();
  };
  const searched = (text: string) => {
    search ??= searchFor(needles);
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
  return { add, redact: (value) => mapStrings(value, clean) };
}

/** Whether a text holds a whole key, in any of the forms that a redactor knows. */
export function holdsKey(text: string, key: string): boolean {
  return key !== '' && found(text, searchFor(needlesOf(key, 'whole')), '').length > 0;
}

/** Where in the text secrets stand, in any of its views. */
function found(text: string, search: Search, ordinary: string): Stretch[] {
  const views = viewsOf(text);
  const all = views.flatMap(({ codes, places }) => {
    const spared = ({ from, to }: Stretch) => ordinary.includes(asText(codes.subarray(from, to)));
    return search(codes, spared).map((stretch) => inText(stretch, places));
  });
  return views.length === 1 ? all : joined(all);
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
