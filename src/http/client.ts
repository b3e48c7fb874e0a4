import pLimit from 'p-limit';
import { Budget, type BudgetOptions } from './budget.ts';
import { type Answered, type Exchange, isAnswered, type Pause } from './exchange.ts';
import { End, type EndedEarly, Inconclusive } from './inconclusive.ts';
import { Limiter, type LimiterOptions } from './limiter.ts';
import { type ApiRequest, type RepeatableRequest, recordOf, wireOf } from './request.ts';
import { Retries } from './retries.ts';
import {
  type Connections,
  openConnections,
  type TransportOptions,
  type WireRequest,
} from './transport.ts';

export interface ClientOptions
  extends Omit<TransportOptions, 'bodyBound' | 'bodyRead' | 'fieldsFit'>,
    LimiterOptions,
    BudgetOptions {
  readonly baseUrl: string;
  readonly userAgent: string;
  /** The trace of the run: 32 hexadecimal digits. */
  readonly trace: string;
  readonly onExchange: (exchange: Exchange) => void;
  readonly onSecret: (text: string, shown: string) => void;
  /** Default: connections of the network. */
  readonly open?: (options: TransportOptions) => Connections;
}

/** Requests that spend a limit are sent over so many connections, as none must wait for the response to another. */
const connectionsToSpend = 64;

/**
 * The one door to the implementation: it bounds, paces, sends and records. Each request ends with an exchange that is
 * neither a 429 nor a transport failure, or throws Inconclusive or EndedEarly.
 */
export class Client {
  readonly #options: ClientOptions;
  readonly #opened = new Set<Connections>();
  #shared: Connections | undefined;
  #many: Connections | undefined;
  readonly #concurrency: ReturnType<typeof pLimit>;
  readonly #limiter: Limiter;
  readonly #budget: Budget;
  readonly #retries: Retries;
  readonly #end = new End();
  #recorded = 0;
  #arrived = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#concurrency = pLimit(options.connections);
    this.#budget = new Budget(options);
    this.#limiter = new Limiter(options, this.#budget, this.#end);
    this.#retries = new Retries({
      attempt: (request, { over, alone = false } = {}) => {
        const attempt = () => this.#attempt(request, over ?? this.#sharedConnections(), alone);
        return alone ? this.#limiter.alone(attempt) : attempt();
      },
      open: () => this.openConnection(),
      pause: (ms, reason) => this.pause(Math.min(ms, options.maxWait * 1000), reason, 'retry'),
      end: this.#end,
      now: () => options.clock.now(),
      maxWaitMs: options.maxWait * 1000,
      timeout: options.timeout,
    });
  }

  /** How many more animals may be created on purpose. */
  get creationsLeft(): number {
    return this.#budget.creationsLeft;
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.#budget.requests;
  }

  /** Why nothing more is sent, if so. */
  get ended(): EndedEarly | undefined {
    return this.#end.error;
  }

  /** Sends nothing more from now on; every later request throws this. */
  end(reason: string): EndedEarly {
    return this.#end.with(reason);
  }

  /** A single connection beside the shared ones, for requests that must all use the same one. */
  openConnection(): Connections {
    const one = this.#open(1);
    return { ...one, close: () => this.#close(one) };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#opened].map((one) => this.#close(one)));
  }

  /**
   * Sends a request once and returns whatever response comes, also a 429, without regard to the remaining requests: for
   * the requirements that spend a rate limit; nothing that removes an animal. Only the bounds of the run apply, and the
   * wait that an earlier 429 asked for.
   */
  async sendNow(request: RepeatableRequest): Promise<Answered> {
    const isSingle = this.#options.connections === 1;
    this.#many ??= isSingle ? this.#sharedConnections() : this.#open(connectionsToSpend);
    let exchange = await this.#start(request, this.#many).sent;
    if (exchange.reusedConnection) {
      const fresh = this.openConnection();
      exchange = await this.#start(request, fresh).sent.finally(() => fresh.close());
    }
    if (isAnswered(exchange)) return exchange;
    throw new Inconclusive(`no answer to ${request.method} ${request.path}`);
  }

  /** Sends a request until it is answered; see the class. */
  send(request: ApiRequest): Promise<Answered> {
    return this.#concurrency(() => this.#retries.answerTo(request));
  }

  /**
   * Waits for so many milliseconds, `times` times at most for this reason. Ends the run and throws instead, if it has
   * waited too long in all.
   */
  async pause(ms: number, reason: string, kind: Pause['kind'], times = 1): Promise<void> {
    const { clock, signal, onPause } = this.#options;
    const startedAt = clock.now();
    const tooMuch = this.#budget.refuseWait(startedAt, startedAt + ms);
    if (tooMuch !== undefined) throw this.end(tooMuch);
    const atMost = times > 1 ? { atMost: (times * ms) / 1000 } : {};
    onPause({ startedAt, seconds: ms / 1000, ...atMost, reason, kind });
    await clock.sleep(ms, signal);
  }

  /** Sends it once, in its turn. */
  async #attempt(request: ApiRequest, connections: Connections, alone: boolean): Promise<Exchange> {
    const { caller } = request.credential;
    const mustWait = () => this.#budget.mustWait(request);
    const start = () => this.#start(request, connections);
    return (await this.#limiter.inTurn({ caller, alone, mustWait }, start)).sent;
  }

  /** Sends it now, if the bounds of the run allow it, and returns without waiting for the response. */
  #start(request: ApiRequest, connections: Connections): { readonly sent: Promise<Exchange> } {
    this.#options.signal.throwIfAborted();
    this.#end.throwIfReached();
    const refusal = this.#budget.refusal(request);
    if (refusal?.ends) throw this.end(refusal.reason);
    if (refusal) throw new Inconclusive(refusal.reason);
    const { caller, secret } = request.credential;
    const wire = wireOf(request, this.#options, this.#recorded);
    if (secret) this.#options.onSecret(secret.text, secret.shown);
    connections.reserve?.(wire, caller);
    return { sent: this.#limiter.inFlight(this.#exchange(request, wire, connections)) };
  }

  /** Counts, sends, records. */
  async #exchange(
    request: ApiRequest,
    wire: WireRequest,
    connections: Connections,
  ): Promise<Exchange> {
    const { clock, signal, onExchange } = this.#options;
    const { caller } = request.credential;
    const pace = this.#limiter.paceOf(caller);
    const spend = this.#budget.sending(request);
    const index = this.#recorded++;
    const sentAt = clock.now();
    pace.sending(sentAt);
    const result = await connections.send(wire, signal, this.#retries.secondsFor(request));
    const times = { startedAt: sentAt, finishedAt: clock.now(), arrival: this.#arrived++ };
    const exchange = recordOf(request, wire, { index, ...times, ...result });
    onExchange(exchange);
    const { response, startedAt, finishedAt } = exchange;
    // To the service, a caller who is not let in is anonymous: the count may be that of all anonymous callers.
    const isOfCaller = response?.status !== 401 || caller === 'anonymous';
    if (response !== undefined && isOfCaller) pace.answered(response, startedAt, finishedAt);
    else pace.unanswered();
    spend(exchange);
    return exchange;
  }

  #sharedConnections(): Connections {
    this.#shared ??= this.#open(this.#options.connections);
    return this.#shared;
  }

  #open(connections: number): Connections {
    const { open = openConnections } = this.#options;
    const bodyBound = () => this.#budget.reserveBody();
    const bodyRead = (bound: number, bytes: number) => this.#budget.releaseBody(bound - bytes);
    const fieldsFit = (bytes: number) => this.#budget.takeFields(bytes);
    const opened = open({ ...this.#options, connections, fieldsFit, bodyBound, bodyRead });
    this.#opened.add(opened);
    return opened;
  }

  async #close(one: Connections): Promise<void> {
    this.#opened.delete(one);
    await one.close();
  }
}
