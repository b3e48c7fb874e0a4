import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { toHar } from './har.ts';
import { exchange, response, unanswered } from './testing/sample.ts';

const creator = { name: 'petstore-conformance', version: '0.1.0' };

const text = { type: 'string' } as const;
const size = { type: 'integer', minimum: -1 } as const;
const time = { type: 'number', minimum: 0 } as const;
const optionalTime = { type: 'number', minimum: -1 } as const;
const moment = { type: 'string', format: 'date-time' } as const;

/** An object with these members, the optional ones marked by `?`, and custom ones that begin with `_`. */
function object(members: Record<string, object>) {
  const names = Object.keys(members);
  return {
    type: 'object',
    required: names.filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(
      names.map((name) => [name.replace('?', ''), members[name] ?? {}]),
    ),
    patternProperties: { '^_': {} },
    additionalProperties: false,
  };
}

const list = (items: object) => ({ type: 'array', items });
const pairs = list(object({ name: text, value: text, 'comment?': text }));
const cookies = list({ type: 'object' });
const message = { httpVersion: text, cookies, headers: pairs, headersSize: size, bodySize: size };

/** HAR 1.2, as far as servers' exchanges need it. */
const schema = object({
  log: object({
    version: { const: '1.2' },
    creator: object({ name: text, version: text, 'comment?': text }),
    entries: list(
      object({
        startedDateTime: moment,
        time,
        request: object({
          ...message,
          method: text,
          url: { type: 'string', format: 'uri' },
          queryString: pairs,
          'postData?': object({ mimeType: text, text, 'comment?': text }),
        }),
        response: object({
          ...message,
          status: { type: 'integer', minimum: 0, maximum: 999 },
          statusText: text,
          content: object({
            size: { type: 'integer', minimum: 0 },
            mimeType: text,
            'text?': text,
            'comment?': text,
          }),
          redirectURL: text,
        }),
        cache: object({}),
        timings: object({
          'blocked?': optionalTime,
          'dns?': optionalTime,
          'connect?': optionalTime,
          'ssl?': optionalTime,
          send: time,
          wait: time,
          receive: time,
        }),
      }),
    ),
  }),
});

const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

function checked(har: ReturnType<typeof toHar>) {
  const written: unknown = JSON.parse(JSON.stringify(har));
  validate(written);
  expect(validate.errors).toBeNull();
  return har.log.entries;
}

test('an archive of answers and transport failures is valid HAR 1.2', () => {
  const redirect = exchange(2, {
    response: response({ status: 302, headers: [['Location', '/x']], truncated: true }),
  });
  expect(checked(toHar([exchange(0), unanswered(1), redirect], creator))).toHaveLength(3);
  expect(checked(toHar([], creator))).toEqual([]);
});

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

test('the time of an entry is the sum of its timings, whatever the clock did', () => {
  const odd = [exchange(0, { waitMs: 900 }), exchange(1, { finishedAt: 0 }), exchange(2)];
  for (const { time: total, timings } of checked(toHar(odd, creator))) {
    expect((timings.send ?? 0) + timings.wait + timings.receive).toBe(total);
  }
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
