import type { Client } from '../http/client.ts';
import type { Exchange } from '../http/exchange.ts';
import { lagSaid } from '../judge/claims.ts';

interface WaitingOptions {
  readonly now: () => number;
  readonly pause: Client['pause'];
  /** Milliseconds for which reads may lag behind writes, as set. */
  readonly graceMs: number;
  /** Milliseconds that one wait may take. */
  readonly mostMs: number;
}

const firstPauseMs = 100;

/** How long reads may lag behind writes, and the waits for them. */
export class Waiting {
  readonly #options: WaitingOptions;
  #graceMs: number;
  #lastCreationAt = Number.NEGATIVE_INFINITY;

  constructor(options: WaitingOptions) {
    this.#options = options;
    this.#graceMs = options.graceMs;
  }

  /** Milliseconds for which reads may lag behind writes: as set, or longer if answers say so of themselves. */
  get graceMs(): number {
    return this.#graceMs;
  }

  /** Learns from an answer how old it says it is, and when the run created an animal. */
  see(exchange: Exchange): void {
    if (
      exchange.operation === 'createPet' &&
      Math.floor((exchange.response?.status ?? 0) / 100) === 2
    ) {
      this.#lastCreationAt = exchange.finishedAt;
    }
    this.#graceMs = Math.max(this.#graceMs, Math.min(lagSaid(exchange), this.#options.mostMs));
  }

  /** Waits until a time, or for as long as one wait may take. */
  async until(time: number, reason: string): Promise<void> {
    const { now, pause, mostMs } = this.#options;
    const ms = Math.min(time - now(), mostMs);
    if (ms > 0) await pause(ms, reason, 'catch-up');
  }

  /**
   * Asks until an answer is good, or the grace since the last creation of the run is over; returns the last answer. Before
   * any creation, the grace begins with the first question.
   */
  async eventually<T>(ask: () => Promise<T>, good: (answer: T) => boolean): Promise<T> {
    const { now, pause } = this.#options;
    const since = Number.isFinite(this.#lastCreationAt) ? this.#lastCreationAt : now();
    for (let due = firstPauseMs; ; due *= 2) {
      const answer = await ask();
      const left = since + this.#graceMs - now();
      if (good(answer) || left <= 0) return answer;
      await pause(Math.min(due, left), 'reads may lag behind writes (--grace)', 'catch-up');
    }
  }
}
