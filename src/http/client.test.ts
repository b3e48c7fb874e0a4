import { expect, test } from 'vitest';
import { noKey } from './credential.ts';
import { EndedEarly, Inconclusive } from './inconclusive.ts';
import { fakeClock } from './testing/fake-clock.ts';
import { creation, listing, openClient, testKey } from './testing/open-client.ts';
import { inTurn, startPeer } from './testing/peer.ts';

test('a request arrives as asked, and its exchange tells both sides with times', async () => {
  const clock = fakeClock();
  const body = '{"id":7}';
  const peer = await startPeer(() => {
    clock.pass(40);
    return { status: 201, headers: { 'Content-Type': 'application/json' }, body };
  }, clock.now);
  const { client, exchanges } = openClient(peer, { clock });
  const startedAt = clock.now();
  const answer = await client.send(creation);
  expect(peer.arrivals).toMatchObject([
    {
      method: 'POST',
      url: '/v1/pets',
      body: creation.body,
      headers: {
        authorization: `Bearer ${testKey}`,
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'test/0',
      },
    },
  ]);
  expect(exchanges).toEqual([answer]);
  expect(answer).toMatchObject({
    index: 0,
    operation: 'createPet',
    purpose: 'clause',
    caller: 'authenticated',
    request: { method: 'POST', url: `${peer.baseUrl}/pets`, body: creation.body },
    response: { status: 201, body, truncated: false },
    startedAt,
    finishedAt: startedAt + 40,
  });
  expect(answer.waitMs).toBeGreaterThan(0);
});

test('the allowance of requests ends the run before the next one is sent', async () => {
  const peer = await startPeer(inTurn({}));
  const { client } = openClient(peer, { maxRequests: 2 });
  await client.send(listing);
  await client.send(listing);
  await expect(client.send(listing)).rejects.toThrow(EndedEarly);
  await expect(client.send({ ...listing, credential: noKey })).rejects.toThrow(
    'the allowance of 2 requests is spent (--max-requests)',
  );
  expect(peer.arrivals).toHaveLength(2);
  expect(client.requests).toBe(2);
});

test('the allowance of creations leaves the creation undecided and the run alive', async () => {
  const peer = await startPeer(inTurn({ status: 201 }));
  const { client } = openClient(peer, { maxCreations: 1 });
  await client.send(creation);
  expect(client.creationsLeft).toBe(0);
  const refused = client.send(creation);
  await expect(refused).rejects.toThrow(Inconclusive);
  await expect(refused).rejects.toThrow('the allowance of 1 creations is spent (--max-creations)');
  expect(client.ended).toBeUndefined();
  await client.send(listing);
  expect(peer.arrivals.map(({ method }) => method)).toEqual(['POST', 'GET']);
});

test('a creation that may have happened stays counted: without an answer, or answered 200', async () => {
  const peer = await startPeer(inTurn('reset', { status: 201 }, { status: 200 }));
  const { client } = openClient(peer, { maxCreations: 20 });
  const before = client.creationsLeft;
  await client.send(creation);
  expect(client.creationsLeft).toBe(before - 2);
  await client.send(creation);
  expect(client.creationsLeft).toBe(before - 3);
});

const wrong = { ...creation, body: '{}', mayCreate: false };

test.each(
  [408, 418, 425, 451, 500].flatMap((status) => [
    [status, creation] as const,
    [status, wrong] as const,
  ]),
)(
  'what is answered %i may have created all the same, and no more is sent than may be created',
  async (status, request) => {
    const peer = await startPeer(() => ({ status }));
    const { client } = openClient(peer, { maxCreations: 3, sparing: true });
    await Promise.allSettled(Array.from({ length: 9 }, () => client.send(request)));
    expect(peer.arrivals.length).toBeGreaterThan(0);
    expect(peer.arrivals.length).toBeLessThanOrEqual(3);
  },
);

test('a creation that must be refused is given back once it was, and some are kept for such', async () => {
  const peer = await startPeer(
    inTurn({ status: 400 }, { status: 415 }, { status: 201 }, { status: 201 }, { status: 201 }),
  );
  const { client } = openClient(peer, { maxCreations: 2 });
  await client.send(wrong);
  await client.send(wrong);
  expect(client.creationsLeft).toBe(1);
  await client.send(creation);
  await expect(client.send(creation)).rejects.toThrow('but for 1 kept for refusals that fail');
  await client.send(wrong);
  await expect(client.send(wrong)).rejects.toThrow('(--max-creations)');
  expect(peer.arrivals).toHaveLength(4);
});

test.each([0, 1, 2, 3, 7])(
  'a service that creates whatever it is asked gets no more than %i, asked all at once',
  async (maxCreations) => {
    const peer = await startPeer(inTurn({ status: 201 }));
    const { client } = openClient(peer, { maxCreations, connections: 4 });
    const asked = Array.from({ length: 12 }, (_, at) => client.send(at % 2 ? wrong : creation));
    await Promise.allSettled(asked);
    expect(peer.arrivals.length).toBeLessThanOrEqual(maxCreations);
    expect(peer.arrivals.length).toBeGreaterThanOrEqual(maxCreations - 4);
  },
);

test.each([
  [201, 'the service accepted a creation of this kind'],
  [500, 'the service answered 500 to a creation of this kind'],
])('a sparing client gives up a kind of creation that was answered %i', async (status, why) => {
  const peer = await startPeer(inTurn({ status }, { status: 400 }));
  const { client } = openClient(peer, { sparing: true });
  await client.send({ ...wrong, topic: 'create.invalid-name' });
  await expect(client.send({ ...wrong, topic: 'create.invalid-name' })).rejects.toThrow(why);
  await client.send({ ...wrong, topic: 'create.missing-name' });
  expect(peer.arrivals).toHaveLength(2);
});

test.each([1, 3])('no more than %i requests are in flight', async (connections) => {
  const waiting: (() => void)[] = [];
  const release = () => {
    for (const go of waiting.splice(0)) go();
  };
  const peer = await startPeer(async () => {
    const go = new Promise<void>((resolve) => waiting.push(resolve));
    // As many as there may be are let in before any is answered.
    if (waiting.length === connections) setImmediate(release);
    await go;
    return {};
  });
  const { client } = openClient(peer, { connections });
  await Promise.all(Array.from({ length: connections * 4 }, () => client.send(listing)));
  expect(peer.mostAtOnce()).toBe(connections);
  expect(peer.arrivals).toHaveLength(connections * 4);
});

test.each([301, 302, 303, 307, 308])(
  'a redirect %i is an answer and not followed',
  async (status) => {
    const elsewhere = await startPeer(inTurn({}));
    const peer = await startPeer(
      inTurn({ status, headers: { Location: `${elsewhere.baseUrl}/pets` } }),
    );
    const { client, exchanges } = openClient(peer);
    expect((await client.send(listing)).response.status).toBe(status);
    expect((await client.send(creation)).response.status).toBe(status);
    expect(exchanges).toHaveLength(2);
    expect(elsewhere.arrivals).toEqual([]);
  },
);

test('an idle connection that the service closed costs no pause, and every sending is recorded', async () => {
  const peer = await startPeer(inTurn({ thenCloses: true }));
  const { client, exchanges, pauses } = openClient(peer);
  for (let sent = 0; sent < 20; sent += 1) await client.send(listing);
  expect(exchanges.filter(({ failure }) => failure === undefined)).toHaveLength(20);
  expect(client.requests).toBe(exchanges.length);
  expect(pauses).toEqual([]);
});

test('a service that is not there leaves the question undecided', async () => {
  const { client } = openClient({ baseUrl: 'http://127.0.0.1:1/v1' });
  await expect(client.send(listing)).rejects.toThrow(/ECONNREFUSED/);
});

test('an aborted run sends nothing more and waits for nothing', async () => {
  const abort = new AbortController();
  const peer = await startPeer(() => {
    abort.abort(new Error('interrupted'));
    return 'silence';
  });
  const { client } = openClient(peer, { signal: abort.signal });
  await expect(client.send(listing)).rejects.toThrow('interrupted');
  await expect(client.send(listing)).rejects.toThrow('interrupted');
  expect(peer.arrivals).toHaveLength(1);
});

test('the shared connection is kept, and a connection of its own is another one', async () => {
  const peer = await startPeer(inTurn({}));
  const { client } = openClient(peer);
  const over = client.openConnection();
  await client.send(listing);
  await client.send({ ...listing, over });
  await client.send(listing);
  await client.send({ ...listing, over, credential: noKey });
  const [a, b, c, d] = peer.arrivals.map(({ connection }) => connection);
  expect(c).toBe(a);
  expect(d).toBe(b);
  expect(b).not.toBe(a);
});
