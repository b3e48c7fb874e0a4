import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { jsonView, marksOf } from '../page-exchanges.ts';
import { exchange, response } from '../testing/sample.ts';

function view(text: string, max = 10_000): string | undefined {
  const seen = jsonView(text, max);
  if (seen === undefined) return undefined;
  const html = renderToString(h('pre', null, seen.shown));
  return html.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"');
}

test('short objects stand on one line, long ones have a line for each member', () => {
  expect(view('{"a":[1,2],"b":null}')).toBe('{"a": [1, 2], "b": null}');
  const long = 'x'.repeat(100);
  expect(view(`[{"a":1},{"b":"${long}"}]`)).toBe(`[\n  {"a": 1},\n  {\n    "b": "${long}"\n  }\n]`);
  expect(view('{}')).toBe('{}');
  expect(view('[]')).toBe('[]');
});

test('numbers keep their digits', () => {
  expect(view('{"id":9223372036854775807,"x":1.50e+3}')).toBe(
    '{"id": 9223372036854775807, "x": 1.50e+3}',
  );
});

test('what is no JSON is left to others, and a long text is cut between lines', () => {
  expect(view('<html>')).toBeUndefined();
  expect(view('{"a":1')).toBeUndefined();
  const long = JSON.stringify(Array.from({ length: 50 }, (_, at) => `item ${at}`));
  expect(jsonView(long, 40)?.isCut).toBe(true);
  expect(view(long, 40)?.length).toBeLessThan(100);
});

test('what a finding points at is marked, and of a long list what stands before it is left out', () => {
  const items = Array.from({ length: 30 }, (_, id) => ({ id, name: 'x'.repeat(30) }));
  const shown = jsonView(JSON.stringify(items), 10_000, ['/25/id'])?.shown;
  const html = renderToString(h('pre', null, shown)).replaceAll('&quot;', '"');
  expect([...html.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, text]) => text)).toEqual([
    '"id": 25,',
  ]);
  expect(html).toContain('lines …');
  expect(html).not.toContain('"id": 10,');
});

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
  ['listPets 200: /1/id must be integer, received "2"', three, 200, { pointers: ['/1/id'] }],
  ['expected: at most 2 animals\nreceived: 3 animals', three, 200, { pointers: ['/2'] }],
  ['the id 9007199254740993 appears in it twice', three, 200, { pointers: ['/1'] }],
  ['received: name "a"', '{"id":1,"name":"a"}', 200, { pointers: ['/name'] }],
  ['createPet 400: no Retry-After header', '{}', 200, { missing: ['Retry-After'] }],
  ['X-RateLimit-Limit holds "many"', '{}', 200, { headers: ['x-ratelimit-limit'] }],
])('%j points at its place', (message, body, status, found) => {
  expect(marks(message, body, status)).toEqual({ ...none, ...found });
});
