/** Bytes of one body that are read; more is cut off and not judged. */
export const mostBody = 2 * 1024 * 1024;

/** Bytes of all bodies of a run together: a thousand full pages of animals take two thirds. */
const allBodies = 16 * 1024 * 1024;

/** Of these last bytes one body takes no more than a part, so that ordinary ones are still read whole. */
const lastBytes = 4 * 1024 * 1024;
const share = 1 / 32;

/** How much of each body is read, so that neither one body nor all of them can exhaust the machine. */
export class BodyAllowance {
  #left = allBodies;

  /** Bytes of the next body that are read, taken from what is left; more is cut off and marked. */
  reserve(): number {
    const bound = this.#left > lastBytes ? mostBody : Math.floor(this.#left * share);
    this.#left -= bound;
    return bound;
  }

  /** Gives back what the body did not take. */
  release(bytes: number): void {
    this.#left = Math.max(0, this.#left + bytes);
  }
}
