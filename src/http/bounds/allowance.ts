import { createsNothing } from '../../catalogue/statuses.ts';
import type { Exchange } from '../exchange.ts';
import type { ApiRequest } from '../request.ts';
import { isAwayStatus } from '../transient-answers.ts';
import { LogIns } from './log-ins.ts';

export interface AllowanceOptions {
  readonly maxRequests: number;
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
    const { maxRequests } = this.#options;
    if (this.#requests >= maxRequests) {
      const reason = `the allowance of ${maxRequests} requests is spent (--max-requests)`;
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
  return credential.caller === 'stranger';
}

function isCreation({ mayCreate = false, operation }: ApiRequest): boolean {
  return mayCreate || operation === 'createPet';
}
