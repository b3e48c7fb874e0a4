import { payloadOf } from '../../src/reference/behaviour.ts';
import { type Change, onReply, withHeaders, without } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { headersOf } from './wire-headers.ts';

/** Writes bodies in pieces of some bytes, each a chunk of its own. */
const chunked =
  (size: number, trailers: Readonly<Record<string, string>> = {}): Change =>
  () => ({
    transmit: (reply, response) => {
      const bytes = Buffer.from(payloadOf(reply));
      const names = Object.keys(trailers).join(', ');
      response.writeHead(reply.status, {
        ...without(headersOf(reply), 'Content-Length'),
        ...(names === '' ? {} : { Trailer: names, 'Transfer-Encoding': 'chunked' }),
      });
      for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size));
      if (names !== '') response.addTrailers(trailers);
      response.end();
    },
  });

/** Sends each answer some milliseconds late. */
const late =
  (delay: (sequence: number) => number): Change =>
  ({ transmit }) => ({
    transmit: (reply, response, call) => {
      setTimeout(() => transmit(reply, response, call), delay(call.sequence));
    },
  });

/** Numbers connections, and the answers on each, from 1. */
function counting() {
  const known = new Map<object, { readonly connection: number; answers: number }>();
  return (connection: object) => {
    const entry = known.get(connection) ?? { connection: known.size + 1, answers: 0 };
    known.set(connection, entry);
    entry.answers += 1;
    return entry;
  };
}

const closing: Change = withHeaders({ Connection: 'close' });

const delays: readonly Variant[] = [
  {
    id: 'wire.slow',
    title:
      'takes 2 to 9 ms for most answers and up to 80 ms for one in twelve, so overtakes itself',
    change: late((sequence) =>
      sequence % 12 === 0 ? 40 + ((sequence * 7) % 41) : 2 + ((sequence * 5) % 8),
    ),
  },
  {
    id: 'wire.body-after-its-head',
    title: 'sends the body a while after the head',
    change: () => ({
      transmit: (reply, response) => {
        response.writeHead(reply.status, headersOf(reply));
        response.flushHeaders();
        setTimeout(() => response.end(payloadOf(reply)), 5);
      },
    }),
  },
];

const framings: readonly Variant[] = [
  {
    id: 'wire.chunked',
    title: 'sends bodies in one chunk',
    change: chunked(1024 * 1024),
  },
  {
    id: 'wire.chunked-small',
    title: 'sends bodies in chunks of 5 bytes, so breaks characters apart',
    change: chunked(5),
  },
  {
    id: 'wire.trailers',
    title: 'sends trailers after chunked bodies',
    change: chunked(64, { 'X-Checksum': 'abc', 'Server-Timing': 'db;dur=1' }),
  },
  {
    id: 'wire.body-ends-with-connection',
    title: 'ends each body by closing the connection, as HTTP/1.0 did',
    change: () => ({
      transmit: (reply, response) => {
        response.removeHeader('Transfer-Encoding');
        response.useChunkedEncodingByDefault = false;
        response.writeHead(reply.status, {
          ...without(headersOf(reply), 'Content-Length'),
          Connection: 'close',
        });
        response.end(payloadOf(reply));
      },
    }),
  },
];

const connections: readonly Variant[] = [
  {
    id: 'wire.closes-each-connection',
    title: 'closes the connection after each answer',
    change: closing,
  },
  {
    id: 'wire.closes-after-seven',
    title: 'closes each connection after seven answers',
    change: (base) => {
      const count = counting();
      return onReply((reply, call) =>
        count(call.connection).answers < 7
          ? reply
          : { ...reply, headers: { ...reply.headers, Connection: 'close' } },
      )(base);
    },
  },
  {
    id: 'wire.closes-unannounced',
    title: 'closes each connection after nine answers without a word',
    change: ({ transmit }) => {
      const count = counting();
      return {
        transmit: (reply, response, call) => {
          const { socket } = response;
          if (count(call.connection).answers >= 9) response.on('finish', () => socket?.end());
          transmit(reply, response, call);
        },
      };
    },
  },
  {
    id: 'wire.drops-idle-connections',
    title: 'drops a connection that is idle for 5 ms, though it promises 60 s',
    change: ({ transmit }) => ({
      transmit: (reply, response, call) => {
        const { socket } = response;
        response.on('finish', () => socket?.setTimeout(5));
        transmit(reply, response, call);
      },
    }),
  },
  {
    id: 'wire.resets-every-fourth-connection',
    title: 'resets every fourth connection before any answer',
    change: ({ transmit }) => {
      const count = counting();
      return {
        transmit: (reply, response, call) => {
          const { connection } = count(call.connection);
          if (connection % 4 === 0) response.destroy();
          else transmit(reply, response, call);
        },
      };
    },
  },
  {
    id: 'wire.loses-answers',
    title: 'loses two answers of a run, one of them halfway',
    change: ({ transmit }) => ({
      transmit: (reply, response, call) => {
        if (call.sequence === 40) return void response.destroy();
        if (call.sequence !== 90) return transmit(reply, response, call);
        response.writeHead(reply.status, headersOf(reply));
        response.write(Buffer.from(payloadOf(reply)).subarray(0, 9), () => response.destroy());
      },
    }),
  },
];

/** Delays, framing, and connections that do not last. */
export const connectionVariants: readonly Variant[] = [...delays, ...framings, ...connections];
