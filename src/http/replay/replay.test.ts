import { expect, test } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { Unrecorded } from '../inconclusive.ts';
import { creation, listing, openClient, testKey } from '../testing/open-client.ts';
import { startPeer } from '../testing/peer.ts';
import { replay } from './replay.ts';

const baseUrl = 'http://127.0.0.1:9/v1';
const redact = (text: string) => text.replaceAll(testKey, '[API key]');

/** What a run had of a peer, and a client that gets it out of the recording. */
async function rerun(
  recorded: readonly Exchange[],
  options: Parameters<typeof openClient>[1] = {},
) {
  const startedAt = recorded[0]?.startedAt ?? 0;
  const exchanges = recorded.map((one) => ({
    ...one,
    request: {
      ...one.request,
      headers: one.request.headers.map(([name, value]) => [name, redact(value)] as const),
    },
  }));
  const { clock, connections } = replay(
    { startedAt, finishedAt: startedAt, exchanges },
    ({ method, url, headers, body }) => ({
      method,
      url: url.href,
      headers: headers.map(([name, value]) => [name, redact(value)] as const),
      ...(body === undefined ? {} : { body }),
    }),
  );
  const open = () => connections;
  return { ...openClient({ baseUrl }, { clock, open, random: () => 0, ...options }), clock };
}

function recordedOf(...answers: readonly Partial<Exchange>[]): Exchange[] {
  return answers.map((answer, index) => ({
    index,
    operation: 'listPets',
    purpose: 'clause',
    caller: 'key-holder',
    request: {
      method: 'GET',
      url: `${baseUrl}/pets`,
      headers: [
        ['Authorization', `Bearer ${testKey}`],
        ['Accept', 'application/json'],
        ['User-Agent', 'older/1'],
      ],
    },
    startedAt: 1_000_000 + index * 10_000,
    finishedAt: 1_000_000 + index * 10_000 + 250,
    waitMs: 200,
    curl: '',
    ...answer,
  }));
}

const ok = { status: 200, statusText: 'OK', headers: [], body: '[]', truncated: false };

test('an answer comes with its times and the request of then, and time passes with it', async () => {
  const recorded = recordedOf({ response: ok });
  const { client, clock } = await rerun(recorded);
  const answer = await client.send(listing);
  const { startedAt, finishedAt, waitMs, response, request } = answer;
  expect({ startedAt, finishedAt, waitMs, response }).toEqual({
    startedAt: 1_000_000,
    finishedAt: 1_000_250,
    waitMs: 200,
    response: ok,
  });
  expect(request.headers).toContainEqual(['User-Agent', 'older/1']);
  expect(request.headers).toContainEqual(['Authorization', 'Bearer [API key]']);
  expect(clock.now()).toBe(1_000_250);
});

test('a failed attempt and the one after it come again', async () => {
  const failure = { code: 'ECONNRESET', message: 'read ECONNRESET' };
  const { client, exchanges, pauses } = await rerun(recordedOf({ failure }, { response: ok }));
  expect((await client.send(listing)).response.status).toBe(200);
  expect(exchanges.map((one) => one.failure?.code ?? one.response?.status)).toEqual([
    'ECONNRESET',
    200,
  ]);
  expect(pauses.map(({ kind }) => kind)).toEqual(['retry']);
});

test('what was lost on an idle connection is asked once more, at any pace, as it was then', async () => {
  const failure = { code: 'ECONNRESET', message: 'read ECONNRESET' };
  const idle = { failure, reusedConnection: true };
  const paced = await rerun(recordedOf(idle, { failure }, { response: ok }));
  expect((await paced.client.send(listing)).response.status).toBe(200);
  expect(paced.pauses.map(({ kind }) => kind)).toEqual(['retry']);
  expect(paced.exchanges.map((one) => one.reusedConnection)).toEqual([true, false, undefined]);
  const spending = await rerun(recordedOf(idle, { response: ok }));
  expect((await spending.client.sendNow(listing)).response.status).toBe(200);
});

test('a wait that a 429 asks for takes the time of then, and none of now', async () => {
  const headers = [['Retry-After', '9']] as const;
  const refused = { ...ok, status: 429, headers };
  const { client, pauses, clock } = await rerun(
    recordedOf({ response: refused }, { response: ok }),
  );
  expect((await client.send(listing)).response.status).toBe(200);
  expect(pauses.map(({ seconds }) => seconds)).toEqual([9]);
  expect(clock.now()).toBe(1_010_250);
});

test('answers overtake each other as they did', async () => {
  const late = recordedOf(
    { response: ok, startedAt: 0, finishedAt: 80 },
    { response: ok, startedAt: 1, finishedAt: 30 },
  );
  const { client, exchanges } = await rerun(late, { connections: 2 });
  await Promise.all([client.send(listing), client.send(listing)]);
  expect(exchanges.map(({ index }) => index)).toEqual([1, 0]);
});

test('answers of the same millisecond come in the order in which they came then', async () => {
  const together = recordedOf(
    { response: ok, startedAt: 0, finishedAt: 30, arrival: 1 },
    { response: ok, startedAt: 0, finishedAt: 30, arrival: 0 },
  );
  const { client, exchanges } = await rerun(together, { connections: 2 });
  await Promise.all([client.send(listing), client.send(listing)]);
  expect(exchanges.map(({ index }) => index)).toEqual([1, 0]);
});

test('a question without an answer is undecided, sent nowhere and counted nowhere', async () => {
  const peer = await startPeer(() => ({}));
  const { client, exchanges, pauses } = await rerun(recordedOf({ response: ok }), {
    baseUrl: peer.baseUrl,
    maxCreations: 1,
  });
  for (let time = 0; time < 3; time += 1) {
    const asked = client.send(creation);
    await expect(asked).rejects.toThrow(Unrecorded);
    await expect(asked).rejects.toThrow(
      'the recording holds no answer to POST /v1/pets {"name":"Rex","categoryId":1}',
    );
  }
  await expect(client.sendNow(listing)).rejects.toThrow('holds no answer to GET /v1/pets');
  expect({ exchanges, pauses, requests: client.requests }).toEqual({
    exchanges: [],
    pauses: [],
    requests: 0,
  });
  expect(client.creationsLeft).toBe(1);
  expect(client.ended).toBeUndefined();
  expect(peer.arrivals).toEqual([]);
});

test('an answer that the redaction spoilt is none', async () => {
  const spoilt = { ...ok, headers: [['X-RateLimit-Limit', '[API key]']] as const };
  const { client } = await rerun(recordedOf({ response: spoilt }));
  await expect(client.send(listing)).rejects.toThrow(
    'the recorded answer to GET /v1/pets cannot be judged again: the key is taken out of its headers',
  );
});

test('a long body is named by its beginning', async () => {
  const { client } = await rerun([]);
  const body = `{"name":"${'é'.repeat(500)}"}`;
  await expect(client.send({ ...creation, body })).rejects.toThrow(/POST \/v1\/pets .{60,90}…$/);
});
