/** What the client does when the service limits its rate (section 8). */
import { expect, test } from 'vitest';
import { noKey, theKey } from './credential.ts';
import { EndedEarly, Inconclusive } from './inconclusive.ts';
import { fakeClock, noon } from './testing/fake-clock.ts';
import { listing, openClient, testKey } from './testing/open-client.ts';
import { type Answer, inTurn, startPeer } from './testing/peer.ts';

type Fields = Record<string, string>;

const tooMany = (headers: Fields = {}): Answer => ({ status: 429, headers, body: 'slow down' });
const httpDate = (at: number) => new Date(at).toUTCString();

const rate = (limit: number, remaining: number, resetsAt: number): Fields => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(Math.ceil(resetsAt / 1000)),
});

/** A peer and a client on one clock. */
async function pair(respond: Parameters<typeof startPeer>[0], options = {}) {
  const clock = fakeClock();
  const peer = await startPeer(respond, clock.now);
  const times = () => peer.arrivals.map(({ at }) => at - noon);
  return { clock, peer, times, ...openClient(peer, { clock, ...options }) };
}

const indications: [string, Fields, number][] = [
  ['seconds', { 'Retry-After': '7' }, 7000],
  ['a date', { 'Retry-After': httpDate(noon + 9000) }, 9000],
];

test.each(indications)(
  'a 429 with %s is sent again then, and not sooner',
  async (_, fields, due) => {
    const { client, exchanges, times, pauses } = await pair(inTurn(tooMany(fields), {}));
    const answer = await client.send(listing);
    expect(answer.response.status).toBe(200);
    expect(exchanges.map(({ response }) => response?.status)).toEqual([429, 200]);
    const [, again = 0] = times();
    expect(again).toBeGreaterThanOrEqual(due);
    expect(again).toBeLessThanOrEqual(due + 100);
    expect(pauses).toMatchObject([{ kind: 'rate-limit' }]);
  },
);

test('without an indication it backs off exponentially, with jitter', async () => {
  const waits = async (random: number) => {
    const given = inTurn(tooMany(), tooMany(), {});
    const { client, times } = await pair(given, { random: () => random });
    await client.send(listing);
    const [first = 0, second = 0, third = 0] = times();
    return [second - first, third - second] as const;
  };
  const [least, next] = await waits(0);
  expect(least).toBeGreaterThanOrEqual(500);
  expect(next).toBeGreaterThanOrEqual(2 * least - 100);
  const [jittered] = await waits(0.8);
  expect(jittered).toBeCloseTo(least + 400, -1);
});

test('a wait beyond the allowance ends the run and says when to come back', async () => {
  const { client, peer, clock } = await pair(inTurn(tooMany({ 'Retry-After': '3600' })));
  const question = client.send(listing);
  await expect(question).rejects.toThrow(EndedEarly);
  await expect(question).rejects.toThrow(/2026-06-01T13:00:00.*120 s \(--max-wait\)/);
  await expect(client.send({ ...listing, credential: noKey })).rejects.toThrow(EndedEarly);
  expect(client.ended?.message).toMatch(/--max-wait/);
  expect(peer.arrivals).toHaveLength(1);
  expect(clock.sleeps).toEqual([]);
});

test('three refusals in a row end the run, for the key might be banned', async () => {
  const { client, peer, times } = await pair(inTurn(tooMany({ 'Retry-After': '1' })));
  await expect(client.send(listing)).rejects.toThrow(EndedEarly);
  expect(client.ended?.message).toMatch(/3 answers in a row were 429/);
  expect(peer.arrivals).toHaveLength(3);
  const [first = 0, second = 0, third = 0] = times();
  // The wait after a vain try is the longer one.
  expect(third - second).toBeGreaterThanOrEqual(second - first);
});

test('refusals that are not in a row do not end the run', async () => {
  const again = tooMany({ 'Retry-After': '1' });
  const { client, peer } = await pair(inTurn(again, again, {}, again, again, {}));
  await client.send(listing);
  await client.send(listing);
  expect(peer.arrivals).toHaveLength(6);
  expect(client.ended).toBeUndefined();
});

test('waits of all kinds count together towards what a run may wait', async () => {
  const { client, clock } = await pair(inTurn(tooMany({ 'Retry-After': '4' }), {}), { maxWait: 5 });
  await client.send(listing);
  for (let at = 0; at < 8; at += 1) await client.pause(10_000, 'reads may lag', 'catch-up');
  const waits = [
    client.pause(10_000, 'reads may lag', 'catch-up'),
    client.pause(9_000, 'x', 'retry'),
  ];
  await Promise.all(waits);
  await expect(client.pause(10_000, 'reads may lag', 'catch-up')).rejects.toThrow(EndedEarly);
  expect(client.ended?.message).toMatch(/100 s in all/);
  expect(clock.now() - noon).toBeLessThanOrEqual(100_000);
});

test("strangers' refusals leave their question undecided and the run alive", async () => {
  const { client, peer } = await pair(({ headers }) =>
    headers.authorization === `Bearer ${testKey}` ? {} : tooMany({ 'Retry-After': '1' }),
  );
  const stranger = client.send({ ...listing, credential: noKey });
  await expect(stranger).rejects.toThrow(Inconclusive);
  await expect(stranger).rejects.not.toThrow(EndedEarly);
  expect(client.ended).toBeUndefined();
  expect(peer.arrivals).toHaveLength(3);
  await client.send({ ...listing, credential: theKey(testKey) });
  expect(peer.arrivals).toHaveLength(4);
});

test('where nothing but the reserve remains it waits for the reset before it sends', async () => {
  const fields = (remaining: number, resetsAt: number) => ({
    headers: rate(60, remaining, resetsAt),
  });
  const { client, times, pauses } = await pair(
    inTurn(fields(7, noon + 30_000), fields(6, noon + 30_000), fields(59, noon + 90_000)),
  );
  for (let sent = 0; sent < 3; sent += 1) await client.send(listing);
  const [first, second, third] = times();
  expect([first, second]).toEqual([0, 0]);
  expect(third).toBeGreaterThanOrEqual(30_000);
  expect(pauses).toMatchObject([{ seconds: 30, kind: 'rate-limit' }]);
});

test('requests that waited for the same reset go out in the order of asking, whatever timer fires first', async () => {
  const clock = fakeClock();
  const sleepers: (() => void)[] = [];
  const lastFirst = async (ms: number) => {
    await new Promise<void>((wake) => {
      sleepers.push(wake);
      setTimeout(() => sleepers.pop()?.(), 5);
    });
    clock.pass(ms);
  };
  const peer = await startPeer(inTurn({ headers: rate(60, 0, noon + 20_000) }, {}), clock.now);
  const asked = openClient(peer, { connections: 4, clock: { ...clock, sleep: lastFirst } });
  await asked.client.send(listing);
  const paths = ['/pets?limit=1', '/pets?limit=2', '/pets?limit=3'];
  await Promise.all(paths.map((path) => asked.client.send({ ...listing, path })));
  const urls = asked.exchanges
    .toSorted((a, b) => a.index - b.index)
    .map(({ request }) => request.url);
  expect(urls.slice(1)).toEqual(paths.map((path) => peer.baseUrl + path));
});

test('a reset beyond the allowance is only a forecast, and no reason to end the run', async () => {
  const { client, clock } = await pair(inTurn({ headers: rate(1000, 0, noon + 7_200_000) }));
  await client.send(listing);
  await client.send(listing);
  expect(clock.sleeps).toEqual([]);
});

test.each([1, 4])(
  'a service whose remaining is always 0 is believed twice at most, asked %i at a time',
  async (connections) => {
    const clock = fakeClock();
    const inAMinute = () => Math.ceil(clock.now() / 1000) * 1000 + 60_000;
    const answer = () => ({ headers: rate(60, 0, inAMinute()) });
    const peer = await startPeer(answer, clock.now);
    const { client } = openClient(peer, { clock, connections });
    await Promise.all(Array.from({ length: 24 }, () => client.send(listing)));
    expect(peer.arrivals).toHaveLength(24);
    // The fake time jumps while answers are under way, so each of them may wait on its own.
    expect(clock.now() - noon).toBeLessThanOrEqual(2 * connections * 61_000);
  },
);

test('the share of a daily quota that the run may spend ends it', async () => {
  const { client, peer } = await pair(inTurn({ headers: rate(60, 50, noon + 36_000_000) }));
  for (let sent = 0; sent < 9; sent += 1) await client.send(listing);
  await expect(client.send(listing)).rejects.toThrow(EndedEarly);
  expect(client.ended?.message).toMatch(/15 % of the daily quota of 60,/);
  expect(peer.arrivals).toHaveLength(9);
});

test('a count that comes with a 401 to the key is that of a stranger, and is not waited for', async () => {
  const none = { status: 401, headers: rate(0, 0, noon + 60_000) };
  const { client, pauses } = await pair(
    inTurn({ headers: rate(300, 250, noon + 60_000) }, none, {}),
  );
  for (let asked = 0; asked < 3; asked += 1) await client.send(listing);
  expect(pauses.filter(({ kind }) => kind === 'rate-limit')).toEqual([]);
});
