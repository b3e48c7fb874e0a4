import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Plan } from '../catalogue/plans.ts';
import type { Animal } from './animal.ts';
import { type Behaviour, soundBehaviour } from './behaviour.ts';
import type { Call } from './call.ts';
import { planQuota, type Quota } from './quota.ts';
import { answer, route } from './service.ts';
import { Store } from './store.ts';

/** The key of a reference server that was given none. It protects nothing. */
export const demoKey = 'Reference-Demo-Key-7Qx';

export interface ReferenceOptions {
  /** 0, the default, for any free one. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  readonly apiKey?: string;
  /** Default business. */
  readonly plan?: Plan;
  /** Milliseconds of the window that the plan calls a minute; default 60,000. */
  readonly windowMs?: number;
  /** Milliseconds of the window that the plan calls a day; default 86,400,000. */
  readonly dayMs?: number;
  /** Default `/v1`. */
  readonly basePath?: string;
  /** The animals at the start; default none. */
  readonly animals?: readonly Animal[];
  /** Milliseconds since the epoch; default the machine's clock. */
  readonly now?: () => number;
  /** Instead of the plan's quota. */
  readonly quota?: Quota;
  /** Changes of the sound behaviour, for the lab. */
  readonly change?: (sound: Behaviour) => Partial<Behaviour>;
}

export interface ReferenceServer {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Stops listening, ends every connection, and resolves when both are done. */
  close(): Promise<void>;
}

/** Starts the reference server; throws Node's own error where it cannot listen. */
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
  const { plan = 'business', windowMs = 60_000, dayMs = 86_400_000, now = Date.now } = options;
  const quota = options.quota ?? planQuota(plan, windowMs, dayMs);
  const sound = soundBehaviour(apiKey, quota);
  const behaviour: Behaviour = { ...sound, ...options.change?.(sound) };
  const store = new Store(options.animals ?? []);
  let sequence = 0;
  return async (request: IncomingMessage, response: ServerResponse) => {
    sequence += 1;
    const facts = { at: now(), sequence };
    const body = await readBody(request);
    if (body === undefined) return response.destroy();
    const call = readCall(request, body, basePath, facts);
    behaviour.transmit(answer(call, store, behaviour), response, call);
  };
}

function readCall(
  request: IncomingMessage,
  body: string,
  basePath: string,
  facts: Pick<Call, 'at' | 'sequence'>,
): Call {
  const { method = 'GET', url = '/', headers, rawHeaders, socket } = request;
  const [fullPath = '/', query = ''] = splitOnce(url, '?');
  const inside = fullPath.startsWith(`${basePath}/`);
  const path = inside ? fullPath.slice(basePath.length) : '';
  return {
    ...facts,
    ...route(method, path),
    method,
    path,
    headers,
    rawHeaders,
    body,
    query: new URLSearchParams(query),
    connection: socket,
  };
}

// The specification sets no limit on bodies; this one only keeps the process alive.
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

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
