/** Lets many requests be under way at once, or one alone. */
export class Solitude {
  #underWay = 0;
  #rested: (() => void) | undefined;
  #lonely: Promise<void> | undefined;

  /** Resolves when nobody is alone; undefined if nobody is. */
  get over(): Promise<void> | undefined {
    return this.#lonely;
  }

  /** Counts as under way until the promise is settled. */
  async among<T>(doing: Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await doing;
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#rested?.();
    }
  }

  /** Waits until nothing is under way, and keeps others from starting until the act has ended. */
  async alone<T>(act: () => Promise<T>): Promise<T> {
    while (this.#lonely) await this.#lonely;
    let end = () => {};
    this.#lonely = new Promise((resolve) => {
      end = resolve;
    });
    try {
      if (this.#underWay > 0) {
        await new Promise<void>((resolve) => {
          this.#rested = resolve;
        });
      }
      this.#rested = undefined;
      return await act();
    } finally {
      this.#lonely = undefined;
      end();
    }
  }
}
