import { X509Certificate } from 'node:crypto';
import { int64 } from '../catalogue/operations.ts';
import { didYouMean } from '../text/nearest.ts';
import { listed } from '../text/words.ts';
import { refuse } from './settings-error.ts';

/**
 * Turns the text of a setting into its value; throws a `WrongValue` that says what would be right. `keyNames` are
 * the settings that a key goes into, as the reader of the refusal calls them.
 */
export type Parser<T> = (text: string, keyNames: string) => T;

/** One of a few words. */
export function choice<T extends string>(words: readonly T[]): Parser<T> {
  return (text) => {
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    return refuse(`must be ${listed(words, 'or')}${didYouMean(text, words)}`);
  };
}

/** A whole number in decimal digits, both ends included. */
export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER): Parser<number> {
  const range = max === Number.MAX_SAFE_INTEGER ? `from ${min} up` : `from ${min} to ${max}`;
  return (text) => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || value < min || value > max) {
      return refuse(`must be a whole number ${range}`);
    }
    return value === 0 ? 0 : value;
  };
}

/** Seconds, decimals allowed, both ends included. */
export function seconds(min: number, max: number): Parser<number> {
  return (text) => {
    const value = Number(text);
    if (!/^\d+(\.\d+)?$/.test(text) || value < min || value > max) {
      return refuse(`must be a number of seconds from ${min} to ${max}`);
    }
    return value;
  };
}

/** An int64 (section 2) as its decimal digits: a JavaScript number would round it. */
export function int64Digits(text: string): string {
  const value = /^-?\d+$/.test(text) ? BigInt(text) : undefined;
  if (value === undefined || value < int64.min || value > int64.max) {
    return refuse(`must be a whole number from ${int64.min} to ${int64.max} (int64)`);
  }
  return value.toString();
}

/** A line of text for the reports, without control characters, and without white space around it. */
export function lineUpTo(max: number): Parser<string> {
  return (text) => {
    if (/[\p{Cc}\u2028\u2029]/u.test(text) || text.length > max || text.trim() === '') {
      return refuse(`must be one line of text, at most ${max} characters`);
    }
    return text.trim();
  };
}

export const line = lineUpTo(200);

/** A path for the file system. */
export function path(text: string): string {
  return text.includes('\0') ? refuse('must be a path') : text;
}

const pemBlock = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** PEM text with at least one certificate (RFC 7468, section 5), all of them readable. */
export function certificates(pem: string): string {
  const blocks = pem.match(pemBlock) ?? [];
  if (blocks.length === 0) {
    return refuse('must be a PEM file with at least one certificate (BEGIN CERTIFICATE)');
  }
  blocks.forEach((block, index) => {
    try {
      new X509Certificate(block);
    } catch {
      refuse(`must hold readable certificates: number ${index + 1} is damaged`);
    }
  });
  return pem;
}

/** `1` or `0`. */
export function onOrOff(text: string): boolean {
  if (text === '1' || text === '0') return text === '1';
  return refuse('must be 1 or 0');
}

/** A challenge: long enough not to be guessed, and short enough for a line. */
export function challengeToken(text: string): string {
  if (/^[\w.-]{8,100}$/.test(text)) return text;
  return refuse('must be 8 to 100 letters, digits, dots, hyphens and underscores');
}
