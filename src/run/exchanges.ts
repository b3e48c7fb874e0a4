import type { Exchange } from '../http/exchange.ts';
import { beginning } from '../http/json.ts';
import { writtenBytes, writtenWidth } from '../text/visible.ts';
import { exchangeWithoutKeys, type Keyless } from './without-keys.ts';

/** The most characters that a key takes in any form that is looked for. */
const keyRoom = 64 * 1024;

/** The exchanges of a run, as much of each as is kept. */
export class Exchanges {
  readonly #kept = new Kept();
  readonly #keyless: Keyless;
  /** In the order of asking. */
  readonly all: Exchange[] = [];

  constructor(keyless: Keyless) {
    this.#keyless = keyless;
  }

  /** Keeps an exchange; returns it as it is reported, free of keys. */
  take(exchange: Exchange): Exchange {
    const room = this.#kept.roomFor(exchange);
    // The list has no holes, although an earlier request may still be under way.
    const at = this.all.findLastIndex(({ index }) => index < exchange.index) + 1;
    this.all.splice(at, 0, withRoom(exchange, room));
    // Looks for keys beyond the cut, so that none is cut through, but not in all that is dropped.
    const near = withRoom(exchange, room + keyRoom);
    return withRoom(exchangeWithoutKeys(near, this.#keyless), room);
  }
}

/** Bytes in a report of all bodies that a run keeps whole; an ordinary run has a tenth of this. */
const keptWhole = 4 * 1024 * 1024;

/** Bytes, likewise, of the longest body that is kept whole. */
const longestWhole = 1024 * 1024;

/** Bytes, likewise, of every other body: 3,000 of them must fit into the file. */
const keptOfOthers = 2 * 1024;

/**
 * Decides how much of each body a run keeps, so that its record fits into memory and into a file. A body is judged
 * whole before it is kept, and one that is not kept whole is marked as cut.
 */
export class Kept {
  #left = keptWhole;

  /** How many characters of the exchange's body are kept; Infinity for all. */
  roomFor({ response }: Exchange): number {
    if (response === undefined) return Number.POSITIVE_INFINITY;
    const { body, truncated } = response;
    const bytes = truncated ? Number.POSITIVE_INFINITY : writtenBytes(body);
    if (bytes > Math.min(this.#left, longestWhole)) return charactersIn(body, keptOfOthers);
    this.#left -= bytes;
    return Number.POSITIVE_INFINITY;
  }
}

/** How many of the first characters of a body take so many bytes in a report. */
function charactersIn(body: string, room: number): number {
  let bytes = 0;
  for (let at = 0; at < body.length; at += 1) {
    bytes += writtenWidth(body.charCodeAt(at));
    if (bytes > room) return at;
  }
  return body.length;
}

/** The exchange with at most this many characters of its body, marked as cut if it was longer. */
export function withRoom(exchange: Exchange, room: number): Exchange {
  const { response } = exchange;
  if (response === undefined || response.body.length <= room) return exchange;
  const body = beginning(response.body, room);
  return { ...exchange, response: { ...response, body, truncated: true } };
}
