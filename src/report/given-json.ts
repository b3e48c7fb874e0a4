/** JSON in a file from somebody else, checked against bounds before a parser turns it into values. */

/** The file holds more than any run writes. The message is a phrase: `holds more than 3000 exchanges`. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/** What a file may hold. */
export interface Bounds {
  /** Objects, arrays and commas: what costs memory beyond its own bytes. */
  readonly marks: number;
  /** How deep it may nest. */
  readonly depth: number;
}

export const openObject = 0x7b;
export const openArray = 0x5b;
const closeObject = 0x7d;
const closeArray = 0x5d;
const comma = 0x2c;
const quote = 0x22;
const backslash = 0x5c;

/** Is called for each bracket with its position and the depth of the value around it. */
export interface Watcher {
  opened?(mark: number, at: number, depth: number): void;
  closed?(at: number, depth: number): void;
}

/** Reads a text once, and keeps nothing. Throws TooMuch; the parser decides whether it is JSON at all. */
export function watch(bytes: Uint8Array, bounds: Bounds, watcher: Watcher = {}): void {
  let depth = 0;
  let marks = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const mark = bytes[at];
    if (mark === quote) {
      at = endOfString(bytes, at);
    } else if (mark === comma) marks += 1;
    else if (mark === openObject || mark === openArray) {
      watcher.opened?.(mark, at, depth);
      depth += 1;
      marks += 1;
      if (depth > bounds.depth) throw new TooMuch(`nests more than ${bounds.depth} deep`);
    } else if (mark === closeObject || mark === closeArray) {
      depth -= 1;
      watcher.closed?.(at, depth);
    }
    if (marks > bounds.marks) throw new TooMuch(`holds more than ${bounds.marks} values`);
  }
}

/** The position of the closing quote of a string; the end of the text if there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    const mark = bytes[at];
    if (mark === quote) return at;
    if (mark === backslash) at += 1;
  }
  return bytes.length;
}

/** The value of a JSON text within its bounds. Throws TooMuch, and SyntaxError if it is not JSON. */
export function boundedJson(bytes: Uint8Array, bounds: Bounds): unknown {
  watch(bytes, bounds);
  return parsed(bytes);
}

/** The value of a JSON text. Throws SyntaxError. */
export function parsed(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
}
