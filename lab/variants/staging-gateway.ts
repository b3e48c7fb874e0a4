import type { Behaviour } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import type { Change } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { herd, html } from './freedoms.ts';

type Answer = Behaviour['transmit'];

/** The answer of a gateway, which knows nothing of the service's headers. */
export const page =
  (status: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_, response) => {
    const { type, text } = html(`${status}`);
    response.writeHead(status, { 'Content-Type': type, ...headers });
    response.end(text);
  };

/** The same in JSON, in its own form. */
export const note =
  (status: number, message: string): Answer =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ message }));
  };

const lost: Answer = (_, response) => void response.destroy();

/** Answers some calls instead of the service. */
export const before =
  (which: () => (call: Call) => boolean, answer: Answer): Change =>
  ({ transmit }) => {
    const taken = which();
    return {
      transmit: (reply, response, call) =>
        taken(call) ? answer(reply, response, call) : transmit(reply, response, call),
    };
  };

/** Reads and refusals at intervals; never two in a row, and no creation, which would have happened. */
export const eachOf = (period: number, from = 0) => {
  return () => (call: Call) =>
    call.sequence % period === from && !(call.operation === 'createPet' && isValid(call));
};

const isValid = ({ body }: Call) => /"name":"[^"]/.test(body) && /"categoryId":\d/.test(body);

/** From a certain call on, for some milliseconds. The service receives nothing meanwhile. */
const outage = (from: number, ms: number, answer: Answer): Change => {
  return ({ transmit, keep }) => {
    let since = Number.POSITIVE_INFINITY;
    const isOut = (call: Call) => {
      if (call.sequence >= from && since === Number.POSITIVE_INFINITY) since = call.at;
      return call.at >= since && call.at - since < ms;
    };
    return {
      keep: (animal, call) => (isOut(call) ? undefined : keep(animal, call)),
      transmit: (reply, response, call) =>
        isOut(call) ? answer(reply, response, call) : transmit(reply, response, call),
    };
  };
};

const now: readonly Variant[] = [
  {
    id: 'staging.gateway-502-now-and-then',
    title: 'has a gateway that answers 502 to one request in 17',
    change: before(eachOf(17), page(502)),
  },
  {
    id: 'staging.gateway-503-now-and-then',
    title: 'has a gateway that answers 503 to one request in 19, and says to come again',
    change: before(eachOf(19, 3), page(503, { 'Retry-After': '0' })),
  },
  {
    id: 'staging.gateway-504-now-and-then',
    title: 'has a gateway that answers 504 to one request in 23, in JSON of its own',
    change: before(eachOf(23, 5), note(504, 'Endpoint request timed out')),
  },
  {
    id: 'staging.gateway-502-in-a-rich-store',
    title: 'has 90 animals, and a gateway that answers 502 to one request in 13',
    server: () => ({ animals: herd(90) }),
    change: before(eachOf(13, 1), page(502)),
  },
  {
    id: 'staging.gateway-503-first',
    title: 'wakes up with the first request, which is answered 503',
    change: before(
      () =>
        ({ sequence }) =>
          sequence === 1,
      page(503),
    ),
  },
  {
    id: 'staging.gateway-504-first-read-only',
    title: 'is looked at without writing, and wakes up with the first request: 504',
    settings: { profile: 'read-only' },
    server: () => ({ animals: herd(90) }),
    change: before(
      () =>
        ({ sequence }) =>
          sequence === 1,
      note(504, 'Gateway Timeout'),
    ),
  },
  {
    id: 'staging.gateway-two-502-in-a-row',
    title: 'has a gateway that answers 502 to two requests in a row',
    change: before(
      () =>
        ({ sequence }) =>
          sequence === 50 || sequence === 51,
      page(502),
    ),
  },
  {
    id: 'staging.gateway-one-node-drained',
    title: 'has two nodes, one of which is drained and answers 503 for a second',
    change: (base) => {
      let first = Number.POSITIVE_INFINITY;
      const drained = (call: Call) => {
        first = Math.min(first, call.at);
        return call.at - first < 1000 && call.sequence % 2 === 1;
      };
      return {
        keep: (animal, call) => (drained(call) ? undefined : base.keep(animal, call)),
        transmit: (reply, response, call) =>
          (drained(call) ? page(503) : base.transmit)(reply, response, call),
      };
    },
  },
];

const outages: readonly Variant[] = [
  {
    id: 'staging.outage-of-two-seconds',
    title: 'has a gateway that answers 502 for two seconds, while the service starts again',
    change: outage(40, 2000, page(502)),
  },
  {
    id: 'staging.outage-of-two-seconds-503',
    title: 'has a gateway that answers 503 for two seconds, and says to come again after one',
    change: outage(90, 2000, page(503, { 'Retry-After': '1' })),
  },
  {
    id: 'staging.outage-at-the-start',
    title: 'is being started when the run begins, and answers 503 for a second and a half',
    change: outage(1, 1500, note(503, 'Service Unavailable')),
  },
  {
    id: 'staging.outage-while-creating',
    title: 'has a gateway that answers 504 for a second, while animals are created',
    change: outage(8, 1000, page(504)),
  },
  {
    id: 'staging.restart',
    title: 'starts again, and breaks connections off for 300 ms',
    change: outage(60, 300, lost),
  },
  {
    id: 'staging.restart-while-creating',
    title: 'starts again while animals are created, and breaks connections off for 300 ms',
    change: outage(9, 300, lost),
  },
];

/** Answers 408 on a connection that was idle for some milliseconds, then closes it. */
const timingOut = (ms: number, answer: string): Change => {
  return ({ transmit }) => ({
    transmit: (reply, response, call) => {
      const { socket } = response;
      response.on('finish', () => {
        const timer = setTimeout(() => socket?.end(answer), ms);
        const stop = () => {
          clearTimeout(timer);
          socket?.off('data', stop);
          socket?.off('close', stop);
        };
        socket?.once('data', stop);
        socket?.once('close', stop);
      });
      transmit(reply, response, call);
    },
  });
};

const idle408 = 'HTTP/1.1 408 Request Time-out\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

const idle: readonly Variant[] = [
  {
    id: 'staging.idle-408',
    title: 'answers 408 to a connection on which nothing was asked for 3 ms',
    change: timingOut(3, idle408),
  },
  {
    id: 'staging.idle-408-to-the-next',
    title: 'answers 408 to every twentieth request, which came on a connection just timed out',
    change: before(
      () =>
        ({ sequence }) =>
          sequence % 20 === 0,
      (_, response) => {
        response.writeHead(408, { Connection: 'close' });
        response.end();
      },
    ),
  },
];

const undocumented = ({ operation, method }: Call) => operation === undefined && method !== 'GET';

const gates: readonly Variant[] = [
  {
    id: 'staging.gate-other-methods',
    title: 'has a gateway that answers 405 to other methods, in HTML and without rate headers',
    change: before(() => undocumented, page(405)),
  },
];

/** Gateways, proxies and restarts. */
export const gatewayVariants: readonly Variant[] = [...now, ...outages, ...idle, ...gates];
