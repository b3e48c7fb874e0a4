import type { VirtualTime } from '../src/http/clock.ts';
import type {
  Connections,
  TransportOptions,
  WireRequest,
  WireResult,
} from '../src/http/transport.ts';
import { headersOf, payloadOf } from '../src/reference/behaviour.ts';
import type { Reply } from '../src/reference/call.ts';
import type { Handler } from '../src/reference/service.ts';
import type { Link } from '../src/reference/variant.ts';

/** Connections that call the functions of the service, in virtual time: nothing goes over a network. */
export function linkTo(
  service: Handler,
  { latencyMs: [least, most], dated = true }: Link,
  time: VirtualTime,
  random: () => number,
): (options: Pick<TransportOptions, 'timeout'>) => Connections {
  return ({ timeout }) => {
    const connection = {};
    const oneWay = () => Math.round((least + (most - least) * random()) / 2);
    return {
      async send(request, signal) {
        const sentAt = time.now();
        await time.until(sentAt + oneWay());
        signal.throwIfAborted();
        const { reply } = service.handle(incomingOf(request, connection), service.arrive());
        const date = new Date(time.now()).toUTCString();
        const arrivesAt = time.now() + (reply.heldMs ?? 0) + oneWay();
        const deadline = sentAt + timeout * 1000;
        await time.until(Math.min(arrivesAt, deadline));
        signal.throwIfAborted();
        if (arrivesAt > deadline) return tooLate(timeout);
        return received(reply, dated ? { Date: date } : {}, time.now() - sentAt);
      },
      close: async () => {},
    };
  };
}

function tooLate(seconds: number): WireResult {
  const failure = { code: 'timeout', message: `no complete answer within ${seconds} s` };
  return { failure, reusedConnection: false };
}

function incomingOf({ method, url, headers, body = '' }: WireRequest, connection: object) {
  const fields = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    method,
    url: url.pathname + url.search,
    headers: Object.fromEntries(fields),
    rawHeaders: headers.flat(),
    body,
    connection,
  };
}

function received(reply: Reply, standing: Record<string, string>, waitMs: number): WireResult {
  const payload = payloadOf(reply);
  const headers = Object.entries({ ...standing, ...headersOf(reply, payload) });
  const body = payload.toString();
  return {
    waitMs,
    response: { status: reply.status, statusText: '', headers, body, truncated: false },
  };
}
