import type { Boundary, Needle } from './search.ts';
import { eachView, folded } from './views.ts';

/**
 * How likely a text holds a key by chance. `real`: no text holds half of it by chance, so it is looked for in any form
 * and in parts. `short`: it may be part of another text, and counts only as a whole token. `word`: it is an ordinary
 * word or number, and counts only if it is sent as a key, or is a whole value.
 */
type KeyKind = 'real' | 'short' | 'word';

/** From so many characters on, half of a key is looked for, too. */
export const realLength = 16;

const fewest = 6;

/** The kind of a key, by its length and its characters. */
export function kindOf(key: string): KeyKind {
  if (key.length >= realLength) return 'real';
  const isWord = /^\W*(?:[a-z]+|[A-Z]+|[A-Z][a-z]+|\d+)\W*$/.test(key);
  return isWord || key.length < fewest ? 'word' : 'short';
}

/** The kind of a key in texts that are not evidence: only a very short one would stand within every other word. */
export function kindInErrors(key: string): KeyKind {
  return key.length < fewest ? 'short' : 'real';
}

/** Shorter runs of a secret are ordinary text. */
const shortestPart = 6;

/** How much of a secret must not be seen. */
export type Share = 'whole' | 'half';

/**
 * The forms of a secret that are looked for: as it is, in hexadecimal, and in Base64 at any offset within what was
 * encoded. Views take care of letter case and escapes; as an encoding hides the letter case, the secret in capitals and
 * in small letters is encoded, too.
 */
export function needlesOf(secret: string, share: Share, kind = kindOf(secret)): Needle[] {
  if (share === 'half' && kind !== 'real') return standingNeedles(secret, kind);
  const part = partOf(secret.length, share);
  const plain = plainViews(secret).map((text) => ({ text, least: Math.min(part, text.length) }));
  const parts = part < secret.length;
  // Six bits make a character, and a run may begin and end anywhere within one.
  const base64Part = parts ? Math.floor((8 * part - 4) / 6) : undefined;
  const widePart = parts ? Math.floor((16 * part - 12) / 6) : undefined;
  return [
    ...plain,
    ...encodedForms(secret).map((text) => encoded(text, base64Part)),
    ...wideForms(secret).map((text) => encoded(text, widePart)),
    ...hexForms(secret).map((text) => encoded(text, parts ? 2 * part : undefined)),
    ...hexForms(wide(secret)).map((text) => encoded(text, parts ? 4 * part - 2 : undefined)),
  ];
}

/** A key may itself look like escapes, and nothing may be left of it then. */
function plainViews(secret: string): string[] {
  const texts = [...eachView(secret)].map(({ text }) => text);
  return texts.filter((text, level) => level === 0 || text.length >= shortestPart);
}

/** The forms of a short key or a word, each found only as a whole, and where it is as a key would be. */
function standingNeedles(secret: string, kind: 'short' | 'word'): Needle[] {
  const as: Boundary = kind === 'short' ? 'token' : 'value';
  const token: Boundary = 'token';
  const whole = base64Forms(secret);
  const packed = [...whole, ...whole.map(withoutPadding), ...hexForms(secret)];
  return [
    ...plainViews(secret).map((text) => ({ text, least: text.length, as })),
    // An encoded text is not a word any more, unless it is very short.
    ...packed.map((text) => ({
      ...encoded(text),
      as: text.length < shortestPart ? as : token,
    })),
  ];
}

function partOf(length: number, share: Share): number {
  if (share === 'whole') return length;
  return Math.min(length, Math.max(shortestPart, Math.floor(length / 2)));
}

function needle(text: string, least = text.length): Needle {
  return { text: folded(text), least };
}

function encoded(text: string, least = text.length): Needle {
  return { ...needle(text, least), breakable: true };
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

/** Base64 of UTF-16, of either byte order, as shells and libraries of Windows write it. */
function wideForms(secret: string): string[] {
  if (secret.length < shortestPart) return [];
  return casesOf(secret).flatMap((text) => {
    const units = wide(text);
    return [inside(units, 0), inside(units, 1), inside(units, 2)];
  });
}

/** What UTF-16 of either byte order has in common. */
function wide(text: string): string {
  return [...text].join('\0');
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
