import { expect, test } from 'vitest';
import { creation, openClient } from './testing/open-client.ts';
import { startPeer } from './testing/peer.ts';
import { requestIdOf, traceOf } from './trace.ts';

test('all requests of a run are of one trace, each a span of its own, and the answer names itself', async () => {
  const peer = await startPeer(() => ({ headers: { 'x-request-id': 'abc-1' } }));
  const { client, exchanges } = openClient(peer);
  await client.send(creation);
  await client.send(creation);
  const sent = peer.arrivals.map(({ headers }) => headers.traceparent);
  expect(sent).toEqual([
    '00-0af7651916cd43dd8448eb211c80319c-0000000000000001-01',
    '00-0af7651916cd43dd8448eb211c80319c-0000000000000002-01',
  ]);
  expect(exchanges.map(traceOf)).toEqual(Array(2).fill('0af7651916cd43dd8448eb211c80319c'));
  expect(exchanges.map(requestIdOf)).toEqual(Array(2).fill(['X-Request-Id', 'abc-1']));
  expect(exchanges[0]?.curl).not.toContain('traceparent');
});
