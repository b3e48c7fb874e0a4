import type { Clock } from '../http/clock.ts';
import type { Exchange } from '../http/exchange.ts';
import { lagSaid } from '../judge/lag.ts';
import type { Emit, Pause } from './events.ts';

interface WaitingOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly emit: Emit;
  /** Milliseconds for which reads may lag behind writes, as set. */
  readonly graceMs: number;
  /** Milliseconds that one wait may take. */
  readonly mostMs: number;
}

const firstPauseMs = 100;

/** The pauses of a run, each of which is reported, and how long reads may lag behind writes. */
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

  /** `times`: how often it may come at most for this reason. */
  async pause(ms: number, reason: string, kind: Pause['kind'], times = 1): Promise<void> {
    const { clock, emit, signal } = this.#options;
    const pause = { startedAt: clock.now(), seconds: ms / 1000, reason, kind };
    const atMost = (times * ms) / 1000;
    emit({ type: 'pause', pause: { ...pause, ...(times > 1 && { atMost }) } });
    await clock.sleep(ms, signal);
  }

  /** Waits until a time, or for as long as one wait may take. */
  async until(time: number, reason: string, kind: Pause['kind']): Promise<void> {
    const { clock, mostMs } = this.#options;
    const ms = Math.min(time - clock.now(), mostMs);
    if (ms > 0) await this.pause(ms, reason, kind);
  }

  /**
   * Asks until an answer is good, or the grace since the last creation of the run is over; returns the last answer. Before
   * any creation, the grace begins with the first question.
   */
  async eventually<T>(ask: () => Promise<T>, good: (answer: T) => boolean): Promise<T> {
    const { clock } = this.#options;
    const since = Number.isFinite(this.#lastCreationAt) ? this.#lastCreationAt : clock.now();
    for (let pause = firstPauseMs; ; pause *= 2) {
      const answer = await ask();
      const left = since + this.#graceMs - clock.now();
      if (good(answer) || left <= 0) return answer;
      await this.pause(Math.min(pause, left), 'reads may lag behind writes (--grace)', 'catch-up');
    }
  }
}
