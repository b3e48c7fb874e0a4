import * as crypto from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { readInt64, referenceBehaviour } from './behaviour.ts';
import type { Call } from './call.ts';
import { fixedWindow } from './quota.ts';
import { reference } from './testing/ask.ts';

// Only a spy: node's own comparison still decides.
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>();
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) };
});

const valid = '{"name":"Rex","categoryId":3}';

const accepted: [string, string][] = [
  ['the required members', valid],
  ['each status', '{"name":"Rex","categoryId":3,"status":"pending"}'],
  ['the ends of int64', '{"name":"Rex","categoryId":-9223372036854775808}'],
  ['a member that it does not know', '{"name":"Rex","categoryId":3,"id":9,"age":2.5}'],
  ['255 characters beyond the BMP', `{"name":"${'🐕'.repeat(255)}","categoryId":3}`],
];

test.each(accepted)('a creation with %s is accepted', async (_, body) => {
  const { ask } = await reference();
  expect((await ask('/pets', { body })).status).toBe(201);
});

const refused: [string, string][] = [
  ['no name', '{"categoryId":3}'],
  ['no categoryId', '{"name":"Rex"}'],
  ['a number as name', '{"name":5,"categoryId":3}'],
  ['null as name', '{"name":null,"categoryId":3}'],
  ['digits as text', '{"name":"Rex","categoryId":"3"}'],
  ['a fraction', '{"name":"Rex","categoryId":3.5}'],
  ['2^63', '{"name":"Rex","categoryId":9223372036854775808}'],
  ['-2^63 - 1', '{"name":"Rex","categoryId":-9223372036854775809}'],
  ['an unknown status', '{"name":"Rex","categoryId":3,"status":"lost"}'],
  ['null as status', '{"name":"Rex","categoryId":3,"status":null}'],
  ['an array', `[${valid}]`],
  ['null', 'null'],
  ['half an object', '{"name":"Rex"'],
  ['an empty body', ''],
];

test.each(refused)('a creation of %s is refused and creates nothing', async (_, body) => {
  const { ask } = await reference();
  const answer = await ask('/pets', { body });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toEqual({
    code: 'invalid_request',
    message: expect.any(String),
    status: 400,
  });
  expect((await ask('/pets')).text).toBe('[]');
});

test('a body that is declared as something else than JSON is refused', async () => {
  const { ask } = await reference();
  const headers = { 'Content-Type': 'text/plain' };
  expect((await ask('/pets', { body: valid, headers })).status).toBe(415);
});

test.each([
  ['-1', -1n],
  ['9007199254740993', 9_007_199_254_740_993n],
  ['-9223372036854775808', -9_223_372_036_854_775_808n],
  ['9223372036854775808', undefined],
  ['1.0', undefined],
  ['abc', undefined],
  [' 1', undefined],
  ['', undefined],
])('readInt64(%j)', (text, value) => {
  expect(readInt64(text)).toBe(value);
});

function callWith(authorization: string | undefined): Call {
  return {
    method: 'GET',
    path: '/pets',
    query: new URLSearchParams(),
    headers: authorization === undefined ? {} : { authorization },
    body: '',
    operation: 'listPets',
    petId: '',
    at: 0,
    sequence: 1,
    connection: {},
    rawHeaders: [],
  };
}

test.each(['Key-1', 'Key-2', 'K', '', 'x'.repeat(5000), 'ключ'])(
  'the token %j is compared in constant time, whatever its length',
  (token) => {
    const compare = vi.mocked(crypto.timingSafeEqual);
    compare.mockClear();
    const { authorized } = referenceBehaviour('Key-1', fixedWindow(1, 1));
    expect(authorized(callWith(`Bearer ${token}`))).toBe(token === 'Key-1');
    for (const [a, b] of compare.mock.calls) expect(a.byteLength).toBe(b.byteLength);
    expect(compare.mock.calls.length).toBe(token === '' ? 0 : 1);
  },
);

test('without a token nobody is authorized', () => {
  const { authorized, caller } = referenceBehaviour('Key-1', fixedWindow(1, 1));
  expect(authorized(callWith(undefined))).toBe(false);
  expect(caller(callWith(undefined))).not.toBe(caller(callWith('Bearer Key-1')));
});
