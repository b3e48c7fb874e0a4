/** Deeper than any animal; a parser may set such a limit (RFC 8259, section 9). */
export const mostDepth = 500;

/** Characters of a string between its quotes that are held; the longest that is ever sent has 10,000. */
const mostOfString = 20_000;

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/**
 * A JSON text as the parser may have it: strings of more than 20,000 characters are cut there, as the parser
 * takes some hundred bytes for each character of a string. Throws SyntaxError where it nests more than 500
 * deep, as the parser's recursion would end with the stack, or where a long string is no JSON.
 */
export function bounded(text: string): string {
  if (text.length <= mostDepth) return text;
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
    if (end - at > mostOfString) {
      before += text.slice(from, at) + cutString(text.slice(at, end));
      from = end;
    }
    at = end - 1;
  }
  return before + text.slice(from);
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

function cutString(token: string): string {
  const value: unknown = JSON.parse(token);
  return JSON.stringify(beginning(String(value), mostOfString));
}
