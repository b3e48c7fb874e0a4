/** A text as its reader may read it: as it is, and with its escapes undone, one level after another. */

/** Folded UTF-16 units, and where in the text each of them begins and ends. */
export interface View {
  readonly codes: Uint16Array;
  /** Absent if each unit stands for the one at its own place; found out when asked, as most texts hold no key. */
  readonly places?: () => Places;
}

/** For each unit, where in the text it begins and ends. */
export interface Places {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

/** Levels of escapes that are undone: JSON in JSON, percent-encoding twice. */
const levels = 4;

/** Every view of the text, the text itself first; made one at a time, as each is as long as the text. */
export function* eachView(text: string): Iterable<View> {
  let view: View | undefined = { codes: folded(text) };
  for (let level = 0; view !== undefined && level <= levels; level += 1) {
    yield view;
    view = unescaped(view);
  }
}

/** Every view of a short text. */
export function viewsOf(text: string): View[] {
  return [...eachView(text)];
}

/** The view without its blanks, as a broken encoding is read; undefined if it has none. */
export function withoutBlanks(view: View): View | undefined {
  if (nextOf(blanks, view.codes, 0) === view.codes.length) return undefined;
  return rewritten(view, blanks, () => nothing);
}

/**
 * The units of a text in small letters, with the two alphabets of Base64 (RFC 4648, sections 4 and 5) made one.
 * `toLowerCase` would turn some characters into two.
 */
export function folded(text: string): Uint16Array {
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < codes.length; at += 1) codes[at] = foldedCodes[text.charCodeAt(at)] ?? 0;
  return codes;
}

const letterA = 0x41;
const letterZ = 0x5a;
const minus = 0x2d;
const lowLine = 0x5f;

function foldedCode(code: number): number {
  if (code >= letterA && code <= letterZ) return code + 0x20;
  if (code === minus) return 0x2b;
  return code === lowLine ? 0x2f : code;
}

/** All of them, as each character that a run keeps is looked up. */
const foldedCodes = Uint16Array.from({ length: 1 << 16 }, (_, code) => foldedCode(code));

/** The view with one level of escapes undone; undefined if it has none. */
function unescaped(view: View): View | undefined {
  const { codes } = view;
  const first = nextEscape(codes, 0);
  if (first === codes.length) return undefined;
  return rewritten(view, opens, escapeAt);
}

/** The view with each unit that is marked replaced by what is read there. */
function rewritten(view: View, marked: Marks, read: typeof escapeAt): View {
  const { codes } = view;
  const out = new Uint16Array(codes.length);
  let size = 0;
  for (let at = 0; at < codes.length; ) {
    const own = codes[at] ?? 0;
    const found = marked[own] === 1 ? read(codes, at) : undefined;
    const code = found === undefined ? own : found.code;
    if (code !== dropped) {
      out[size] = code;
      size += 1;
    }
    at += found === undefined ? 1 : found.length;
  }
  return { codes: out.subarray(0, size), places: () => placesOf(view, marked, read) };
}

/** Where in the text the units of the rewritten view are. */
function placesOf({ codes, places }: View, marked: Marks, read: typeof escapeAt): Places {
  const before = places?.();
  const from = new Uint32Array(codes.length);
  const to = new Uint32Array(codes.length);
  let size = 0;
  for (let at = 0; at < codes.length; ) {
    const found = marked[codes[at] ?? 0] === 1 ? read(codes, at) : undefined;
    const end = at + (found === undefined ? 1 : found.length);
    if ((found === undefined ? codes[at] : found.code) !== dropped) {
      from[size] = before === undefined ? at : (before.from[at] ?? 0);
      to[size] = before === undefined ? end : (before.to[end - 1] ?? 0);
      size += 1;
    }
    at = end;
  }
  return { from, to };
}

function nextEscape(codes: Uint16Array, from: number): number {
  let at = nextOf(opens, codes, from);
  while (at < codes.length && escapeAt(codes, at) === undefined) at = nextOf(opens, codes, at + 1);
  return at;
}

/** Where the next marked unit is; the length if there is none. */
function nextOf(marked: Marks, codes: Uint16Array, from: number): number {
  let at = from;
  while (at < codes.length && marked[codes[at] ?? 0] !== 1) at += 1;
  return at;
}

/** 1 for marked units, by their code: most units are not marked, and this look-up is the cheapest. */
type Marks = Uint8Array;

function marks(codes: readonly number[]): Marks {
  const all = new Uint8Array(1 << 16);
  for (const code of codes) all[code] = 1;
  return all;
}

interface Escape {
  /** What it stands for, folded; `dropped` for nothing. */
  readonly code: number;
  /** Units that it takes. */
  readonly length: number;
}

const dropped = 0;
const backslash = 0x5c;
const percent = 0x25;
const ampersand = 0x26;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const nothing: Escape = { code: dropped, length: 1 };
/** What may begin an escape. */
const opens = marks([
  ...[backslash, percent, ampersand, lineFeed, carriageReturn, dropped],
  ...[0x22, 0x27],
]);
const blanks = marks([lineFeed, carriageReturn, 0x09, 0x20]);

/**
 * The escape that begins here, if any: of JSON and JavaScript, of C and similar languages, of URLs, of HTML, or a
 * doubled quote. A NUL (UTF-16 read as UTF-8) and a folded line (MIME, HTTP) stand for nothing.
 */
function escapeAt(codes: Uint16Array, at: number): Escape | undefined {
  switch (codes[at]) {
    case percent:
      // `u`: %u0041, as escape() of JavaScript writes it.
      return codes[at + 1] === 0x75 ? ofHex(codes, at, 2, 4) : ofHex(codes, at, 1, 2);
    case backslash:
      return afterBackslash(codes, at);
    case ampersand:
      return ofReference(codes, at);
    case 0x22:
    case 0x27:
      return codes[at + 1] === codes[at] ? { code: codes[at] ?? 0, length: 2 } : undefined;
    case dropped:
      return nothing;
    case lineFeed:
    case carriageReturn:
      return { code: dropped, length: blankFrom(codes, at) };
    default:
      return undefined;
  }
}

/** Hexadecimal digits that begin `after` so many units and stand for an ASCII character: keys hold no others. */
function ofHex(codes: Uint16Array, at: number, after: number, digits: number): Escape | undefined {
  const { value, end } = digitsFrom(codes, at + after, 16, digits);
  return end === at + after + digits ? ascii(value, end - at) : undefined;
}

function ascii(code: number, length: number): Escape | undefined {
  return code < 0x80 ? { code: foldedCode(code), length } : undefined;
}

/** The number that begins here, of `most` digits at most; `end` is where it began if there is none. */
function digitsFrom(codes: Uint16Array, from: number, radix: number, most: number) {
  let value = 0;
  let end = from;
  while (end < from + most) {
    const digit = digitOf(codes[end], radix);
    if (digit === undefined || digit >= radix) break;
    // What is beyond ASCII stays so, however many digits follow.
    value = Math.min(value * radix + digit, 0x110000);
    end += 1;
  }
  return { value, end };
}

/** More zeros than anybody puts before a number. */
const longestNumber = 12;
const openBrace = 0x7b;
const closeBrace = 0x7d;

function afterBackslash(codes: Uint16Array, at: number): Escape | undefined {
  const next = codes[at + 1] ?? 0;
  const braced = codes[at + 2] === openBrace;
  switch (next) {
    // `u` and `x`: \u0041, \u{41}, \x41, \x{41}; folded with them \U00000041.
    case 0x75:
      if (braced) return inBraces(codes, at);
      return ofHex(codes, at, 2, 8) ?? ofHex(codes, at, 2, 4);
    case 0x78:
      return braced ? inBraces(codes, at) : ofHex(codes, at, 2, 2);
    case 0x6e:
      return { code: lineFeed, length: 2 };
    case 0x72:
      return { code: carriageReturn, length: 2 };
    // A line that goes on.
    case lineFeed:
    case carriageReturn:
      return { code: dropped, length: 1 + blankFrom(codes, at + 1) };
    default:
      if (isPunctuation(next)) return { code: next, length: 2 };
      return ofOctal(codes, at);
  }
}

function inBraces(codes: Uint16Array, at: number): Escape | undefined {
  const { value, end } = digitsFrom(codes, at + 3, 16, longestNumber);
  if (end === at + 3 || codes[end] !== closeBrace) return undefined;
  return ascii(value, end + 1 - at);
}

function ofOctal(codes: Uint16Array, at: number): Escape | undefined {
  const { value, end } = digitsFrom(codes, at + 1, 8, 3);
  return end === at + 1 ? undefined : ascii(value, end - at);
}

/** Punctuation in ASCII: after a backslash it means itself in most languages. */
function isPunctuation(code: number): boolean {
  return code > 0x20 && code < 0x7f && !isWordCode(code);
}

/** Names of characters in HTML that encoders write, in small letters, as a view is. */
const references: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", grave: '`' },
    ...{ sol: '/', bsol: '\\', plus: '+', equals: '=', lowbar: '_', percnt: '%', num: '#' },
    ...{ commat: '@', colon: ':', semi: ';', comma: ',', period: '.', excl: '!', dollar: '$' },
  }),
);
const oldest = ['amp', 'lt', 'gt', 'quot'];
const longestName = 16;
const numberSign = 0x23;
const semicolon = 0x3b;
const letterX = 0x78;

/** A character reference of HTML, by number or by name. A parser accepts a number without its semicolon, too. */
function ofReference(codes: Uint16Array, at: number): Escape | undefined {
  if (codes[at + 1] === numberSign) {
    const hex = codes[at + 2] === letterX;
    const start = at + (hex ? 3 : 2);
    const { value, end } = digitsFrom(codes, start, hex ? 16 : 10, longestNumber);
    if (end === start) return undefined;
    return ascii(value, end - at + (codes[end] === semicolon ? 1 : 0));
  }
  let end = at + 1;
  while (end - at <= longestName && isLetter(codes[end])) end += 1;
  if (end === at + 1) return undefined;
  const word = String.fromCharCode(...codes.subarray(at + 1, end));
  const closed = codes[end] === semicolon && references.has(word);
  // Without its semicolon only the oldest names are read, whatever follows them.
  const name = closed ? word : oldest.find((one) => word.startsWith(one));
  const character = name === undefined ? undefined : references.get(name);
  if (name === undefined || character === undefined) return undefined;
  return ascii(character.charCodeAt(0), 1 + name.length + (closed ? 1 : 0));
}

/** Line breaks and the blanks behind them. */
function blankFrom(codes: Uint16Array, at: number): number {
  let end = at;
  while (blanks[codes[end] ?? 0] === 1) end += 1;
  return end - at;
}

/** The value of a digit; undefined if it is none, or if there is no such place. */
function digitOf(code = 0, radix: number): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return radix === 16 && code >= 0x61 && code <= 0x66 ? code - 0x57 : undefined;
}

function isLetter(code = 0): boolean {
  return code >= 0x61 && code <= 0x7a;
}

/** Whether it is a letter or a digit. */
export function isWordCode(code = 0): boolean {
  return (code >= 0x30 && code <= 0x39) || isLetter(code);
}
