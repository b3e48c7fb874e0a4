/** The servers whose mutants are judged: how each is started, and which files are it. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';

/** Where it starts, and the limit that it keeps. */
export interface ServerOptions {
  readonly apiKey: string;
  /** Requests in a window. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** For a server that counts by the day, too; default a day. */
  readonly daySeconds?: number;
}

export interface RunningServer {
  /** With the version segment. */
  readonly baseUrl: string;
  close(): Promise<unknown>;
}

/** A server of which mutants are made. */
export interface MutatedServer {
  readonly name: string;
  readonly owns: (file: string) => boolean;
  /** Loads the server out of a copy of the code, and gives what starts it. */
  readonly load: (root: string) => Promise<(options: ServerOptions) => Promise<RunningServer>>;
}

const host = '127.0.0.1';

const example = (name: string) => (file: string) =>
  file.startsWith(`examples/${name}/`) || file.startsWith('examples/pet-store/');

export const mutatedServers: readonly MutatedServer[] = [
  {
    name: 'fastify',
    owns: example('fastify'),
    async load(root) {
      const { createPetStore }: typeof import('../../../examples/fastify/server.ts') = await import(
        `${root}examples/fastify/server.js`
      );
      return async (options) => {
        const app = createPetStore(options);
        const address = await app.listen({ host, port: 0 });
        return { baseUrl: `${address}/v1`, close: () => app.close() };
      };
    },
  },
  {
    name: 'hono',
    owns: example('hono'),
    async load(root) {
      const { createPetStore }: typeof import('../../../examples/hono/server.ts') = await import(
        `${root}examples/hono/server.js`
      );
      return async (options) => {
        const { fetch } = createPetStore(options);
        const server = serve({ fetch, hostname: host, port: 0 });
        await once(server, 'listening');
        return running(addressOf(server.address()), () => server.close());
      };
    },
  },
  {
    name: 'node-http',
    owns: example('node-http'),
    async load(root) {
      const { createPetStore }: typeof import('../../../examples/node-http/server.ts') =
        await import(`${root}examples/node-http/server.js`);
      return async (options) => {
        const server = createPetStore(options).listen(0, host);
        await once(server, 'listening');
        return running(addressOf(server.address()), () => closeAll(server));
      };
    },
  },
  {
    name: 'reference',
    owns: (file) =>
      /^src\/reference\/(behaviour|call|handler|quota|server|service|store)\.ts$/.test(file),
    async load(root) {
      const { startReference }: typeof import('../../reference/server.ts') = await import(
        `${root}src/reference/server.js`
      );
      return ({ apiKey, limit, windowSeconds, daySeconds = 86_400 }) =>
        startReference({
          apiKey,
          plan: limit === 60 ? 'free' : 'business',
          windowMs: windowSeconds * 1000,
          dayMs: daySeconds * 1000,
        });
    },
  },
];

function addressOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('listens nowhere');
  return `http://${host}:${address.port}/v1`;
}

function running(baseUrl: string, close: () => unknown): RunningServer {
  return { baseUrl, close: async () => close() };
}

function closeAll(server: Server): void {
  server.close();
  server.closeAllConnections();
}
