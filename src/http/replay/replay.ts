import type { Clock } from '../clock.ts';
import { noKey, theKey } from '../credential.ts';
import { commandOf } from '../curl.ts';
import type { Exchange } from '../exchange.ts';
import { Unrecorded } from '../inconclusive.ts';
import { virtualTime } from '../virtual-time.ts';
import type { Connections, WireRequest, WireResult } from '../wire/transport.ts';
import { spoiltBy } from './spoilt.ts';
import { type RedactedQuestion, Tape } from './tape.ts';

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
  const { header, shell } = exchange.caller === 'stranger' ? noKey : theKey('');
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
