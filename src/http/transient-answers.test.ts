import { expect, test } from 'vitest';
import { EndedEarly } from './inconclusive.ts';
import { fakeClock } from './testing/fake-clock.ts';
import { creation, listing, openClient } from './testing/open-client.ts';
import { inTurn, startPeer } from './testing/peer.ts';

const away = (status: number) => ({ status, body: '<p>' });

test.each([502, 503, 504])('a %i that passes is not an answer', async (status) => {
  const clock = fakeClock();
  const peer = await startPeer(inTurn(away(status), away(status), { body: '[]' }));
  const { client, exchanges, pauses } = openClient(peer, { clock });
  expect((await client.send(listing)).response.status).toBe(200);
  expect(exchanges.map(({ response }) => response?.status)).toEqual([status, status, 200]);
  // A restart of two seconds lies between the first and the last.
  expect(clock.sleeps.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(2000);
  expect(pauses.map(({ kind }) => kind)).toEqual(['retry', 'retry']);
});

test('one that stays is the answer, and after three such questions is not waited for', async () => {
  const peer = await startPeer(inTurn(away(503)));
  const { client } = openClient(peer);
  for (const due of [3, 6, 9, 10, 11]) {
    expect((await client.send(listing)).response.status).toBe(503);
    expect(peer.arrivals).toHaveLength(due);
  }
});

test('an operation that answers again is waited for again', async () => {
  const stays = Array.from({ length: 9 }, () => away(503));
  const peer = await startPeer(inTurn(...stays, {}, away(503), {}));
  const { client } = openClient(peer);
  for (let question = 0; question < 4; question += 1) await client.send(listing);
  expect((await client.send(listing)).response.status).toBe(200);
  expect(peer.arrivals).toHaveLength(12);
});

test('a 503 that says when to come again is heeded, unless it asks for more than ten seconds', async () => {
  const clock = fakeClock();
  const asking = (seconds: string) => ({ status: 503, headers: { 'Retry-After': seconds } });
  const peer = await startPeer(inTurn(asking('4'), asking('3600'), {}));
  const { client } = openClient(peer, { clock });
  await client.send(listing);
  expect(clock.sleeps).toEqual([4000, 1600]);
});

const busy = (seconds: string) => ({ status: 503, headers: { 'Retry-After': seconds } });

test('a pause beyond --max-wait is not made: what asked for it decides nothing', async () => {
  const clock = fakeClock();
  const peer = await startPeer(inTurn(busy('10')));
  const { client } = openClient(peer, { clock, maxWait: 1 });
  await expect(client.send(listing)).rejects.toThrow(
    'the service answered 503 and asks to wait 10 s; allowed are 1 s (--max-wait)',
  );
  expect(clock.sleeps).toEqual([700, 1000]);
});

test('pauses before questions that are put again count in what a run may wait', async () => {
  const clock = fakeClock();
  const inTurns = Array.from({ length: 70 }, () => [busy('1'), busy('1'), {}]).flat();
  const peer = await startPeer(inTurn(...inTurns));
  const { client, pauses } = openClient(peer, { clock, maxWait: 1, maxRequests: 200 });
  const asked = Array.from({ length: 60 }, () => client.send(listing));
  const results = await Promise.allSettled(asked);
  expect(results.at(-1)).toMatchObject({
    reason: new EndedEarly(
      'the run would wait longer than it may: allowed are 60 s in all, 20 times --max-wait and at least 60 s',
    ),
  });
  expect(pauses.reduce((sum, { seconds }) => sum + seconds, 0)).toBeLessThanOrEqual(60);
});

test('a 408 is asked again once, at once, on another connection', async () => {
  const peer = await startPeer(inTurn({ status: 408 }, {}));
  const { client } = openClient(peer);
  expect((await client.send(listing)).response.status).toBe(200);
  const [first, second] = peer.arrivals.map(({ connection }) => connection);
  expect(first).not.toBe(second);
});

test('a 500 is an answer', async () => {
  const peer = await startPeer(inTurn(away(500)));
  const { client } = openClient(peer);
  expect((await client.send(listing)).response.status).toBe(500);
  expect(peer.arrivals).toHaveLength(1);
});

test.each([
  ['a gateway', away(504)],
  ['the network', 'reset'],
] as const)('what %s may have swallowed is not asked for under the same name', async (_, lost) => {
  const peer = await startPeer(inTurn(lost, { status: 201, body: '{}' }));
  const { client } = openClient(peer);
  await client.send({ ...creation, anew: (attempt) => `{"name":"Rex ${attempt}"}` });
  expect(peer.arrivals.map(({ body }) => body)).toEqual([creation.body, '{"name":"Rex 1"}']);
});
