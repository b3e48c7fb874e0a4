/**
 * When a request is sent again, and what follows if nothing better comes. Each rule is a row of this table:
 *
 * | response                                  | sent again after          | if that stays                                     |
 * | ----------------------------------------- | ------------------------- | ------------------------------------------------- |
 * | 429                                       | what the limiter waits    | three in a row end the run (`limiter.ts`)         |
 * | 502 to 504, 52x, a gateway's 404          | 0.7 s, 1.6 s              | the response if other requests get a better one,  |
 * |                                           |                           | else tried for a minute, and then the run ends    |
 * | 401 or 403 to a key that was served       | -                         | the same, tried for ten seconds                   |
 * | 408 or none, after the connection was idle | nothing                  | it is the response, or as below                   |
 * | none                                      | 0.5 s                     | a failure if other requests are answered before   |
 * |                                           |                           | and after each of three more tries, else          |
 * |                                           |                           | inconclusive                                      |
 *
 * Whatever is sent again is sent while nothing else is in flight, as some services take only so many requests at once.
 */
import { isAwayAnswer } from './away.ts';
import { isCallerRefused } from './credential.ts';
import { type Answered, type Exchange, isAnswered, type TransportFailure } from './exchange.ts';
import { noResponseWords, silentWords, unansweredWords } from './failure-words.ts';
import { type End, Inconclusive, NoResponse } from './inconclusive.ts';
import { isJsonObject, tryParseJson } from './json.ts';
import { retryAfterMs } from './rate-state.ts';
import type { ApiRequest } from './request.ts';
import { type Connections, ofProxy } from './transport.ts';

type Kind = 'away' | 'refused' | 'lost';

interface Rule {
  /** Milliseconds before each further try. */
  readonly pausesMs: readonly number[];
  /** If other requests get no better response, it is tried again for so long, and then the run ends. */
  readonly outageMs?: number;
}

const rules: Readonly<Record<Kind, Rule>> = {
  away: { pausesMs: [700, 1600], outageMs: 60_000 },
  refused: { pausesMs: [], outageMs: 10_000 },
  lost: { pausesMs: [500] },
};

/** After so many such responses to one operation that stayed, the next one counts at once. */
const mostStayed = 3;

/** Milliseconds between two tries while nothing better is answered. */
const outagePauseMs = 2000;

/** A 503 may ask for a longer pause than the table has, up to this one. */
const longestPauseMs = 10_000;

/** After so many requests of a kind in a row without a response no more of it are sent. */
const mostInARow = 5;

/** A missing response is a failure after so many more tries, with another request answered before and after each. */
const triesToConfirm = 3;

/** The most of them that are confirmed in a run. */
const mostConfirmed = 6;

/** A service that a request has crashed may be restarted: so often it is looked for, at this interval. */
const looks = 4;
const lookPauseMs = 1500;

/** Once a kind got no response, its next one may take four times as long as the slowest so far, and a sixth of the timeout. */
const slowestFactor = 4;
const leastShare = 1 / 6;

/** A gateway may stop longer bodies before the service. */
const shortBody = 500;

/** Requests that show whether the service is there and knows the key. */
const others = [
  { operation: 'listPets', method: 'GET', path: '/pets?limit=1', purpose: 'clause' },
  { operation: 'getPet', method: 'GET', path: '/pets/1', purpose: 'clause' },
] as const;

/** What sending again needs of the client. */
export interface Sender {
  /** Sends it once, in its turn; `alone`: while nothing else is in flight. Default: over the shared connections. */
  readonly attempt: (
    request: ApiRequest,
    how?: { readonly over?: Connections | undefined; readonly alone?: boolean },
  ) => Promise<Exchange>;
  /** A connection beside all others. */
  readonly open: () => Connections;
  readonly pause: (ms: number, reason: string) => Promise<void>;
  readonly end: End;
  readonly now: () => number;
  /** For one pause. */
  readonly maxWaitMs: number;
  /** Seconds for one request. */
  readonly timeout: number;
}

/** Sends each request of a run until its response counts. */
export class Retries {
  readonly #sender: Sender;
  /** The key, once a request with it was served. */
  #served: ApiRequest['credential'] | undefined;
  /** Callers without the right key may lock it out, or be made to wait. */
  #anonymousSent = false;
  #wrongKeySent = false;
  #hasAnswered = false;
  /** Responses that stayed, by kind and operation. */
  readonly #stayed = new Map<string, number>();
  readonly #outages = new Map<Kind, Promise<boolean>>();
  /** Requests in a row without a response, by what falls silent together. */
  readonly #silent = new Map<string, number>();
  #slowestMs = 0;
  #confirmationsLeft = mostConfirmed;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Seconds to wait for a response: the whole timeout, or less once the kind got none. */
  secondsFor(request: ApiRequest): number {
    const { timeout } = this.#sender;
    if (this.#silencesOf(request) === 0) return timeout;
    const most = Math.max(timeout * leastShare, (this.#slowestMs * slowestFactor) / 1000);
    return Math.min(timeout, Math.ceil(most * 1000) / 1000);
  }

  /** A response that is no 429 and that stays. Throws Inconclusive, NoResponse or EndedEarly if there is none. */
  async answerTo(first: ApiRequest): Promise<Answered> {
    const opened: Connections[] = [];
    let { over } = first;
    let [tries, wasIdle] = [0, false];
    try {
      for (let sent = 0; ; sent += 1) {
        const request = sent > 0 && first.anew ? { ...first, body: first.anew(sent) } : first;
        const silences = this.#silencesOf(request);
        if (silences >= mostInARow) throw new Inconclusive(silentWords(request));
        const alone = tries > 0 || silences > 0;
        const exchange = await this.#sender.attempt(request, { over, alone });
        if (isAnswered(exchange)) this.#answered(request, exchange);
        if (!wasIdle && isIdle(exchange)) {
          // It is recorded and counted, but is no failure.
          wasIdle = true;
        } else if (isAnswered(exchange)) {
          if (isLimited(exchange)) continue;
          tries += 1;
          const counts = await this.#counts(request, exchange, tries);
          if (counts) return this.#accepted(request, exchange);
        } else {
          tries += 1;
          const late = await this.#afterLoss(request, exchange, tries);
          if (late !== undefined) return late;
        }
        over = this.#sender.open();
        opened.push(over);
      }
    } finally {
      await Promise.all(opened.map((one) => one.close()));
    }
  }

  #answered(request: ApiRequest, { startedAt, finishedAt }: Answered): void {
    this.#hasAnswered = true;
    this.#silent.delete(kindOf(request));
    this.#slowestMs = Math.max(this.#slowestMs, finishedAt - startedAt);
  }

  #accepted(request: ApiRequest, answer: Answered): Answered {
    const { credential, purpose } = request;
    const isAnonymous = credential.caller === 'anonymous';
    this.#anonymousSent ||= isAnonymous;
    this.#wrongKeySent ||= isAnonymous && isWithCredential(request);
    if (!isAnonymous && answer.response.status === 200 && purpose === 'clause') {
      this.#served ??= credential;
    }
    return answer;
  }

  /** Whether a response is that of the service; false, after a pause, if the request is to be sent again. */
  async #counts(request: ApiRequest, answer: Answered, tries: number): Promise<boolean> {
    const kind = this.#ruleFor(request, answer);
    if (kind === undefined) return true;
    const { status } = answer.response;
    const name = `${kind} ${request.operation ?? request.method}`;
    const stayed = this.#stayed.get(name) ?? 0;
    const { pausesMs, outageMs } = rules[kind];
    const pause = pausesMs[tries - 1];
    if (pause !== undefined && stayed < mostStayed) {
      const asked = retryAfterMs(answer.response, answer.finishedAt) ?? 0;
      const ms = asked <= longestPauseMs ? Math.max(pause, asked) : pause;
      await this.#sender.pause(ms, `${status}, which may pass; trying again`);
      return false;
    }
    const mayBeOutage = outageMs !== undefined && stayed < mostStayed;
    if (mayBeOutage && this.#served && (await this.#sitOut(kind, answer, this.#served))) {
      return false;
    }
    this.#stayed.set(name, stayed + 1);
    return true;
  }

  #ruleFor({ credential, operation }: ApiRequest, answer: Answered): Kind | undefined {
    const { status } = answer.response;
    if (isAwayAnswer(answer)) return 'away';
    // Whether a key may create is another matter.
    const isRefusal = status === 401 || (status === 403 && operation !== 'createPet');
    const isOfKey = credential.caller === 'authenticated' && !this.#anonymousSent;
    return isRefusal && isOfKey && this.#served !== undefined ? 'refused' : undefined;
  }

  /** Waits until an outage is over; false if there is none. All that are in doubt at the same time wait together. */
  #sitOut(kind: Kind, answer: Answered, served: ApiRequest['credential']): Promise<boolean> {
    const { status } = answer.response;
    const outage =
      this.#outages.get(kind) ??
      this.#untilOver(kind, status, served).finally(() => this.#outages.delete(kind));
    this.#outages.set(kind, outage);
    return outage;
  }

  async #untilOver(kind: Kind, status: number, served: ApiRequest['credential']): Promise<boolean> {
    const { now, maxWaitMs, pause, end } = this.#sender;
    const since = now();
    const allowed = Math.min(rules[kind].outageMs ?? 0, maxWaitMs);
    let isOutage = false;
    while (!(await this.#look(kind, served))) {
      isOutage = true;
      if (now() - since >= allowed) {
        throw end.with(
          kind === 'away'
            ? `the service was away for ${Math.round(allowed / 1000)} s: it answered ${status} to whatever was asked`
            : `the service answers ${status} to the key that it took before, whatever is asked: it may have expired`,
        );
      }
      await pause(outagePauseMs, `${status} to every request; trying again`);
    }
    return isOutage;
  }

  /** Whether another request gets a better response. */
  async #look(kind: Kind, credential: ApiRequest['credential']): Promise<boolean> {
    for (const other of others) {
      const exchange = await this.#sender.attempt({ ...other, credential });
      if (!isAnswered(exchange)) continue;
      // A 429 may come from a gateway, and says nothing about the key.
      const isAlike = isAwayAnswer(exchange) || isLimited(exchange);
      const isRefused = kind === 'refused' && isCallerRefused(exchange.response.status);
      if (!isAlike && !isRefused) return true;
    }
    return false;
  }

  /** Undefined, after a pause, if the request is to be sent again; or a response that came after all. */
  async #afterLoss(
    request: ApiRequest,
    exchange: Exchange,
    tries: number,
  ): Promise<Answered | undefined> {
    const { failure = { code: 'unknown', message: 'no response' } } = exchange;
    const pause = rules.lost.pausesMs[tries - 1];
    if (pause !== undefined) {
      const reason = `no answer (${failure.code}); trying again on a fresh connection`;
      await this.#sender.pause(pause, reason);
      return undefined;
    }
    // Connections that are refused or reset at once are no silence.
    const kind = kindOf(request);
    if (failure.code === 'timeout') this.#silent.set(kind, this.#silencesOf(request) + 1);
    const late = await this.#confirm(request, exchange, failure);
    if (late !== undefined && !isLimited(late)) return late;
    throw new Inconclusive(unansweredWords(exchange, failure, this.#hasAnswered));
  }

  #silencesOf(request: ApiRequest): number {
    return this.#silent.get(kindOf(request)) ?? 0;
  }

  /**
   * Sends again what got no response, with another request before and after each time. Throws NoResponse if only the
   * others are answered; undefined if that is not certain.
   */
  async #confirm(
    request: ApiRequest,
    last: Exchange,
    failure: TransportFailure,
  ): Promise<Answered | undefined> {
    const credential = this.#served;
    const other = others.find(({ operation }) => operation !== request.operation);
    if (credential === undefined || other === undefined || this.#confirmationsLeft === 0) return;
    // A service may let callers who come without the right key again wait.
    const isAnonymous = request.credential.caller === 'anonymous';
    const isHeldBack = this.#wrongKeySent && isAnonymous && failure.code === 'timeout';
    if (!isOrdinary(request) || !isNoResponse(last) || isHeldBack) return;
    this.#confirmationsLeft -= 1;
    const evidence: Exchange[] = [last];
    for (let times = 0; ; times += 1) {
      const sign = await this.#sendAlone({ ...other, credential }, looks);
      if (!isAnswered(sign)) break;
      evidence.push(sign);
      if (times === triesToConfirm) {
        throw new NoResponse(noResponseWords(request, failure), evidence);
      }
      const exchange = await this.#sendAlone(request);
      if (isAnswered(exchange)) return exchange;
      if (!isNoResponse(exchange)) break;
      evidence.push(exchange);
    }
    // If nothing answers at all, it is not about this request, nor about the next one.
    this.#confirmationsLeft = 0;
    return undefined;
  }

  /** Sends it over a connection of its own, up to so many times if the service may be starting again. */
  async #sendAlone(request: ApiRequest, times = 1): Promise<Exchange> {
    for (let time = 1; ; time += 1) {
      const over = this.#sender.open();
      const sent = this.#sender.attempt(request, { over, alone: true });
      const exchange = await sent.finally(() => over.close());
      // A service that hangs is not one that is being started.
      const isFinal = isAnswered(exchange) || exchange.failure?.code === 'timeout';
      if (isFinal || time === times) return exchange;
      await this.#sender.pause(lookPauseMs, 'the service may be starting again');
    }
  }
}

const isLimited = ({ response }: Answered) => response.status === 429;

/** Whether the service had closed the connection before, or says that it does. */
const isIdle = ({ response, reusedConnection }: Exchange) =>
  reusedConnection === true || response?.status === 408;

/** What falls silent together. Callers without the key are apart: a service may hang on them and answer the key. */
function kindOf({ operation, purpose, credential }: ApiRequest): string {
  return `${operation} ${purpose} ${credential.caller === 'anonymous'}`;
}

/** The failures of a service that does not answer, or drops the connection; not those of names, TLS or broken HTTP. */
const silentCodes = new Set(['timeout', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Whether nothing came at all, as far as the client can tell, and no proxy may be the reason. */
function isNoResponse({ failure }: Pick<Exchange, 'failure'>): boolean {
  return (
    failure !== undefined && silentCodes.has(failure.code) && !failure.message.startsWith(ofProxy)
  );
}

/**
 * Whether nothing about a request excuses a missing response: it is a documented operation, called in the ordinary way,
 * with the key or without any, and a body is a short JSON object of plain ASCII in one line. A gateway may stop odd
 * bodies and wrong keys.
 */
export function isOrdinary(request: ApiRequest): boolean {
  const { operation, purpose, body, accept = '*/*', names, chunked, credential } = request;
  const { contentType: type = 'application/json; charset=utf-8' } = request;
  const isUsual = names === undefined && chunked === undefined && accept === '*/*';
  if (operation === undefined || purpose !== 'clause' || !isUsual) return false;
  if (type !== 'application/json; charset=utf-8') return false;
  if (credential.caller !== 'authenticated' && isWithCredential(request)) return false;
  if (body === undefined) return true;
  const isPlain = body.length <= shortBody && /^[ !-\x5b\x5d-~]*$/.test(body);
  return isPlain && isJsonObject(tryParseJson(body));
}

const isWithCredential = ({ credential }: ApiRequest) => credential.headers.length > 0;
