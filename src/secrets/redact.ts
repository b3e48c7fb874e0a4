/** Takes keys out of everything that leaves the process's memory. */
import { base64Forms, kindInErrors, kindOf, needlesOf, wordsOf } from './key-forms.ts';
import { goesOn, joined, type Needle, searchFor } from './search.ts';
import { breaks, eachView, folded, type Stretch, without } from './views.ts';

export const placeholder = '[API key]';

export interface Redactor {
  /** Adds a text that must never be shown, and what is shown in its place. */
  add(secret: string, shown?: string): void;
  /** A copy of the value in which every string, member names too, is free of secrets. */
  redact<T>(value: T): T;
  /** The value of a header that carries a credential, free of it, be it a word that elsewhere means nothing. */
  credential(value: string): string;
}

/** Short texts, such as names of header fields, come again and again, and are remembered. */
const longestRemembered = 100;

/**
 * A redactor for keys. Of a key of 16 characters or more it takes out every run of at least half, in any letter case
 * and in all forms in which a peer may send it back. A shorter key may be part of another text, and is taken out as a
 * whole token; a very short one only if it is sent as a key or is a whole value. `ordinary`: texts that everybody may
 * know; parts of keys that are also in them stay, and so does a key that is one of their words. `everywhere`: for
 * texts that are not evidence, such as errors: every key counts as a real one, except that a very short one must stand
 * as a whole token.
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
  const known = folded(ordinary.join('\n'));
  const expectedWords = wordsOf(ordinary);
  let search: Searches | undefined;
  let shortest = Number.POSITIVE_INFINITY;
  const add = (secret: string, shown = placeholder) => {
    if (secret === '' || added.has(secret)) return;
    added.add(secret);
    shownBy.set(secret, shown);
    for (const form of writtenForms(secret)) if (!shownBy.has(form)) shownBy.set(form, shown);
    const kind = everywhere ? kindInErrors(secret) : kindOf(secret, expectedWords);
    const isKnown = kind === 'word' && expectedWords.has(folded(secret));
    if (!isKnown) needles.push(...needlesOf(secret, kind));
    shortest = Math.min(...needles.map(({ least }) => least));
    search = undefined;
    remembered.clear();
  };
  const searched = (text: string) => {
    search ??= searchesFor(needles);
    return replaced(text, found(text, search, known), (secret) => shownBy.get(secret));
  };
  const clean = (text: string) => {
    // Undoing escapes makes no text longer.
    if (text.length < shortest) return text;
    if (text.length > longestRemembered) return searched(text);
    const before = remembered.get(text);
    if (before !== undefined) return before;
    const after = searched(text);
    remembered.set(text, after);
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

/**
 * Searches for a text as it is, and for one in which something breaks the encodings. What those for `alone` find counts
 * where nothing goes on beside it in the text as it was broken.
 */
function searchesFor(needles: readonly Needle[]) {
  const broken = breaks.flatMap((by) =>
    [true, false].flatMap((alone) => {
      const some = needles.filter((one) => one.brokenBy === by && (one.as === 'token') === alone);
      const sought = alone ? some.map(({ text, least }) => ({ text, least })) : some;
      return some.length > 0 ? [{ by, alone, search: searchFor(sought) }] : [];
    }),
  );
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

type Searches = ReturnType<typeof searchesFor>;

/** Where in the text secrets stand, in any of its views. */
function found(text: string, { whole, broken }: Searches, ordinary: string): Stretch[] {
  const all: Stretch[] = [];
  const spared = (part: string) => ordinary.includes(part);
  for (const { text: read, origin } of eachView(text)) {
    all.push(...origin(whole(read, spared)));
    for (const { by, alone, search } of broken) {
      const closed = without(read, by);
      if (closed === undefined) continue;
      const seen = closed.origin(search(closed.text, spared));
      const isAlone = ({ from, to }: Stretch) =>
        !goesOn(read[from], read[from - 1]) && !goesOn(read[to - 1], read[to]);
      all.push(...origin(alone ? seen.filter(isAlone) : seen));
    }
  }
  return joined(all);
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
