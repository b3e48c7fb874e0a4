/** How peers are started: on loopback, on a free port, and ended with every connection. */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createNetServer, type Server, type Socket } from 'node:net';
import { type ReferenceOptions, startReference } from '../../src/reference/server.ts';
import type { Running } from './peer.ts';
import { hostileKey } from './peer.ts';

/** Listens on a free port of loopback and gives the base address. */
export async function listening(server: Server, scheme = 'http'): Promise<Running> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    // A client that goes away in the middle is not an error of the peer.
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    baseUrl: `${scheme}://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A request as a raw peer sees it. */
export interface RawRequest {
  /** From 1, over all connections. */
  readonly sequence: number;
  readonly socket: Socket;
  /** Head and body as they came, a byte a character. */
  readonly text: string;
}

/** A peer that answers each request, once it is whole, with bytes of its own choice. */
export function rawPeer(respond: (request: RawRequest) => void): () => Promise<Running> {
  return () => {
    let sequence = 0;
    const server = createNetServer((socket) => {
      let received = '';
      socket.on('data', (bytes) => {
        received += bytes.toString('latin1');
        for (let end = endOfRequest(received); end > 0; end = endOfRequest(received)) {
          const text = received.slice(0, end);
          received = received.slice(end);
          sequence += 1;
          respond({ sequence, socket, text });
        }
      });
    });
    return listening(server);
  };
}

/** Where the first request of a text ends; 0 if it is not whole yet. */
function endOfRequest(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? '0';
  const end = head + 4 + Number(length);
  return text.length >= end ? end : 0;
}

/** As rawPeer, where every answer is the same bytes. */
export function bytesPeer(
  bytes: string | Buffer,
  then: 'keep' | 'close' = 'keep',
): () => Promise<Running> {
  return rawPeer(({ socket }) => {
    socket.write(bytes);
    if (then === 'close') socket.end();
  });
}

/** A peer of node's own HTTP server. */
export function httpPeer(listener: RequestListener): () => Promise<Running> {
  return () => listening(createServer(listener));
}

/** The reference server with changes: conformant but for what the change says. */
export function changedPeer(
  change: ReferenceOptions['change'],
  options: Omit<ReferenceOptions, 'change'> = {},
): () => Promise<Running> {
  const changed = change === undefined ? {} : { change };
  return () => startReference({ apiKey: hostileKey, ...options, ...changed });
}
