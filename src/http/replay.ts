/** Responses from recorded traffic, in place of the implementation. */
import { placeholder } from '../secrets/redact.ts';
import { cut } from '../text/visible.ts';
import { type Clock, virtualTime } from './clock.ts';
import { noKey, theKey } from './credential.ts';
import type { Caller, Exchange } from './exchange.ts';
import { Unrecorded } from './inconclusive.ts';
import { tryParseJson } from './json.ts';
import { commandOf } from './request.ts';
import type { Connections, WireRequest, WireResult } from './transport.ts';

/** The traffic of an earlier run, redacted, in the order of sending. */
export interface Recording {
  /** Milliseconds since the epoch, by the clock of that run. */
  readonly startedAt: number;
  readonly finishedAt: number;
  /** Requests that never came back are left out. */
  readonly exchanges: readonly Exchange[];
}

/** A recording in place of the implementation, and the time in which it answers. */
export interface Replay {
  readonly clock: Clock;
  /** All connections to a recording are alike; nothing goes over a network. */
  readonly connections: Connections;
  /** Takes the exchanges that no request has taken, in order: a suite that sends other requests leaves some. */
  readonly takeRest: () => readonly Exchange[];
}

/** A request as a recording holds it: redacted. */
type RecordedRequest = Exchange['request'];

/**
 * Answers requests from recorded traffic, with the recorded responses at the recorded times. `redacted` must give
 * requests the form that they have in the recording. Time is that of the recording: waiting costs none.
 */
export function replay(
  recording: Recording,
  redacted: (request: WireRequest) => RecordedRequest,
): Replay {
  const recorded = new RecordedExchanges(recording.exchanges);
  const time = virtualTime(recording.startedAt);
  const reserved = new WeakMap<WireRequest, Exchange>();
  return {
    clock: time,
    takeRest: () => recorded.takeRest().filter(hasAddress).map(withOwnCommand),
    connections: {
      reserve(wire, caller) {
        const request = redacted(wire);
        const exchange = recorded.take(request, caller);
        const { method, url, body = '' } = request;
        const path = url.replace(/^\w+:\/\/[^/]*/, '');
        const asked = `${method} ${path} ${cut(body, 80)}`.trimEnd();
        if (exchange === undefined)
          throw new Unrecorded(`the recording holds no answer to ${asked}`);
        const spoilt = spoiltBy(exchange);
        if (spoilt !== undefined) {
          throw new Unrecorded(`the recorded answer to ${asked} cannot be judged again: ${spoilt}`);
        }
        time.reach(exchange.startedAt);
        reserved.set(wire, exchange);
      },
      async send(wire, signal) {
        const exchange = reserved.get(wire);
        if (exchange === undefined) throw new Error('a request to a recording was not reserved');
        await time.until(exchange.finishedAt, exchange.arrival);
        signal.throwIfAborted();
        recorded.arrived(exchange);
        return resultOf(exchange);
      },
      close: async () => {},
    },
  };
}

/** Anybody may have made the recording. */
const hasAddress = ({ request }: Exchange) => URL.canParse(request.url);

/** The exchange with a command made by this suite: anybody may have written the one in the recording. */
function withOwnCommand(exchange: Exchange): Exchange {
  const credential = exchange.caller === 'anonymous' ? noKey : theKey('');
  return { ...exchange, curl: commandOf(exchange.request, credential) };
}

function resultOf(exchange: Exchange): WireResult {
  const { index, request, response, failure, startedAt, finishedAt, waitMs } = exchange;
  const then = { index, request, startedAt, finishedAt };
  if (response !== undefined) return { response, waitMs, ...then };
  const { code, message } = failure ?? { code: 'unknown', message: 'no answer' };
  const { reusedConnection = false } = exchange;
  return { failure: { code, message }, reusedConnection, ...then };
}

/** The exchanges of a recording by request. Each is given once, those of equal requests in their order. */
export class RecordedExchanges {
  readonly #left = new Map<string, Exchange[]>();
  #lastWrite = Number.NEGATIVE_INFINITY;

  constructor(exchanges: readonly Exchange[]) {
    for (const exchange of exchanges) {
      const form = formOf(exchange.request, exchange.caller);
      const equal = this.#left.get(form);
      if (equal === undefined) this.#left.set(form, [exchange]);
      else equal.push(exchange);
    }
  }

  /** Takes the exchange of a request; undefined if there is none that may come now. */
  take(request: RecordedRequest, caller: Caller): Exchange | undefined {
    const left = this.#left.get(formOf(request, caller)) ?? [];
    const at = left.findIndex((exchange) => !this.#isStale(exchange));
    return at < 0 ? undefined : left.splice(at, 1)[0];
  }

  /** Takes what is left, in the order of recording. */
  takeRest(): Exchange[] {
    const rest = [...this.#left.values()].flat();
    this.#left.clear();
    return rest.toSorted((a, b) => a.index - b.index);
  }

  /** Must be called when a response has reached the client: what was read before a write is stale after it. */
  arrived({ request, response, startedAt }: Exchange): void {
    if (request.method === 'GET' || response === undefined || response.status >= 300) return;
    this.#lastWrite = Math.max(this.#lastWrite, startedAt);
  }

  /** Whether it shows the store as it was before a write that is known by now. */
  #isStale({ request, response, finishedAt }: Exchange): boolean {
    if (request.method !== 'GET' || response === undefined) return false;
    return (response.status < 300 || response.status === 404) && finishedAt < this.#lastWrite;
  }
}

/**
 * The form by which equal requests are found: all that goes over the wire except the name and the trace of the run.
 * Once both keys are redacted, the one whose limit is spent looks like the other, so it is told apart here.
 */
function formOf({ method, url, headers, body }: RecordedRequest, caller: Caller): string {
  const fields = headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => name !== 'user-agent' && name !== 'traceparent')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([method, url, fields, body ?? null, caller === 'rate-limit-key']);
}

/** Fields whose values are judged. */
const judged = /^(x-ratelimit-.*|retry-after|date|content-type)$/i;

/**
 * Why redaction may have changed something in a response that is judged; undefined if it has not. In the message of an
 * error it does no harm.
 */
export function spoiltBy({ response }: Exchange): string | undefined {
  if (response === undefined) return undefined;
  const { headers, status, body } = response;
  const isSpoilt = (text: string) => text.includes(placeholder);
  if (headers.some(([name, value]) => isSpoilt(name) || (judged.test(name) && isSpoilt(value)))) {
    return 'the key is taken out of its headers';
  }
  if (!isSpoilt(body)) return undefined;
  // In place of a number or a quote, the placeholder makes the text invalid JSON.
  const isHarmless = status >= 300 && tryParseJson(body) !== undefined;
  return isHarmless ? undefined : 'the key is taken out of its body';
}
