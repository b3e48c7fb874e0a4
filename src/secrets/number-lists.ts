/**
 * Lists of numbers, as languages print the bytes of a text: `[80, 101, 116]`, `50:65:74`, `0x50, 0x65`; and as JSON
 * writes an array of bytes that is an object: `{"0":80,"1":101}`.
 */
import { digitOf, isWordCode } from './ascii.ts';
import { folded, type View } from './views.ts';

/** Shorter lists hold no part of a key that counts. */
const shortestList = 6;
/** More blanks than stand between two numbers of an indented list. */
const widestGap = 64;
/** More digits than the index of a byte of a key has. */
const widestIndex = 8;

/** How the numbers of a list are written. */
interface Writing {
  readonly radix: 10 | 16;
  readonly mostDigits: number;
}

const writings: readonly Writing[] = [
  { radix: 10, mostDigits: 3 },
  // Four, as of a unit of UTF-16.
  { radix: 16, mostDigits: 4 },
];

/** The characters that the lists of numbers in a text stand for, one view for each way of writing them. */
export function listViews(view: View): View[] {
  return writings.flatMap((writing) => viewOf(view, writing) ?? []);
}

/** Undefined if there is no list. */
function viewOf({ codes, places }: View, writing: Writing): View | undefined {
  let room: ReturnType<typeof roomFor> | undefined;
  let size = 0;
  for (let at = 0; at < codes.length; ) {
    const list = isWordCode(codes[at - 1]) ? none : measure(codes, at, writing);
    if (list.count >= shortestList) {
      room ??= roomFor(codes.length);
      for (let next: number | undefined = at; next !== undefined && next < list.end; ) {
        const number = numberAt(codes, next, writing);
        if (number === undefined) break;
        // A zero is half of a unit of UTF-16, and no character.
        if (number.value > 0) {
          room.codes[size] = byCode[number.value] ?? 0;
          room.from[size] = places === undefined ? next : (places.from[next] ?? 0);
          room.to[size] = places === undefined ? number.end : (places.to[number.end - 1] ?? 0);
          size += 1;
        }
        next = afterGap(codes, number.end);
      }
      // The next list goes on from another place: a unit that is in no key parts them.
      size += 1;
    }
    at = Math.max(list.end, at + 1);
  }
  if (room === undefined) return undefined;
  const { from, to } = room;
  return {
    codes: room.codes.subarray(0, size),
    places: { from: from.subarray(0, size), to: to.subarray(0, size) },
  };
}

/** A number of a list takes two units at least, and so does the mark behind a list. */
function roomFor(length: number) {
  const most = Math.ceil(length / 2) + 1;
  return { codes: new Uint16Array(most), from: new Uint32Array(most), to: new Uint32Array(most) };
}

const none = { count: 0, end: 0 };

/** How many numbers the list that begins here has, and where the last of them ends. */
function measure(codes: Uint16Array, from: number, writing: Writing) {
  let count = 0;
  let end = from;
  for (let at: number | undefined = from; at !== undefined; at = afterGap(codes, end)) {
    const number = numberAt(codes, at, writing);
    if (number === undefined) break;
    count += 1;
    end = number.end;
  }
  return { count, end };
}

const asciiEnd = 0x80;
const byCode = folded(String.fromCharCode(...Array(asciiEnd).keys()));
const zero = 0x30;
const letterX = 0x78;
const letterU = 0x75;
const plus = 0x2b;

/** The number of an ASCII character that begins here, and where it ends. */
function numberAt(codes: Uint16Array, at: number, { radix, mostDigits }: Writing) {
  const start = radix === 16 && isPrefixed(codes, at) ? at + 2 : at;
  let value = 0;
  let end = start;
  while (end < start + mostDigits) {
    const digit = digitOf(codes[end], radix);
    if (digit === undefined) break;
    value = value * radix + digit;
    end += 1;
  }
  return end === start || isWordCode(codes[end]) || value >= asciiEnd ? undefined : { value, end };
}

/** `,` `:` `;` `+` (a hyphen, folded) `.` `|` */
const marks = new Set([0x2c, 0x3a, 0x3b, 0x2b, 0x2e, 0x7c]);
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** `0x`, `U+` */
function isPrefixed(codes: Uint16Array, at: number): boolean {
  const [first, second] = [codes[at], codes[at + 1]];
  return (first === zero && second === letterX) || (first === letterU && second === plus);
}

const quotes = new Set([0x22, 0x27]);
const comma = 0x2c;
const colon = 0x3a;

/**
 * Where the next number may begin: behind blanks and one mark at most, and behind its index, if it is a member of an
 * object; either number may be in quotes. Undefined if nothing parts them.
 */
function afterGap(codes: Uint16Array, from: number): number | undefined {
  let mark: number | undefined;
  let at = quotes.has(codes[from] ?? 0) ? from + 1 : from;
  while (at < from + widestGap) {
    const code = codes[at] ?? 0;
    if (mark === undefined && marks.has(code)) mark = code;
    else if (!blanks.has(code)) break;
    at += 1;
  }
  if (at === from) return undefined;
  if (!quotes.has(codes[at] ?? 0)) return at;
  return (mark === comma ? behindIndex(codes, at) : undefined) ?? at + 1;
}

/** Where the value of a member begins whose name, in quotes, is a number. */
function behindIndex(codes: Uint16Array, quote: number): number | undefined {
  let at = quote + 1;
  while (at < quote + widestIndex && digitOf(codes[at], 10) !== undefined) at += 1;
  if (at === quote + 1 || codes[at] !== codes[quote] || codes[at + 1] !== colon) return undefined;
  at += 2;
  return codes[at] === 0x20 ? at + 1 : at;
}
