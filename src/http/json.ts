/**
 * JSON without loss: numbers keep their digits, so an int64 beyond 2^53 is compared and printed as it was
 * sent. Node 20's JSON.parse gives a reviver no source text, so it reads numbers as marked strings: lossless-json's own
 * parser takes a hundred times the memory of a long text.
 */
import { randomBytes } from 'node:crypto';
import { isLosslessNumber, LosslessNumber, stringify } from 'lossless-json';
import { int64 } from '../spec/animal.ts';

export { LosslessNumber as JsonNumber };

export type Json = null | boolean | string | LosslessNumber | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** What can be written: parsed JSON, or plain values with BigInt for exact integers. */
export type Writable =
  | null
  | boolean
  | string
  | number
  | bigint
  | LosslessNumber
  | readonly Writable[]
  | { readonly [key: string]: Writable | undefined };

/** Begins a string that stands for a number; no peer can know it. */
const marker = randomBytes(6).toString('base64');
const quoted = `"${marker}`;

/**
 * Parses JSON text. Of several members with one name the last one counts, as in most parsers: names SHOULD be unique
 * (RFC 8259, section 4). Throws SyntaxError if the text is not JSON, was not UTF-8 (section 8.1), or nests more than
 * 500 deep.
 */
export function parseJson(text: string): Json {
  if (!isUtf8(text)) throw new SyntaxError('not encoded as UTF-8');
  if (nestsTooDeep(text)) throw new SyntaxError('JSON nested too deeply');
  return JSON.parse(withMarkedNumbers(text), (name, value: unknown) => {
    if (name.startsWith(marker)) throw new SyntaxError('a number in place of a name');
    if (typeof value !== 'string' || !value.startsWith(marker)) return value;
    return new LosslessNumber(value.slice(marker.length));
  });
}

/** A number, with what may stand behind one. */
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s*(?:[,\]}]|$))/y;

/** The text with each number as a string. */
function withMarkedNumbers(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charCodeAt(at);
    if (mark === quote) at = endOfString(text, at) - 1;
    else if (mark === minus || (mark >= zero && mark <= nine)) {
      number.lastIndex = at;
      if (!number.test(text)) throw new SyntaxError('not a number of JSON');
      pieces.push(text.slice(from, at), quoted, text.slice(at, number.lastIndex), '"');
      from = number.lastIndex;
      at = from - 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

/** Several judges look at an answer, one after the other, and a long one takes a second to parse. */
let last: { readonly text: string; readonly value: Json | undefined } | undefined;

/** Like parseJson, but undefined if the text is not JSON. */
export function tryParseJson(text: string): Json | undefined {
  if (last?.text !== text) last = { text, value: parsedOrNot(text) };
  return last.value;
}

function parsedOrNot(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Writes JSON text: BigInt and JsonNumber with their own digits, without undefined members. */
export function writeJson(value: Writable): string {
  return stringify(value) ?? 'null';
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)
  );
}

export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isJsonNumber(value: unknown): value is LosslessNumber {
  return isLosslessNumber(value);
}

/** Own member of an object, so that `constructor` and the like are absent unless sent. */
export function member(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

const numberShape = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * The exact value of a number that is mathematically an integer, `1.0` and `1e2` included (JSON Schema
 * 2020-12, section 6.1.1); undefined for a fraction, and for more than 400 digits.
 */
export function integerValue(number: LosslessNumber): bigint | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    numberShape.exec(number.toString()) ?? [];
  const digits = whole + fraction;
  const shift = Number(exponent) - fraction.length;
  if (/^0*$/.test(digits)) return 0n;
  if (Math.abs(shift) > 400 || digits.length > 400) return undefined;
  const dropped = shift < 0 ? digits.slice(shift) : '';
  if (/[1-9]/.test(dropped)) return undefined;
  const kept = shift < 0 ? digits.slice(0, shift) : digits + '0'.repeat(shift);
  const value = BigInt(kept === '' ? '0' : kept);
  return sign === '-' ? -value : value;
}

/** The value of a JSON number that is an int64 (section 2); undefined for anything else. */
export function int64Value(value: Json | undefined): bigint | undefined {
  if (!isJsonNumber(value)) return undefined;
  const integer = integerValue(value);
  return integer !== undefined && integer >= int64.min && integer <= int64.max
    ? integer
    : undefined;
}

/** A value short enough for a sentence. */
export function brief(value: Json): string {
  const text = writeJson(value);
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}

/** Deeper than any animal; a parser may set such a limit (RFC 8259, section 9). */
export const mostDepth = 500;

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
const [zero, nine] = [0x30, 0x39];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Whether a text, read as JSON, nests too deep for the parser. Reads it once, and keeps nothing. */
export function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charCodeAt(at);
    if (mark === quote) at = endOfString(text, at) - 1;
    else if (opening.has(mark)) depth += 1;
    else if (closing.has(mark)) depth -= 1;
    if (depth > mostDepth) return true;
  }
  return false;
}

/** More values, arrays and objects than any page of animals has, and few enough to be kept as objects. */
const mostValues = 25_000;

const comma = 0x2c;

/** Why nothing of a longer text is judged, as the end of a sentence. */
export const tooMany =
  'it holds far more values than a page of animals, and this suite reads no more';

/**
 * How much of a text is read as JSON, in bytes or characters: short values take a hundred times as much memory as their
 * text.
 */
export function endOfValues(length: number, codeAt: (at: number) => number): number {
  let values = 0;
  let end = 0;
  while (end < length && values <= mostValues) {
    const code = codeAt(end);
    if (code === comma || opening.has(code)) values += 1;
    end += 1;
  }
  return end;
}

/** The first characters of a text, as a text of its own: a slice would keep the whole in memory. */
export function beginning(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}

/** Where the string that begins here ends, after its quote; the end of the text if it does not end. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const mark = text.charCodeAt(at);
    if (mark === quote) return at + 1;
    if (mark === backslash) at += 1;
  }
  return text.length;
}

/** Begins the text of bytes that are not UTF-8. As half of a surrogate pair, it never comes out of UTF-8 text. */
const noUtf8 = '\udcff';

/**
 * Bytes as text (RFC 8259, section 8.1: JSON is UTF-8; a byte order mark is ignored, as a parser may). If they are not
 * UTF-8, the text says so (see `isUtf8`), also when it is read back from a recording.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return noUtf8 + new TextDecoder('utf-8').decode(bytes);
  }
}

/** Whether `decodeUtf8` made the text of bytes that are UTF-8. */
export function isUtf8(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}
