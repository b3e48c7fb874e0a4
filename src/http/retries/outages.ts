/**
 * Tells an answer to the question from the sign of a service that is away, or that has dropped the key: then all
 * questions are answered alike.
 */
import { isCallerRefused } from '../credential.ts';
import { type Answered, type Exchange, isAnswered } from '../exchange.ts';
import { Inconclusive } from '../inconclusive.ts';
import { type WaitReason, waitReasons } from '../pacing/wait-reasons.ts';
import type { ApiRequest } from '../request.ts';
import { isAwayAnswer, TransientAnswers } from '../transient-answers.ts';

/** What an answer may be a sign of instead. */
type Kind = 'away' | 'key';

/** What finding out needs of a client. */
export interface Looking {
  readonly ask: (request: ApiRequest) => Promise<Exchange>;
  readonly pause: (reason: WaitReason, ms: number) => Promise<void>;
  /** Ends the run, and returns the error that says so. */
  readonly end: (reason: string) => Error;
  readonly now: () => number;
  /** Milliseconds for one wait. */
  readonly maxWaitMs: number;
}

/** Questions that show whether a service is there and knows the key. */
const others: readonly Pick<ApiRequest, 'operation' | 'method' | 'path'>[] = [
  { operation: 'listPets', method: 'GET', path: '/pets?limit=1' },
  { operation: 'getPet', method: 'GET', path: '/pets/1' },
];

/**
 * Milliseconds between two looks, and for how long to look: a deployment takes a minute, a key that comes back takes
 * seconds.
 */
const pauseMs = 2000;
const longestMs: Readonly<Record<Kind, number>> = { away: 60_000, key: 10_000 };

/**
 * Milliseconds before a question is asked again that one node has refused, and the time within which every node knows
 * the key.
 */
const learningPausesMs = [700, 1600];
const longestLearningMs = 3000;

/**
 * Answers 502, 503 and 504, and 401 and 403 to the key, count only if other questions get another answer at that time.
 * Nothing is looked for before the key was served, nor once callers without the key have asked: they may have caused a
 * lockout.
 */
export class Outages {
  readonly #client: Looking;
  readonly #transient: TransientAnswers;
  #served: ApiRequest | undefined;
  #strangersAsked = false;
  /** Operations with their statuses that were seen while the service was there. */
  readonly #own = new Set<string>();
  #since: number | undefined;
  /** When some nodes first refused the key while others served it. */
  #learning: number | undefined;
  #look: { readonly kind: Kind; readonly seen: Promise<boolean> } | undefined;

  constructor(client: Looking) {
    this.#client = client;
    this.#transient = new TransientAnswers(client.maxWaitMs);
  }

  /**
   * Whether an answer counts as the answer of the service to that question. If it does not, this waits as long as is
   * due before the next try. `times` counts the answers to the question. Throws what `end` returns if the service stays
   * away, or keeps refusing the key.
   */
  async stands(request: ApiRequest, answer: Answered, times: number): Promise<boolean> {
    const { status } = answer.response;
    const pass = this.#transient.pauseMs(request, answer, times);
    if (pass !== undefined) {
      await this.#client.pause(waitReasons.mayPassOnceMore(status), pass);
      return false;
    }
    const kind = this.#kindOf(request, answer);
    if (kind === undefined || this.#served === undefined) {
      this.#refuseUnwaited(answer);
      this.#learn(request, answer);
      return true;
    }
    const name = `${request.operation} ${request.credential.caller} ${status}`;
    const isKnown = this.#own.has(name);
    if (isKnown || (await this.#isThere(kind, this.#served))) {
      this.#refuseUnwaited(answer);
      if (isKnown) return true;
      const isOfNode = status === 401 || (status === 403 && request.operation !== 'createPet');
      if (isOfNode && (await this.#mayBeLearnt(times))) return false;
      this.#own.add(name);
      this.#since = undefined;
      return true;
    }
    await this.#wait(kind, status);
    return false;
  }

  /** Throws if the answer might be another one after a pause that is longer than allowed. */
  #refuseUnwaited(answer: Answered): void {
    const reason = this.#transient.refusedPause(answer);
    if (reason !== undefined) throw new Inconclusive(reason);
  }

  /**
   * Whether a node may not know the key yet that others know; waits if so. A node learns a key once, so later refusals
   * count.
   */
  async #mayBeLearnt(times: number): Promise<boolean> {
    const { now, pause } = this.#client;
    const ms = learningPausesMs[times - 1];
    if (ms === undefined || now() - (this.#learning ?? now()) > longestLearningMs) return false;
    this.#learning ??= now();
    await pause(waitReasons.learning, ms);
    return true;
  }

  async #wait(kind: Kind, status: number): Promise<void> {
    const { now, maxWaitMs, pause, end } = this.#client;
    this.#since ??= now();
    const allowed = Math.min(longestMs[kind], maxWaitMs);
    if (now() - this.#since >= allowed) {
      throw end(endings[kind](status, Math.round(allowed / 1000)));
    }
    await pause(waitReasons.toAll(status), pauseMs);
  }

  #kindOf({ credential: { caller } }: ApiRequest, answer: Answered): Kind | undefined {
    if (isAwayAnswer(answer)) return 'away';
    const isOfKey = caller === 'key-holder' && !this.#strangersAsked;
    return isOfKey && isCallerRefused(answer.response.status) ? 'key' : undefined;
  }

  #learn(request: ApiRequest, { response }: Answered): void {
    this.#since = undefined;
    if (request.credential.caller === 'stranger') this.#strangersAsked = true;
    else if (response.status === 200 && request.purpose === 'clause') this.#served ??= request;
  }

  /** Whether any other question gets another answer. All that ask at the same time share one look. */
  async #isThere(kind: Kind, served: ApiRequest): Promise<boolean> {
    if (this.#look?.kind === kind) return this.#look.seen;
    const seen = isAnyOther(kind, served, this.#client);
    this.#look = { kind, seen };
    return seen.finally(() => {
      this.#look = undefined;
    });
  }
}

async function isAnyOther(kind: Kind, { credential }: ApiRequest, { ask }: Looking) {
  for (const other of others) {
    const exchange = await ask({ ...other, credential, purpose: 'clause' });
    if (!isAnswered(exchange)) continue;
    const { status } = exchange.response;
    // A 429 may come from a gateway, and says nothing about the key.
    const isAlike =
      isAwayAnswer(exchange) || status === 429 || (kind === 'key' && isCallerRefused(status));
    if (!isAlike) return true;
  }
  return false;
}

const endings: Readonly<Record<Kind, (status: number, seconds: number) => string>> = {
  away: (status, seconds) =>
    `the service was away for ${seconds} s: it answered ${status} to whatever was asked`,
  key: (status) =>
    `the service answers ${status} to the key that it took before, whatever is asked: it may have expired`,
};
