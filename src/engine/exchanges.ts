import type { Exchange } from '../http/exchange.ts';
import { Kept, withRoom } from './kept.ts';
import { exchangeWithoutKeys, type Keyless } from './without-keys.ts';

/** Characters that a key of the longest kind takes in any form that is looked for. */
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

  /** Keeps an exchange; gives it as it is told, free of keys. */
  take(exchange: Exchange): Exchange {
    const room = this.#kept.roomFor(exchange);
    // Without holes: an earlier request may still be under way.
    const at = this.all.findLastIndex(({ index }) => index < exchange.index) + 1;
    this.all.splice(at, 0, withRoom(exchange, room));
    // A key at the cut is found before it is cut through, and of what is not kept none is looked for.
    const near = withRoom(exchange, room + keyRoom);
    return withRoom(exchangeWithoutKeys(near, this.#keyless), room);
  }
}
