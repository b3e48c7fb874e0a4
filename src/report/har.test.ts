import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { toHar } from './har.ts';
import { exchangesOf } from './read-har.ts';
import { harSchema } from './testing/artefact-schemas.ts';
import { exchange, response, unanswered } from './testing/sample.ts';

const creator = { name: 'petstore-conformance', version: '0.1.0' };

const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(harSchema);

function checked(har: ReturnType<typeof toHar>) {
  const written: unknown = JSON.parse(JSON.stringify(har));
  validate(written);
  expect(validate.errors).toBeNull();
  return har.log.entries;
}

test('an exchange is kept whole, with sizes in bytes', () => {
  const [entry] = checked(toHar([exchange(0)], creator));
  expect(entry).toMatchObject({
    startedDateTime: '2026-01-02T03:04:05.000Z',
    time: 30,
    timings: { send: 0, wait: 20, receive: 10 },
    _index: 0,
    _operation: 'createPet',
    _curl: exchange(0).curl,
    request: {
      method: 'POST',
      headers: [{ name: 'authorization', value: 'Bearer [API key]' }, { name: 'content-type' }],
      postData: { mimeType: 'application/json', text: '{"name":"Zoë","categoryId":1}' },
      bodySize: 30,
    },
    response: { status: 201, content: { mimeType: 'application/json', size: 37 } },
  });
});

test('a transport failure has status 0 and its reason', () => {
  const [entry] = checked(toHar([unanswered(0)], creator));
  expect(entry?.response).toMatchObject({
    status: 0,
    _error: 'ECONNRESET: the connection was closed',
  });
  expect(entry?.request.queryString).toEqual([
    { name: 'limit', value: '5' },
    { name: 'status', value: 'sold' },
  ]);
  expect(entry?.request.postData).toBeUndefined();
});

test('exchanges come back from an archive as they went in', () => {
  const exchanges = [exchange(0, { waitMs: 30.25 }), unanswered(1)];
  const cut = response({ truncated: true, headers: [['x', 'a']] });
  exchanges[3] = exchange(3, { response: cut, caller: 'anonymous', purpose: 'gap' });
  const archive = JSON.stringify(toHar(exchanges, creator));
  expect(exchangesOf(Buffer.from(archive))).toEqual(exchanges);
});

const answered = toHar([exchange(0)], creator).log.entries[0]?.response;

test.each([
  ['_index', 2 ** 32 - 2],
  ['_reusedConnection', 'perhaps'],
  ['startedDateTime', 'yesterday'],
  ['startedDateTime', '2016-12-31T23:59:60.000Z'],
  ['time', 1e308],
  ['_waitMs', 1e308],
  ['response', { ...answered, statusText: 'x'.repeat(20_001) }],
  ['response', { ...answered, _error: 'x'.repeat(1_001) }],
])('an archive whose %s is %s is not traffic', (member, value) => {
  const har = toHar([exchange(0)], creator);
  const read = (entries: readonly object[]) =>
    exchangesOf(Buffer.from(JSON.stringify({ log: { ...har.log, entries } })));
  expect(read(har.log.entries)).toHaveLength(1);
  const wrong = har.log.entries.map((one) => ({ ...one, [member]: value }));
  expect(() => read(wrong)).toThrow('is not traffic of this version');
});

test('a request cut short keeps its place, so that indexes of the report hold', () => {
  const exchanges = [exchange(0)];
  exchanges[2] = exchange(2);
  const entries = checked(toHar(exchanges, creator));
  expect(entries.map((entry) => entry._index)).toEqual([0, 1, 2]);
  expect(entries[1]?.response).toMatchObject({
    status: 0,
    _error: 'the run ended before this request was answered',
  });
});
