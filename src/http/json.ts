/**
 * JSON without loss: numbers keep their digits, so an int64 beyond 2^53 is compared and printed as it was
 * sent. lossless-json, because Node 20's JSON.parse gives a reviver no source text.
 */
import { isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json';
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

/**
 * Parses JSON text. Of several members with one name the last one counts, as in most parsers: names SHOULD be unique
 * (RFC 8259, section 4). Throws SyntaxError if the text is not JSON, was not UTF-8 (section 8.1), or exceeds what
 * `bounded` allows.
 */
export function parseJson(text: string): Json {
  if (!isUtf8(text)) throw new SyntaxError('not encoded as UTF-8');
  const onDuplicateKey = ({ newValue }: { newValue: unknown }) => newValue;
  const { text: readable, strings } = bounded(text);
  const revive = (_: string, value: unknown) =>
    typeof value === 'string' ? inItsPlace(value, strings) : value;
  return asJson(parse(readable, strings.length === 0 ? null : revive, { onDuplicateKey }));
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

/** The result of the parser as JSON: checked and not copied, as it may be large. */
function asJson(value: unknown): Json {
  if (isJson(value)) return value;
  throw new SyntaxError(`not a JSON value: ${typeof value}`);
}

function isJson(value: unknown): value is Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (isLosslessNumber(value)) return true;
  if (Array.isArray(value)) return value.every(isJson);
  return typeof value === 'object' && Object.values(value).every(isJson);
}

/** Deeper than any animal; a parser may set such a limit (RFC 8259, section 9). */
export const mostDepth = 500;

/** The most characters of a string that are kept; the longest one that is ever sent has 10,000. */
const mostOfString = 20_000;

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** A JSON text for the parser, and the strings that were taken out of it. */
interface Bounded {
  readonly text: string;
  readonly strings: readonly string[];
}

/** The most characters of a string, with its quotes, that are left to the parser. */
const shortString = 16;

/** Marks the number of a string that was taken out; no other string of such a text begins with it. */
const holding = '\0';

/**
 * A JSON text without its longer string values, as the parser takes some hundred bytes for each. They are read apart,
 * and cut after 20,000 characters. Throws SyntaxError if the text nests more than 500 deep, which would exhaust the
 * stack of the parser, or if such a string is not JSON.
 */
function bounded(text: string): Bounded {
  if (text.length <= mostDepth) return { text, strings: [] };
  const strings: string[] = [];
  let depth = 0;
  let before = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charCodeAt(at);
    if (opening.has(mark)) depth += 1;
    if (closing.has(mark)) depth -= 1;
    if (depth > mostDepth) throw new SyntaxError('JSON nested too deeply');
    if (mark !== quote) continue;
    const end = endOfString(text, at);
    const token = text.slice(at, end);
    if (isName(text, end)) {
      if (token.length > mostOfString) {
        before += text.slice(from, at) + JSON.stringify(heldOf(token));
        from = end;
      }
    } else if (token.length > shortString || token.includes('\\')) {
      before += `${text.slice(from, at)}${JSON.stringify(`${holding}${strings.length}`)}`;
      strings.push(heldOf(token));
      from = end;
    }
    at = end - 1;
  }
  return { text: before + text.slice(from), strings };
}

/** The string that a mark stands for; any other string as it is. */
function inItsPlace(held: string, strings: readonly string[]): string {
  return held.startsWith(holding) ? (strings[Number(held.slice(1))] ?? held) : held;
}

/** Whether the string that ends here is the name of a member. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (/\s/.test(text.charAt(at))) at += 1;
  return text.charAt(at) === ':';
}

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

/** What is kept of a string token. */
function heldOf(token: string): string {
  const value: unknown = JSON.parse(token);
  const text = String(value);
  return text.length > mostOfString ? beginning(text, mostOfString) : text;
}

/** What a decoder puts in place of bytes that are not UTF-8. */
const replacement = 0xfffd;
/** Stands for such bytes here. As half of a surrogate pair, it never comes out of UTF-8 text. */
const noUtf8 = 0xdcff;

/**
 * Bytes as text (RFC 8259, section 8.1: JSON is UTF-8; a byte order mark is ignored, as a parser may). If they are not
 * UTF-8, the text holds lone surrogates (see `isUtf8`), also when it is read back from a recording.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return marked(new TextDecoder('utf-8').decode(bytes));
  }
}

/** In place, as `replaceAll` takes a hundred bytes for each of what may be millions. */
function marked(text: string): string {
  const bytes = Buffer.from(text, 'utf16le');
  for (let at = 0; at < bytes.length; at += 2) {
    if (bytes.readUInt16LE(at) === replacement) bytes.writeUInt16LE(noUtf8, at);
  }
  return bytes.toString('utf16le');
}

/** Whether `decodeUtf8` made the text of bytes that are UTF-8. */
export function isUtf8(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}
