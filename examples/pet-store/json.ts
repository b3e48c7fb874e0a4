/**
 * JSON whose whole numbers are exact. `JSON.parse` makes a double of every number, so that an int64 beyond
 * 2^53 comes back as a neighbour: 9007199254740993 as 9007199254740992.
 */
import { isInteger, parse, stringify } from 'lossless-json';

/** Whole numbers become BigInt, all others doubles. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  return parse(text, undefined, (digits) => (isInteger(digits) ? BigInt(digits) : Number(digits)));
}

export function writeJson(value: unknown): string {
  return stringify(value) ?? 'null';
}
