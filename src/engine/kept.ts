import type { Exchange } from '../http/exchange.ts';
import { beginning } from '../http/json/bounds.ts';

/** Bytes, as they stand in a report, of all bodies that a run keeps whole; an ordinary run has a tenth of it. */
const keptWhole = 4 * 1024 * 1024;

/** Bytes, likewise, of one body that is kept whole. */
const longestWhole = 1024 * 1024;

/** Characters of a body that the client has cut, of which nothing was judged. */
const keptOfCut = 16 * 1024;

/** Bytes, likewise, of each body once the room is full. */
const keptOfOthers = 16 * 1024;

/**
 * What a run keeps of the bodies that it was sent, so that a record of it fits into memory and into a file.
 * A body is judged whole before it is kept, and one that is not kept whole is marked as cut.
 */
export class Kept {
  #left = keptWhole;

  /** How many characters of the exchange's body are kept; Infinity for all. */
  roomFor({ response }: Exchange): number {
    if (response === undefined) return Number.POSITIVE_INFINITY;
    const { body, truncated } = response;
    const wanted = truncated ? Math.min(body.length, keptOfCut) : body.length;
    const bytes = writtenBytes(body, wanted);
    const room = bytes <= Math.min(this.#left, longestWhole) ? wanted : charactersIn(body, wanted);
    this.#left -= Math.min(this.#left, bytes);
    return room === body.length ? Number.POSITIVE_INFINITY : room;
  }
}

/** Bytes that the first characters of a body take in JSON, where a control character takes six. */
function writtenBytes(body: string, length: number): number {
  let bytes = 0;
  for (let at = 0; at < length; at += 1) bytes += widthOf(body.charCodeAt(at));
  return bytes;
}

/** How many of the first characters of a body are kept once the room is full. */
function charactersIn(body: string, most: number): number {
  let bytes = 0;
  for (let at = 0; at < most; at += 1) {
    bytes += widthOf(body.charCodeAt(at));
    if (bytes > keptOfOthers) return at;
  }
  return most;
}

function widthOf(code: number): number {
  if (code < 0x20) return 6;
  if (code === 0x22 || code === 0x5c) return 2;
  if (code < 0x80) return 1;
  // Lone halves of pairs are escaped; of a whole pair each half takes two of its four bytes.
  return code < 0x800 ? 2 : 3;
}

/** The exchange with so many characters of its body, marked as cut where it was longer. */
export function withRoom(exchange: Exchange, room: number): Exchange {
  const { response } = exchange;
  if (response === undefined || response.body.length <= room) return exchange;
  const body = beginning(response.body, room);
  return { ...exchange, response: { ...response, body, truncated: true } };
}
