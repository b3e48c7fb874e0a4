/** A text as its reader may take it: as it stands, and with its escapes undone, one level after another. */

/** Folded UTF-16 units, and where in the text each of them begins and ends. */
export interface View {
  readonly codes: Uint16Array;
  /** Absent where each unit stands for the one at its own place. */
  readonly places?: { readonly from: Uint32Array; readonly to: Uint32Array };
}

/** Escapes within escapes that are undone: JSON in JSON, percent-encoding twice. */
const levels = 4;

/** Every view of the text, the text itself first. */
export function viewsOf(text: string): View[] {
  const views: View[] = [{ codes: folded(text) }];
  for (let view = views[0]; view !== undefined && views.length <= levels; ) {
    view = unescaped(view);
    if (view !== undefined) views.push(view);
  }
  return views;
}

/**
 * The units of a text without regard to letter case; the two alphabets of Base64 (RFC 4648, sections 4 and 5)
 * are one. `toLowerCase` would not do, as it makes two characters of some.
 */
export function folded(text: string): Uint16Array {
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < codes.length; at += 1) codes[at] = foldedCode(text.charCodeAt(at));
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

/** The view with one level of escapes undone; undefined where it has none. */
function unescaped({ codes, places }: View): View | undefined {
  const first = nextEscape(codes, 0);
  if (first === codes.length) return undefined;
  const out = new Uint16Array(codes.length);
  const from = new Uint32Array(codes.length);
  const to = new Uint32Array(codes.length);
  let size = 0;
  for (let at = 0; at < codes.length; ) {
    const found = opens[codes[at] ?? 0] === 1 ? escapeAt(codes, at) : undefined;
    const code = found === undefined ? (codes[at] ?? 0) : found.code;
    const length = found === undefined ? 1 : found.length;
    const last = at + length - 1;
    if (code !== dropped) {
      out[size] = code;
      from[size] = places === undefined ? at : (places.from[at] ?? 0);
      to[size] = places === undefined ? last + 1 : (places.to[last] ?? 0);
      size += 1;
    }
    at += length;
  }
  return {
    codes: out.subarray(0, size),
    places: { from: from.subarray(0, size), to: to.subarray(0, size) },
  };
}

function nextEscape(codes: Uint16Array, from: number): number {
  let at = from;
  while (at < codes.length && (opens[codes[at] ?? 0] !== 1 || escapeAt(codes, at) === undefined)) {
    at += 1;
  }
  return at;
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
/** 1 for what may begin an escape: most units do not, and a look here is the cheapest. */
const opens = new Uint8Array(1 << 16);
for (const code of [backslash, percent, ampersand, lineFeed, carriageReturn, dropped]) {
  opens[code] = 1;
}
const blanks = new Set<number | undefined>([lineFeed, carriageReturn, 0x09, 0x20]);

/**
 * The escape that begins here, if any: of JSON and JavaScript, of URLs, of HTML. A NUL (UTF-16 taken for
 * UTF-8) and a fold of a line (MIME, HTTP) stand for nothing.
 */
function escapeAt(codes: Uint16Array, at: number): Escape | undefined {
  switch (codes[at]) {
    case percent:
      return ofHex(codes, at, 1, 2);
    case backslash:
      return afterBackslash(codes, at);
    case ampersand:
      return ofEntity(codes, at);
    case dropped:
      return { code: dropped, length: 1 };
    case lineFeed:
    case carriageReturn:
      return { code: dropped, length: blankFrom(codes, at) };
    default:
      return undefined;
  }
}

/** Hexadecimal digits `after` so many units, for a character of ASCII: keys hold no other. */
function ofHex(codes: Uint16Array, at: number, after: number, digits: number): Escape | undefined {
  let code = 0;
  for (let digit = at + after; digit < at + after + digits; digit += 1) {
    const value = hexValue(codes[digit]);
    if (value === undefined) return undefined;
    code = code * 16 + value;
  }
  return code < 0x80 ? { code: foldedCode(code), length: after + digits } : undefined;
}

function hexValue(code = 0): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : undefined;
}

function afterBackslash(codes: Uint16Array, at: number): Escape | undefined {
  switch (String.fromCharCode(codes[at + 1] ?? 0)) {
    case 'u':
      return ofHex(codes, at, 2, 4);
    case 'x':
      return ofHex(codes, at, 2, 2);
    case 'n':
      return { code: lineFeed, length: 2 };
    case 'r':
      return { code: carriageReturn, length: 2 };
    case '"':
    case "'":
    case '/':
    case '\\':
      return { code: codes[at + 1] ?? 0, length: 2 };
    default:
      return undefined;
  }
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const longestEntity = 10;

function ofEntity(codes: Uint16Array, at: number): Escape | undefined {
  const text = String.fromCharCode(...codes.subarray(at, at + longestEntity));
  const [whole = '', name = '', decimal, hex] =
    /^&(?:([a-z]{2,4})|#(\d{1,6})|#x([\da-f]{1,5}));/.exec(text) ?? [];
  if (whole === '') return undefined;
  const number = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
  const code = number ?? entities[name]?.charCodeAt(0) ?? 0x80;
  return code < 0x80 ? { code: foldedCode(code), length: whole.length } : undefined;
}

/** Line breaks and the blanks behind them. */
function blankFrom(codes: Uint16Array, at: number): number {
  let end = at;
  while (blanks.has(codes[end])) end += 1;
  return end - at;
}
