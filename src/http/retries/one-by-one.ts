/** A place among those of one name. */
export interface Place {
  /** Resolves when all who took a place before have left. */
  readonly come: Promise<void>;
  readonly leave: () => void;
}

/** Lets one at a time through for each name, in the order in which they took their places. */
export class OneByOne {
  readonly #last = new Map<string, Promise<void>>();

  /** Takes the next place for the name. Whoever need not wait must still leave it. */
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
