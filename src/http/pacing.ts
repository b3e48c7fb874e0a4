/** When a request may go: the rate limit of its caller (section 8), and how many are in flight. */
import pLimit from 'p-limit';
import { type Clock, timerSlackMs } from './clock.ts';
import type { Caller, Pause, RecordedResponse } from './exchange.ts';
import { type End, Inconclusive } from './inconclusive.ts';
import { type RateState, readRateState, retryAfterMs } from './rate-state.ts';

/** Why a run waits, in the words of its reports. */
export const waitReasons = {
  noneRemain: 'no requests remain until the rate limit resets',
  reserve: (remaining: number) =>
    `${remaining} requests remain, a reserve for other users of the key; the rate limit resets then`,
  saidWhen: 'the service answered 429 and said when to retry',
  notSaidWhen: 'the service answered 429 and did not say when to retry',
  atOnce: 'as many went out within a second as the service took before it refused one',
  toSpend: 'waiting for a fresh window, then using it up on purpose',
  lockedOut: 'the caller may be locked out for bad log-ins',
  indicated: 'as the 429 indicated',
  mayPass: (status: number) => `${status}, which may pass`,
  gateway: 'a gateway answered, which may pass',
  sharedLate: 'to see whether the count is only shared late',
} as const;

export interface PacingOptions {
  /** Seconds. */
  readonly maxWait: number;
  readonly clock: Clock;
  /** From 0 to 1, for the jitter of backoff. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly onPause: (pause: Pause) => void;
}

/** What a wait depends on in the rest of the client. */
interface Surroundings {
  readonly end: End;
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

/** Lets requests go in the order of asking, when the rate limit of their caller allows it. */
export class Pacing {
  readonly #options: PacingOptions;
  readonly #around: Surroundings;
  readonly #paces: Record<Caller, Pace>;
  /** Requests that wait for the limit are sent in the order of asking, whatever timer fires first. */
  readonly #turns: Record<Caller, ReturnType<typeof pLimit>> = {
    authenticated: pLimit(1),
    anonymous: pLimit(1),
    'rate-limit-key': pLimit(1),
  };
  /** Requests that wait until another one is answered. */
  readonly #followers: (() => void)[] = [];
  #inFlight = 0;
  #alone: Promise<void> | undefined;

  constructor(options: PacingOptions, around: Surroundings) {
    this.#options = options;
    this.#around = around;
    const pace = () => new Pace(options.maxWait * 1000, options.random);
    this.#paces = { authenticated: pace(), anonymous: pace(), 'rate-limit-key': pace() };
  }

  /** What the answers to a caller have shown of its limit. */
  paceOf(caller: Caller): Pace {
    return this.#paces[caller];
  }

  /** Counts as in flight until the promise is settled. */
  async inFlight<T>(doing: Promise<T>): Promise<T> {
    this.#inFlight += 1;
    try {
      return await doing;
    } finally {
      this.#inFlight -= 1;
      for (const follow of this.#followers.splice(0)) follow();
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
      while (this.#inFlight > 0) await this.#anyAnswer();
      return await act();
    } finally {
      this.#alone = undefined;
      end();
    }
  }

  /**
   * Starts a request once nothing speaks against it. One that is `alone` goes before those that wait. `mustWait`: whether
   * an answer under way decides if the request may be sent at all. Throws EndedEarly or Inconclusive if waiting or
   * sending is not allowed.
   */
  inTurn<T>(
    caller: Caller,
    { alone, mustWait }: { readonly alone: boolean; readonly mustWait: () => boolean },
    start: () => T,
  ): Promise<T> {
    const startInTime = () => this.#whenItMay(caller, alone, mustWait).then(start);
    return alone ? startInTime() : this.#turns[caller](startInTime);
  }

  async #whenItMay(caller: Caller, alone: boolean, mustWait: () => boolean): Promise<void> {
    for (;;) {
      const hold = this.#holdFor(caller);
      if (hold !== undefined) await this.#sitOut(hold);
      else if (alone) return;
      else if (this.#alone !== undefined) await this.#alone;
      else if (this.#paces[caller].isAsking || mustWait()) await this.#anyAnswer();
      else return;
    }
  }

  #anyAnswer(): Promise<void> {
    return new Promise((resolve) => this.#followers.push(resolve));
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
      caller === 'authenticated' ? end.with(reason) : new Inconclusive(reason);
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
    if (limit === undefined || resetsAt === undefined || caller === 'anonymous') return;
    const hours = (resetsAt - now) / 3_600_000;
    if (hours < shortestDayHours || hours > longestQuotaHours) return;
    const sent = this.#around.requests();
    if (sent < Math.floor((limit * dailyShare) / 100)) return;
    throw this.#around.end.with(
      `${sent} requests are sent, ${dailyShare} % of the daily quota of ${limit}, which is all that a run may spend`,
    );
  }
}

/** A time to wait for, and why. */
interface Hold {
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly reason: string;
}

/** Requests left to other users of a key: a tenth of its limit, at most 20. */
export function reserveOf(limit: number | undefined): number {
  return Math.min(20, Math.floor((limit ?? 0) / 10));
}

/** After so many waits in a row for a reset that gave nothing back, the number shown means nothing. */
const vainWaitsBelieved = 2;

const shortestWaitMs = 500;

/**
 * When the next request of one caller may be sent. It decides and never sleeps. Before a 429 it waits for the reset once
 * only a reserve for other users of the key remains. After a 429 it waits as long as indicated, or else exponentially
 * with jitter (section 8.2 to 8.4).
 */
export class Pace {
  readonly #maxWaitMs: number;
  readonly #random: () => number;
  readonly #short = new ShortLimit();
  #state: RateState = {};
  #inFlight = 0;
  /** The most that were in flight since there were none. */
  #together = 0;
  #hold: Hold | undefined;
  /** What the last answer showed that was none of the limit's. */
  #left = 0;
  #refusals = 0;
  #refusedAt = 0;
  /** A wait for the reset, with what remained before it and was sent since. */
  #awaited: { readonly until: number; readonly remaining: number; sent: number } | undefined;
  #vainWaits = 0;

  /** `maxWaitMs`: a longer wait for a reset is not made on a mere forecast. */
  constructor(maxWaitMs: number, random: () => number) {
    this.#maxWaitMs = maxWaitMs;
    this.#random = random;
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
    if (this.#hold !== undefined && this.#hold.until > now) return this.#hold;
    const free = this.#short.freeAt(now);
    if (free > now) return { until: free, reason: waitReasons.atOnce };
    const { limit, remaining, resetsAt } = this.#state;
    if (remaining === undefined || resetsAt === undefined || resetsAt <= now) return undefined;
    const isBeyond = resetsAt - now > this.#maxWaitMs || this.#vainWaits >= vainWaitsBelieved;
    if (isBeyond || remaining - this.#inFlight > reserveOf(limit)) return undefined;
    this.#awaited ??= { until: resetsAt, remaining, sent: 0 };
    const reason = remaining === 0 ? waitReasons.noneRemain : waitReasons.reserve(remaining);
    return { until: resetsAt, reason };
  }

  /** Whether others follow only when a request is answered: as many are in flight as the service takes, or one is asking if the limit has reset. */
  get isAsking(): boolean {
    if (this.#inFlight === 0) return false;
    return this.#inFlight >= this.#short.atOnce || (this.#awaited?.sent ?? 0) > 0;
  }

  sending(now: number): void {
    this.#together = this.#inFlight === 0 ? 1 : Math.max(this.#together, this.#inFlight + 1);
    this.#inFlight += 1;
    this.#short.sending(now);
    if (this.#awaited !== undefined && now >= this.#awaited.until) this.#awaited.sent += 1;
  }

  unanswered(): void {
    this.#inFlight -= 1;
  }

  /** `sentAt`, `now`: milliseconds since the epoch. */
  answered(response: RecordedResponse, sentAt: number, now: number): void {
    this.#inFlight -= 1;
    this.#state = readRateState(response, now);
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
    const indicated = retryAfterMs(response, now);
    if (this.#left > 0) this.#short.refused(sentAt, now, indicated ?? 0, this.#together);
    const hold = this.#afterRefusal(indicated, now);
    if (this.#hold === undefined || this.#hold.until < hold.until) this.#hold = hold;
  }

  #learnFromWait(sentAt: number): void {
    const wait = this.#awaited;
    if (wait === undefined || sentAt < wait.until) return;
    this.#awaited = undefined;
    const { limit, remaining = 0 } = this.#state;
    const isVain = remaining === 0 || remaining <= wait.remaining - wait.sent;
    this.#vainWaits = isVain && remaining <= reserveOf(limit) ? this.#vainWaits + 1 : 0;
  }

  #afterRefusal(indicated: number | undefined, now: number): Hold {
    const backoff = shortestWaitMs * 2 ** (this.#refusals - 1) * (1 + this.#random());
    if (indicated !== undefined) {
      // After a retry in vain the next wait is longer, whatever is indicated.
      const ms = Math.max(indicated, this.#refusals > 1 ? backoff : shortestWaitMs);
      return { until: now + ms, reason: waitReasons.saidWhen };
    }
    const toReset = Math.max(0, (this.#state.resetsAt ?? now) - now);
    // More remained than were under way: it is likelier a limit of calls at once than the one that resets then.
    const isOther = this.#refusals === 1 && this.#together > 1 && this.#left > this.#together;
    const ms = isOther || toReset > this.#maxWaitMs ? backoff : Math.max(backoff, toReset);
    return { until: now + ms, reason: waitReasons.notSaidWhen };
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
