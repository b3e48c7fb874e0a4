import pLimit from 'p-limit';
import { Allowance } from './allowance.ts';
import { BodyAllowance } from './body-allowance.ts';
import type { Clock } from './clock.ts';
import { ConnectionSet } from './connection-set.ts';
import type { Credential } from './credential.ts';
import { type Answered, type Exchange, isAnswered } from './exchange.ts';
import { silenceWords, silentWords, unansweredWords } from './failure-words.ts';
import { EndedEarly, Inconclusive, Silence } from './inconclusive.ts';
import { insist, isOrdinary, isSilence } from './insist.ts';
import { type Hold, Pace } from './pace.ts';
import { Passing } from './passing.ts';
import { Patience } from './patience.ts';
import { recordOf, wireOf } from './record.ts';
import type { ApiRequest } from './request.ts';
import { Solitude } from './solitude.ts';
import {
  type Asking,
  type Connections,
  openConnections,
  type TransportOptions,
  type WireRequest,
} from './transport.ts';

export interface ClientOptions extends Omit<TransportOptions, 'bodyBound'> {
  readonly baseUrl: string;
  readonly userAgent: string;
  /** The trace of the run: 32 hexadecimal digits. */
  readonly trace: string;
  readonly maxRequests: number;
  readonly maxCreations: number;
  /** Whether a kind of creation that must be refused is given up once one of it was accepted; default false. */
  readonly sparing?: boolean;
  /** MiB of one body that are read; more is cut off. */
  readonly maxBody: number;
  /** How many requests the run is likely to send, to pace it by. */
  readonly expectedRequests: number;
  /** Percent of a daily quota that the run may spend. */
  readonly dailyShare: number;
  /** Seconds. */
  readonly maxWait: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly onExchange: (exchange: Exchange) => void;
  readonly onPause: (
    pause: { startedAt: number; seconds: number; reason: string },
    kind: PauseKind,
  ) => void;
  readonly onSecret: (text: string, shown: string) => void;
  /** Default: connections of the network. */
  readonly open?: (options: TransportOptions) => Connections;
}

interface Attempt {
  readonly exchange: Exchange;
  /** Whether it failed on a connection that the service may have closed before. */
  readonly wasIdle: boolean;
}

export type PauseKind = 'rate-limit' | 'retry';

/** After so many 429s in a row on the key a ban threatens (section 8.4), and the run ends. */
const refusalsBeforeEnd = 3;

/** So many questions without an answer are asked again until their silence is certain. */
const mostInsists = 6;

const pauseBeforeRetryMs = 500;

// A timer may fire a little before its time; a request must not go out sooner than indicated.
const timerSlackMs = 20;

/** The last time that a Date can hold. */
const lastDate = 8.64e15;

/** A limit that resets so far ahead is a daily one, or an Enterprise one of up to 31 days. */
const shortestDayHours = 1;
const longestQuotaHours = 32 * 24;

/**
 * The one door to the implementation: bounds, paces, sends, records. Each request is answered by an
 * exchange that is no 429 and no transport failure, or throws Inconclusive or EndedEarly.
 */
export class Client {
  readonly #options: ClientOptions;
  readonly #connections: ConnectionSet;
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #paces: Record<Credential['caller'], Pace>;
  readonly #patience: Patience;
  readonly #passing = new Passing();
  readonly #bodies: BodyAllowance;
  readonly #allowance: Allowance;
  /** Who waits for the limit is sent in the order of asking, whatever timer fires first. */
  readonly #turns: Record<Credential['caller'], ReturnType<typeof pLimit>> = {
    'key-holder': pLimit(1),
    stranger: pLimit(1),
    'limit-key': pLimit(1),
  };
  /** Requests that wait until another one is answered. */
  readonly #followers: (() => void)[] = [];
  #underWay = 0;
  #recorded = 0;
  #arrived = 0;
  readonly #solitude = new Solitude();
  /** Questions that were answered, to see by whether the service is there. */
  readonly #others = new Map<string, ApiRequest>();
  #insistsLeft = mostInsists;
  #hasAnswered = false;
  #ended: EndedEarly | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
    const { connections: most } = options;
    this.#connections = new ConnectionSet((connections) => this.#open(connections), most);
    this.#limit = pLimit(options.connections);
    this.#patience = new Patience(options);
    this.#bodies = new BodyAllowance(options.maxBody);
    this.#allowance = new Allowance(options);
    const pace = {
      maxWaitMs: options.maxWait * 1000,
      random: options.random,
      expected: () => Math.max(0, options.expectedRequests - this.#allowance.requests),
    };
    this.#paces = {
      'key-holder': new Pace(pace),
      stranger: new Pace(pace),
      'limit-key': new Pace(pace),
    };
  }

  /** How many more animals may be created on purpose. */
  get creationsLeft(): number {
    return this.#allowance.creationsLeft;
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.#allowance.requests;
  }

  /** Why nothing more is sent, if so. */
  get ended(): EndedEarly | undefined {
    return this.#ended;
  }

  /** Sends nothing more from now on; every later request throws this. */
  end(reason: string): EndedEarly {
    this.#ended ??= new EndedEarly(reason);
    return this.#ended;
  }

  /**
   * A connection of its own, for requests that must share one, beside the others: those keep having been used with
   * the key.
   */
  openConnection(): Connections {
    return this.#connections.single({ idle: false });
  }

  async close(): Promise<void> {
    await this.#connections.close();
  }

  /**
   * Sends a request once and gives whatever answer comes, a 429 too, without regard to what remains: for the
   * requirements that spend a rate limit. Only the bounds of the run hold, and a 429 that still stands.
   */
  async sendNow(request: ApiRequest): Promise<Answered> {
    let { exchange, wasIdle } = await this.#attempt(request, this.#connections.shared, 'spending');
    if (wasIdle) {
      const fresh = this.openConnection();
      ({ exchange } = await this.#attempt(request, fresh, 'spending').finally(() => fresh.close()));
    }
    if (isAnswered(exchange)) return exchange;
    throw new Inconclusive(`no answer to ${request.method} ${request.path}`);
  }

  /** Sends a request until it is answered; see the class. */
  send(request: ApiRequest): Promise<Answered> {
    return this.#limit(() => this.#answer(request));
  }

  async #answer(request: ApiRequest): Promise<Answered> {
    const opened: Connections[] = [];
    try {
      return await this.#tryUntilAnswered(request, () => {
        const fresh = this.#connections.single({ idle: this.#underWay === 0 });
        opened.push(fresh);
        return fresh;
      });
    } finally {
      await Promise.all(opened.map((one) => one.close()));
    }
  }

  /** `fresh` opens a connection for another try. */
  async #tryUntilAnswered(first: ApiRequest, fresh: () => Connections): Promise<Answered> {
    const tries = this.#patience.triesFor(first);
    if (tries === 0) throw new Inconclusive(silentWords(first));
    let connections = first.over ?? this.#connections.shared;
    let lostMs = 0;
    let mayBeIdle = true;
    for (let failures = 0, passing = 0, attempt = 0; ; attempt += 1) {
      const request = attemptOf(first, attempt);
      const { exchange, wasIdle } = await this.#attempt(request, connections);
      if (exchange.failure === undefined) {
        this.#patience.answered(request, exchange.finishedAt - exchange.startedAt);
      }
      if (isUsable(exchange)) {
        passing += 1;
        const pauseMs = this.#passing.pauseMs(request, exchange, passing);
        if (pauseMs === undefined) return this.#remember(request, exchange);
        connections = fresh();
        await this.#retryPause(`${exchange.response.status}, which may pass; once more`, pauseMs);
        continue;
      }
      if (exchange.failure === undefined) continue;
      // An idle connection that the service closed is no failure of its own, but recorded and counted.
      if (wasIdle && mayBeIdle) {
        mayBeIdle = false;
        connections = fresh();
        continue;
      }
      failures += 1;
      lostMs += exchange.finishedAt - exchange.startedAt;
      if (failures === tries) {
        this.#patience.unanswered(request, lostMs);
        const answer = await this.#insist(request, exchange);
        if (answer !== undefined) return answer;
        throw new Inconclusive(
          unansweredWords(exchange, exchange.failure, tries, this.#hasAnswered),
        );
      }
      connections = fresh();
      const reason = `no answer (${exchange.failure.code}); once more on a fresh connection`;
      await this.#retryPause(reason, pauseBeforeRetryMs);
    }
  }

  #remember(request: ApiRequest, answer: Answered): Answered {
    const asOther = request.method === 'GET' && request.purpose === 'clause';
    const isOwn = request.credential.caller === 'key-holder' && answer.response.status === 200;
    if (asOther && isOwn && this.#others.size < 2) this.#others.set(request.path, request);
    return answer;
  }

  /** Asks alone what stayed without an answer; throws Silence if it stays so. Undefined if that is not certain. */
  async #insist(request: ApiRequest, last: Exchange): Promise<Answered | undefined> {
    const other = [...this.#others.values()].find(({ path }) => path !== request.path);
    const { failure } = last;
    if (other === undefined || failure === undefined || this.#insistsLeft <= 0) return undefined;
    if (!isOrdinary(request) || !isSilence(last)) return undefined;
    this.#insistsLeft -= 1;
    const ask = async (question: ApiRequest) =>
      this.#solitude.alone(async () => {
        const { exchange } = await this.#attempt(question, this.#open(1), 'paced', true);
        return exchange;
      });
    const { clock, signal, onPause } = this.#options;
    const insisted = await insist({
      ask: () => ask(request),
      askOther: () => ask(other),
      pause: async (ms) => {
        const reason = 'the service may be starting again';
        onPause({ startedAt: clock.now(), seconds: ms / 1000, reason }, 'retry');
        await clock.sleep(ms, signal);
      },
    });
    if ('answer' in insisted) return isUsable(insisted.answer) ? insisted.answer : undefined;
    if ('silence' in insisted) {
      this.#patience.silent(request);
      throw new Silence(silenceWords(request, failure), [last, ...insisted.silence]);
    }
    // Nothing answers: that is no matter of this question, nor of the next one.
    this.#insistsLeft = 0;
    return undefined;
  }

  async #attempt(
    request: ApiRequest,
    connections: Connections,
    manner: Asking['manner'] = 'paced',
    alone = false,
  ): Promise<Attempt> {
    const { caller } = request.credential;
    const start = () => this.#start(request, connections, manner);
    if (manner === 'spending') return start().sent;
    const startInTime = () => this.#whenItMay(request, alone).then(start);
    // Who is alone goes first: those in the queue wait until it has been answered.
    const { sent } = await (alone ? startInTime() : this.#turns[caller](startInTime));
    return sent;
  }

  /** Waits until nothing speaks against sending it. */
  async #whenItMay(request: ApiRequest, alone: boolean): Promise<void> {
    const pace = this.#paces[request.credential.caller];
    for (;;) {
      const hold = this.#holdFor(pace, request);
      const others = alone ? undefined : this.#solitude.over;
      if (hold !== undefined) await this.#sitOut(hold);
      else if (others !== undefined) await others;
      else if (pace.isAsking) await new Promise<void>((resolve) => this.#followers.push(resolve));
      else return;
    }
  }

  /** Sends it now, if the bounds of the run allow; gives at once what will become of it. */
  #start(
    request: ApiRequest,
    connections: Connections,
    manner: Asking['manner'],
  ): { readonly sent: Promise<Attempt> } {
    this.#options.signal.throwIfAborted();
    if (this.#ended) throw this.#ended;
    const exhausted = this.#patience.exhausted();
    if (exhausted !== undefined) throw this.end(exhausted);
    this.#refuseBeyondBounds(request);
    const { caller, secret } = request.credential;
    const wire = wireOf(request, this.#options, this.#recorded);
    if (secret) this.#options.onSecret(secret.text, secret.shown);
    connections.reserve?.(wire, { caller, manner });
    this.#underWay += 1;
    const sent = this.#exchange(request, wire, connections).finally(() => {
      this.#underWay -= 1;
      for (const follow of this.#followers.splice(0)) follow();
    });
    return { sent };
  }

  /** Counts, sends, records. */
  async #exchange(
    request: ApiRequest,
    wire: WireRequest,
    connections: Connections,
  ): Promise<Attempt> {
    const { clock, signal } = this.#options;
    const pace = this.#paces[request.credential.caller];
    const answered = this.#allowance.sending(request);
    const index = this.#recorded++;
    const sentAt = clock.now();
    pace.sending(sentAt);
    const seconds = this.#patience.secondsFor(request);
    const result = await this.#solitude.among(connections.send(wire, signal, seconds));
    const times = { startedAt: sentAt, finishedAt: clock.now(), arrival: this.#arrived++ };
    const exchange = recordOf(request, wire, { index, ...times, ...result });
    const { startedAt, finishedAt } = exchange;
    this.#options.onExchange(exchange);
    if ('failure' in result) {
      pace.unanswered();
      this.#patience.lost(finishedAt - startedAt);
    } else {
      this.#hasAnswered = true;
      pace.answered(result.response, startedAt, finishedAt);
      this.#bodies.read(result.response.body);
    }
    answered(exchange);
    return { exchange, wasIdle: 'failure' in result && result.reusedConnection };
  }

  /** Throws where the request would be one more than the bounds of the run allow. */
  #refuseBeyondBounds(request: ApiRequest): void {
    const refusal = this.#allowance.refusal(request);
    if (refusal === undefined) return;
    throw refusal.ends ? this.end(refusal.reason) : new Inconclusive(refusal.reason);
  }

  /** What the request must wait for, if anything. Throws where waiting, or sending, is not allowed. */
  #holdFor(pace: Pace, request: ApiRequest): Hold | undefined {
    this.#options.signal.throwIfAborted();
    if (this.#ended) throw this.#ended;
    const now = this.#options.clock.now();
    const hold = pace.holdAt(now);
    if (hold === undefined) this.#spareDailyQuota(pace, request, now);
    else this.#refuseToWait(pace, hold, request, now);
    return hold;
  }

  async #sitOut({ until, reason }: Hold): Promise<void> {
    const { clock, signal, onPause } = this.#options;
    const startedAt = clock.now();
    // Time goes on between finding that a wait is due and beginning it.
    const ms = Math.max(0, until - startedAt);
    onPause({ startedAt, seconds: ms / 1000, reason }, 'rate-limit');
    await clock.sleep(ms + timerSlackMs, signal);
  }

  /** Throws where a wait is beyond the allowance, or another try might earn a ban. */
  #refuseToWait(pace: Pace, hold: Hold, request: ApiRequest, now: number): void {
    const seconds = Math.ceil((hold.until - now) / 1000);
    const stop = (reason: string) =>
      request.credential.caller === 'key-holder' ? this.end(reason) : new Inconclusive(reason);
    if (pace.refusals >= refusalsBeforeEnd) {
      throw stop(`${pace.refusals} answers in a row were 429, and going on may get the key banned`);
    }
    if (seconds > this.#options.maxWait) {
      const back = new Date(Math.min(hold.until, lastDate)).toISOString();
      throw stop(
        `the rate limit asks to wait ${seconds} s, until ${back}; allowed are ${this.#options.maxWait} s (--max-wait)`,
      );
    }
    const tooMuch = this.#patience.refuseWait(now, hold.until);
    if (tooMuch !== undefined) throw this.end(tooMuch);
  }

  /** Throws where more than the allowed share of a daily quota would be spent. */
  #spareDailyQuota(pace: Pace, request: ApiRequest, now: number): void {
    const { limit, resetsAt } = pace.state;
    if (limit === undefined || resetsAt === undefined || request.credential.caller === 'stranger')
      return;
    const hours = (resetsAt - now) / 3_600_000;
    if (hours < shortestDayHours || hours > longestQuotaHours) return;
    const share = Math.floor((limit * this.#options.dailyShare) / 100);
    const sent = this.#allowance.requests;
    if (sent < share) return;
    throw this.end(
      `${sent} requests are sent, ${this.#options.dailyShare} % of the daily quota of ${limit}; allow more with --daily-share`,
    );
  }

  async #retryPause(reason: string, ms: number): Promise<void> {
    const { clock, signal, onPause } = this.#options;
    onPause({ startedAt: clock.now(), seconds: ms / 1000, reason }, 'retry');
    await clock.sleep(ms, signal);
  }

  #open(connections: number): Connections {
    const { open = openConnections } = this.#options;
    const bodyBound = () => this.#bodies.bound();
    return open({ ...this.#options, connections, bodyBound });
  }
}

/** The request as it is put for the so manieth time, from 0. */
function attemptOf(request: ApiRequest, attempt: number): ApiRequest {
  return attempt === 0 || request.anew === undefined
    ? request
    : { ...request, body: request.anew(attempt) };
}

function isUsable(exchange: Exchange): exchange is Answered {
  return exchange.response !== undefined && exchange.response.status !== 429;
}
