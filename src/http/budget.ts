/** What a run may send, create, read and wait for in all, whatever the service answers. */
import { createsNothing } from '../spec/statuses.ts';
import { isAwayStatus } from './away.ts';
import { type Exchange, isAnswered } from './exchange.ts';
import type { ApiRequest } from './request.ts';

export interface BudgetOptions {
  readonly maxRequests: number;
  /** Requests that the plan of the run allows, repeated ones included; default: `maxRequests`. */
  readonly mostPlanned?: number;
  readonly maxCreations: number;
  /** Refused log-ins that the run may make; default any number. */
  readonly maxLogIns?: number;
  /** Whether a kind of creation that must be refused is given up once one of it was accepted; default false. */
  readonly sparing?: boolean;
  /** Seconds for one request. */
  readonly timeout: number;
  /** Seconds for one wait. */
  readonly maxWait: number;
}

/** Creations kept back for requests that must be refused and may be accepted: several may be in flight at once. */
const mostKept = 4;

/** The run ends when requests without a response took this many times `--timeout` in all. */
export const silenceFactor = 30;

/** All waits together may take this many times `--max-wait`, and in any case so many seconds, as reads may lag. */
const waitsFactor = 20;
const leastWaits = 60;

/** Bytes of all bodies of a run together: a thousand full pages of animals take two thirds. */
const allBodies = 16 * 1024 * 1024;

/** Bytes of all header fields, as recorded: with all else of the longest run they fit into what `rejudge` reads. */
export const allFields = 7 * 1024 * 1024;

/** One body takes at most this part of what is left, so that after long ones ordinary ones are still read whole. */
const bodyShare = 1 / 8;

/** Bytes of one body that are read; more is cut off and not judged. */
export const mostBody = allBodies * bodyShare;

/**
 * What is left of it. Any creation may leave an animal, even one that must be refused: it counts from when it is sent,
 * and no longer once it was refused. All times are in milliseconds.
 */
export class Budget {
  readonly #options: BudgetOptions;
  readonly #kept: number;
  readonly #maxLogIns: number;
  #requests = 0;
  #creations = 0;
  /** The requirements that sent the creations in flight. */
  readonly #creating: (string | undefined)[] = [];
  /** Requirements that send no more creations, and why: one that had to be refused was accepted, or may have been. */
  readonly #givenUp = new Map<string | undefined, string>();
  /** Log-ins that were refused, or may be. */
  #logIns = 0;
  #lostMs = 0;
  #waitedMs = 0;
  #waitedUntil = 0;
  #bodiesLeft = allBodies;
  #fieldsLeft = allFields;

  constructor(options: BudgetOptions) {
    this.#options = options;
    this.#kept = Math.min(mostKept, Math.floor(options.maxCreations / 2));
    this.#maxLogIns = options.maxLogIns ?? Number.POSITIVE_INFINITY;
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.#requests;
  }

  /** How many more animals may be created on purpose. */
  get creationsLeft(): number {
    return Math.max(0, this.#options.maxCreations - this.#kept - this.#creations);
  }

  /** Whether the responses to requests in flight decide if the request is still allowed. */
  mustWait(request: ApiRequest): boolean {
    if (!isCreation(request) || this.#creating.length === 0) return false;
    const isOfKind = request.mayCreate !== true && this.#creating.includes(request.topic);
    return (this.#options.sparing === true && isOfKind) || this.#creationsLeftFor(request) <= 0;
  }

  /** Why the request is not allowed any more, and whether that ends the run; undefined if it is. */
  refusal(request: ApiRequest): { readonly reason: string; readonly ends: boolean } | undefined {
    const { maxRequests, mostPlanned = maxRequests, timeout } = this.#options;
    const allowed = silenceFactor * timeout;
    if (this.#lostMs > allowed * 1000) {
      const lost = `${Math.round(this.#lostMs / 1000)} s were lost on requests without an answer`;
      const reason = `${lost}; allowed are ${allowed} s, ${silenceFactor} times --timeout`;
      return { reason, ends: true };
    }
    if (this.#requests >= maxRequests) {
      const reason = `the allowance of ${maxRequests} requests is spent (--max-requests)`;
      return { reason, ends: true };
    }
    if (this.#requests >= mostPlanned) {
      const reason = `the run sent ${mostPlanned} requests, the most for its --budget, as many were sent again: fix the failures first, or raise it`;
      return { reason, ends: true };
    }
    const reason = this.#logInRefusal(request) ?? this.#creationRefusal(request);
    return reason === undefined ? undefined : { reason, ends: false };
  }

  /** Counts a request before it is sent. Call the returned function with its exchange. */
  sending(request: ApiRequest): (exchange: Exchange) => void {
    const [creates, logsIn] = [isCreation(request), isLogIn(request)];
    this.#requests += 1;
    if (logsIn) this.#logIns += 1;
    if (creates) {
      this.#creations += 1;
      this.#creating.push(request.topic);
    }
    return (exchange) => {
      this.#lostMs += silenceOf([exchange]);
      if (logsIn && !isRefusedLogIn(exchange)) this.#logIns -= 1;
      if (!creates) return;
      this.#creating.splice(this.#creating.indexOf(request.topic), 1);
      const { status } = exchange.response ?? {};
      if (status === undefined) return;
      if (createsNothing.includes(status)) this.#creations -= 1;
      else if (request.mayCreate !== true && status !== 408 && !isAwayStatus(status)) {
        this.#givenUp.set(request.topic, givenUpAt(status));
      }
    };
  }

  /** Why a wait from `now` to `until` is one too many; undefined, and counted, if it is not. Those at one time count once. */
  refuseWait(now: number, until: number): string | undefined {
    const allowed = Math.max(leastWaits, waitsFactor * this.#options.maxWait);
    const waited = this.#waitedMs + Math.max(0, until - Math.max(now, this.#waitedUntil));
    if (waited > allowed * 1000) {
      return `the run would wait longer than it may: allowed are ${allowed} s in all, ${waitsFactor} times --max-wait and at least ${leastWaits} s`;
    }
    this.#waitedMs = waited;
    this.#waitedUntil = Math.max(this.#waitedUntil, until);
    return undefined;
  }

  /** Whether the header fields of one more response are read: they are counted then. */
  takeFields(bytes: number): boolean {
    if (bytes > this.#fieldsLeft) return false;
    this.#fieldsLeft -= bytes;
    return true;
  }

  /** Bytes of the next body that are read, taken from what is left; more is cut off and marked. */
  reserveBody(): number {
    const bound = Math.floor(this.#bodiesLeft * bodyShare);
    this.#bodiesLeft -= bound;
    return bound;
  }

  /** Gives back what the body did not take. */
  releaseBody(bytes: number): void {
    this.#bodiesLeft = Math.max(0, this.#bodiesLeft + bytes);
  }

  #creationsLeftFor({ mayCreate }: ApiRequest): number {
    return mayCreate ? this.creationsLeft : this.#options.maxCreations - this.#creations;
  }

  #creationRefusal(request: ApiRequest): string | undefined {
    if (!isCreation(request)) return undefined;
    const { mayCreate = false, topic } = request;
    const { maxCreations, sparing = false } = this.#options;
    const givenUp = mayCreate || !sparing ? undefined : this.#givenUp.get(topic);
    if (givenUp !== undefined) return givenUp;
    if (this.#creationsLeftFor(request) > 0) return undefined;
    const kept =
      mayCreate && this.#kept > 0 ? `, but for ${this.#kept} kept for refusals that fail` : '';
    return `the allowance of ${maxCreations} creations is spent (--max-creations)${kept}`;
  }

  #logInRefusal(request: ApiRequest): string | undefined {
    if (!isLogIn(request) || request.isReserved === true) return undefined;
    const most = this.#maxLogIns;
    return this.#logIns < most ? undefined : `the budget of ${most} refused log-ins is spent`;
  }
}

/** A lockout counts a 403 like a 401, and what got no response may have been refused; but not by who never saw the key. */
function isRefusedLogIn(exchange: Exchange): boolean {
  if (!isAnswered(exchange)) return exchange.reusedConnection !== true;
  const { status } = exchange.response;
  const isUnread = status === 408 || status === 429;
  return !isUnread && (status < 200 || status > 299);
}

function givenUpAt(status: number): string {
  const did = status < 400 ? 'accepted' : `answered ${status} to`;
  return `the service ${did} a creation of this kind, which it must refuse: no more of the kind are sent, as each may leave an animal`;
}

function isLogIn({ credential }: ApiRequest): boolean {
  return credential.caller === 'anonymous';
}

function isCreation({ mayCreate = false, operation }: ApiRequest): boolean {
  return mayCreate || operation === 'createPet';
}

/** Milliseconds that were lost on exchanges without a response, added up even if they overlap. */
export function silenceOf(exchanges: readonly Exchange[]): number {
  return exchanges
    .filter(({ failure }) => failure !== undefined)
    .reduce((lost, { startedAt, finishedAt }) => lost + Math.max(0, finishedAt - startedAt), 0);
}
