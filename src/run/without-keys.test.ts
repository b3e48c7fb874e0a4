import { expect, test } from 'vitest';
import type { Exchange, TransportFailure } from '../http/exchange.ts';
import { redactor } from '../secrets/redact.ts';
import { bodyWithoutKeys, exchangeWithoutKeys, headersWithoutKeys } from './without-keys.ts';

const key = 'k3y-Of-Nobody-Zq8vT2mW5xNb7';

test.each([
  ['is the name of a cookie', `${key}=1`, '[API key]=1'],
  ['is the value of one', `session=${key}`, 'session=[API key]'],
  ['is in Base64 a name', `${Buffer.from(key).toString('base64')}=1`, /^\[API key.*\]=*1$/],
  ['is in part a name', `sess_${key.slice(0, 20)}=1`, /^sess_\[.*\]=1$/],
  ['stands behind others', `a=1; ${key}=1; b=2`, 'a=1; [API key]=1; b=2'],
])('no cookie is shown in which the key %s', (_, cookies, shown) => {
  const [[, value] = ['', '']] = headersWithoutKeys([['Cookie', cookies]], redactor([key]));
  if (typeof shown === 'string') expect(value).toBe(shown);
  else expect(value).toMatch(shown);
});

test('a key with an equals sign is not read as the name and value of a cookie', () => {
  const odd = 'k3y-Of-Nobody=Zq8vT2mW5xNb7';
  expect(headersWithoutKeys([['Cookie', odd]], redactor([odd]))).toEqual([['Cookie', '[API key]']]);
});

test('a word that is the key is taken out of values, but not out of names', () => {
  expect(headersWithoutKeys([['Cookie', 'mytoken=token']], redactor(['token']))).toEqual([
    ['Cookie', 'mytoken=[API key]'],
  ]);
});

test('a key that is a word of the specification, or a number, is taken out of members that carry it', () => {
  for (const word of ['pets', '20']) {
    const members = `"name":"pets 20","access_token":"${word}","token":"${word}"`;
    expect(bodyWithoutKeys(`{${members}}`, redactor([word], ['/pets?limit=20']))).toBe(
      '{"name":"pets 20","access_token":"[API key]","token":"[API key]"}',
    );
  }
});

test('no member of an exchange keeps a key that the service put into it', () => {
  // `Required`: a new member must be added here with what a service can put into it.
  const failure: Required<TransportFailure> = { code: 'ECONNRESET', message: key };
  const exchange: Required<Exchange> = {
    index: 0,
    operation: 'listPets',
    purpose: 'clause',
    caller: 'authenticated',
    request: { method: 'GET', url: `/v1/${key}`, headers: [[key, key]], body: key },
    response: {
      status: 200,
      statusText: key,
      headers: [[key, key]],
      body: key,
      truncated: true,
      unread: `it is in the content coding ${JSON.stringify(key.toLowerCase())}`,
    } satisfies Required<Exchange['response']>,
    failure,
    reusedConnection: false,
    startedAt: 0,
    finishedAt: 0,
    arrival: 0,
    waitMs: 0,
    curl: `curl '${key}'`,
  };
  const shown = JSON.stringify(exchangeWithoutKeys(exchange, redactor([key])));
  expect(shown.toLowerCase()).not.toContain(key.toLowerCase());
  expect(shown).toContain('ECONNRESET');
});
