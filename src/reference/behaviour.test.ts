import { expect, test } from 'vitest';
import { reference } from './testing/ask.ts';

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
