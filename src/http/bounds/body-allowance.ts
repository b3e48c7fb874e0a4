const mebibyte = 1024 * 1024;

/** This many bodies of the greatest length are read whole in a run; of further long ones only the beginning. */
const wholeBodies = 6;

/** Bytes of a body that are read when the allowance is spent: more than any ordinary one has. */
const spentBound = 64 * 1024;

/** How much of each body is read, so that neither one body nor all of them can exhaust the machine. */
export class BodyAllowance {
  readonly #bound: number;
  #read = 0;

  /** `maxBody`: MiB of one body. */
  constructor(maxBody: number) {
    this.#bound = maxBody * mebibyte;
  }

  /** Bytes of the next body that are read; more is cut off and marked. */
  bound(): number {
    return this.#read < wholeBodies * this.#bound ? this.#bound : spentBound;
  }

  read(body: string): void {
    this.#read += Buffer.byteLength(body);
  }
}
