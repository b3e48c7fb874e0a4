import { expect, test } from 'vitest';
import { exchange, response } from '../testing/sample.ts';
import { marksOf } from './marks.ts';

function marks(message: string, body = '{}', status = 200) {
  const answer = { ...exchange(0), response: response({ status, body }) };
  const { headers, ...rest } = marksOf(message, answer);
  return { ...rest, headers: [...headers] };
}

const none = { status: false, headers: [], missing: [], pointers: [] };
const three = '[{"id":1},{"id":9007199254740993},{"id":3}]';

test.each([
  ['expected: status 400\nreceived: 201 Created {"id":1}', '{"id":1}', 201, { status: true }],
  ['expected: status 400\nreceived: 201 Created', '{}', 200, {}],
  ['listPets 200: expected 200, received 204 (1 of 1 answer)', '', 204, { status: true }],
  ['listPets 200: /1/id must be integer, received "2"', three, 200, { pointers: ['/1/id'] }],
  ['expected: at most 2 animals\nreceived: 3 animals', three, 200, { pointers: ['/2'] }],
  ['the id 9007199254740993 appears in it twice', three, 200, { pointers: ['/1'] }],
  ['received: name "a"', '{"id":1,"name":"a"}', 200, { pointers: ['/name'] }],
  ['createPet 400: no Retry-After header', '{}', 200, { missing: ['Retry-After'] }],
  ['X-RateLimit-Limit holds "many"', '{}', 200, { headers: ['x-ratelimit-limit'] }],
])('%j points at its place', (message, body, status, found) => {
  expect(marks(message, body, status)).toEqual({ ...none, ...found });
});
