import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { Animal } from '../spec/animal.ts';
import { startReference } from './server.ts';
import { reference } from './testing/ask.ts';

const animals: readonly Animal[] = [
  { id: 9_007_199_254_740_993n, name: 'Rex', categoryId: -9_223_372_036_854_775_808n },
  { id: 9_223_372_036_854_775_807n, name: 'é 犬 🐕', categoryId: 3n, status: 'sold' },
];

test('ids are exact to the last digit', async () => {
  const { ask } = await reference({ animals });
  const first = '{"id":9007199254740993,"name":"Rex","categoryId":-9223372036854775808}';
  expect((await ask('/pets/9007199254740993')).text).toBe(first);
  expect((await ask('/pets')).text).toContain(first);
  expect((await ask('/pets/9007199254740992')).status).toBe(404);
  expect((await ask('/pets/9223372036854775807')).text).toContain('"é 犬 🐕"');
});

test('a creation answers with what was sent and an id of its own', async () => {
  const { ask } = await reference();
  const body = '{"name":"é 犬 🐕 \\"","categoryId":9007199254740993,"status":"pending"}';
  const first = await ask('/pets', { body });
  const second = await ask('/pets', { body });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(first.text).toBe(`{"id":1,${body.slice(1)}`);
  expect(second.text).toBe(`{"id":2,${body.slice(1)}`);
  expect((await ask('/pets/2')).text).toBe(second.text);
});

test('a new id is never that of an animal that is there', async () => {
  const { ask } = await reference({ animals: [{ id: 2n, name: 'Old', categoryId: 1n }] });
  for (let made = 0; made < 3; made += 1) {
    await ask('/pets', { body: '{"name":"New","categoryId":1}' });
  }
  expect((await ask('/pets/2')).text).toContain('"Old"');
  expect(JSON.parse((await ask('/pets')).text)).toHaveLength(4);
});

test('a list holds what it is asked for', async () => {
  const many = Array.from(
    { length: 120 },
    (_, at): Animal => ({
      id: BigInt(at + 1),
      name: `A${at}`,
      categoryId: 1n,
      status: at % 2 === 0 ? 'available' : 'sold',
    }),
  );
  const { ask } = await reference({ animals: many });
  const count = async (query: string) => JSON.parse((await ask(`/pets${query}`)).text).length;
  expect(await count('')).toBe(20);
  expect(await count('?limit=1')).toBe(1);
  expect(await count('?limit=100')).toBe(100);
  expect(await count('?status=sold&limit=100')).toBe(60);
  expect(await count('?limit=100&status=pending')).toBe(0);
  const sold = await ask('/pets?status=sold');
  expect(sold.text).not.toContain('available');
});

test.each(['limit=0', 'limit=101', 'limit=-1', 'limit=abc', 'limit=', 'limit=1.5', 'status=Sold'])(
  'the list refuses %s',
  async (query) => {
    const { ask } = await reference();
    expect((await ask(`/pets?${query}`)).status).toBe(400);
  },
);

const wrongKeys: [string, string | null, Record<string, string>][] = [
  ['no key', null, {}],
  ['another key', 'Other', {}],
  ['the key and more', 'Key-1x', {}],
  ['the key and less', 'Key-', {}],
  ['the key in other letter case', 'kEY-1', {}],
  ['a very long key', 'x'.repeat(5000), {}],
  ['Bearer alone', null, { Authorization: 'Bearer' }],
  ['the key without a scheme', null, { Authorization: 'Key-1' }],
  ['the key under Basic', null, { Authorization: `Basic ${btoa('Key-1:')}` }],
  ['the key in X-API-Key', null, { 'X-API-Key': 'Key-1' }],
  ['two tokens', null, { Authorization: 'Bearer Key-1 Key-1' }],
];

test.each(wrongKeys)('%s is refused by each operation', async (_, token, headers) => {
  const { ask } = await reference({ apiKey: 'Key-1', animals });
  const body = '{"name":"Rex","categoryId":1}';
  for (const [path, asked] of [
    ['/pets', {}],
    ['/pets/9007199254740993', {}],
    ['/pets', { body }],
  ] as const) {
    const answer = await ask(path, { token, headers, ...asked });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Bearer/);
    expect(JSON.parse(answer.text)).toEqual({
      code: 'unauthorized',
      message: expect.any(String),
      status: 401,
    });
  }
  expect((await ask('/pets', { token: 'Key-1' })).text).not.toContain('"id":1,');
});

test.each([
  ['GET', '/'],
  ['GET', ''],
  ['GET', '/pets/'],
  ['GET', '/pets/1/2'],
  ['GET', '/petsx'],
  ['GET', '/store/orders'],
  ['PUT', '/pets/1'],
  ['DELETE', '/pets/1'],
  ['PATCH', '/pets'],
])('%s %s is not there, with a key and not without', async (method, path) => {
  const { ask } = await reference();
  const found = await ask(path, { method });
  expect(found.status).toBe(404);
  expect(JSON.parse(found.text)).toMatchObject({ status: 404 });
  expect(found.headers.get('X-RateLimit-Limit')).not.toBeNull();
  expect((await ask(path, { method, token: null })).status).toBe(401);
});

test('beyond the limit the answer is 429 with a time to come back, and then it serves again', async () => {
  let now = Date.UTC(2026, 5, 1, 12, 0, 10, 500);
  const { ask } = await reference({ plan: 'free', now: () => now });
  const statuses: number[] = [];
  for (let sent = 0; sent < 60; sent += 1) statuses.push((await ask('/pets')).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await ask('/pets');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('Retry-After')).toBe('50');
  expect(refused.headers.get('X-RateLimit-Remaining')).toBe('0');
  expect((await ask('/pets', { token: null })).status).toBe(401);
  now += 50_000;
  expect((await ask('/pets')).status).toBe(200);
});

test('closing ends idle and half-sent connections and frees the port', async () => {
  const server = await startReference();
  const { port } = new URL(server.baseUrl);
  const idle = connect(Number(port), '127.0.0.1');
  const half = request({ port, host: '127.0.0.1', method: 'POST', path: '/v1/pets' });
  const ended = [idle, half].map((one) => new Promise((resolve) => one.once('close', resolve)));
  half.on('error', () => {});
  idle.on('error', () => {});
  half.write('{"name":');
  await new Promise((resolve) => idle.once('connect', resolve));
  await fetch(`${server.baseUrl}/pets`);
  await server.close();
  await Promise.all(ended);
  await expect(fetch(`${server.baseUrl}/pets`)).rejects.toThrow();
});

test('a port that is taken is reported', async () => {
  const { server } = await reference();
  const port = Number(new URL(server.baseUrl).port);
  await expect(startReference({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
