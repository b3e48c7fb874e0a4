import type { RecordedResponse } from '../exchange.ts';
import { type RateState, readRateState, retryAfterMs } from '../rate-state.ts';
import { type WaitReason, waitReasons } from './wait-reasons.ts';

/** A time to wait for, and why. */
export interface Hold {
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly reason: WaitReason;
}

/** A wait for the reset, with the requests that remained before it. */
interface ResetWait {
  readonly since: number;
  readonly until: number;
  readonly remaining: number;
  /** Requests sent since it was over. */
  sent: number;
}

export interface PaceOptions {
  /** Milliseconds; a longer wait for a reset is not made on a mere forecast. */
  readonly maxWaitMs: number;
  /** From 0 to 1, for the jitter of the backoff. */
  readonly random: () => number;
  /** How many more requests the run is likely to send. */
  readonly expected: () => number;
}

/**
 * When the next request of one caller may be sent. It decides and never sleeps: the client waits. Before a 429 it keeps
 * a reserve for other users of the key: it slows down as the remaining requests come near the reserve, if the run needs
 * more than are left, and waits for the reset once they have reached it. After a 429 it waits as long as indicated, or
 * else exponentially with jitter (section 8.2 to 8.4).
 */
export class Pace {
  readonly #options: PaceOptions;
  readonly #own = new OwnCount();
  readonly #short = new ShortLimit();
  #state: RateState = {};
  #inFlight = 0;
  /** The most that were in flight since there were none. */
  #together = 0;
  #lookedAt = 0;
  #lastSentAt = 0;
  #hold: Hold | undefined;
  /** What the last answer showed that was none of the limit's. */
  #left = 0;
  #refusals = 0;
  #refusedAt = 0;
  #awaitedReset: ResetWait | undefined;
  #vainWaits = 0;
  #stillWaits = 0;
  /** The most that was ever left. */
  #highest = 0;
  /** The most that can be left, if it is less than the reserve. */
  #capacity: number | undefined;
  /** What was left after the last short waits for a reset, and after how many of them in a row. */
  #refilled = { remaining: 0, times: 0 };

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  /** How many 429s in a row the caller has had. */
  get refusals(): number {
    return this.#refusals;
  }

  /** What the last answer said of the caller's limit. */
  get state(): RateState {
    return this.#state;
  }

  /** What keeps the next request from being sent now, if anything. */
  holdAt(now: number): Hold | undefined {
    this.#lookedAt = now;
    if (this.#hold !== undefined && this.#hold.until > now) return this.#hold;
    const free = this.#short.freeAt(now);
    if (free > now) return { until: free, reason: waitReasons.atOnce };
    const forecast = this.#forecast(now);
    if (forecast?.atReserve) {
      const { remaining = 0 } = this.#state;
      this.#awaitedReset ??= { since: now, until: forecast.until, remaining, sent: 0 };
    }
    return forecast;
  }

  /**
   * Whether others follow only when a request is answered: as many are under way as the service takes, or one is asking
   * if the limit has reset, or though by the caller's own count nothing may be left.
   */
  get isAsking(): boolean {
    if (this.#inFlight === 0) return false;
    if (this.#inFlight >= this.#short.atOnce) return true;
    const isAwaited = this.#awaitedReset !== undefined && this.#awaitedReset.sent > 0;
    return isAwaited || this.#own.isSpent(this.#lookedAt);
  }

  sending(now: number): void {
    this.#lastSentAt = now;
    this.#together = this.#inFlight === 0 ? 1 : Math.max(this.#together, this.#inFlight + 1);
    this.#inFlight += 1;
    this.#own.sending();
    this.#short.sending(now);
    if (this.#awaitedReset !== undefined && now >= this.#awaitedReset.until) {
      this.#awaitedReset.sent += 1;
    }
  }

  unanswered(): void {
    this.#inFlight -= 1;
  }

  /** `sentAt`, `now`: milliseconds since the epoch. */
  answered(response: RecordedResponse, sentAt: number, now: number): void {
    this.#inFlight -= 1;
    this.#state = readRateState(response, now);
    this.#own.answered(this.#state, this.#inFlight);
    this.#highest = Math.max(this.#highest, this.#state.remaining ?? 0);
    this.#learnFromWait(sentAt);
    if (response.status !== 429) {
      this.#refusals = 0;
      this.#left = this.#state.remaining ?? 0;
      return;
    }
    // Requests that were in flight together are refused together, and count once.
    if (sentAt > this.#refusedAt) this.#refusals += 1;
    this.#refusedAt = now;
    // Whatever its numbers say, the service does limit.
    this.#vainWaits = 0;
    this.#stillWaits = 0;
    const waitMs = retryAfterMs(response, now) ?? 0;
    if (this.#left > 0) this.#short.refused(sentAt, now, waitMs, this.#together);
    const hold = this.#afterRefusal(response, now);
    if (this.#hold === undefined || this.#hold.until < hold.until) this.#hold = hold;
  }

  /**
   * If nothing was given back after the reset, the number shown means nothing. If always as many are left as before, it
   * may be a sliding window, which is believed for longer.
   */
  #learnFromWait(sentAt: number): void {
    const wait = this.#awaitedReset;
    if (wait === undefined || sentAt < wait.until) return;
    this.#awaitedReset = undefined;
    const { remaining = 0 } = this.#state;
    const long = wait.until - wait.since - this.#toFill > longWaitMs;
    const isFew = remaining > 0 && this.#highest <= this.#reserve;
    const times = remaining === this.#refilled.remaining ? this.#refilled.times + 1 : 1;
    this.#refilled = { remaining, times: isFew && !long ? times : 0 };
    if (this.#refilled.times >= fullBelieved) this.#capacity = remaining + 1;
    if (!long || remaining > this.#reserve) {
      this.#vainWaits = 0;
      this.#stillWaits = 0;
      return;
    }
    const nothing = remaining === 0 || remaining <= wait.remaining - wait.sent;
    this.#vainWaits = nothing ? this.#vainWaits + 1 : 0;
    this.#stillWaits += 1;
  }

  /** A bucket that refills within seconds and never holds more than the reserve of its limit has a smaller reserve. */
  get #reserve(): number {
    const { limit } = this.#state;
    return reserveOf(this.#capacity === undefined ? limit : Math.min(limit ?? 0, this.#capacity));
  }

  /** Milliseconds to wait beyond the reset, once: a bucket that is not full fills up further. */
  get #toFill(): number {
    return this.#refilled.times === fullBelieved - 1 ? fillMs : 0;
  }

  get #disbelieves(): boolean {
    return this.#vainWaits >= vainWaitsBelieved || this.#stillWaits >= stillWaitsBelieved;
  }

  #forecast(now: number): (Hold & { readonly atReserve: boolean }) | undefined {
    const { remaining, resetsAt } = this.#state;
    if (remaining === undefined || resetsAt === undefined || resetsAt <= now) return undefined;
    const toReset = resetsAt - now;
    if (toReset > this.#options.maxWaitMs || this.#disbelieves) return undefined;
    const above = remaining - this.#inFlight - this.#reserve;
    if (above <= 0) {
      const until = resetsAt + this.#toFill;
      const reason = remaining === 0 ? waitReasons.noneRemain : waitReasons.reserve(remaining);
      return { until, reason, atReserve: true };
    }
    const spacing = this.#spacing(above, toReset);
    const until = this.#lastSentAt + spacing;
    if (spacing < shortestSpacingMs || until <= now) return undefined;
    return { until, reason: waitReasons.fewRemain, atReserve: false };
  }

  /** Milliseconds between two requests: none with plenty left, even towards the reset at the reserve. */
  #spacing(above: number, toReset: number): number {
    const near = (this.#state.limit ?? 0) * slowBelow;
    if (above >= near || this.#options.expected() <= above) return 0;
    return (toReset / (above + 1)) * (1 - above / near);
  }

  #afterRefusal(response: RecordedResponse, now: number): Hold {
    const indicated = retryAfterMs(response, now);
    const backoff = this.#backoff();
    if (indicated !== undefined) {
      // After a retry in vain the next wait is longer, whatever is indicated.
      const ms = Math.max(indicated, this.#refusals > 1 ? backoff : minimumMs);
      return { until: now + ms, reason: waitReasons.saidWhen };
    }
    const toReset = Math.max(0, (this.#state.resetsAt ?? now) - now);
    const ms = toReset > this.#options.maxWaitMs ? backoff : Math.max(backoff, toReset);
    return { until: now + ms, reason: waitReasons.notSaidWhen };
  }

  #backoff(): number {
    return minimumMs * 2 ** (this.#refusals - 1) * (1 + this.#options.random());
  }
}

/** Requests left to other users of a key: a tenth of its limit, at most 20. */
export function reserveOf(limit: number | undefined): number {
  return Math.min(20, Math.floor((limit ?? 0) / 10));
}

/** Below this part of the limit, above the reserve, it slows down. */
const slowBelow = 0.25;

const shortestSpacingMs = 20;

/** A shorter wait may have been for one place in a sliding window, and is not a reason for mistrust. */
const longWaitMs = 2000;

const vainWaitsBelieved = 2;

const stillWaitsBelieved = 8;

/** A bucket is full if this many short waits, the last of them a longer one, end with the same number. */
const fullBelieved = 3;

const fillMs = 3000;

const minimumMs = 500;

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

/** A wait that long at most is for the limit of some seconds, which the headers of the other one do not show. */
const longestWaitMs = 2000;

const windowMs = 1000;

/** Fewer at once would tell nothing of what a service does with several. */
const fewest = 2;

/**
 * A limit of what is under way at once, or of a second, beside the one that is shown: learned from what it refused. While
 * several are under way it is taken for the first.
 */
export class ShortLimit {
  readonly #sentAt: number[] = [];
  /** So many may be under way. */
  atOnce = Number.POSITIVE_INFINITY;
  /** This many were served within a second before one was refused. */
  #most: number | undefined;
  #learnedAt = Number.NEGATIVE_INFINITY;

  sending(now: number): void {
    this.#sentAt.push(now);
    while ((this.#sentAt[0] ?? now) <= now - windowMs) this.#sentAt.shift();
  }

  /**
   * Learns of a refusal that asked to wait so long while requests remained. `together`: how many were under way, at most,
   * since the request was sent.
   */
  refused(sentAt: number, now: number, waitMs: number, together = 1): void {
    // What was under way together was refused together, and tells the same.
    if (waitMs > longestWaitMs || sentAt <= this.#learnedAt) return;
    this.#learnedAt = now;
    if (together > 1) {
      this.atOnce = Math.max(1, Math.min(this.atOnce, together) - 1);
      return;
    }
    const before =
      this.#sentAt.filter((one) => one <= sentAt && one > sentAt - windowMs).length - 1;
    this.#most = Math.max(fewest, Math.min(before, (this.#most ?? before + 1) - 1));
  }

  /** From when on one more request is within what was learned. */
  freeAt(now: number): number {
    if (this.#most === undefined) return now;
    const place = this.#sentAt.at(-this.#most);
    return place === undefined ? now : Math.max(now, place + windowMs);
  }
}
