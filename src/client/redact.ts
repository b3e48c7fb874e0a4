/** Takes keys out of everything that leaves the process's memory. */

export const placeholder = '[API key]';

export interface Redactor {
  /** Adds a text that must never be shown, and what stands in its place. */
  add(secret: string, shown?: string): void;
  /** A copy of the value in which every string, member names too, is free of secrets. */
  redact<T>(value: T): T;
}

/** A redactor for keys, in each of the forms in which a peer may give them back. */
export function redactor(keys: readonly string[]): Redactor {
  const shownBy = new Map<string, string>();
  const shownBase64 = new Map<string, string>();
  const patterns = new Set<string>();
  let pattern: RegExp | undefined;
  const add = (secret: string, shown = placeholder) => {
    if (secret === '' || shownBy.has(secret)) return;
    shownBy.set(secret, shown);
    patterns.add(anyEscape(secret));
    for (const form of base64Forms(secret)) {
      patterns.add(escapeRegExp(form));
      if (!shownBase64.has(form)) shownBase64.set(form, shown);
    }
    const longestFirst = [...patterns].sort((a, b) => b.length - a.length);
    pattern = new RegExp(longestFirst.join('|'), 'gi');
  };
  const clean = (text: string) =>
    pattern === undefined
      ? text
      : text.replace(
          pattern,
          (found) => shownBy.get(found) ?? shownBase64.get(found) ?? placeholder,
        );
  for (const key of keys) add(key);
  return { add, redact: (value) => mapStrings(value, clean) };
}

/** Base64 plain, as either part of Basic credentials, and URL-safe. */
function base64Forms(secret: string): Set<string> {
  const texts = [secret, `${secret}:`, `:${secret}`, `${secret}:${secret}`];
  return new Set(
    texts.flatMap((text) => {
      const base64 = Buffer.from(text).toString('base64');
      return [base64, base64.replace(/=+$/, ''), Buffer.from(text).toString('base64url')];
    }),
  );
}

/** The secret with any of its characters as it is, escaped as in JSON, or percent-encoded. */
function anyEscape(secret: string): string {
  return [...secret]
    .map((character) => {
      const hex = (character.codePointAt(0) ?? 0).toString(16);
      const literal = escapeRegExp(character);
      return `(?:\\\\?${literal}|\\\\u${hex.padStart(4, '0')}|%${hex.padStart(2, '0')})`;
    })
    .join('');
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^$()[\]{}|\\/-]/g, '\\$&');
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
