/** A service that is away, or that has dropped the key, answers all questions alike. */
import { expect, test } from 'vitest';
import { noKey } from '../credential.ts';
import { EndedEarly } from '../inconclusive.ts';
import { fakeClock, noon } from '../testing/fake-clock.ts';
import { creation, listing, openClient } from '../testing/open-client.ts';
import { type Answer, startPeer } from '../testing/peer.ts';

/** A peer that answers by the seconds since noon, and a client that was served once. */
async function servedBy(respond: (seconds: number, method: string) => Answer) {
  const clock = fakeClock();
  const peer = await startPeer(
    ({ method }) => respond((clock.now() - noon) / 1000, method),
    clock.now,
  );
  const { client, exchanges } = openClient(peer, { clock });
  await client.send(listing);
  clock.pass(1000);
  return { clock, client, exchanges };
}

const during = (from: number, to: number, status: number) => (seconds: number) =>
  seconds >= from && seconds < to ? { status } : { body: '[]' };

test.each([502, 503, 504, 522])('a %i to all questions is waited for', async (status) => {
  const { client } = await servedBy(during(1, 40, status));
  expect((await client.send(listing)).response.status).toBe(200);
});

test('a 503 is the answer if other questions are answered meanwhile', async () => {
  const { client, exchanges } = await servedBy((_, method) =>
    method === 'POST' ? { status: 503 } : { body: '[]' },
  );
  expect((await client.send(creation)).response.status).toBe(503);
  expect(exchanges.map(({ response }) => response?.status)).toEqual([200, 503, 503, 503, 200]);
  // It is known by then, and no other question is asked again.
  await client.send(creation);
  expect(exchanges).toHaveLength(8);
});

test('a service that stays away ends the run, and fails nothing', async () => {
  const { client, clock } = await servedBy(during(1, 10_000, 503));
  const error = await client.send(creation).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(EndedEarly);
  expect(String(error)).toContain('the service was away for 60 s');
  expect(clock.now() - noon).toBeLessThan(80_000);
});

test('a key that is refused for seconds is waited for', async () => {
  const { client } = await servedBy(during(1, 4, 401));
  expect((await client.send(listing)).response.status).toBe(200);
});

test('a key that is refused from then on ends the run', async () => {
  const { client } = await servedBy(during(1, 10_000, 401));
  await expect(client.send(creation)).rejects.toThrow(/^the service answers 401 to the key that/);
});

test('a 401 is the answer if the key is served meanwhile', async () => {
  const { client } = await servedBy((_, method) =>
    method === 'POST' ? { status: 401 } : { body: '[]' },
  );
  expect((await client.send(creation)).response.status).toBe(401);
});

test('callers without a key may have locked it out: then its 401 is an answer', async () => {
  const { client, exchanges } = await servedBy(during(1, 10_000, 401));
  await client.send({ ...listing, credential: noKey });
  expect((await client.send(listing)).response.status).toBe(401);
  expect(exchanges).toHaveLength(3);
});
