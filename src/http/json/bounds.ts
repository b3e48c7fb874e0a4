/** Deeper than any animal; a parser may set such a limit (RFC 8259, section 9). */
export const mostDepth = 500;

/** The most characters of a string that are kept; the longest one that is ever sent has 10,000. */
const mostOfString = 20_000;

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** A JSON text for the parser, and the strings that were taken out of it. */
export interface Bounded {
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
export function bounded(text: string): Bounded {
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
export function inItsPlace(held: string, strings: readonly string[]): string {
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
