import type { Connections } from './transport.ts';

/** What is sent together to spend a limit must not wait for one another's connections. */
const mostToSpend = 64;

/**
 * The connections of a run: shared ones, single ones for requests that must have one to themselves, and those with which
 * a limit is spent. But for these, never more are open than there may be shared ones.
 */
export class ConnectionSet {
  readonly #open: (connections: number) => Connections;
  readonly #most: number;
  readonly #opened = new Set<Connections>();
  #shared: Connections | undefined;
  #many: Connections | undefined;

  /** `most`: how many connections may be open at once. */
  constructor(open: (connections: number) => Connections, most: number) {
    this.#open = open;
    this.#most = most;
  }

  get shared(): Connections {
    this.#shared ??= this.#add(this.#most);
    return this.#shared;
  }

  /** As many connections as a limit takes to be spent; one, if there may be only one. */
  get many(): Connections {
    this.#many ??= this.#most === 1 ? this.shared : this.#add(mostToSpend);
    return this.#many;
  }

  /**
   * A single connection. `idle`: nothing is under way on the shared ones, which are then closed, and opened again when
   * needed.
   */
  single({ idle }: { readonly idle: boolean }): Connections {
    const closed = idle ? this.#closeShared() : undefined;
    const one = this.#add(1);
    return {
      ...one,
      send: async (...given) => {
        await closed;
        return one.send(...given);
      },
      close: () => this.drop(one),
    };
  }

  /** Closes a connection that is not needed any more. */
  async drop(one: Connections): Promise<void> {
    this.#opened.delete(one);
    await one.close();
  }

  /** Closes all. */
  async close(): Promise<void> {
    await Promise.all([...this.#opened].map((one) => this.drop(one)));
  }

  async #closeShared(): Promise<void> {
    const shared = this.#shared;
    this.#shared = undefined;
    if (shared !== undefined) await this.drop(shared);
  }

  #add(connections: number): Connections {
    const opened = this.#open(connections);
    this.#opened.add(opened);
    return opened;
  }
}
