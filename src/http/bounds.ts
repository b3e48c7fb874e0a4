/** What a run may send, create, read, keep and wait for in all, whatever the service answers. */
import { beforeKey, createsNothing } from '../spec/statuses.ts';
import { isAwayStatus } from './away.ts';
import type { Exchange } from './exchange.ts';
import type { ApiRequest } from './request.ts';

export interface AllowanceOptions {
  readonly maxRequests: number;
  /** Requests that the budget of the run allows, repeated ones included; default: any number. */
  readonly mostPlanned?: number;
  readonly maxCreations: number;
  /** Refused log-ins that the run may make; default any number. */
  readonly maxLogIns?: number;
  /** Whether a kind of creation that must be refused is given up once one of it was accepted; default false. */
  readonly sparing?: boolean;
}

/** Why a request is not allowed any more, and whether that ends the run. */
export interface Refusal {
  readonly reason: string;
  readonly ends: boolean;
}

/**
 * Creations that are kept back for requests that must be refused and may be accepted: several may be under way at once.
 */
const mostKept = 4;

/**
 * What a run may send and create, and what is left of it. Any creation may leave an animal, even one that must be
 * refused: so each counts from when it is sent, and is given back once it was refused.
 */
export class Allowance {
  readonly #options: AllowanceOptions;
  readonly #kept: number;
  readonly #logIns: LogIns;
  #requests = 0;
  #creations = 0;
  /** Creations that were not answered yet, by the requirement that sent them. */
  readonly #underWay: (string | undefined)[] = [];
  /** Requirements that send no more creations, and why: one that had to be refused was accepted, or may have been. */
  readonly #givenUp = new Map<string | undefined, string>();

  constructor(options: AllowanceOptions) {
    this.#options = options;
    this.#kept = Math.min(mostKept, Math.floor(options.maxCreations / 2));
    this.#logIns = new LogIns(options.maxLogIns ?? Number.POSITIVE_INFINITY);
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.#requests;
  }

  /** How many more animals may be created on purpose. */
  get creationsLeft(): number {
    return Math.max(0, this.#options.maxCreations - this.#kept - this.#creations);
  }

  /** Whether the answers under way decide if the request is still allowed. */
  mustWait(request: ApiRequest): boolean {
    if (!isCreation(request) || this.#underWay.length === 0) return false;
    const { sparing = false } = this.#options;
    const isOfKind = request.mayCreate !== true && this.#underWay.includes(request.topic);
    return (sparing && isOfKind) || this.#leftFor(request) <= 0;
  }

  #leftFor({ mayCreate = false }: ApiRequest): number {
    return mayCreate ? this.creationsLeft : this.#options.maxCreations - this.#creations;
  }

  /** Why the request is not allowed any more; undefined if it is. */
  refusal(request: ApiRequest): Refusal | undefined {
    const { maxRequests, mostPlanned = Number.POSITIVE_INFINITY } = this.#options;
    if (this.#requests >= Math.min(maxRequests, mostPlanned)) {
      const reason =
        maxRequests <= mostPlanned
          ? `the allowance of ${maxRequests} requests is spent (--max-requests)`
          : `the ${mostPlanned} requests that a run of this budget may send are spent, as many had to be repeated (--budget)`;
      return { reason, ends: true };
    }
    const reason =
      (isLogIn(request) && request.isReserved !== true ? this.#logIns.refusal() : undefined) ??
      (isCreation(request) ? this.#creationRefusal(request) : undefined);
    return reason === undefined ? undefined : { reason, ends: false };
  }

  /** Counts a request before it is sent. Call the returned function with its exchange. */
  sending(request: ApiRequest): (exchange: Exchange) => void {
    const { mayCreate = false, topic } = request;
    const counted = isCreation(request);
    this.#requests += 1;
    if (counted) {
      this.#creations += 1;
      this.#underWay.push(topic);
    }
    const answered = isLogIn(request) ? this.#logIns.sending() : undefined;
    return (exchange) => {
      const { response } = exchange;
      if (counted) this.#underWay.splice(this.#underWay.indexOf(topic), 1);
      answered?.(exchange);
      if (!counted || response === undefined) return;
      const { status } = response;
      if (createsNothing.includes(status)) this.#creations -= 1;
      else if (!mayCreate && !mayPass(status)) this.#givenUp.set(topic, givenUpAt(status));
    };
  }

  #creationRefusal(request: ApiRequest): string | undefined {
    const { mayCreate = false, topic } = request;
    const { maxCreations, sparing = false } = this.#options;
    const givenUp = mayCreate || !sparing ? undefined : this.#givenUp.get(topic);
    if (givenUp !== undefined) return givenUp;
    if (this.#leftFor(request) > 0) return undefined;
    const kept =
      mayCreate && this.#kept > 0 ? `, but for ${this.#kept} kept for refusals that fail` : '';
    return `the allowance of ${maxCreations} creations is spent (--max-creations)${kept}`;
  }
}

function givenUpAt(status: number): string {
  const did = status < 400 ? 'accepted' : `answered ${status} to`;
  return `the service ${did} a creation of this kind, which it must refuse: no more of the kind are sent, as each may leave an animal`;
}

/** A request that was too late for a gateway may still have reached the service behind it. */
const tooLate = 408;

function mayPass(status: number): boolean {
  return status === tooLate || isAwayStatus(status);
}

function isLogIn({ credential }: ApiRequest): boolean {
  return credential.caller === 'anonymous';
}

function isCreation({ mayCreate = false, operation }: ApiRequest): boolean {
  return mayCreate || operation === 'createPet';
}

const doubtfulForOne = 2;

/**
 * The refused log-ins of a run: calls without the key that did not succeed, whatever the status, as a lockout counts a
 * 403 like a 401; one without a response may have been refused, too. Those that may have ended before anybody looked for
 * a key, as idle connections are closed, are counted apart, and twice as many are allowed. A call under way counts in both.
 */
class LogIns {
  readonly #most: number;
  #refused = 0;
  #doubtful = 0;
  #underWay = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Why one more would be too many; undefined if it would not. */
  refusal(): string | undefined {
    const fits =
      this.#refused + this.#underWay < this.#most &&
      this.#doubtful + this.#underWay < doubtfulForOne * this.#most;
    return fits ? undefined : `the budget of ${this.#most} refused log-ins is spent`;
  }

  /** Counts a log-in before it is sent. Call the returned function with its exchange. */
  sending(): (exchange: Pick<Exchange, 'response' | 'reusedConnection'>) => void {
    this.#underWay += 1;
    return ({ response, reusedConnection = false }) => {
      this.#underWay -= 1;
      const isDoubtful = response ? mayComeBeforeKey(response.status) : reusedConnection;
      if (isDoubtful) this.#doubtful += 1;
      else if (response === undefined) this.#refused += 1;
      else if (response.status < 200 || response.status > 299) this.#refused += 1;
    };
  }
}

function mayComeBeforeKey(status: number): boolean {
  return beforeKey.includes(status) || isAwayStatus(status);
}

/** A run endures this many times `--timeout` of requests without an answer in all, and then ends. */
export const silenceFactor = 30;

/** Milliseconds that were lost on exchanges without an answer, added up even if they overlap. */
export function silenceOf(exchanges: readonly Exchange[]): number {
  return exchanges
    .filter(({ failure }) => failure !== undefined)
    .reduce((lost, { startedAt, finishedAt }) => lost + Math.max(0, finishedAt - startedAt), 0);
}

/** All waits of a run together, for whatever reason, may take this many times the longest single one. */
const waitsFactor = 20;

/** Seconds that they may take in any case: with `--max-wait 0` reads may still lag. */
const leastWaits = 60;

/** The time that a run may lose on requests without an answer, and wait. All times are in milliseconds. */
export class TimeBudget {
  readonly #timeout: number;
  readonly #maxWait: number;
  #lostMs = 0;
  #waitedMs = 0;
  #waitedUntil = 0;

  /** Both in seconds. */
  constructor({ timeout, maxWait }: { readonly timeout: number; readonly maxWait: number }) {
    this.#timeout = timeout;
    this.#maxWait = maxWait;
  }

  /** A request had no answer. Connections that are refused or reset take no time, and hardly count. */
  lost(ms: number): void {
    this.#lostMs += Math.max(0, ms);
  }

  /** Why nothing more is sent because too much time was lost; undefined if it was not. */
  exhausted(): string | undefined {
    const allowed = silenceFactor * this.#timeout;
    if (this.#lostMs <= allowed * 1000) return undefined;
    const lost = Math.round(this.#lostMs / 1000);
    return `${lost} s were lost on requests without an answer; allowed are ${allowed} s, ${silenceFactor} times --timeout`;
  }

  /** Why a wait from `now` to `until` is one too many; undefined, and counted, if it is not. Those at one time count once. */
  refuseWait(now: number, until: number): string | undefined {
    const allowed = Math.max(leastWaits, waitsFactor * this.#maxWait);
    const waited = this.#waitedMs + Math.max(0, until - Math.max(now, this.#waitedUntil));
    if (waited > allowed * 1000) {
      return `the run would wait longer than it may: allowed are ${allowed} s in all, ${waitsFactor} times --max-wait and at least ${leastWaits} s`;
    }
    this.#waitedMs = waited;
    this.#waitedUntil = Math.max(this.#waitedUntil, until);
    return undefined;
  }
}

/** Bytes of all bodies of a run together: a thousand full pages of animals take two thirds. */
const allBodies = 16 * 1024 * 1024;

/** One body takes no more than this part of what is left, so that after long ones ordinary ones are still read whole. */
const share = 1 / 8;

/** Bytes of one body that are read; more is cut off and not judged. */
export const mostBody = allBodies * share;

/** How much of each body is read, so that neither one body nor all of them can exhaust the machine. */
export class BodyAllowance {
  #left = allBodies;

  /** Bytes of the next body that are read, taken from what is left; more is cut off and marked. */
  reserve(): number {
    const bound = Math.floor(this.#left * share);
    this.#left -= bound;
    return bound;
  }

  /** Gives back what the body did not take. */
  release(bytes: number): void {
    this.#left = Math.max(0, this.#left + bytes);
  }
}
