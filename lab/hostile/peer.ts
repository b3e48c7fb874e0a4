/** Peers that hang, lie or attack: what they are, and how they are started: on loopback, on a free port. */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createNetServer, type Server, type Socket } from 'node:net';
import { type ReferenceOptions, startReference } from '../../src/reference/server.ts';
import type { Report } from '../../src/report/report.ts';
import type { RequiredId, RequirementId } from '../../src/spec/catalogue.ts';
import type { LabSettings } from '../trial.ts';

/** A peer that was started. */
export interface Running {
  readonly baseUrl: string;
  close(): Promise<void>;
  /** Settings that are known only once it runs, such as the address of a proxy. */
  readonly settings?: Partial<LabSettings>;
  /** What the peer saw and must not happen; undefined if nothing. Asked at the end of the run. */
  readonly complaint?: () => string | undefined;
}

/** The true report of a run against a peer. */
export interface Expected {
  readonly verdict: Report['verdict'];
  /** Requirements that must fail. `alone`: no other requirement may. */
  readonly fails?: readonly RequiredId[];
  readonly alone?: true;
  /** Requirements that must pass. */
  readonly passes?: readonly RequiredId[];
  /** What the summary, or the reason of an inconclusive requirement, must say. */
  readonly says?: RegExp;
  /** Requests that the run may send at most. */
  readonly mostRequests?: number;
}

/** A peer that hangs, lies or attacks, and what a run against it must come to. */
export interface HostilePeer {
  readonly id: string;
  start(): Promise<Running>;
  /** What differs from the settings of hostile trials. */
  readonly settings?: Partial<LabSettings>;
  /** The requirements to decide, if all of them would take long; default all. */
  readonly only?: readonly RequirementId[];
  readonly expected: Expected;
}

/** The key of every hostile trial; no artefact may hold it. */
export const hostileKey = 'Hostile-Lab-Key-9Zq';

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
