/**
 * When a request is sent again, and when that ends the run. What came decides, by one table. A 429 is not in it: the
 * pacing waits as it says, and ends the run after three in a row.
 */
import { isAwayAnswer } from './away.ts';
import { timerSlackMs } from './clock.ts';
import { isCallerRefused } from './credential.ts';
import { type Answered, type Exchange, isAnswered, type TransportFailure } from './exchange.ts';
import { noResponseWords, silentWords, unansweredWords } from './failure-words.ts';
import { type End, Inconclusive, NoResponse } from './inconclusive.ts';
import { isJsonObject, tryParseJson } from './json.ts';
import { retryAfters } from './rate-state.ts';
import type { ApiRequest } from './request.ts';
import { type Connections, ofProxy } from './transport.ts';

/** What is sent again. */
type Kind = 'idle' | 'away' | 'refused' | 'lost';

interface Policy {
  /** Milliseconds before each further try. */
  readonly pausesMs: readonly number[];
  /** So many answers to one operation, or in a row to any, must stay: then the next one counts at once. */
  readonly stays: number;
  /** If two other requests get no better answer, it is tried again for so long, and then the run ends. */
  readonly outageMs: number;
}

const policy: Readonly<Record<Kind, Policy>> = {
  /** 408: a server says so to the next request on a connection that was idle for too long. */
  idle: { pausesMs: [0], stays: Number.POSITIVE_INFINITY, outageMs: 0 },
  /** A gateway answers for a service that is away: it may restart within two seconds, or be deployed within a minute. */
  away: { pausesMs: [700, 1600], stays: 3, outageMs: 60_000 },
  /** 401 or 403 to a key that was served before. Once others have called without it, it may be a lockout. */
  refused: { pausesMs: [], stays: 1, outageMs: 10_000 },
  /** No answer. If that stays, `NoResponses` says what follows. */
  lost: { pausesMs: [500], stays: 3, outageMs: 0 },
};

/** Milliseconds between two tries while nothing better is answered. */
const outagePauseMs = 2000;

/** So often it is tried among others; then alone, as some services accept only so many requests at once. */
const triesAmongOthers = 2;

/** A 503 may ask for a longer pause than the table has, up to this one. */
const longestPauseMs = 10_000;

/** One try. */
export interface Attempt {
  readonly exchange: Exchange;
  /** Whether it failed on a connection that the service may have closed before. */
  readonly wasIdle: boolean;
}

/** What sending again needs of the client. */
export interface Sender {
  /** Sends it once, in its turn; `alone`: while nothing else is in flight. Default: over the shared connections. */
  readonly attempt: (
    request: ApiRequest,
    how?: { readonly over?: Connections | undefined; readonly alone?: boolean },
  ) => Promise<Attempt>;
  /** A connection beside all others. */
  readonly open: () => Connections;
  readonly pause: (ms: number, reason: string) => Promise<void>;
  readonly end: End;
  readonly now: () => number;
  readonly maxWaitMs: number;
  /** Seconds for one request. */
  readonly timeout: number;
}

/** The tries of one request so far. */
interface Tries {
  answers: number;
  losses: number;
  lostMs: number;
  /** Whether a connection that was closed while idle has been excused. */
  wasIdle: boolean;
  over: Connections | undefined;
}

/** Sends each request of a run until its answer counts. */
export class Retries {
  readonly #sender: Sender;
  readonly #silences: NoResponses;
  #hasAnswered = false;
  /** A request with the key that was served. */
  #served: ApiRequest | undefined;
  #anonymousSent = false;
  /** Answers that stayed, by kind and operation, and those in a row. */
  readonly #stayed = new Map<string, number>();
  #streak = 0;
  /** When the service, or the key, was first seen to be away. */
  #awaySince: number | undefined;
  #look: { readonly kind: Kind; readonly isThere: Promise<boolean> } | undefined;

  constructor(sender: Sender) {
    this.#sender = sender;
    this.#silences = new NoResponses(sender);
  }

  /** Seconds to wait for an answer to a request. */
  secondsFor(request: ApiRequest): number {
    return this.#silences.secondsFor(request);
  }

  /** An answer that is no 429 and that stays. Throws Inconclusive, NoResponse or EndedEarly if there is none. */
  async answerTo(first: ApiRequest): Promise<Answered> {
    const tries: Tries = { answers: 0, losses: 0, lostMs: 0, wasIdle: false, over: first.over };
    const opened: Connections[] = [];
    try {
      for (let times = 0; ; times += 1) {
        const request = attemptOf(first, times);
        this.#silences.refuse(request);
        const alone =
          tries.losses > 0 || tries.answers >= triesAmongOthers || this.#silences.isLikely(request);
        const attempt = await this.#sender.attempt(request, { over: tries.over, alone });
        const answer = isAnswered(attempt.exchange)
          ? await this.#afterAnswer(request, attempt.exchange, tries)
          : await this.#afterLoss(request, attempt, tries);
        if (answer !== undefined) return answer;
        if (isAnswered(attempt.exchange) && isLimited(attempt.exchange)) continue;
        tries.over = this.#sender.open();
        opened.push(tries.over);
      }
    } finally {
      await Promise.all(opened.map((one) => one.close()));
    }
  }

  /** The answer if it counts; undefined, after a pause, if the request is to be sent again. */
  async #afterAnswer(
    request: ApiRequest,
    answer: Answered,
    tries: Tries,
  ): Promise<Answered | undefined> {
    this.#hasAnswered = true;
    this.#silences.answered(request, answer);
    if (isLimited(answer)) return undefined;
    tries.answers += 1;
    const kind = this.#kindOf(request, answer);
    if (kind === undefined) return this.#accept(request, answer);
    const pause = this.#pauseAfter(kind, answer, tries.answers);
    if (pause !== undefined && !this.#hasStayed(kind, request)) {
      await this.#sender.pause(pause, `${answer.response.status}, which may pass; trying again`);
      return undefined;
    }
    const isOwn = kind === 'idle' || this.#hasStayed(kind, request);
    if (!isOwn && this.#served !== undefined && !(await this.#isThere(kind, this.#served))) {
      await this.#waitOut(kind, answer.response.status);
      return undefined;
    }
    const name = nameOf(kind, request);
    this.#stayed.set(name, (this.#stayed.get(name) ?? 0) + 1);
    if (kind === 'away') this.#streak += 1;
    this.#awaySince = undefined;
    return answer;
  }

  #accept(request: ApiRequest, answer: Answered): Answered {
    this.#awaySince = undefined;
    this.#streak = 0;
    if (request.credential.caller === 'anonymous') this.#anonymousSent = true;
    else if (answer.response.status === 200 && request.purpose === 'clause') {
      this.#served ??= request;
    }
    this.#silences.accepted(request, answer);
    return answer;
  }

  #kindOf({ credential, operation }: ApiRequest, answer: Answered): Kind | undefined {
    const { status } = answer.response;
    if (status === 408) return 'idle';
    if (isAwayAnswer(answer)) return 'away';
    // Whether a key may create is another matter.
    const isRefusal = status === 401 || (status === 403 && operation !== 'createPet');
    const isOfKey = credential.caller === 'authenticated' && !this.#anonymousSent;
    return isRefusal && isOfKey && this.#served !== undefined ? 'refused' : undefined;
  }

  #hasStayed(kind: Kind, request: ApiRequest): boolean {
    const own = this.#stayed.get(nameOf(kind, request)) ?? 0;
    return Math.max(own, kind === 'away' ? this.#streak : 0) >= policy[kind].stays;
  }

  #pauseAfter(kind: Kind, { response }: Answered, answers: number): number | undefined {
    const pause = policy[kind].pausesMs[answers - 1];
    if (pause === undefined || kind === 'idle') return pause;
    const asked = askedFor(response);
    const isAllowed = asked <= Math.min(this.#sender.maxWaitMs, longestPauseMs);
    return isAllowed ? Math.max(pause, asked) : pause;
  }

  /** Whether another request gets a better answer. All that are in doubt at the same time share one look. */
  async #isThere(kind: Kind, served: ApiRequest): Promise<boolean> {
    if (this.#look?.kind === kind) return this.#look.isThere;
    const isThere = this.#isAnyServed(kind, served);
    this.#look = { kind, isThere };
    return isThere.finally(() => {
      this.#look = undefined;
    });
  }

  async #isAnyServed(kind: Kind, { credential }: ApiRequest): Promise<boolean> {
    for (const other of others) {
      const { exchange } = await this.#sender.attempt({ ...other, credential, purpose: 'clause' });
      if (!isAnswered(exchange)) continue;
      const { status } = exchange.response;
      // A 429 may come from a gateway, and says nothing about the key.
      const isAlike = isAwayAnswer(exchange) || isLimited(exchange);
      if (!isAlike && !(kind === 'refused' && isCallerRefused(status))) return true;
    }
    return false;
  }

  async #waitOut(kind: Kind, status: number): Promise<void> {
    const { now, maxWaitMs, pause, end } = this.#sender;
    this.#awaySince ??= now();
    const allowed = Math.min(policy[kind].outageMs, maxWaitMs);
    if (now() - this.#awaySince >= allowed) {
      throw end.with(
        kind === 'away'
          ? `the service was away for ${Math.round(allowed / 1000)} s: it answered ${status} to whatever was asked`
          : `the service answers ${status} to the key that it took before, whatever is asked: it may have expired`,
      );
    }
    await pause(outagePauseMs, `${status} to every request; trying again`);
  }

  /** Undefined, after a pause, if the request is to be sent again; or an answer that came after all. */
  async #afterLoss(
    request: ApiRequest,
    { exchange, wasIdle }: Attempt,
    tries: Tries,
  ): Promise<Answered | undefined> {
    const { failure } = exchange;
    if (failure === undefined) return undefined;
    // A connection that was closed while idle is recorded and counted, but is no failure.
    if (wasIdle && !tries.wasIdle) {
      tries.wasIdle = true;
      return undefined;
    }
    tries.losses += 1;
    tries.lostMs += exchange.finishedAt - exchange.startedAt;
    const pause = policy.lost.pausesMs[tries.losses - 1];
    if (pause !== undefined) {
      await this.#sender.pause(
        pause,
        `no answer (${failure.code}); trying again on a fresh connection`,
      );
      return undefined;
    }
    this.#silences.unanswered(request, tries.lostMs);
    const late = await this.#silences.confirm(request, exchange, failure);
    if (late !== undefined && !isLimited(late)) return late;
    throw new Inconclusive(unansweredWords(exchange, failure, this.#hasAnswered));
  }
}

/** Requests that show whether a service is there and knows the key. */
const others: readonly Pick<ApiRequest, 'operation' | 'method' | 'path'>[] = [
  { operation: 'listPets', method: 'GET', path: '/pets?limit=1' },
  { operation: 'getPet', method: 'GET', path: '/pets/1' },
];

const nameOf = (kind: Kind, { operation, method }: ApiRequest) => `${kind} ${operation ?? method}`;

const isLimited = ({ response }: Answered) => response.status === 429;

/** The request for a further try; `times` counts from 0. */
function attemptOf(request: ApiRequest, times: number): ApiRequest {
  if (times === 0 || request.anew === undefined) return request;
  return { ...request, body: request.anew(times) };
}

/** Milliseconds that `Retry-After` asks for; 0 if it asks for nothing. */
function askedFor(response: Answered['response']): number {
  const seconds = retryAfters(response).filter((text) => /^\d{1,5}$/.test(text));
  return Math.max(0, ...seconds.map(Number)) * 1000;
}

/** After so many requests of a kind in a row without an answer no more of it are sent. */
const mostInARow = 5;

/** A silence is a failure if a request was not answered alone so often, with another one answered before and after each. */
const timesAlone = 3;

/** A service that a request has crashed may be restarted: so often it is looked for, at this interval. */
const looks = 4;
const lookPauseMs = 1500;

/** The most silences that are confirmed in a run. */
const mostConfirmed = 6;

/** Once a kind was silent, an answer may take four times as long as the slowest so far, and a sixth of the timeout. */
const roomFactor = 4;
const leastShare = 1 / 6;

/** Requests that are not answered, and what follows: fewer tries, shorter waits, and a failure if it is certain. */
class NoResponses {
  readonly #sender: Sender;
  /** Requests in a row without an answer, by kind. */
  readonly #inARow = new Map<string, number>();
  readonly #slowestMs = new Map<string, number>();
  /** Answered requests, which show whether the service is there. */
  readonly #others = new Map<string, ApiRequest>();
  #left = mostConfirmed;
  /** Whether a wrong key was sent: a service may let callers who come without the right one again wait. */
  #hadWrongKey = false;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  #of(request: ApiRequest): number {
    const gap = request.purpose === 'gap' ? (this.#inARow.get(kindOf(request)) ?? 0) : 0;
    // A service that hangs on what the specification leaves open must not lose its verdict over it.
    return Math.max(gap, this.#inARow.get(kindOf({ ...request, purpose: 'clause' })) ?? 0);
  }

  /** Whether a request may get no answer, as others before: it is sent alone. */
  isLikely(request: ApiRequest): boolean {
    return this.#of(request) > 0;
  }

  /** Throws if requests of this kind are not sent any more. */
  refuse(request: ApiRequest): void {
    if (this.#of(request) >= mostInARow) throw new Inconclusive(silentWords(request));
  }

  answered(request: ApiRequest, { startedAt, finishedAt }: Answered): void {
    const kind = kindOf(request);
    this.#inARow.delete(kind);
    const slowest = this.#slowestMs.get(kind) ?? 0;
    this.#slowestMs.set(kind, Math.max(finishedAt - startedAt, slowest));
  }

  accepted(request: ApiRequest, { response }: Answered): void {
    this.#hadWrongKey ||= isAnonymous(request) && isWithCredential(request);
    const asOther = request.method === 'GET' && request.purpose === 'clause';
    const isOwn = request.credential.caller === 'authenticated' && response.status === 200;
    if (asOther && isOwn && this.#others.size < 2) this.#others.set(request.path, request);
  }

  /** A request had no answer after all its tries. Connections that are refused or reset at once are no silence. */
  unanswered(request: ApiRequest, lostMs: number): void {
    if (lostMs < this.secondsFor(request) * 1000 - timerSlackMs) return;
    this.#inARow.set(kindOf(request), (this.#inARow.get(kindOf(request)) ?? 0) + 1);
  }

  /** Seconds to wait for an answer: the whole timeout, or less once the kind was silent. */
  secondsFor(request: ApiRequest): number {
    const { timeout } = this.#sender;
    if (!this.isLikely(request)) return timeout;
    const slowest =
      this.#slowestMs.get(kindOf(request)) ?? Math.max(0, ...this.#slowestMs.values());
    const patience = Math.max(timeout * leastShare, (slowest * roomFactor) / 1000);
    return Math.min(timeout, Math.ceil(patience * 1000) / 1000);
  }

  /**
   * Sends alone what was not answered, with another request before and after each time. Throws NoResponse if only the
   * others are answered; undefined if that is not certain. A service that a request has crashed may need to start again.
   */
  async confirm(
    request: ApiRequest,
    last: Exchange,
    failure: TransportFailure,
  ): Promise<Answered | undefined> {
    const other = [...this.#others.values()].find(({ path }) => path !== request.path);
    const isHeldBack = this.#hadWrongKey && isAnonymous(request) && failure.code === 'timeout';
    const isCertain = isOrdinary(request) && isNoResponse(last) && !isHeldBack;
    if (other === undefined || this.#left === 0 || !isCertain) return undefined;
    this.#left -= 1;
    const evidence: Exchange[] = [last];
    for (let time = 0; ; time += 1) {
      const sign = await this.#signOfLife(other);
      // If nothing answers at all, it is not about this request, nor about the next one.
      if (sign === undefined) return this.#giveUp();
      evidence.push(sign);
      if (time === timesAlone) break;
      const exchange = await this.#sendAlone(request);
      if (isAnswered(exchange)) return exchange;
      if (!isNoResponse(exchange)) return this.#giveUp();
      evidence.push(exchange);
    }
    throw new NoResponse(noResponseWords(request, failure), evidence);
  }

  #giveUp(): undefined {
    this.#left = 0;
    return undefined;
  }

  async #signOfLife(other: ApiRequest): Promise<Exchange | undefined> {
    for (let look = 1; ; look += 1) {
      const exchange = await this.#sendAlone(other);
      if (isAnswered(exchange)) return exchange;
      // A service that hangs is not one that is being started.
      if (look === looks || exchange.failure?.code === 'timeout') return undefined;
      await this.#sender.pause(lookPauseMs, 'the service may be starting again');
    }
  }

  async #sendAlone(request: ApiRequest): Promise<Exchange> {
    const over = this.#sender.open();
    try {
      return (await this.#sender.attempt(request, { over, alone: true })).exchange;
    } finally {
      await over.close();
    }
  }
}

/** What falls silent together. Callers without the key are apart: a service may hang on them and answer the key. */
function kindOf({ operation, purpose, credential }: ApiRequest): string {
  return `${operation} ${purpose} ${credential.caller === 'anonymous'}`;
}

/** The failures of a service that does not answer, or drops the connection; not those of names, TLS or broken HTTP. */
const silentCodes = new Set(['timeout', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Whether nothing came at all, as far as the client can tell, and no proxy may be the reason. */
export function isNoResponse({ failure }: Pick<Exchange, 'failure'>): boolean {
  return (
    failure !== undefined && silentCodes.has(failure.code) && !failure.message.startsWith(ofProxy)
  );
}

/** A gateway may stop longer bodies before the service. */
const shortBody = 500;

/**
 * Whether nothing about a request excuses a silence: it is a documented operation, called in the ordinary way, with the
 * key or without any, and a body is a short JSON object of plain ASCII in one line. A gateway may stop odd bodies and
 * wrong keys.
 */
export function isOrdinary(request: ApiRequest): boolean {
  const { operation, purpose, body, accept, names, chunked, contentType } = request;
  if (operation === undefined || purpose !== 'clause') return false;
  if (names !== undefined || chunked !== undefined || !usualAccepts.includes(accept)) return false;
  if (!usualTypes.includes(contentType)) return false;
  if (request.credential.caller !== 'authenticated' && isWithCredential(request)) return false;
  if (body === undefined) return true;
  const isPlain = body.length <= shortBody && /^[ !-\x5b\x5d-~]*$/.test(body);
  return isPlain && isJsonObject(tryParseJson(body));
}

const usualAccepts: readonly ApiRequest['accept'][] = [undefined, '*/*'];
const usualTypes: readonly ApiRequest['contentType'][] = [
  undefined,
  'application/json; charset=utf-8',
];

const isAnonymous = ({ credential }: ApiRequest) => credential.caller === 'anonymous';

const isWithCredential = ({ credential }: ApiRequest) =>
  (credential.header ?? credential.also) !== undefined;
