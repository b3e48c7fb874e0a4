/** Whether an answer tells of the question, or of a service that is away or has dropped the key: then all are answered alike. */
import { isCallerRefused } from './credential.ts';
import { type Answered, type Exchange, isAnswered } from './exchange.ts';
import { Inconclusive } from './inconclusive.ts';
import { isAwayAnswer, Passing } from './passing.ts';
import type { ApiRequest } from './request.ts';
import { type WaitReason, waitReasons } from './wait-reasons.ts';

/** What else an answer may tell of than the question. */
type Kind = 'away' | 'key';

/** What finding out needs of a client. */
export interface Looking {
  readonly ask: (request: ApiRequest) => Promise<Exchange>;
  readonly pause: (reason: WaitReason, ms: number) => Promise<void>;
  /** Ends the run, and gives the error that says so. */
  readonly end: (reason: string) => Error;
  readonly now: () => number;
  /** Milliseconds for one wait. */
  readonly maxWaitMs: number;
}

/** Questions by which it is seen whether a service is there and knows the key. */
const others: readonly Pick<ApiRequest, 'operation' | 'method' | 'path'>[] = [
  { operation: 'listPets', method: 'GET', path: '/pets?limit=1' },
  { operation: 'getPet', method: 'GET', path: '/pets/1' },
];

/** Milliseconds between two looks, and for how long it is looked: a deployment takes a minute, a key that comes back seconds. */
const pauseMs = 2000;
const longestMs: Readonly<Record<Kind, number>> = { away: 60_000, key: 10_000 };

/** Milliseconds before a question is put again that a node refused, and by when every node knows the key. */
const learningPausesMs = [700, 1600];
const longestLearningMs = 3000;

/**
 * Answers 502, 503 and 504, and 401 and 403 to the key, count only if other questions are answered otherwise at
 * that time. Nothing is looked for before the key was served, nor once callers without it have asked: they
 * may have locked it out.
 */
export class Absence {
  readonly #client: Looking;
  readonly #passing: Passing;
  #served: ApiRequest | undefined;
  #strangersAsked = false;
  /** Operations and statuses that were answered so while the service was there. */
  readonly #own = new Set<string>();
  #since: number | undefined;
  /** When the key was first refused by some and served by others. */
  #learning: number | undefined;
  #look: { readonly kind: Kind; readonly seen: Promise<boolean> } | undefined;

  constructor(client: Looking) {
    this.#client = client;
    this.#passing = new Passing(client.maxWaitMs);
  }

  /**
   * Whether an answer, the so manieth to its question, is the service's to that question; if not, after the pause that
   * it needs. Throws what `end` gives where the service stays away or the key refused.
   */
  async stands(request: ApiRequest, answer: Answered, times: number): Promise<boolean> {
    const { status } = answer.response;
    const pass = this.#passing.pauseMs(request, answer, times);
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

  /** Throws where it may have been answered otherwise after a pause that may not be made. */
  #refuseUnwaited(answer: Answered): void {
    const reason = this.#passing.refusedPause(answer);
    if (reason !== undefined) throw new Inconclusive(reason);
  }

  /**
   * Whether a node may not have learnt the key yet, which others know: after a pause then. It learns it once, so what is
   * refused later counts.
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

  /** Whether any other question is answered otherwise. One look serves all that ask at the time. */
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
    // A 429 may come from what stands before the service, and says nothing of the key.
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
