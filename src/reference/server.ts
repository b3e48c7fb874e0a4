import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ServiceOptions, serviceHandler } from './service.ts';

/** The key of a reference server that was given none. It protects nothing. */
export const demoKey = 'Reference-Demo-Key-7Qx';

export interface ReferenceOptions extends ServiceOptions {
  /** Default: 0, for any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  readonly apiKey?: string;
  /** Default: `/v1`. */
  readonly basePath?: string;
}

export interface ReferenceServer {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Stops listening, ends every connection, and resolves when both are done. */
  close(): Promise<void>;
}

/** Starts the reference server; throws Node's own error if it cannot listen. */
export async function startReference(options: ReferenceOptions = {}): Promise<ReferenceServer> {
  const { host = '127.0.0.1', port = 0, basePath = '/v1', apiKey = demoKey } = options;
  const server = createServer({ keepAliveTimeout: 60_000 }, listener(options, apiKey, basePath));
  await listening(server, port, host);
  const address = server.address();
  return {
    baseUrl: `http://${hostAndPort(address, host)}${basePath}`,
    apiKey,
    close: () => closed(server),
  };
}

function listener(options: ReferenceOptions, apiKey: string, basePath: string) {
  const service = serviceHandler(options, apiKey, basePath);
  return async (request: IncomingMessage, response: ServerResponse) => {
    const arrival = service.arrive();
    const body = await readBody(request);
    if (body === undefined) return response.destroy();
    const { method = 'GET', url = '/', headers, rawHeaders, socket } = request;
    const incoming = { method, url, headers, rawHeaders, body, connection: socket };
    const { call, reply } = service.handle(incoming, arrival);
    service.behaviour.transmit(reply, response, call);
  };
}

// The specification sets no limit for bodies; this one only keeps the process alive.
const largestBody = 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += chunk.length;
      if (size > largestBody) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function hostAndPort(address: AddressInfo | string | null, host: string): string {
  if (address === null || typeof address === 'string') return host;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `${name}:${address.port}`;
}
