import { payloadOf } from '../../src/reference/behaviour.ts';
import { headersOf } from '../variants/wire-headers.ts';
import type { HostilePeer } from './peer.ts';
import { bytesPeer, changedPeer, httpPeer, rawPeer } from './servers.ts';

/** A run that ends with its first question. */
const endsAtOnce = { verdict: 'incomplete', alone: true, mostRequests: 2 } as const;

const connections: readonly HostilePeer[] = [
  {
    id: 'wire.resets-each-third-connection',
    title: 'resets each third connection and conforms otherwise; no verdict is lost over it',
    // With several at once the second try may meet a third connection, too.
    settings: { concurrency: 1 },
    start: changedPeer(({ transmit }) => {
      const known = new Map<object, number>();
      return {
        transmit: (reply, response, call) => {
          const number = known.get(call.connection) ?? known.size + 1;
          known.set(call.connection, number);
          if (number % 3 === 0) response.socket?.resetAndDestroy();
          else transmit(reply, response, call);
        },
      };
    }),
    expected: { verdict: 'conformant' },
  },
  {
    id: 'wire.resets-always',
    title: 'resets every connection',
    start: rawPeer(({ socket }) => void socket.resetAndDestroy()),
    expected: { ...endsAtOnce, says: /the connection was reset|closed before a whole answer/ },
  },
  {
    id: 'wire.breaks-off-in-each-body',
    title: 'closes the connection in the middle of each body',
    start: changedPeer(() => ({
      transmit: (reply, response) => {
        const payload = Buffer.from(payloadOf(reply));
        response.writeHead(reply.status, headersOf(reply));
        response.write(payload.subarray(0, payload.length / 2), () => response.destroy());
      },
    })),
    expected: { ...endsAtOnce, says: /closed before a whole answer|no answer to GET/ },
  },
  {
    id: 'wire.says-more-and-closes',
    title: 'declares more bytes than it sends, and closes',
    start: bytesPeer('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[]', 'close'),
    expected: { ...endsAtOnce, says: /no answer to GET/ },
  },
  {
    id: 'wire.says-less-than-it-sends',
    title: 'declares fewer bytes than it sends in lists, so that these are cut',
    start: changedPeer(({ transmit }) => ({
      transmit: (reply, response, call) => {
        if (call.operation !== 'listPets' || reply.status !== 200) {
          transmit(reply, response, call);
          return;
        }
        const { socket } = response;
        const payload = payloadOf(reply).toString();
        const length = Math.max(1, Buffer.byteLength(payload) - 5);
        const head = Object.entries({ ...headersOf(reply), 'Content-Length': `${length}` });
        const fields = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        socket?.write(`HTTP/1.1 200 OK\r\n${fields}\r\n${payload}`);
      },
    })),
    expected: { verdict: 'non-conformant', fails: ['list.returns-pets'], alone: true },
  },
];

const notHttp: readonly HostilePeer[] = [
  ['ssh', 'greets as SSH does', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['noise', 'answers with bytes that mean nothing', Buffer.from([0, 255, 22, 3, 1, 0, 10, 13, 10])],
  ['status', 'has a status of six digits', 'HTTP/1.1 200200 OK\r\n\r\n'],
  ['chunks', 'has chunks whose size is not a number', chunked('zz\r\n[]\r\n0\r\n\r\n')],
  ['header', 'has a control character in a header', 'HTTP/1.1 200 OK\r\nX-A: a\0b\r\n\r\n'],
  ['two-lengths', 'declares two lengths', lengths('Content-Length: 2', 'Content-Length: 9')],
].map(([id, title, bytes]) => ({
  id: `wire.no-http-${id}`,
  title: `${title}`,
  start: bytesPeer(bytes ?? ''),
  expected: { ...endsAtOnce, says: /not HTTP|no answer to GET/ },
}));

const odd: readonly HostilePeer[] = [
  {
    id: 'wire.switches-protocols',
    title: 'answers 101 Switching Protocols, which nobody asked for',
    start: bytesPeer('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n'),
    expected: { ...endsAtOnce },
  },
  {
    id: 'wire.answers-twice',
    title: 'sends a second answer behind each first one, for the next request to find',
    start: bytesPeer(`${json('200 OK', '[]')}${json('200 OK', '[]')}`),
    expected: { verdict: 'non-conformant', fails: ['auth.missing-key', 'rate.limit-header'] },
  },
  {
    id: 'wire.seventy-kilobytes-of-headers',
    title: 'sends headers of 70 kB',
    start: httpPeer((_, response) => {
      for (let at = 0; at < 7; at += 1) response.setHeader(`X-Large-${at}`, 'a'.repeat(10_000));
      response.end('[]');
    }),
    expected: { ...endsAtOnce, says: /the headers of the answer are too large/ },
  },
  {
    id: 'wire.endless-dates',
    title: 'conforms, and sends a Date of 30 kB that seems to be one at each of its characters',
    start: changedPeer(({ finish }) => ({
      finish: (reply, call) => {
        const { headers, ...rest } = finish(reply, call);
        return { ...rest, headers: { ...headers, Date: `${'1aaa'.repeat(7500)}!` } };
      },
    })),
    expected: { verdict: 'conformant' },
  },
  {
    id: 'wire.repeated-headers',
    title: 'conforms, and repeats each header twenty times',
    start: changedPeer(() => ({
      transmit: (reply, response) => {
        for (const [name, value] of Object.entries(headersOf(reply))) {
          const once = /^content-(length|type)$/i.test(name);
          response.setHeader(name, once ? value : Array.from({ length: 20 }, () => value));
        }
        response.statusCode = reply.status;
        response.end(payloadOf(reply));
      },
    })),
    expected: { verdict: 'conformant' },
  },
  {
    id: 'wire.header-bytes-beyond-ascii',
    title: 'conforms, and has bytes in its headers that are neither ASCII nor UTF-8',
    start: changedPeer(({ finish }) => ({
      finish: (reply, call) => {
        const { headers, ...rest } = finish(reply, call);
        return { ...rest, headers: { ...headers, 'X-Who': 'caf\xe9 \xff\xfe' } };
      },
    })),
    expected: { verdict: 'conformant' },
  },
];

function chunked(chunks: string): string {
  return `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`;
}

function lengths(...fields: readonly string[]): string {
  return `HTTP/1.1 200 OK\r\n${fields.join('\r\n')}\r\n\r\n[]`;
}

function json(status: string, body: string): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Peers whose connections, framing or headers are broken. */
export const wirePeers: readonly HostilePeer[] = [...connections, ...notHttp, ...odd];
