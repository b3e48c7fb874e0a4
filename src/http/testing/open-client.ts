import { onTestFinished } from 'vitest';
import { Client, type ClientOptions } from '../client.ts';
import { theKey } from '../credential.ts';
import type { Exchange } from '../exchange.ts';
import type { ApiRequest, RepeatableRequest } from '../request.ts';
import { fakeClock } from './fake-clock.ts';
import type { Peer } from './peer.ts';

export const testKey = 'Test-Key-41c';

/** For tests: a list call with the key. */
export const listing: RepeatableRequest = {
  operation: 'listPets',
  method: 'GET',
  path: '/pets',
  credential: theKey(testKey),
  purpose: 'clause',
};

/** For tests: a creation with the key. */
export const creation: ApiRequest = {
  operation: 'createPet',
  method: 'POST',
  path: '/pets',
  body: '{"name":"Rex","categoryId":1}',
  credential: theKey(testKey),
  purpose: 'clause',
  mayCreate: true,
};

/** For tests: a client of the peer that ends with the test, and what it told. */
export function openClient(peer: Pick<Peer, 'baseUrl'>, options: Partial<ClientOptions> = {}) {
  const exchanges: Exchange[] = [];
  const pauses: { seconds: number; reason: string; kind: string }[] = [];
  const client = new Client({
    baseUrl: peer.baseUrl,
    userAgent: 'test/0',
    trace: '0af7651916cd43dd8448eb211c80319c',
    connections: 1,
    timeout: 5,
    maxRequests: 100,
    maxCreations: 100,
    maxWait: 120,
    clock: fakeClock(),
    random: () => 0.5,
    signal: new AbortController().signal,
    onExchange: (exchange) => exchanges.push(exchange),
    onPause: ({ seconds, reason, kind }) => pauses.push({ seconds, reason, kind }),
    onSecret: () => {},
    ...options,
  });
  onTestFinished(() => client.close());
  return { client, exchanges, pauses };
}
