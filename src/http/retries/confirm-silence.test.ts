import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inOtherPlaces, noKey, wrongKey } from '../credential.ts';
import { Inconclusive, Silence } from '../inconclusive.ts';
import type { ApiRequest } from '../request.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { creation, listing, openClient } from '../testing/open-client.ts';
import { type Answer, type Arrival, startPeer } from '../testing/peer.ts';
import { ofProxy } from '../wire/transport.ts';
import { isOrdinary, isSilence, timesAlone } from './confirm-silence.ts';

const reading: ApiRequest = { ...listing, operation: 'getPet', path: '/pets/7' };
const isReading = ({ url }: Arrival) => url.endsWith('/pets/7');

/** A client whose first list was answered, of a peer that answers reads as told. */
async function opened(read: (time: number) => Answer, others: () => Answer = () => ({})) {
  let reads = 0;
  let listed = false;
  const peer = await startPeer((arrival) => {
    if (isReading(arrival)) return read(++reads);
    if (!listed) {
      listed = true;
      return {};
    }
    return others();
  });
  const client = openClient(peer, { clock: fakeClock(), timeout: 0.2 });
  await client.client.send(listing);
  return { ...client, peer };
}

test.each(['reset', 'silence'] as const)(
  'a question that meets with %s whenever it is asked, while others are answered, is a Silence with its evidence',
  async (answer) => {
    const { client, peer } = await opened(() => answer);
    const silence = await client.send(reading).catch((error: unknown) => error);
    expect(silence).toBeInstanceOf(Silence);
    if (!(silence instanceof Silence)) return;
    expect(silence.message).toMatch(/^expected: an answer to GET \/pets\/7\nreceived: none/);
    const paths = silence.evidence.map(({ request }) => new URL(request.url).pathname);
    expect(paths.filter((path) => path === '/v1/pets/7')).toHaveLength(timesAlone + 1);
    expect(paths.at(-1)).toBe('/v1/pets');
    const connections = peer.arrivals.filter(isReading).map(({ connection }) => connection);
    expect(new Set(connections.slice(-timesAlone)).size).toBe(timesAlone);
  },
);

test.each([
  ['with a wrong key', 'silence', wrongKey('other'), false],
  ['with a wrong key', 'reset', wrongKey('other'), true],
  ['with the key', 'silence', listing.credential, true],
] as const)(
  'after a list %s, who comes without a key meets with %s: a Silence is %s',
  async (_, answer, credential, due) => {
    const { client } = await opened(() => answer);
    await client.send({ ...listing, credential });
    const asked = { ...reading, credential: noKey };
    const ended = await client.send(asked).catch((error: unknown) => error);
    expect(ended).toBeInstanceOf(Inconclusive);
    expect(ended instanceof Silence).toBe(due);
  },
);

test('one that is answered in the end has that answer', async () => {
  const { client } = await opened((time) => (time < 4 ? 'reset' : { status: 404 }));
  expect((await client.send(reading)).response.status).toBe(404);
});

test('where nothing else is answered any more, it stays undecided, and so does the next one at once', async () => {
  const { client, peer } = await opened(
    () => 'reset',
    () => 'reset',
  );
  for (let question = 0; question < 2; question += 1) {
    const ended = await client.send(reading).catch((error: unknown) => error);
    expect(ended).toBeInstanceOf(Inconclusive);
    expect(ended).not.toBeInstanceOf(Silence);
  }
  expect(peer.arrivals.filter(isReading)).toHaveLength(5);
});

test('nothing else is under way while it is asked alone', async () => {
  const { client, peer } = await opened(() => 'reset');
  const many = Array.from({ length: 12 }, () => client.send({ ...listing, path: '/pets?limit=3' }));
  await Promise.all([client.send(reading).catch(() => undefined), ...many]);
  const reads = peer.arrivals.map(isReading);
  // Alone and others take turns: no two reads alone follow one another.
  const alone = reads.flatMap((read, at) => (read ? [at] : [])).slice(-timesAlone);
  expect(alone).toHaveLength(timesAlone);
  expect(alone.every((at, place) => place === 0 || at - (alone[place - 1] ?? at) > 1)).toBe(true);
});

test('of two questions that are asked together the silence of the first is confirmed first, though it is lost last', async () => {
  let reads = 0;
  const peer = await startPeer(async ({ url }) => {
    if (!/\d$/.test(url)) return {};
    reads += 1;
    if (reads <= 2 && url.endsWith('/1')) await pause(50);
    return 'reset';
  });
  const { client } = openClient(peer, { connections: 4 });
  await client.send(listing);
  const evidence = await Promise.all(
    ['/pets/1', '/pets/2'].map(async (path) => {
      const silence = await client.send({ ...reading, path }).catch((error: unknown) => error);
      return silence instanceof Silence ? silence.evidence.map(({ index }) => index) : [];
    }),
  );
  // Each begins with the last of what was lost among others.
  const alone = evidence.map(([_, ...indexes]) => indexes);
  expect(alone.map(({ length }) => length)).toEqual([2 * timesAlone + 1, 2 * timesAlone + 1]);
  expect(alone.flat()).toEqual(alone.flat().toSorted((a, b) => a - b));
});

test.each([
  ['a list with the key', listing, true],
  ['a list without a key', { ...listing, credential: noKey }, true],
  ['a creation', { ...creation, body: '{ "name": "Rex", "categoryId": 1 }' }, true],
  ['a body of several lines', { ...creation, body: '{ "name": "Rex",\n "categoryId": 1 }' }, false],
  ['a wrong key', { ...listing, credential: wrongKey('other') }, false],
  ['a key in other places', { ...listing, credential: inOtherPlaces('Key') }, false],
  ['a body beyond ASCII', { ...creation, body: '{"name":"é"}' }, false],
  ['a body with escapes', { ...creation, body: '{"name":"\\u0041"}' }, false],
  ['a long body', { ...creation, body: `{"name":"${'a'.repeat(600)}"}` }, false],
  ['a body that is not an object', { ...creation, body: '[]' }, false],
  ['a gap', { ...listing, purpose: 'gap' }, false],
  ['another form', { ...listing, accept: null }, false],
  ['one that accepts anything', { ...listing, accept: '*/*' }, true],
] as const)('%s: whether its silence is held against the service', (_, request, due) => {
  expect(isOrdinary(request)).toBe(due);
});

test('what a proxy may have lost is no silence of the service', () => {
  const lost = { code: 'ECONNRESET', message: 'read ECONNRESET' };
  expect(isSilence({ failure: lost })).toBe(true);
  const message = `${ofProxy}or the service behind it: ${lost.message}`;
  expect(isSilence({ failure: { ...lost, message } })).toBe(false);
});
