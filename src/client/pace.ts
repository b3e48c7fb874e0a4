import type { RecordedResponse } from '../exchange/exchange.ts';
import { type RateState, readRateState, retryAfterMs } from './rate-state.ts';

/** A time to wait for, and why. */
export interface Hold {
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly reason: string;
}

export interface PaceOptions {
  /** Milliseconds: a wait for a reset beyond it is not made on a mere forecast. */
  readonly maxWaitMs: number;
  /** From 0 to 1, for the jitter of the backoff. */
  readonly random: () => number;
}

/**
 * When the next request of one caller may be sent. It decides and never sleeps: the client waits. Section
 * 8.2 to 8.4: back off after a 429, for the time indicated, else exponentially with jitter.
 */
export class Pace {
  readonly #options: PaceOptions;
  #state: RateState = {};
  #inFlight = 0;
  #hold: Hold | undefined;
  #refusals = 0;
  #waitedForReset = false;
  #emptyResets = 0;

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  /** How many 429s in a row the caller has had. */
  get refusals(): number {
    return this.#refusals;
  }

  /** What stands in the way of sending now, if anything. */
  holdAt(now: number): Hold | undefined {
    if (this.#hold !== undefined && this.#hold.until > now) return this.#hold;
    return this.#forecast(now);
  }

  sending(now: number): void {
    this.#waitedForReset = this.#state.remaining === 0 && (this.#state.resetsAt ?? now) <= now;
    this.#inFlight += 1;
  }

  unanswered(): void {
    this.#inFlight -= 1;
  }

  answered(response: RecordedResponse, now: number): void {
    this.#inFlight -= 1;
    const state = readRateState(response, now);
    // A service that has nothing left straight after its reset shows a number that means nothing.
    if (this.#waitedForReset && state.remaining === 0 && state.limit !== 1) this.#emptyResets += 1;
    this.#state = state;
    if (response.status !== 429) {
      this.#refusals = 0;
      return;
    }
    this.#refusals += 1;
    const hold = this.#afterRefusal(response, now);
    if (this.#hold === undefined || this.#hold.until < hold.until) this.#hold = hold;
  }

  #forecast(now: number): Hold | undefined {
    const { remaining, resetsAt } = this.#state;
    if (remaining === undefined || resetsAt === undefined || this.#emptyResets > 0)
      return undefined;
    if (remaining - this.#inFlight > 0 || resetsAt <= now) return undefined;
    if (resetsAt - now > this.#options.maxWaitMs) return undefined;
    return { until: resetsAt, reason: 'no request remains until the rate limit resets' };
  }

  #afterRefusal(response: RecordedResponse, now: number): Hold {
    const indicated = retryAfterMs(response, now);
    const backoff = this.#backoff();
    if (indicated !== undefined) {
      // The one after a vain retry is longer, whatever is indicated.
      const ms = this.#refusals > 1 ? Math.max(indicated, backoff) : Math.max(indicated, minimumMs);
      return {
        until: now + ms + timerSlackMs,
        reason: 'the service answered 429 and said when to retry',
      };
    }
    const toReset = Math.max(0, (this.#state.resetsAt ?? now) - now);
    return {
      until: now + Math.max(backoff, toReset) + timerSlackMs,
      reason: 'the service answered 429 and did not say when to retry',
    };
  }

  #backoff(): number {
    return minimumMs * 2 ** (this.#refusals - 1) * (1 + this.#options.random());
  }
}

const minimumMs = 500;

// A timer may fire a little before its time; a request must not go out sooner than indicated.
const timerSlackMs = 20;
