/** Answers requests from recorded traffic, in place of the implementation. */
import { placeholder } from '../secrets/redact.ts';
import { type Clock, virtualTime } from './clock.ts';
import { noKey, theKey } from './credential.ts';
import type { Caller, Exchange, HeaderPair } from './exchange.ts';
import { Unrecorded } from './inconclusive.ts';
import { tryParseJson } from './json.ts';
import { commandOf } from './request.ts';
import type { Asking, Connections, WireRequest, WireResult } from './transport.ts';

/** The traffic of an earlier run, redacted, in the order of asking. */
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
  /** Takes the exchanges that no request has taken, in order: a suite that asks other questions leaves some. */
  readonly takeRest: () => readonly Exchange[];
}

/**
 * Answers requests from recorded traffic, with the recorded answers at the recorded times. `questionOf` must give
 * requests the form that they have in the recording. Time is that of the recording: waiting costs none.
 */
export function replay(
  recording: Recording,
  questionOf: (request: WireRequest) => RedactedQuestion,
): Replay {
  const tape = new Tape(recording.exchanges);
  const time = virtualTime(recording.startedAt);
  const reserved = new WeakMap<WireRequest, Exchange>();
  return {
    clock: time,
    takeRest: () => tape.takeRest().filter(isOfARun).map(withOwnCommand),
    connections: {
      reserve(request, asking) {
        const question = questionOf(request);
        const exchange = tape.take(question, asking);
        const asked = outline(question);
        if (exchange === undefined)
          throw new Unrecorded(`the recording holds no answer to ${asked}`);
        const spoilt = spoiltBy(exchange);
        if (spoilt !== undefined) {
          throw new Unrecorded(`the recorded answer to ${asked} cannot be judged again: ${spoilt}`);
        }
        time.reach(exchange.startedAt);
        reserved.set(request, exchange);
      },
      async send(request, signal) {
        const exchange = reserved.get(request);
        if (exchange === undefined) throw new Error('a question to a recording was not reserved');
        await time.until(exchange.finishedAt, exchange.arrival);
        signal.throwIfAborted();
        tape.arrived(exchange);
        return resultOf(exchange);
      },
      close: async () => {},
    },
  };
}

/** The farthest time from 1970 that a date can have, in milliseconds (ECMAScript, section 21.4.1.1). */
const farthest = 8.64e15;

/** Whether it has valid times and a valid address: anybody may have made the recording. */
function isOfARun({ request, startedAt, finishedAt }: Exchange): boolean {
  const isTime = (time: number) => Math.abs(time) <= farthest;
  return isTime(startedAt) && isTime(finishedAt) && URL.canParse(request.url);
}

/** The exchange with a command made by this suite: anybody may have written the one in the recording. */
function withOwnCommand(exchange: Exchange): Exchange {
  const { header, shell } = exchange.caller === 'anonymous' ? noKey : theKey('');
  const carrying = header ? [header[0]] : [];
  return { ...exchange, curl: commandOf(exchange.request, carrying, shell ? [shell] : []) };
}

const bodyShown = 80;

/** `GET /v1/pets?limit=7`, `POST /v1/pets {"name":"Rex"}`. */
function outline({ method, url, body = '' }: RedactedQuestion): string {
  const path = url.replace(/^\w+:\/\/[^/]*/, '');
  const start = [...body].slice(0, bodyShown).join('');
  const shown = start === body ? body : `${start}…`;
  return [method, path, shown].filter((part) => part !== '').join(' ');
}

function resultOf(exchange: Exchange): WireResult {
  const { index, request, response, failure, startedAt, finishedAt, waitMs } = exchange;
  const then = { index, request, startedAt, finishedAt };
  if (response !== undefined) return { response, waitMs, ...then };
  const { code, message } = failure ?? { code: 'unknown', message: 'no answer' };
  const { reusedConnection = false } = exchange;
  return { failure: { code, message }, reusedConnection, ...then };
}

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
  return JSON.stringify([method, url, fields, body ?? null, caller === 'rate-limit-key']);
}

/** Whether a key was taken out of a text. */
const isSpoilt = (text: string) => text.includes(placeholder);

/** Fields whose values are judged. */
const judged = /^(x-ratelimit-.*|retry-after|date|content-type)$/i;

/**
 * Why redaction may have changed something in an answer that is judged; undefined if it has not. In the message of an
 * error it does no harm.
 */
export function spoiltBy({ response }: Exchange): string | undefined {
  if (response === undefined) return undefined;
  const { headers, status, body } = response;
  if (headers.some(([name, value]) => isSpoilt(name) || (judged.test(name) && isSpoilt(value)))) {
    return 'the key is taken out of its headers';
  }
  if (!isSpoilt(body)) return undefined;
  // In place of a number or a quote, the placeholder makes the text invalid JSON.
  const isHarmless = status >= 300 && tryParseJson(body) !== undefined;
  return isHarmless ? undefined : 'the key is taken out of its body';
}
