import type { RateState } from '../rate-state.ts';

/** A time of reset may be rounded by a second, and is read by a clock of whole seconds. */
const sameResetMs = 1500;

/**
 * What a caller itself has sent since its window began. The number that a service shows may be of some seconds before;
 * by then much more may have been sent.
 */
export class OwnCount {
  #resetsAt: number | undefined;
  #remaining = 0;
  #sent = 0;

  sending(): void {
    this.#sent += 1;
  }

  /** `inFlight`: requests that are still under way. */
  answered({ remaining, resetsAt }: RateState, inFlight: number): void {
    if (remaining === undefined || resetsAt === undefined) return;
    if (this.#resetsAt !== undefined && Math.abs(resetsAt - this.#resetsAt) < sameResetMs) return;
    this.#resetsAt = resetsAt;
    this.#remaining = remaining;
    this.#sent = inFlight;
  }

  /** Whether all that was left at the beginning of the window has been sent by now. */
  isSpent(now: number): boolean {
    return this.#resetsAt !== undefined && now < this.#resetsAt && this.#sent >= this.#remaining;
  }
}
