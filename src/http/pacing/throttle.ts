import pLimit from 'p-limit';
import { type Clock, timerSlackMs } from '../clock.ts';
import type { End } from '../end.ts';
import type { Caller, Pause } from '../exchange.ts';
import { Inconclusive } from '../inconclusive.ts';
import type { InFlight } from './in-flight.ts';
import { type Hold, Pace } from './pace.ts';

export interface ThrottleOptions {
  /** How many requests the run is likely to send, to pace it by. */
  readonly expectedRequests: number;
  /** Seconds. */
  readonly maxWait: number;
  readonly clock: Clock;
  /** From 0 to 1, for the jitter of backoff. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly onPause: (pause: Pause) => void;
}

/** What a wait depends on in the rest of the client. */
export interface Surroundings {
  readonly end: End;
  readonly inFlight: InFlight;
  /** Why no more waiting is allowed, if so; both times in milliseconds since the epoch. */
  readonly refuseWait: (now: number, until: number) => string | undefined;
  /** Requests sent so far. */
  readonly requests: () => number;
}

/** After this many 429s in a row the key may be banned (section 8.4), and the run ends. */
const refusalsBeforeEnd = 3;

/** The last time that a Date can hold. */
const lastDate = 8.64e15;

/** Percent of a daily quota that a run may spend. */
const dailyShare = 15;
/** A limit that resets so far ahead is a daily one, or an Enterprise one of up to 31 days. */
const shortestDayHours = 1;
const longestQuotaHours = 32 * 24;

/** Lets requests go when the rate limit of their caller allows it (section 8), in the order of asking. */
export class Throttle {
  readonly #options: ThrottleOptions;
  readonly #around: Surroundings;
  readonly #paces: Record<Caller, Pace>;
  /** Requests that wait for the limit are sent in the order of asking, whatever timer fires first. */
  readonly #turns: Record<Caller, ReturnType<typeof pLimit>> = {
    'key-holder': pLimit(1),
    stranger: pLimit(1),
    'limit-key': pLimit(1),
  };
  /** Requests that wait until another one is answered. */
  readonly #followers: (() => void)[] = [];

  constructor(options: ThrottleOptions, around: Surroundings) {
    this.#options = options;
    this.#around = around;
    const pace = {
      maxWaitMs: options.maxWait * 1000,
      random: options.random,
      expected: () => Math.max(0, options.expectedRequests - around.requests()),
    };
    this.#paces = {
      'key-holder': new Pace(pace),
      stranger: new Pace(pace),
      'limit-key': new Pace(pace),
    };
  }

  /** What the answers to a caller have shown of its limit. */
  paceOf(caller: Caller): Pace {
    return this.#paces[caller];
  }

  /** Notes that a request has ended, for which others may have waited. */
  ended(): void {
    for (const follow of this.#followers.splice(0)) follow();
  }

  /**
   * Starts a request once nothing speaks against it. A request that is alone goes first: those in the queue wait until
   * it was answered. `mustWait`: whether an answer under way decides if the request may be sent at all. Throws
   * EndedEarly or Inconclusive if waiting or sending is not allowed.
   */
  inTurn<T>(
    caller: Caller,
    { alone, mustWait }: { readonly alone: boolean; readonly mustWait: () => boolean },
    start: () => T,
  ): Promise<T> {
    const startInTime = () =>
      this.#whenItMay(caller, alone, () => !alone && mustWait()).then(start);
    return alone ? startInTime() : this.#turns[caller](startInTime);
  }

  async #whenItMay(caller: Caller, alone: boolean, mustWait: () => boolean): Promise<void> {
    const pace = this.#paces[caller];
    for (;;) {
      const hold = this.#holdFor(caller);
      const others = alone ? undefined : this.#around.inFlight.over;
      if (hold !== undefined) await this.#sitOut(hold);
      else if (others !== undefined) await others;
      else if (pace.isAsking || mustWait())
        await new Promise<void>((resolve) => this.#followers.push(resolve));
      else return;
    }
  }

  /** What a request must wait for, if anything. */
  #holdFor(caller: Caller): Hold | undefined {
    this.#options.signal.throwIfAborted();
    this.#around.end.throwIfReached();
    const now = this.#options.clock.now();
    const hold = this.#paces[caller].holdAt(now);
    if (hold === undefined) this.#spareDailyQuota(caller, now);
    else this.#refuseToWait(hold, caller, now);
    return hold;
  }

  async #sitOut({ until, reason }: Hold): Promise<void> {
    const { clock, signal, onPause } = this.#options;
    const startedAt = clock.now();
    // Time has passed since the wait was found to be due.
    const ms = Math.max(0, until - startedAt);
    onPause({ startedAt, seconds: ms / 1000, reason, kind: 'rate-limit' });
    await clock.sleep(ms + timerSlackMs, signal);
  }

  /** Throws if the wait is longer than allowed, or if another try might earn a ban. */
  #refuseToWait(hold: Hold, caller: Caller, now: number): void {
    const { end, refuseWait } = this.#around;
    const { maxWait } = this.#options;
    const { refusals } = this.#paces[caller];
    const seconds = Math.ceil((hold.until - now) / 1000);
    const stop = (reason: string) =>
      caller === 'key-holder' ? end.with(reason) : new Inconclusive(reason);
    if (refusals >= refusalsBeforeEnd) {
      throw stop(`${refusals} answers in a row were 429, and going on may get the key banned`);
    }
    if (seconds > maxWait) {
      const back = new Date(Math.min(hold.until, lastDate)).toISOString();
      throw stop(
        `the rate limit asks to wait ${seconds} s, until ${back}; allowed are ${maxWait} s (--max-wait)`,
      );
    }
    const tooMuch = refuseWait(now, hold.until);
    if (tooMuch !== undefined) throw end.with(tooMuch);
  }

  /** Throws if the run would spend more than the allowed share of a daily quota. */
  #spareDailyQuota(caller: Caller, now: number): void {
    const { limit, resetsAt } = this.#paces[caller].state;
    if (limit === undefined || resetsAt === undefined || caller === 'stranger') return;
    const hours = (resetsAt - now) / 3_600_000;
    if (hours < shortestDayHours || hours > longestQuotaHours) return;
    const sent = this.#around.requests();
    if (sent < Math.floor((limit * dailyShare) / 100)) return;
    throw this.#around.end.with(
      `${sent} requests are sent, ${dailyShare} % of the daily quota of ${limit}, which is all that a run may spend`,
    );
  }
}
