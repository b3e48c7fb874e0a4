/** The requests in flight: many at once, or one alone. */
export class InFlight {
  #count = 0;
  #onEmpty: (() => void) | undefined;
  #alone: Promise<void> | undefined;

  /** Resolves when nobody is alone; undefined if nobody is. */
  get over(): Promise<void> | undefined {
    return this.#alone;
  }

  /** Counts as in flight until the promise is settled. */
  async among<T>(doing: Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await doing;
    } finally {
      this.#count -= 1;
      if (this.#count === 0) this.#onEmpty?.();
    }
  }

  /** Waits until nothing is in flight, and keeps others from starting until the act has ended. */
  async alone<T>(act: () => Promise<T>): Promise<T> {
    while (this.#alone) await this.#alone;
    let end = () => {};
    this.#alone = new Promise((resolve) => {
      end = resolve;
    });
    try {
      if (this.#count > 0) {
        await new Promise<void>((resolve) => {
          this.#onEmpty = resolve;
        });
      }
      this.#onEmpty = undefined;
      return await act();
    } finally {
      this.#alone = undefined;
      end();
    }
  }
}
