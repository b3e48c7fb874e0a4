import type { Exchange } from './exchange.ts';
import type { ApiRequest } from './request.ts';

export interface AllowanceOptions {
  readonly maxRequests: number;
  readonly maxCreations: number;
}

/** Why a request is one more than allowed, and whether that ends the run. */
export interface Refusal {
  readonly reason: string;
  readonly ends: boolean;
}

/** What a run may send and create, and what is left of it. */
export class Allowance {
  readonly #options: AllowanceOptions;
  #requests = 0;
  #creations = 0;
  /** Whether the service accepted a creation that it must refuse: then any creation may succeed. */
  #acceptsWrong = false;

  constructor(options: AllowanceOptions) {
    this.#options = options;
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.#requests;
  }

  /** How many more animals may be created. */
  get creationsLeft(): number {
    return this.#options.maxCreations - this.#creations;
  }

  /** Why the request would be one more than allowed; undefined where it is not. */
  refusal(request: ApiRequest): Refusal | undefined {
    const { maxRequests, maxCreations } = this.#options;
    if (this.#requests >= maxRequests) {
      const reason = `the allowance of ${maxRequests} requests is spent (--max-requests)`;
      return { reason, ends: true };
    }
    if (!this.#mayCreate(request) || this.creationsLeft > 0) return undefined;
    const reason = `the allowance of ${maxCreations} creations is spent (--max-creations)`;
    return { reason, ends: false };
  }

  /** Counts a request before it is sent; call what it returns with the exchange that came of it. */
  sending(request: ApiRequest): (exchange: Exchange) => void {
    const counted = this.#mayCreate(request);
    this.#requests += 1;
    if (counted) this.#creations += 1;
    return (exchange) => {
      // Only a refusal is sure to have created nothing.
      if (counted && statusClass(exchange) === 4) this.#creations -= 1;
      if (counted || exchange.operation !== 'createPet' || statusClass(exchange) !== 2) return;
      this.#acceptsWrong = true;
      this.#creations += 1;
    };
  }

  #mayCreate({ mayCreate = false, operation }: ApiRequest): boolean {
    return mayCreate || (this.#acceptsWrong && operation === 'createPet');
  }
}

function statusClass({ response }: Exchange): number | undefined {
  return response && Math.floor(response.status / 100);
}
