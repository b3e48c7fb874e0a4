/** Asks a question until it is answered, as often as a service may be asked the same. */

import type { End } from '../end.ts';
import { type Answered, type Exchange, isAnswered } from '../exchange.ts';
import { Inconclusive, Silence } from '../inconclusive.ts';
import type { InFlight } from '../pacing/in-flight.ts';
import { type UnansweredReason, type WaitReason, waitReasons } from '../pacing/wait-reasons.ts';
import type { ApiRequest } from '../request.ts';
import type { Connections } from '../wire/transport.ts';
import { SilenceConfirmer } from './confirm-silence.ts';
import { silenceWords, silentWords, unansweredWords } from './failure-words.ts';
import { OneByOne } from './one-by-one.ts';
import { Outages } from './outages.ts';
import { kindOf, type Patience } from './patience.ts';

/** One try of a question. */
export interface Attempt {
  readonly exchange: Exchange;
  /** Whether it failed on a connection that the service may have closed before. */
  readonly wasIdle: boolean;
}

interface PersistenceOptions {
  /** Sends it once, when its turn has come; `alone` if nothing else may be under way. */
  readonly attempt: (
    request: ApiRequest,
    connections: Connections,
    alone?: boolean,
  ) => Promise<Attempt>;
  /** A connection for another try. */
  readonly fresh: () => Connections;
  /** A connection beside all others. */
  readonly open: () => Connections;
  /** The shared connections, as they are now. */
  readonly shared: () => Connections;
  readonly pause: (reason: WaitReason | UnansweredReason, ms: number) => Promise<void>;
  readonly end: End;
  readonly now: () => number;
  readonly maxWaitMs: number;
  readonly patience: Patience;
  readonly inFlight: InFlight;
}

/** The state of a question that is being asked. */
interface TryState {
  tries: number;
  connections: Connections;
  /** Answers that may pass, so far. */
  passing: number;
  failures: number;
  lostMs: number;
  /** Whether a closed connection may still be excused as an idle one. */
  mayBeIdle: boolean;
}

/** What another try of a question needs. */
interface Again {
  /** Opens a connection, which is closed once the question has ended. */
  readonly fresh: () => Connections;
  /**
   * Resolves when earlier questions of its kind have ended: so the order of asking decides which silence is confirmed,
   * and not the time at which each was lost.
   */
  readonly inLine: Promise<void>;
}

const pauseBeforeRetryMs = 500;

/** So often a question is asked among others while its answer may pass, and from then on alone. */
const triesAmongOthers = 2;

/** Asks again during one run: after answers that may pass, after lost ones, and after silence. */
export class Retrier {
  readonly #options: PersistenceOptions;
  readonly #confirmer = new SilenceConfirmer();
  readonly #asked = new OneByOne();
  readonly #outages: Outages;
  #hasAnswered = false;

  constructor(options: PersistenceOptions) {
    this.#options = options;
    const { attempt, shared, pause, end, now, maxWaitMs } = options;
    this.#outages = new Outages({
      ask: async (other) => (await attempt(other, shared())).exchange,
      pause,
      end: (reason) => end.with(reason),
      now,
      maxWaitMs,
    });
  }

  /** An answer that is not a 429 and that stays; throws Inconclusive, Silence or EndedEarly if there is none. */
  async answerTo(request: ApiRequest): Promise<Answered> {
    const opened: Connections[] = [];
    const { come, leave } = this.#asked.take(kindOf(request));
    const fresh = () => {
      const connections = this.#options.fresh();
      opened.push(connections);
      return connections;
    };
    try {
      return await this.#tryUntilAnswered(request, { fresh, inLine: come });
    } finally {
      leave();
      await Promise.all(opened.map((one) => one.close()));
    }
  }

  async #tryUntilAnswered(first: ApiRequest, again: Again): Promise<Answered> {
    const { attempt, patience, shared, inFlight } = this.#options;
    if (patience.doubts(first)) await again.inLine;
    const state: TryState = {
      tries: this.#triesFor(first),
      connections: first.over ?? shared(),
      passing: 0,
      failures: 0,
      lostMs: 0,
      mayBeIdle: true,
    };
    for (let times = 0; ; times += 1) {
      const request = attemptOf(first, times);
      const { connections, passing } = state;
      // Some services accept only so many requests at once, and answer 503 to one more.
      const tried = await (passing < triesAmongOthers
        ? attempt(request, connections)
        : inFlight.alone(() => attempt(request, connections, true)));
      const answer = isAnswered(tried.exchange)
        ? await this.#answered(request, tried.exchange, state, again)
        : await this.#lost(request, tried, state, again);
      if (answer !== undefined) return answer;
    }
  }

  /** The answer, if it counts; undefined to ask again, as after a 429 or an answer that may pass. */
  async #answered(
    request: ApiRequest,
    exchange: Answered,
    state: TryState,
    again: Again,
  ): Promise<Answered | undefined> {
    this.#hasAnswered = true;
    this.#options.patience.answered(request, exchange.finishedAt - exchange.startedAt);
    if (isLimited(exchange)) return undefined;
    state.passing += 1;
    if (await this.#outages.stands(request, exchange, state.passing)) {
      this.#confirmer.answered(request, exchange);
      return exchange;
    }
    state.connections = again.fresh();
    return undefined;
  }

  /** Handles a try without an answer: undefined to try again. */
  async #lost(
    request: ApiRequest,
    { exchange, wasIdle }: Attempt,
    state: TryState,
    { fresh, inLine }: Again,
  ): Promise<Answered | undefined> {
    const { failure } = exchange;
    if (failure === undefined) return undefined;
    // A closed idle connection is recorded and counted, but is not a failure.
    if (wasIdle && state.mayBeIdle) {
      state.mayBeIdle = false;
      state.connections = fresh();
      return undefined;
    }
    state.failures += 1;
    state.lostMs += exchange.finishedAt - exchange.startedAt;
    if (state.failures === 1) {
      // Questions that were asked together must not be lost together again: the earlier ones may show that it is in vain.
      await inLine;
      state.tries = Math.min(state.tries, this.#triesFor(request));
    }
    if (state.failures === state.tries) {
      this.#options.patience.unanswered(request, state.lostMs);
      const answer = await this.#confirmSilence(request, exchange, failure);
      if (answer !== undefined) return answer;
      throw new Inconclusive(unansweredWords(exchange, failure, state.tries, this.#hasAnswered));
    }
    state.connections = fresh();
    const reason = `no answer (${failure.code}); once more on a fresh connection` as const;
    await this.#options.pause(reason, pauseBeforeRetryMs);
    return undefined;
  }

  /** How many times a question may be tried; throws if it is not to be. */
  #triesFor(request: ApiRequest): number {
    const tries = this.#options.patience.triesFor(request);
    if (tries === 0) throw new Inconclusive(silentWords(request));
    return tries;
  }

  /** Asks alone what was not answered. Throws Silence if there is still no answer; undefined if that is not certain. */
  async #confirmSilence(
    request: ApiRequest,
    last: Exchange,
    failure: NonNullable<Exchange['failure']>,
  ): Promise<Answered | undefined> {
    const { attempt, open, patience, pause, inFlight } = this.#options;
    const ask = (question: ApiRequest) =>
      inFlight.alone(async () => {
        const own = open();
        try {
          return (await attempt(question, own, true)).exchange;
        } finally {
          await own.close();
        }
      });
    const confirmed = await this.#confirmer.on(request, last, {
      ask,
      pause: (ms) => pause(waitReasons.starting, ms),
    });
    if ('answer' in confirmed) return isLimited(confirmed.answer) ? undefined : confirmed.answer;
    if ('lost' in confirmed) return undefined;
    patience.silent(request);
    throw new Silence(silenceWords(request, failure), [last, ...confirmed.silence]);
  }
}

/** The request for a further try; `times` counts from 0. */
function attemptOf(request: ApiRequest, times: number): ApiRequest {
  return times === 0 || request.anew === undefined
    ? request
    : { ...request, body: request.anew(times) };
}

function isLimited({ response }: Answered): boolean {
  return response.status === 429;
}
