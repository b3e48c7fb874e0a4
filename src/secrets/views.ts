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
  /** Where in the original stretches of it are; they are in order, and none overlaps another. */
  readonly origin: (stretches: readonly Stretch[]) => readonly Stretch[];
}

/**
 * What may break a form: a key itself by a backslash or blanks between single characters (words stay apart), Base64 by
 * lines, hexadecimal by colons, hyphens, blanks or `, 0x`.
 */
export const breaks = ['singles', 'blanks', 'separators'] as const;
export type Break = (typeof breaks)[number];
const patterns: Readonly<Record<Break, RegExp>> = {
  singles: /\\+|(?<![a-z\d][^ \\]) +(?![^ \\][a-z\d])/g,
  blanks: /[\t\n\v\f\r ]+/g,
  separators: /[^a-z\d]+(?:0x)?|0x/g,
};

/** Levels of escapes that are undone: JSON in JSON, percent-encoding twice. */
const levels = 4;

/** Every view of the text, the text itself first; made one at a time, as each is as long as the text. */
export function* eachView(text: string): Iterable<View> {
  let view: View = { text: folded(text), origin: (found) => found };
  yield view;
  for (let level = 0; level < levels; level += 1) {
    const seen = rewritten(view, unseen, '');
    if (seen) yield seen;
    // By turns with blanks, such characters are gaps as well.
    const spaced = seen && rewritten(view, unseen, () => ' ');
    if (spaced) yield spaced;
    let isGap = false;
    const read = rewritten(seen ?? view, escapes, (match) => {
      const meaning = meaningOf(match);
      isGap ||= meaning === '';
      return meaning;
    });
    if (read === undefined) return;
    yield read;
    // A short key counts where it stands alone, as beside an escape of what is no letter.
    const apart = isGap && rewritten(seen ?? view, escapes, (match) => meaningOf(match) || ' ');
    if (apart) yield apart;
    view = read;
  }
}

/** The text as a broken encoding is read; undefined if nothing breaks it. */
export function without(text: string, by: Break): View | undefined {
  return rewritten({ text, origin: (found) => found }, patterns[by], '');
}

/** A text in small letters, with the two alphabets of Base64 (RFC 4648, sections 4 and 5) made one; as long as before. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  // One capital of Turkish becomes two units.
  const same = lower.length === text.length ? lower : text.replace(/\u0130/g, 'i').toLowerCase();
  return same.replaceAll('-', '+').replaceAll('_', '/');
}

/** Names of HTML, for ASCII punctuation and for what no key holds, that it reads without a semicolon, too. */
const oldNames = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", shy: '', nbsp: '' };

/** Further names, each with its character behind it, folded. */
const newNames =
  'excl! num# dollar$ percnt% lpar( rpar) ast* midast* plus+ comma, hyphen+ dash+ period. sol/ colon: semi; equals= ' +
  'quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] hat^ lowbar/ underbar/ grave` diacriticalgrave` lcub{ lbrace{ ' +
  'verbar| vert| verticalline| rcub} rbrace}';
const named = new Map([
  ...Object.entries(oldNames),
  ...newNames.split(' ').map((one) => [one.slice(0, -1), one.slice(-1)] as const),
]);

/** What no key holds: colours of a terminal, control characters (as the NUL of UTF-16 read as UTF-8), all beyond ASCII. */
const unseen = new RegExp(
  [String.raw`\x1b\[[\d;]*m`, String.raw`[^\x20-\x7e\n\r]+`].join('|'),
  'g',
);

/**
 * Escapes for one character: of JSON, JavaScript, Python and C, of URLs, of HTML. A folded line (MIME, HTTP), and an
 * escape of what no key holds, stand for nothing.
 */
const escapes = new RegExp(
  [
    String.raw`\\u(?:0000)?[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[ux]\{0*[0-9a-f]{1,6}\}`,
    String.raw`\\[0-3]?[0-7]{2}|\\0|\\[abefnrtv]|\\[^\w\s]|%u[0-9a-f]{4}|%[0-9a-f]{2}`,
    String.raw`&#0*\d{1,7};?|&#x0*[0-9a-f]{1,6};?|\\?[\r\n][\t\n\r ]*|""`,
    `&(?:${Object.keys(oldNames).join('|')});?|&[a-z][a-z\\d]{1,30};`,
  ].join('|'),
  'g',
);

const others = new Map([
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\t', '\t'],
  ['""', '"'],
]);

function meaningOf(match: string): string {
  const known = named.get(match.replace(/^&|;$/g, '')) ?? others.get(match);
  if (known !== undefined) return known;
  const [, decimal] = /^&#(\d+)/.exec(match) ?? [];
  const [, octal] = /^\\(\d+)/.exec(match) ?? [];
  const [, hex] = /^(?:&#x|\\u|\\x|%u?)\{?([0-9a-f]+)[;}]?$/.exec(match) ?? [];
  if (decimal !== undefined) return character(decimal, 10);
  if (octal !== undefined) return character(octal, 8);
  if (hex !== undefined) return character(hex, 16);
  return /^\\[^\sabefv]$/.test(match) ? match.charAt(1) : '';
}

function character(digits: string, radix: number): string {
  const code = Number.parseInt(digits, radix);
  return code > 0x7e ? '' : folded(String.fromCharCode(code));
}

/** The view with each match replaced by what it means, one unit or none; undefined if nothing matches. */
function rewritten(
  { text: before, origin }: View,
  pattern: RegExp,
  meaning: '' | ((match: string) => string),
): View | undefined {
  // Two calls, as the engine is quick, and keeps no list of matches, if each is replaced by the same text.
  const text = meaning === '' ? before.replace(pattern, meaning) : before.replace(pattern, meaning);
  if (text === before) return undefined;
  const size = (match: string) => (meaning === '' ? 0 : meaning(match).length);
  return { text, origin: (found) => origin(placesOf(found, before, pattern, size)) };
}

/** Where stretches of a rewritten text were in the text before; `size`: of what replaced a match, 1 or 0. */
function placesOf(
  stretches: readonly Stretch[],
  before: string,
  pattern: RegExp,
  size: (match: string) => number,
): Stretch[] {
  const matches = before.matchAll(pattern);
  let match = stretches.length === 0 ? undefined : matches.next().value;
  let gone = 0;
  /** Where the unit was; units are looked up in order. */
  const placeOf = (unit: number): Stretch => {
    for (; match !== undefined && unit + gone >= match.index; match = matches.next().value) {
      const { 0: text, index } = match;
      const left = size(text);
      if (left === 1 && unit + gone === index) return { from: index, to: index + text.length };
      gone += text.length - left;
    }
    return { from: unit + gone, to: unit + gone + 1 };
  };
  return stretches.map(({ from, to }) => ({ from: placeOf(from).from, to: placeOf(to - 1).to }));
}
