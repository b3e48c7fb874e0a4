/** When a request is sent again: each row of the policy, and what ends it. */
import { expect, test } from 'vitest';
import { inOtherPlaces, noKey, wrongKey } from './credential.ts';
import { EndedEarly, Inconclusive, NoResponse } from './inconclusive.ts';
import type { ApiRequest } from './request.ts';
import { isOrdinary } from './retries.ts';
import { fakeClock, noon } from './testing/fake-clock.ts';
import { creation, listing, openClient } from './testing/open-client.ts';
import { type Answer, type Arrival, inTurn, startPeer } from './testing/peer.ts';

const away = (status: number, headers = {}): Answer => ({ status, body: '<p>', headers });
const askingFor = (seconds: string) => away(503, { 'Retry-After': seconds });

/** A client of a peer that gives these answers in turn, the last again and again, on one clock. */
async function given(answers: readonly Answer[], options = {}) {
  const clock = fakeClock();
  const peer = await startPeer(inTurn(...answers), clock.now);
  return { clock, peer, ...openClient(peer, { clock, ...options }) };
}

const passing: readonly [string, readonly Answer[], readonly number[]][] = [
  ['502', [away(502), away(502), {}], [700, 1600]],
  ['503', [away(503), away(503), {}], [700, 1600]],
  ['504', [away(504), {}], [700]],
  ['404 of something before the service', [{ status: 404, body: '<p>' }, {}], [700]],
  ['503 that says when to come again', [askingFor('4'), {}], [4000]],
  ['503 that asks for more than ten seconds', [askingFor('3600'), {}], [700]],
  ['408', [{ status: 408 }, {}], []],
  ['reset connection', ['reset', {}], [500]],
];

test.each(passing)('a %s that passes is no answer', async (_, answers, pauses) => {
  const { client, clock, exchanges, peer } = await given(answers);
  expect((await client.send(listing)).response.status).toBe(200);
  expect(exchanges).toHaveLength(answers.length);
  expect(clock.sleeps).toEqual(pauses);
  const connections = peer.arrivals.map(({ connection }) => connection);
  expect(new Set(connections).size).toBe(answers.length);
});

test('a gateway that stays is the answer, and after three such requests is not waited for', async () => {
  const { client, peer } = await given([away(503)]);
  for (const due of [3, 6, 9, 10, 11]) {
    expect((await client.send(listing)).response.status).toBe(503);
    expect(peer.arrivals).toHaveLength(due);
  }
});

test('a 500 is an answer', async () => {
  const { client, peer } = await given([away(500)]);
  expect((await client.send(listing)).response.status).toBe(500);
  expect(peer.arrivals).toHaveLength(1);
});

test.each([
  ['a gateway', away(504)],
  ['the network', 'reset'],
] as const)('what %s may have swallowed is not created under the same name', async (_, lost) => {
  const { client, peer } = await given([lost, { status: 201, body: '{}' }]);
  await client.send({ ...creation, anew: (attempt) => `{"name":"Rex ${attempt}"}` });
  expect(peer.arrivals.map(({ body }) => body)).toEqual([creation.body, '{"name":"Rex 1"}']);
});

/** A peer that answers by the seconds since noon, and a client that was served once. */
async function servedBy(respond: (seconds: number, method: string) => Answer) {
  const clock = fakeClock();
  const seconds = () => (clock.now() - noon) / 1000;
  const peer = await startPeer(({ method }) => respond(seconds(), method), clock.now);
  const opened = openClient(peer, { clock });
  await opened.client.send(listing);
  clock.pass(1000);
  return { clock, ...opened };
}

const from = (start: number, end: number, status: number) => (seconds: number) =>
  seconds >= start && seconds < end ? { status } : { body: '[]' };

test.each([
  [503, 40],
  [522, 40],
  [401, 4],
])('a %i to whatever is asked is waited for, %i seconds', async (status, seconds) => {
  const { client } = await servedBy(from(1, seconds, status));
  expect((await client.send(listing)).response.status).toBe(200);
});

test.each([
  [503, /the service was away for 60 s/, 80],
  [401, /^the service answers 401 to the key that it took before/, 20],
  [403, /^the service answers 403 to the key that it took before/, 20],
])('a %i to whatever is asked that stays ends the run', async (status, why, seconds) => {
  const { client, clock } = await servedBy(from(1, 10_000, status));
  await expect(client.send(listing)).rejects.toThrow(why);
  expect(client.ended).toBeInstanceOf(EndedEarly);
  expect(clock.now() - noon).toBeLessThan(seconds * 1000);
});

test.each([
  [503, 4],
  [401, 2],
])('a %i is the answer if other requests are served meanwhile', async (status, requests) => {
  const { client, exchanges } = await servedBy((_, method) =>
    method === 'POST' ? { status } : { body: '[]' },
  );
  expect((await client.send(creation)).response.status).toBe(status);
  expect(exchanges).toHaveLength(1 + requests);
});

test('callers without a key may have locked it out: then its 401 is an answer', async () => {
  const { client, exchanges } = await servedBy(from(1, 10_000, 401));
  await client.send({ ...listing, credential: noKey });
  expect((await client.send(listing)).response.status).toBe(401);
  expect(exchanges).toHaveLength(3);
});

const reading: ApiRequest = { ...listing, operation: 'getPet', path: '/pets/7' };
const isReading = ({ url }: Arrival) => url.endsWith('/pets/7');

/** A client whose first list was answered, of a peer that answers reads as told. */
async function opened(read: (time: number) => Answer, others: () => Answer = () => ({})) {
  let reads = 0;
  let lists = 0;
  const peer = await startPeer((arrival) => {
    if (isReading(arrival)) return read(++reads);
    lists += 1;
    return lists === 1 ? {} : others();
  });
  const clock = { now: Date.now, sleep: async () => {} };
  const client = openClient(peer, { clock, timeout: 0.2, connections: 4 });
  await client.client.send(listing);
  return { ...client, peer };
}

const endOf = (sent: Promise<unknown>) => sent.catch((error: unknown) => error);

test.each(['reset', 'silence'] as const)(
  'a request that meets with %s whenever it is sent, while others are answered, is a NoResponse with its evidence',
  async (answer) => {
    const { client, peer } = await opened(() => answer);
    const silence = await endOf(client.send(reading));
    expect(silence).toBeInstanceOf(NoResponse);
    if (!(silence instanceof NoResponse)) return;
    expect(silence.message).toMatch(/^expected: an answer to GET \/pets\/7\nreceived: none/);
    const paths = silence.evidence.map(({ request }) => new URL(request.url).pathname);
    const [read, list] = ['/v1/pets/7', '/v1/pets'];
    expect(paths).toEqual([read, list, read, list, read, list, read, list]);
    const connections = peer.arrivals.filter(isReading).map(({ connection }) => connection);
    expect(new Set(connections).size).toBe(connections.length);
  },
);

test.each([
  ['with a wrong key', 'silence', wrongKey('other'), false],
  ['with a wrong key', 'reset', wrongKey('other'), true],
  ['with the key', 'silence', listing.credential, true],
] as const)(
  'after a list %s, who comes without a key meets with %s: a NoResponse is %s',
  async (_, answer, credential, due) => {
    const { client } = await opened(() => answer);
    await client.send({ ...listing, credential });
    const ended = await endOf(client.send({ ...reading, credential: noKey }));
    expect(ended).toBeInstanceOf(Inconclusive);
    expect(ended instanceof NoResponse).toBe(due);
  },
);

test('where nothing else is answered any more it stays undecided', async () => {
  const { client, peer } = await opened(
    () => 'reset',
    () => 'reset',
  );
  for (let request = 0; request < 2; request += 1) {
    const ended = await endOf(client.send(reading));
    expect(ended).toBeInstanceOf(Inconclusive);
    expect(ended).not.toBeInstanceOf(NoResponse);
  }
  // Twice each, and once each on a connection that may have been closed while idle.
  expect(peer.arrivals.filter(isReading)).toHaveLength(6);
});

test('nothing else is in flight while it is sent alone', async () => {
  const { client, exchanges } = await opened(() => 'reset');
  const many = Array.from({ length: 12 }, () => client.send({ ...listing, path: '/pets?limit=3' }));
  await Promise.all([endOf(client.send(reading)), ...many]);
  const reads = exchanges.filter(({ operation }) => operation === 'getPet').slice(1);
  for (const { startedAt, finishedAt, index } of reads) {
    const beside = exchanges.filter(
      (one) => one.index !== index && one.startedAt < finishedAt && startedAt < one.finishedAt,
    );
    expect(beside).toEqual([]);
  }
});

test('a kind that is silent is tried less often, waited for less, and at last not sent; others are', async () => {
  const { client, peer, exchanges } = await opened(() => 'silence');
  const ends: unknown[] = [];
  for (let request = 0; request < 12; request += 1) ends.push(await endOf(client.send(reading)));
  expect(String(ends.at(-1))).toMatch(/was not sent again/);
  expect(peer.arrivals.filter(isReading).length).toBeLessThan(30);
  const [first, ...rest] = exchanges.filter(({ failure }) => failure !== undefined);
  expect(first?.failure?.message).toContain('0.2 s');
  expect(rest.at(-1)?.failure?.message).not.toContain('0.2 s');
  expect((await client.send(listing)).response.status).toBe(200);
});

test('a run that lost too much time on silence ends, and says so', async () => {
  const clock = fakeClock();
  const peer = await startPeer(() => {
    clock.pass(60_000);
    return 'reset';
  }, clock.now);
  const { client } = openClient(peer, { clock });
  for (let request = 0; request < 9; request += 1) await endOf(client.send(listing));
  expect(client.ended?.message).toContain('allowed are 150 s, 30 times --timeout');
});

test.each([
  ['a list with the key', listing, true],
  ['a creation', { ...creation, body: '{ "name": "Rex", "categoryId": 1 }' }, true],
  ['a body of several lines', { ...creation, body: '{ "name": "Rex",\n "categoryId": 1 }' }, false],
  ['a wrong key', { ...listing, credential: wrongKey('other') }, false],
  ['a key in other places', { ...listing, credential: inOtherPlaces('Key') }, false],
  ['a body beyond ASCII', { ...creation, body: '{"name":"é"}' }, false],
  ['another form', { ...listing, accept: null }, false],
] as const)('%s: whether its silence is held against the service', (_, request, due) => {
  expect(isOrdinary(request)).toBe(due);
});
