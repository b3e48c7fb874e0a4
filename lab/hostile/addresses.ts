import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { generate } from 'selfsigned';
import { startReference } from '../../src/reference/server.ts';
import { type HostilePeer, hostileKey, type Running } from './peer.ts';
import { listening } from './servers.ts';

interface Certificate {
  readonly name: string;
  /** Days from now at which it ends. */
  readonly days: number;
  /** Whether the run is told to trust it. */
  readonly trusted: boolean;
}

/** An https service that would answer, with a certificate of its own. */
const certified =
  ({ name, days, trusted }: Certificate) =>
  async (): Promise<Running> => {
    const day = 86_400_000;
    const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
      notBeforeDate: new Date(Date.now() - 30 * day),
      notAfterDate: new Date(Date.now() + days * day),
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [nameEntry(name)] },
      ],
    });
    const server = createTlsServer({ cert, key }, (_, response) => response.end('[]'));
    const running = await listening(server, 'https');
    return trusted ? { ...running, settings: { ca: cert } } : running;
  };

function nameEntry(name: string) {
  return /^[\d.]+$/.test(name)
    ? ({ type: 7, ip: name } as const)
    : ({ type: 2, value: name } as const);
}

/** An address where nothing is. */
const nowhere = (baseUrl: string) => async (): Promise<Running> => ({
  baseUrl,
  close: async () => {},
});

/** A port of loopback on which nobody listens. */
async function closedPort(): Promise<string> {
  const running = await listening(createServer());
  await running.close();
  return running.baseUrl;
}

const unreachable = { verdict: 'incomplete', alone: true, mostRequests: 2 } as const;

const certificates: readonly HostilePeer[] = [
  {
    id: 'addresses.expired-certificate',
    title: 'has a certificate that has expired',
    start: certified({ name: '127.0.0.1', days: -1, trusted: true }),
    expected: { ...unreachable, says: /certificate has expired/ },
  },
  {
    id: 'addresses.certificate-of-another',
    title: 'has a certificate for another name',
    start: certified({ name: 'pets.example', days: 30, trusted: true }),
    expected: { ...unreachable, says: /certificate is for another name/ },
  },
  {
    id: 'addresses.self-signed-certificate',
    title: 'has a certificate that nobody signed',
    start: certified({ name: '127.0.0.1', days: 30, trusted: false }),
    expected: { ...unreachable, says: /self-signed; name it with --ca/ },
  },
  {
    id: 'addresses.http-under-https',
    title: 'speaks http where https is asked for',
    start: async () => {
      const running = await listening(createServer((_, response) => response.end('[]')));
      return { ...running, baseUrl: running.baseUrl.replace('http:', 'https:') };
    },
    expected: { ...unreachable, says: /does the service speak https there/ },
  },
];

/** Answers everything alike, as what stands where the service was expected. */
const always = (status: number, type: string, text: string) => (): Promise<Running> =>
  listening(
    createServer((_, response) => response.writeHead(status, { 'Content-Type': type }).end(text)),
  );

const wrong = {
  verdict: 'incomplete',
  alone: true,
  says: /see that the address is right/,
} as const;

/** Nothing of what answers there may be said of the service. */
const elsewhere: readonly HostilePeer[] = [
  {
    id: 'addresses.page-everywhere',
    title: 'is a site that answers everything with its page',
    start: always(200, 'text/html', '<!doctype html><h1>Welcome</h1>'),
    expected: { ...wrong, mostRequests: 2 },
  },
  {
    id: 'addresses.no-such-page',
    title: 'is a site that answers everything with 404 and a page',
    start: always(404, 'text/html', '<!doctype html><h1>Not found</h1>'),
    expected: { ...wrong, mostRequests: 6 },
  },
  {
    id: 'addresses.no-such-route',
    title: 'is another service, which knows no such route: 404 in JSON of its own',
    start: always(404, 'application/json', '{"code":404,"message":"no route"}'),
    expected: { ...wrong, mostRequests: 6 },
  },
  {
    id: 'addresses.wrong-prefix',
    title: 'is the service, asked under a path that it does not have: 404 with its own Error',
    start: async () => {
      const running = await startReference({ apiKey: hostileKey });
      return { ...running, baseUrl: running.baseUrl.replace(/v1$/, 'api/v1') };
    },
    expected: { ...wrong, says: /nothing is at .*: all is answered 404/, mostRequests: 12 },
  },
];

/** Peers that cannot be reached, or only in one way. */
export const addressPeers: readonly HostilePeer[] = [
  ...certificates,
  ...elsewhere,
  {
    id: 'addresses.no-such-name',
    title: 'has a name that does not resolve',
    start: nowhere('http://pets.invalid/v1'),
    // Where no name server answers at all, the time is up before.
    expected: { ...unreachable, says: /host name|no complete answer within/ },
  },
  {
    id: 'addresses.nobody-listens',
    title: 'has a port on which nobody listens',
    start: async () => nowhere(await closedPort())(),
    expected: { ...unreachable, says: /the connection was refused/ },
  },
  {
    id: 'addresses.ipv6-only',
    title: 'conforms, and exists over IPv6 alone',
    start: () =>
      startReference({ apiKey: hostileKey, host: '::1' }).catch((error: unknown) => {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') throw error;
        return `this machine has no ::1 (${code})`;
      }),
    expected: { verdict: 'conformant' },
  },
  {
    id: 'addresses.proxy-refuses',
    title: 'stands behind a proxy that refuses',
    start: async () => {
      const proxy = createServer((_, response) => response.writeHead(403).end('no'));
      proxy.on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
      const running = await listening(proxy);
      return {
        ...running,
        baseUrl: 'http://pets.example/v1',
        settings: { proxy: running.baseUrl.replace('/v1', '') },
      };
    },
    expected: { ...unreachable, says: /proxy/i },
  },
  {
    id: 'addresses.no-proxy-there',
    title: 'stands behind a proxy that is not there',
    start: async () => ({
      ...(await nowhere('http://pets.example/v1')()),
      settings: { proxy: (await closedPort()).replace('/v1', '') },
    }),
    expected: { ...unreachable, says: /the proxy could not be reached/ },
  },
];
