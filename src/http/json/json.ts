/**
 * JSON without loss: numbers keep their digits, so an int64 beyond 2^53 is compared and printed as it was
 * sent. lossless-json, because Node 20's JSON.parse gives a reviver no source text.
 */
import { isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json';
import { int64 } from '../../catalogue/animal.ts';
import { bounded, inItsPlace } from './bounds.ts';
import { isUtf8 } from './utf8.ts';

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
