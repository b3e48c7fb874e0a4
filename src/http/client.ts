import pLimit from 'p-limit';
import { Allowance, type AllowanceOptions, BodyAllowance, TimeBudget } from './bounds.ts';
import { type Answered, type Exchange, isAnswered, type Pause } from './exchange.ts';
import { End, type EndedEarly, Inconclusive } from './inconclusive.ts';
import { Pacing, type PacingOptions } from './pacing.ts';
import { type ApiRequest, type RepeatableRequest, recordOf, wireOf } from './request.ts';
import { type Attempt, Retries } from './retries.ts';
import {
  type Asking,
  ConnectionSet,
  type Connections,
  openConnections,
  type TransportOptions,
  type WireRequest,
} from './transport.ts';

export interface ClientOptions
  extends Omit<TransportOptions, 'bodyBound' | 'bodyRead'>,
    PacingOptions,
    AllowanceOptions {
  readonly baseUrl: string;
  readonly userAgent: string;
  /** The trace of the run: 32 hexadecimal digits. */
  readonly trace: string;
  readonly onExchange: (exchange: Exchange) => void;
  readonly onSecret: (text: string, shown: string) => void;
  /** Default: connections of the network. */
  readonly open?: (options: TransportOptions) => Connections;
}

/**
 * The one door to the implementation: it bounds, paces, sends and records. Each request ends with an exchange that is
 * neither a 429 nor a transport failure, or throws Inconclusive or EndedEarly.
 */
export class Client {
  readonly #options: ClientOptions;
  readonly #connections: ConnectionSet;
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #pacing: Pacing;
  readonly #time: TimeBudget;
  readonly #bodies = new BodyAllowance();
  readonly #allowance: Allowance;
  #recorded = 0;
  #arrived = 0;
  readonly #retries: Retries;
  readonly #end = new End();

  constructor(options: ClientOptions) {
    this.#options = options;
    const { connections: most } = options;
    this.#connections = new ConnectionSet((connections) => this.#open(connections), most);
    this.#limit = pLimit(options.connections);
    this.#time = new TimeBudget(options);
    this.#allowance = new Allowance(options);
    this.#pacing = new Pacing(options, {
      end: this.#end,
      refuseWait: (now, until) => this.#time.refuseWait(now, until),
      requests: () => this.#allowance.requests,
    });
    this.#retries = new Retries({
      attempt: (request, { over, alone = false } = {}) => {
        const attempt = () => this.#attempt(request, over ?? this.#connections.shared, alone);
        return alone ? this.#pacing.alone(attempt) : attempt();
      },
      open: () => this.#connections.single(),
      pause: (ms, reason) => this.pause(Math.min(ms, options.maxWait * 1000), reason, 'retry'),
      end: this.#end,
      now: () => options.clock.now(),
      maxWaitMs: options.maxWait * 1000,
      timeout: options.timeout,
    });
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
    return this.#end.error;
  }

  /** Sends nothing more from now on; every later request throws this. */
  end(reason: string): EndedEarly {
    return this.#end.with(reason);
  }

  /** A single connection beside the shared ones, for requests that must all use the same one. */
  openConnection(): Connections {
    return this.#connections.single();
  }

  async close(): Promise<void> {
    await this.#connections.close();
  }

  /**
   * Sends a request once and returns whatever answer comes, also a 429, without regard to the remaining requests: for
   * the requirements that spend a rate limit; nothing that removes an animal. Only the bounds of the run apply, and the wait that an earlier 429 asked
   * for.
   */
  async sendNow(request: RepeatableRequest): Promise<Answered> {
    let { exchange, wasIdle } = await this.#start(request, this.#connections.many, 'spending').sent;
    if (wasIdle) {
      const fresh = this.openConnection();
      const again = this.#start(request, fresh, 'spending').sent;
      ({ exchange } = await again.finally(() => fresh.close()));
    }
    if (isAnswered(exchange)) return exchange;
    throw new Inconclusive(`no answer to ${request.method} ${request.path}`);
  }

  /** Sends a request until it is answered; see the class. */
  send(request: ApiRequest): Promise<Answered> {
    return this.#limit(() => this.#retries.answerTo(request));
  }

  /** Sends it once, in its turn. */
  async #attempt(request: ApiRequest, connections: Connections, alone: boolean): Promise<Attempt> {
    const mustWait = () => this.#allowance.mustWait(request);
    const { sent } = await this.#pacing.inTurn(request.credential.caller, { alone, mustWait }, () =>
      this.#start(request, connections, 'paced'),
    );
    return sent;
  }

  /** Sends it now, if the bounds of the run allow it, and returns without waiting for the answer. */
  #start(
    request: ApiRequest,
    connections: Connections,
    manner: Asking['manner'],
  ): { readonly sent: Promise<Attempt> } {
    this.#options.signal.throwIfAborted();
    this.#end.throwIfReached();
    const exhausted = this.#time.exhausted();
    if (exhausted !== undefined) throw this.end(exhausted);
    this.#refuseBeyondBounds(request);
    const { caller, secret } = request.credential;
    const wire = wireOf(request, this.#options, this.#recorded);
    if (secret) this.#options.onSecret(secret.text, secret.shown);
    connections.reserve?.(wire, { caller, manner });
    return { sent: this.#pacing.inFlight(this.#exchange(request, wire, connections)) };
  }

  /** Counts, sends, records. */
  async #exchange(
    request: ApiRequest,
    wire: WireRequest,
    connections: Connections,
  ): Promise<Attempt> {
    const { clock, signal } = this.#options;
    const pace = this.#pacing.paceOf(request.credential.caller);
    const answered = this.#allowance.sending(request);
    const index = this.#recorded++;
    const sentAt = clock.now();
    pace.sending(sentAt);
    const seconds = this.#retries.secondsFor(request);
    const result = await connections.send(wire, signal, seconds);
    const times = { startedAt: sentAt, finishedAt: clock.now(), arrival: this.#arrived++ };
    const exchange = recordOf(request, wire, { index, ...times, ...result });
    const { startedAt, finishedAt } = exchange;
    this.#options.onExchange(exchange);
    if ('failure' in result) {
      pace.unanswered();
      this.#time.lost(finishedAt - startedAt);
    } else {
      // A caller who is not let in is anonymous to the service: the count shown may be that of all anonymous callers.
      const isLetIn = result.response.status !== 401 || request.credential.caller === 'anonymous';
      if (isLetIn) pace.answered(result.response, startedAt, finishedAt);
      else pace.unanswered();
    }
    answered(exchange);
    return { exchange, wasIdle: 'failure' in result && result.reusedConnection };
  }

  /** Throws if the bounds of the run do not allow the request. */
  #refuseBeyondBounds(request: ApiRequest): void {
    const refusal = this.#allowance.refusal(request);
    if (refusal === undefined) return;
    throw refusal.ends ? this.end(refusal.reason) : new Inconclusive(refusal.reason);
  }

  /**
   * Waits for so many milliseconds, `times` times at most for this reason. Ends the run and throws instead, if it has
   * waited too long in all.
   */
  async pause(ms: number, reason: string, kind: Pause['kind'], times = 1): Promise<void> {
    const { clock, signal, onPause } = this.#options;
    const startedAt = clock.now();
    const tooMuch = this.#time.refuseWait(startedAt, startedAt + ms);
    if (tooMuch !== undefined) throw this.end(tooMuch);
    const atMost = times > 1 ? { atMost: (times * ms) / 1000 } : {};
    onPause({ startedAt, seconds: ms / 1000, ...atMost, reason, kind });
    await clock.sleep(ms, signal);
  }

  #open(connections: number): Connections {
    const { open = openConnections } = this.#options;
    const bodyBound = () => this.#bodies.reserve();
    const bodyRead = (bound: number, bytes: number) => this.#bodies.release(bound - bytes);
    return open({ ...this.#options, connections, bodyBound, bodyRead });
  }
}
