/** When a request may be sent: how many are in flight, and what is known of the rate limit of its caller (section 8). */
import pLimit from 'p-limit';
import type { Budget } from './budget.ts';
import { type Clock, timerSlackMs } from './clock.ts';
import type { Caller, Pause, RecordedResponse } from './exchange.ts';
import { type End, Inconclusive } from './inconclusive.ts';
import { type RateState, readRateState, retryAfterMs } from './rate-state.ts';

export interface LimiterOptions {
  /** Seconds. */
  readonly maxWait: number;
  readonly clock: Clock;
  /** From 0 to 1, for the jitter of backoff. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly onPause: (pause: Pause) => void;
}

/** How a request is sent among the others of its caller. */
export interface Turn {
  readonly caller: Caller;
  /** Before those that wait. */
  readonly alone: boolean;
  /** Whether a response to a request in flight decides if this one may be sent at all. */
  readonly mustWait: () => boolean;
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

/** Sends the requests of each caller in their order, as soon as the limits allow. */
export class Limiter {
  readonly #options: LimiterOptions;
  readonly #budget: Budget;
  readonly #end: End;
  readonly #paces: Record<Caller, Pace>;
  /** Requests that wait for the limit are sent in their order, whatever timer fires first. */
  readonly #turns: Record<Caller, ReturnType<typeof pLimit>> = {
    authenticated: pLimit(1),
    anonymous: pLimit(1),
    'rate-limit-key': pLimit(1),
  };
  readonly #lone = pLimit(1);
  /** Requests that wait for a response to another, or for one that is sent alone. */
  readonly #waiting: (() => void)[] = [];
  #inFlight = 0;
  #isAlone = false;

  constructor(options: LimiterOptions, budget: Budget, end: End) {
    this.#options = options;
    this.#budget = budget;
    this.#end = end;
    const pace = () => new Pace(options.maxWait * 1000, options.random);
    this.#paces = { authenticated: pace(), anonymous: pace(), 'rate-limit-key': pace() };
  }

  /** What the responses to a caller have shown of its limit. */
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
      this.#resume();
    }
  }

  /** Waits until nothing is in flight, and keeps others from starting until the act has ended. */
  alone<T>(act: () => Promise<T>): Promise<T> {
    return this.#lone(async () => {
      this.#isAlone = true;
      try {
        while (this.#inFlight > 0) await this.#change();
        return await act();
      } finally {
        this.#isAlone = false;
        this.#resume();
      }
    });
  }

  /** Starts a request when it may be sent. Throws EndedEarly or Inconclusive if waiting or sending is not allowed. */
  inTurn<T>(turn: Turn, start: () => T): Promise<T> {
    const startInTime = () => this.#wait(turn).then(start);
    return turn.alone ? startInTime() : this.#turns[turn.caller](startInTime);
  }

  async #wait({ caller, alone, mustWait }: Turn): Promise<void> {
    for (;;) {
      const hold = this.#holdFor(caller);
      if (hold !== undefined) await this.#sleep(hold);
      else if (alone) return;
      else if (this.#isAlone || this.#paces[caller].isFull || mustWait()) await this.#change();
      else return;
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #resume(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }

  /** What a request must wait for, if anything. */
  #holdFor(caller: Caller): Hold | undefined {
    this.#options.signal.throwIfAborted();
    this.#end.throwIfReached();
    const now = this.#options.clock.now();
    const hold = this.#paces[caller].holdAt(now);
    if (hold === undefined) this.#spareDailyQuota(caller, now);
    else this.#refuseToWait(hold, caller, now);
    return hold;
  }

  async #sleep({ until, reason }: Hold): Promise<void> {
    const { clock, signal, onPause } = this.#options;
    const startedAt = clock.now();
    // Time has passed since the wait was found to be due.
    const ms = Math.max(0, until - startedAt);
    onPause({ startedAt, seconds: ms / 1000, reason, kind: 'rate-limit' });
    await clock.sleep(ms + timerSlackMs, signal);
  }

  /** Throws if the wait is longer than allowed, or if another try might earn a ban. */
  #refuseToWait(hold: Hold, caller: Caller, now: number): void {
    const { maxWait } = this.#options;
    const { refusals } = this.#paces[caller];
    const seconds = Math.ceil((hold.until - now) / 1000);
    const stop = (reason: string) =>
      caller === 'authenticated' ? this.#end.with(reason) : new Inconclusive(reason);
    if (refusals >= refusalsBeforeEnd) {
      throw stop(`${refusals} answers in a row were 429, and going on may get the key banned`);
    }
    if (seconds > maxWait) {
      const back = new Date(Math.min(hold.until, lastDate)).toISOString();
      throw stop(
        `the rate limit asks to wait ${seconds} s, until ${back}; allowed are ${maxWait} s (--max-wait)`,
      );
    }
    const tooMuch = this.#budget.refuseWait(now, hold.until);
    if (tooMuch !== undefined) throw this.#end.with(tooMuch);
  }

  /** Throws if the run would spend more than the allowed share of a daily quota. */
  #spareDailyQuota(caller: Caller, now: number): void {
    const { limit, resetsAt } = this.#paces[caller].state;
    if (limit === undefined || resetsAt === undefined || caller === 'anonymous') return;
    const hours = (resetsAt - now) / 3_600_000;
    if (hours < shortestDayHours || hours > longestQuotaHours) return;
    const sent = this.#budget.requests;
    if (sent < Math.floor((limit * dailyShare) / 100)) return;
    throw this.#end.with(
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
 * with jitter (sections 8.2 to 8.4). What is refused while requests remain is over a limit of requests at once: then
 * fewer are in flight.
 */
export class Pace {
  readonly #maxWaitMs: number;
  readonly #random: () => number;
  #state: RateState = {};
  #inFlight = 0;
  /** The most that were in flight since there were none. */
  #together = 0;
  /** So many may be in flight. */
  #mostInFlight = Number.POSITIVE_INFINITY;
  #hold: Hold | undefined;
  /** What remained by the last response that was no 429. */
  #left = 0;
  #refusals = 0;
  #refusedAt = 0;
  /** A wait for the reset, with what remained before it, and whether a request was sent since. */
  #awaited: { readonly until: number; readonly remaining: number; isOver: boolean } | undefined;
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

  /** What the last response said of the caller's limit. */
  get state(): RateState {
    return this.#state;
  }

  /** What keeps the next request from being sent now, if anything. */
  holdAt(now: number): Hold | undefined {
    if (this.#hold !== undefined && this.#hold.until > now) return this.#hold;
    const { limit, remaining, resetsAt } = this.#state;
    if (remaining === undefined || resetsAt === undefined || resetsAt <= now) return undefined;
    const isBeyond = resetsAt - now > this.#maxWaitMs || this.#vainWaits >= vainWaitsBelieved;
    if (isBeyond || remaining - this.#inFlight > reserveOf(limit)) return undefined;
    this.#awaited ??= { until: resetsAt, remaining, isOver: false };
    const reason =
      remaining === 0
        ? 'no requests remain until the rate limit resets'
        : `${remaining} requests remain, a reserve for other users of the key; the rate limit resets then`;
    return { until: resetsAt, reason };
  }

  /** Whether the next request waits for a response: as many are in flight as may be, or one shows if the limit was reset. */
  get isFull(): boolean {
    return this.#inFlight >= (this.#awaited?.isOver ? 1 : this.#mostInFlight);
  }

  sending(now: number): void {
    this.#inFlight += 1;
    if (this.#awaited !== undefined && now >= this.#awaited.until) this.#awaited.isOver = true;
    this.#together = this.#inFlight === 1 ? 1 : Math.max(this.#together, this.#inFlight);
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
    // Whatever its numbers say, the service does limit.
    this.#vainWaits = 0;
    // Requests that were in flight together are refused together, and count once.
    if (sentAt > this.#refusedAt) {
      this.#refusals += 1;
      if (this.#left > 0 && this.#together > 1) {
        this.#mostInFlight = Math.max(1, Math.min(this.#mostInFlight, this.#together) - 1);
      }
    }
    this.#refusedAt = now;
    const hold = this.#afterRefusal(retryAfterMs(response, now), now);
    if (this.#hold === undefined || this.#hold.until < hold.until) this.#hold = hold;
  }

  #learnFromWait(sentAt: number): void {
    const wait = this.#awaited;
    if (wait === undefined || sentAt < wait.until) return;
    this.#awaited = undefined;
    const { limit, remaining = 0 } = this.#state;
    const isVain = remaining === 0 || remaining < wait.remaining;
    this.#vainWaits = isVain && remaining <= reserveOf(limit) ? this.#vainWaits + 1 : 0;
  }

  #afterRefusal(indicated: number | undefined, now: number): Hold {
    const backoff = shortestWaitMs * 2 ** (this.#refusals - 1) * (1 + this.#random());
    if (indicated !== undefined) {
      // After a retry in vain the next wait is longer, whatever is indicated.
      const ms = Math.max(indicated, this.#refusals > 1 ? backoff : shortestWaitMs);
      return { until: now + ms, reason: 'the service answered 429 and said when to retry' };
    }
    const toReset = Math.max(0, (this.#state.resetsAt ?? now) - now);
    // More remained than were in flight: it is likelier a limit of requests at once than the one that resets then.
    const isOther = this.#refusals === 1 && this.#together > 1 && this.#left > this.#together;
    const ms = isOther || toReset > this.#maxWaitMs ? backoff : Math.max(backoff, toReset);
    return { until: now + ms, reason: 'the service answered 429 and did not say when to retry' };
  }
}
