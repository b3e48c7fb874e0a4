/** Lets through one at a time of each name, in the order of coming. */
export class OneByOne {
  readonly #last = new Map<string, Promise<void>>();

  /** Resolves when all of the name that came before have left, with what is to be called to leave. */
  async enter(name: string): Promise<() => void> {
    const before = this.#last.get(name);
    let leave = () => {};
    this.#last.set(
      name,
      new Promise((resolve) => {
        leave = resolve;
      }),
    );
    await before;
    return leave;
  }
}
