import { expect, test } from 'vitest';
import type { Caller, Exchange, RecordedResponse } from './exchange.ts';
import { Unrecorded } from './inconclusive.ts';
import { RecordedExchanges, replay, spoiltBy } from './replay.ts';
import { creation, listing, openClient, testKey } from './testing/open-client.ts';

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
    caller: 'authenticated',
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

test('a request without a recorded response is undecided, sent nowhere and counted nowhere', async () => {
  const { client, exchanges } = await rerun(recordedOf({ response: ok }));
  const sent = client.send(creation);
  await expect(sent).rejects.toThrow(Unrecorded);
  await expect(sent).rejects.toThrow(
    'the recording holds no answer to POST /v1/pets {"name":"Rex","categoryId":1}',
  );
  await client.send(listing);
  await expect(client.sendNow(listing)).rejects.toThrow('holds no answer to GET /v1/pets');
  expect([exchanges.length, client.requests, client.ended]).toEqual([1, 1, undefined]);
});

test('an answer that the redaction spoilt is none', async () => {
  const spoilt = { ...ok, headers: [['X-RateLimit-Limit', '[API key]']] as const };
  const { client } = await rerun(recordedOf({ response: spoilt }));
  await expect(client.send(listing)).rejects.toThrow(
    'the recorded answer to GET /v1/pets cannot be judged again: the key is taken out of its headers',
  );
});

const recordingUrl = `${baseUrl}/pets`;

/** An exchange of the recording: answered 250 ms after it was sent, 10 s after the one before it. */
function recorded(index: number, request: Partial<Exchange['request']> = {}, status = 200) {
  const [exchange] = recordedOf({
    request: { method: 'GET', url: recordingUrl, headers: [], ...request },
    response: { ...ok, status },
    ...{ index, startedAt: index * 10_000, finishedAt: index * 10_000 + 250 },
  });
  if (exchange === undefined) throw new Error('no exchange');
  return exchange;
}

/** The index of the exchange that a request takes. */
function take(
  recording: RecordedExchanges,
  request: Partial<Exchange['request']> = {},
  caller: Caller = 'authenticated',
) {
  return recording.take({ method: 'GET', url: recordingUrl, headers: [], ...request }, caller)
    ?.index;
}

const other = { url: `${recordingUrl}?limit=1` };

test('each answer is given once, to its own question, in the order of recording', () => {
  const recording = new RecordedExchanges([recorded(0), recorded(1, other), recorded(2)]);
  expect([take(recording), take(recording, other), take(recording), take(recording)]).toEqual([
    0,
    1,
    2,
    undefined,
  ]);
});

test.each<[string, Partial<Exchange['request']>]>([
  ['method', { method: 'DELETE' }],
  ['address', { url: `${recordingUrl}?limit=2` }],
  ['body', { body: '{}' }],
  ['value of a field', { headers: [['Accept', 'text/html']] }],
  ['field', { headers: [['X-API-Key', '[API key]']] }],
])('another %s is another question', (_, question) => {
  expect(take(new RecordedExchanges([recorded(0)]), question)).toBeUndefined();
});

test('the version of the suite, the trace and the order of fields make no other question', () => {
  const headers = [
    ['User-Agent', 'petstore-conformance/0.1.0'],
    ['Authorization', 'Bearer [API key]'],
    ['Accept', 'application/json'],
  ] as const;
  const today = [
    ['accept', 'application/json'],
    ['authorization', 'Bearer [API key]'],
    ['user-agent', 'petstore-conformance/9.0.0'],
    ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-0000000000000001-01'],
  ] as const;
  expect(take(new RecordedExchanges([recorded(0, { headers })]), { headers: today })).toBe(0);
});

test('the key whose limit is spent is told apart, though redacted both look alike', () => {
  const recording = new RecordedExchanges([
    { ...recorded(0), caller: 'rate-limit-key' },
    recorded(1),
  ]);
  expect(take(recording)).toBe(1);
  expect(take(recording)).toBeUndefined();
  expect(take(recording, {}, 'rate-limit-key')).toBe(0);
});

test('what was read before a write is not an answer to a question after it', () => {
  const write = recorded(2, { method: 'POST', body: '{"name":"Rex"}' }, 201);
  const recording = new RecordedExchanges([
    recorded(0),
    recorded(1, other, 401),
    write,
    recorded(3),
  ]);
  recording.arrived(write);
  expect([take(recording), take(recording)]).toEqual([3, undefined]);
  // A refusal shows nothing of the store.
  expect(take(recording, other)).toBe(1);
});

test.each<[string, Partial<RecordedResponse>, RegExp | undefined]>([
  ['an echo in a message', { body: '{"code":"a","message":"no key [API key]"}' }, undefined],
  ['an echo in another field', { headers: [['X-Echo', '[API key]']] }, undefined],
  ['a limit', { headers: [['X-RateLimit-Limit', '[API key]0']] }, /headers$/],
  ['a name of a field', { headers: [['X-[API key]Limit-Reset', '1']] }, /headers$/],
  ['a number', { body: '{"code":"a","message":"b","status":40[API key]}' }, /body$/],
  ['an animal', { status: 200, body: '[{"id":1,"status":"[API key]"}]' }, /body$/],
])('%s that the key was taken out of: whether it can be judged', (_, response, why) => {
  const [exchange] = recordedOf({ response: { ...ok, status: 401, ...response } });
  const spoilt = exchange && spoiltBy(exchange);
  if (why === undefined) expect(spoilt).toBeUndefined();
  else expect(spoilt).toMatch(why);
});
