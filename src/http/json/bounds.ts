/** Deeper than any animal; a parser may set such a limit (RFC 8259, section 9). */
export const mostDepth = 500;

/** Characters of a string between its quotes that are held; the longest that is ever sent has 10,000. */
const mostOfString = 20_000;

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** A JSON text as the parser may have it, and the strings whose places are held in it. */
export interface Bounded {
  readonly text: string;
  readonly strings: readonly string[];
}

/** Characters of a string, quotes too, that the parser may read itself. */
const shortString = 16;

/** Stands before the number of a string whose place is held; no other string of such a text has it. */
const holding = '\0';

/**
 * A JSON text without the strings of values that are longer than some characters: the parser takes some hundred bytes
 * for each. They are read apart, and cut after 20,000 characters. Throws SyntaxError where the text nests more than 500
 * deep, as the parser's recursion would end with the stack, or where such a string is no JSON.
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

/** The string whose place a string holds; any other as it is. */
export function inItsPlace(held: string, strings: readonly string[]): string {
  return held.startsWith(holding) ? (strings[Number(held.slice(1))] ?? held) : held;
}

/** Whether the string that ends there is the name of a member. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (/\s/.test(text.charAt(at))) at += 1;
  return text.charAt(at) === ':';
}

/** Whether a text, taken for JSON, nests deeper than the parser may go. Reads it once, and holds nothing. */
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

/** More values, arrays and objects than any page of animals has, and few enough to hold each of them as an object. */
const mostValues = 25_000;

const comma = 0x2c;

/** Why nothing of a text is judged that is longer than that, as the end of a sentence. */
export const tooMany =
  'it holds far more values than a page of animals, and this suite reads no more';

/**
 * Where a text of this many bytes or characters ends that is read for JSON: JSON of a few bytes a value takes a hundred
 * times as much memory as its text.
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

/** Where the string that begins there ends, behind its quote; the end of the text where it has none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const mark = text.charCodeAt(at);
    if (mark === quote) return at + 1;
    if (mark === backslash) at += 1;
  }
  return text.length;
}

/** What is held of the string that a token is. */
function heldOf(token: string): string {
  const value: unknown = JSON.parse(token);
  const text = String(value);
  return text.length > mostOfString ? beginning(text, mostOfString) : text;
}
