import type { Exchange } from '../http/exchange.ts';
import { Kept, withRoom } from './kept.ts';
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
