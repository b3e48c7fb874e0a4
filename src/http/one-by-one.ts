/** A place among those of one name. */
export interface Place {
  /** Resolves when all that took a place before have left. */
  readonly come: Promise<void>;
  readonly leave: () => void;
}

/** Lets through one at a time of each name, in the order in which they took their places. */
export class OneByOne {
  readonly #last = new Map<string, Promise<void>>();

  /** Takes the next place of the name. Who need not wait for it to come has only to leave it. */
  take(name: string): Place {
    const come = this.#last.get(name) ?? Promise.resolve();
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    this.#last.set(
      name,
      come.then(() => left),
    );
    return { come, leave };
  }
}
