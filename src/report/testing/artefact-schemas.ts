/** For tests: JSON Schemas of what other programs read. */

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
export const harSchema = object({
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
