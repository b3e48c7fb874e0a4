/** A text as its reader may read it: as it is, and with its escapes undone, one level after another. */

/** A stretch of units, the end not included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A reading of a text. */
export interface View {
  /** Folded. */
  readonly text: string;
  /** For each unit, where in the original it begins and ends; absent if each stands at its own place. */
  readonly places?: () => Places;
}

interface Places {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Levels of escapes that are undone: JSON in JSON, percent-encoding twice. */
const levels = 4;

/** Every view of the text, the text itself first; made one at a time, as each is as long as the text. */
export function* eachView(text: string): Iterable<View> {
  let view: View | undefined = { text: folded(text) };
  for (let level = 0; view !== undefined && level <= levels; level += 1) {
    yield view;
    view = rewritten(view, escapes, meaningOf);
  }
}

/** The view without its blanks, as a broken encoding is read; undefined if it has none. */
export function withoutBlanks(view: View): View | undefined {
  return rewritten(view, /[\t\n\r ]+/g, () => '');
}

/** A text in small letters, with the two alphabets of Base64 (RFC 4648, sections 4 and 5) made one; as long as before. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  // One capital of Turkish becomes two units.
  const same = lower.length === text.length ? lower : text.replace(/\u0130/g, 'i').toLowerCase();
  return same.replaceAll('-', '+').replaceAll('_', '/');
}

/**
 * Escapes for ASCII characters, as keys hold no others: of JSON, JavaScript and C, of URLs, of HTML. A NUL (UTF-16 read
 * as UTF-8) and a folded line (MIME, HTTP) stand for nothing.
 */
const escapes =
  /\\u00[0-7][0-9a-f]|\\x[0-7][0-9a-f]|\\[ux]\{0*[0-7]?[0-9a-f]\}|\\[01]?[0-7]{2}|\\[nr]|\\[^\w\s]|%[0-7][0-9a-f]|&#0*\d{1,3};?|&#x0*[0-9a-f]{1,2};?|&(?:amp|lt|gt|quot|apos);?|""|\0|\\?[\r\n][\t\n\r ]*/g;

const named: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" },
  ...{ '\\n': '\n', '\\r': '\r', '""': '"' },
};

function meaningOf(match: string): string {
  const known = named[match] ?? named[`${match};`];
  if (known !== undefined) return known;
  const [, decimal] = /^&#(\d+)/.exec(match) ?? [];
  const [, octal] = /^\\(\d+)/.exec(match) ?? [];
  const [, hex] = /^(?:&#x|\\u|\\x|%)\{?([0-9a-f]+)/.exec(match) ?? [];
  if (decimal !== undefined) return character(decimal, 10);
  if (octal !== undefined) return character(octal, 8);
  if (hex !== undefined) return character(hex, 16);
  return /^\\\S$/.test(match) ? match.charAt(1) : '';
}

function character(digits: string, radix: number): string {
  return folded(String.fromCharCode(Number.parseInt(digits, radix)));
}

/** The view with each match replaced by what it means, one unit or none; undefined if nothing matches. */
function rewritten(
  { text: before, places }: View,
  pattern: RegExp,
  meaning: (match: string) => string,
): View | undefined {
  const text = before.replace(pattern, meaning);
  if (text === before) return undefined;
  return { text, places: () => placesOf(before, places?.(), pattern, meaning) };
}

function placesOf(
  before: string,
  places: Places | undefined,
  pattern: RegExp,
  meaning: (match: string) => string,
): Places {
  const from: number[] = [];
  const to: number[] = [];
  const add = (start: number, end: number) => {
    from.push(places?.from[start] ?? start);
    to.push(places?.to[end - 1] ?? end);
  };
  let at = 0;
  const copy = (end: number) => {
    for (; at < end; at += 1) add(at, at + 1);
  };
  for (const { 0: match, index } of before.matchAll(pattern)) {
    copy(index);
    at = index + match.length;
    if (meaning(match) !== '') add(index, at);
  }
  copy(before.length);
  return { from, to };
}
