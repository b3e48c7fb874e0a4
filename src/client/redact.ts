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
  let pattern: RegExp | undefined;
  const add = (secret: string, shown = placeholder) => {
    for (const form of formsOf(secret)) if (!shownBy.has(form)) shownBy.set(form, shown);
    const longestFirst = [...shownBy.keys()].sort((a, b) => b.length - a.length);
    pattern = new RegExp(longestFirst.map(escapeRegExp).join('|'), 'gi');
  };
  const clean = (text: string) =>
    pattern === undefined
      ? text
      : text.replace(pattern, (found) => shownBy.get(found) ?? placeholder);
  for (const key of keys) add(key);
  return { add, redact: (value) => mapStrings(value, clean) };
}

/** As sent, Base64 (plain, as Basic credentials, URL-safe), percent-encoded, and inside a JSON string. */
function formsOf(secret: string): Set<string> {
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
  for (const text of [secret, `${secret}:`, `:${secret}`, `${secret}:${secret}`]) {
    const base64 = Buffer.from(text).toString('base64');
    forms.push(base64, base64.replace(/=+$/, ''), Buffer.from(text).toString('base64url'));
  }
  return new Set(forms.filter((form) => form !== ''));
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
