import type { Caller, Exchange, HeaderPair } from '../exchange.ts';
import type { Asking } from '../wire/transport.ts';

/** A question in the form in which a recording holds it: redacted. */
export interface RedactedQuestion {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body?: string;
}

interface Piece {
  readonly exchange: Exchange;
  taken: boolean;
}

/** How much farther an answer that was passed over counts than one that is still to come. */
const weightBehind = 4;

/**
 * Recorded answers by question. Each is given once; of several to the same question the next in the recording comes
 * first, so that a suite that asks less or more than the recorded one soon falls into step again.
 */
export class Tape {
  readonly #pieces = new Map<string, Piece[]>();
  /** The place in the recording: after the answer that was taken last. */
  #place = 0;
  #manner: Asking['manner'] = 'paced';
  #lastWrite = Number.NEGATIVE_INFINITY;

  constructor(exchanges: readonly Exchange[]) {
    for (const exchange of exchanges) {
      const form = formOf(exchange.request, exchange.caller);
      const alike = this.#pieces.get(form);
      if (alike === undefined) this.#pieces.set(form, [{ exchange, taken: false }]);
      else alike.push({ exchange, taken: false });
    }
  }

  /** Takes the answer to a question; undefined if there is none that fits now. */
  take(question: RedactedQuestion, { caller, manner }: Asking): Exchange | undefined {
    const left = (this.#pieces.get(formOf(question, caller)) ?? []).filter(
      ({ exchange, taken }) => !taken && !this.#isStale(exchange),
    );
    const [first, ...others] = left;
    if (first === undefined) return undefined;
    const nearest = others.reduce(
      (best, one) => (this.#far(one) < this.#far(best) ? one : best),
      first,
    );
    // The answer to a request that spends the limit depends on how many were sent before it.
    const inStep = manner === 'paced' || this.#manner === 'paced' || this.#far(nearest) === 0;
    if (!inStep) return undefined;
    nearest.taken = true;
    this.#manner = manner;
    this.#place = nearest.exchange.index + 1;
    return nearest.exchange;
  }

  /** Takes what is left, in the order of recording. */
  takeRest(): Exchange[] {
    const rest = [...this.#pieces.values()].flat().filter(({ taken }) => !taken);
    for (const piece of rest) piece.taken = true;
    return rest.map(({ exchange }) => exchange).toSorted((a, b) => a.index - b.index);
  }

  /** Must be called when an answer has reached whoever asked: what was read before a write is stale after it. */
  arrived({ request, response, startedAt }: Exchange): void {
    if (request.method === 'GET' || response === undefined || response.status >= 300) return;
    this.#lastWrite = Math.max(this.#lastWrite, startedAt);
  }

  #far({ exchange }: Piece): number {
    const ahead = exchange.index - this.#place;
    return ahead >= 0 ? ahead : -ahead * weightBehind;
  }

  /** Whether it shows the store as it was before a write that is known by now. */
  #isStale({ request, response, finishedAt }: Exchange): boolean {
    if (request.method !== 'GET' || response === undefined) return false;
    return (response.status < 300 || response.status === 404) && finishedAt < this.#lastWrite;
  }
}

/**
 * The form by which equal questions are found: all that goes over the wire except the name and the trace of the run.
 * Once both keys are redacted, the one whose limit is spent looks like the other, so it is told apart here.
 */
function formOf({ method, url, headers, body }: RedactedQuestion, caller: Caller): string {
  const fields = headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => name !== 'user-agent' && name !== 'traceparent')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([method, url, fields, body ?? null, caller === 'limit-key']);
}
