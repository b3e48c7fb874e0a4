import type { Needle } from './search.ts';
import { type Break, eachView, folded } from './views.ts';

/**
 * How likely a text holds a key by chance. `real`: no text holds half of it by chance, so it is looked for in any form
 * and in parts. `short`: it may be part of another text, and counts only as a whole token. `word`: it is very
 * short, or an ordinary word, and counts only if it is sent as a key, or is a whole value.
 */
type KeyKind = 'real' | 'short' | 'word';

/** From so many characters on, half of a key is looked for, too. */
export const realLength = 16;

const fewest = 6;

/** The kind of a key, by its length; `ordinary`: words, folded, that everybody may know. */
export function kindOf(key: string, ordinary: ReadonlySet<string>): KeyKind {
  if (key.length >= realLength) return 'real';
  return key.length < fewest || ordinary.has(folded(key)) ? 'word' : 'short';
}

/** The words and numbers of texts, folded. */
export function wordsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(folded(texts.join('\n')).split(/[^a-z\d]+/));
}

/** The kind of a key in texts that are not evidence: only a very short one would stand within every other word. */
export function kindInErrors(key: string): KeyKind {
  return key.length < fewest ? 'short' : 'real';
}

/** Shorter runs of a secret are ordinary text. */
const shortestPart = 6;

/**
 * The forms of a secret that are looked for: as it is, in hexadecimal, and in Base64 at any offset within what was
 * encoded. Views take care of letter case and escapes; as an encoding hides the letter case, the secret in capitals and
 * in small letters is encoded, too. `whole`: wherever it is, but not in parts.
 */
export function needlesOf(secret: string, kind: KeyKind | 'whole'): Needle[] {
  const as = boundaries[kind];
  const half = Math.max(shortestPart, Math.floor(secret.length / 2));
  const part = kind === 'real' ? Math.min(secret.length, half) : secret.length;
  const plain = plainViews(secret).map((one) =>
    encoded(one, 'singles', Math.min(part, one.length)),
  );
  const parts = part < secret.length;
  // Six bits make a character, and a run may begin and end anywhere within one.
  const base64Part = parts ? Math.floor((8 * part - 4) / 6) : undefined;
  return [
    ...plain.map((needle) => bounded(needle, as)),
    ...encodedForms(secret).map((text) =>
      bounded(encoded(text, 'blanks', base64Part), boundaryOf(secret, text, as)),
    ),
    ...hexForms(secret).map((text) => encoded(text, 'separators', parts ? 2 * part : undefined)),
  ];
}

/** Where a key of each kind is found as it is. */
const boundaries = { real: undefined, whole: undefined, short: 'token', word: 'value' } as const;

/** An encoded text is not a word any more, and of a longer key it is no part of another text by chance. */
function boundaryOf(secret: string, text: string, as: Needle['as']): Needle['as'] {
  if (as === undefined || secret.length >= shortestPart) return undefined;
  return text.length < shortestPart ? as : 'token';
}

function bounded(needle: Needle, as: Needle['as']): Needle {
  return as === undefined ? needle : { ...needle, as };
}

/** A key may itself look like escapes, and nothing may be left of it then. */
function plainViews(secret: string): string[] {
  const views = [...eachView(secret)].map(({ text }) => text);
  const texts = [...views, folded(secret).replaceAll('\\', '')];
  return texts.filter((text, level) => level === 0 || text.length >= shortestPart);
}

function encoded(text: string, brokenBy: Break, least = text.length): Needle {
  return { text: folded(text), least, brokenBy };
}

/** The Base64 of a secret as such and as either part of Basic credentials (RFC 7617), padded. */
export function base64Forms(secret: string): string[] {
  return [secret, `${secret}:`, `:${secret}`, `${secret}:${secret}`].map(base64);
}

function encodedForms(secret: string): string[] {
  const whole = base64Forms(secret);
  if (secret.length < shortestPart) return [...whole, ...whole.map(withoutPadding)];
  const cases = casesOf(secret);
  return [
    ...whole,
    ...cases.slice(1).map(base64),
    ...cases.flatMap((text) => [inside(text, 0), inside(text, 1), inside(text, 2)]),
  ];
}

function hexForms(secret: string): string[] {
  if (secret.length < shortestPart) return [];
  return casesOf(secret).map((text) => Buffer.from(text).toString('hex'));
}

/** The secret first. */
function casesOf(secret: string): string[] {
  return [...new Set([secret, secret.toLowerCase(), secret.toUpperCase()])];
}

/** The characters of Base64 that the secret alone decides, behind so many other bytes. */
function inside(secret: string, before: number): string {
  const bits = 8 * before;
  const text = base64(`${'\0'.repeat(before)}${secret}`);
  return text.slice(Math.ceil(bits / 6), Math.floor((bits + 8 * secret.length) / 6));
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function withoutPadding(text: string): string {
  return text.replace(/=+$/, '');
}
