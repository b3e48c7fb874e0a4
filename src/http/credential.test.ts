import { expect, test } from 'vitest';
import { answer } from '../judge/testing/answer.ts';
import {
  bare,
  type End,
  emptyBearer,
  inOtherPlaces,
  lowerCaseScheme,
  nearMisses,
  noKey,
  sessionCookies,
  theKey,
  theLimitKey,
  underBasic,
  underScheme,
  wrongKey,
} from './credential.ts';
import type { HeaderPair } from './exchange.ts';

const key = 'Key-123xYz';
const ends: readonly End[] = ['first', 'last'];

test.each([
  ['the key', theKey(key), ['Authorization', `Bearer ${key}`], 'authenticated'],
  ['lower case', lowerCaseScheme(key), ['Authorization', `bearer ${key}`], 'authenticated'],
  ['Token', underScheme('Token', key), ['Authorization', `Token ${key}`], 'anonymous'],
  ['own limit', theLimitKey(key, true), ['Authorization', `Bearer ${key}`], 'authenticated'],
  ['limit', theLimitKey(key, false), ['Authorization', `Bearer ${key}`], 'rate-limit-key'],
  ['bare', bare(key), ['Authorization', key], 'anonymous'],
  ['Basic', underBasic(key), ['Authorization', `Basic ${btoa(`${key}:${key}`)}`], 'anonymous'],
  ['empty', emptyBearer, ['Authorization', 'Bearer'], 'anonymous'],
  ['wrong', wrongKey('other'), ['Authorization', 'Bearer other'], 'anonymous'],
  ['none', noKey, undefined, 'anonymous'],
] as const)('%s', (_, credential, header, caller) => {
  expect(credential.headers[0]?.header).toEqual(header);
  expect(credential.caller).toBe(caller);
});

test('no shell form holds the key', () => {
  const all = [theKey, lowerCaseScheme, bare, underBasic].map((form) => form(key));
  const near = ends.flatMap((end) => nearMisses(key, end).map(({ credential }) => credential));
  const also = inOtherPlaces(key).headers;
  expect(also.length).toBeGreaterThan(3);
  const others = [...all, underScheme('Token', key), ...near].flatMap(({ headers }) => headers);
  for (const { shell } of [...others, ...also]) {
    expect(shell).toContain('PETSTORE_API_KEY');
    expect(shell?.toLowerCase()).not.toContain(key.slice(0, -1).toLowerCase());
  }
});

const tokensOf = (text: string, end: End) =>
  nearMisses(text, end).map(({ credential }) =>
    credential.headers[0]?.header[1].replace(/^Bearer /, ''),
  );

test('near misses differ from the key in one way each', () => {
  expect(tokensOf(key, 'last')).toEqual([
    'Key-123xYzxx',
    'Key-123xY',
    `${key}x${key}`,
    'kEY-123XyZ',
  ]);
  expect(tokensOf(key, 'first')).toEqual([
    'xxKey-123xYz',
    'ey-123xYz',
    `${key}x${key}`,
    'kEY-123XyZ',
  ]);
});

test.each([
  '0123-abcd-ef',
  'DEADBEEF01',
  '0xff',
  '6f1c0b9e-3d52-4a7e-9c41-8be2d05a7f13',
  '01J9ZK7Q3M8V5T2WYB4XHNRDEC',
  'MZXW6YTBOI2DKNRX',
  'key-6f1c0b9e-3d52',
  'Key-6f1c0b9e-3d52-4a7e-9c41-8be2d05a7f13',
  'Pet_9f86d081884c7d65',
  'pet_live_01ARZ3NDEKTSV4RRFFQ69G5FAV',
])('of %s, which has letters of one case, either may be the key', (text) => {
  expect(nearMisses(text, 'last').map(({ kind }) => kind)).toEqual(['longer', 'shorter', 'twice']);
});

test.each(['Reference-Demo-Key-7Qx', 'pet_9f86D081884C7d65z'])(
  'of %s, which has letters of both cases, the other ones are a wrong key',
  (text) => {
    expect(nearMisses(text, 'last').map(({ kind }) => kind)).toContain('case');
  },
);

test.each([8, 40, 300, 700, 2000])(
  'in all other places, a key of %i characters fits a head',
  (length) => {
    const also = inOtherPlaces('k'.repeat(length)).headers;
    const bytes = also.reduce(
      (sum, { header: [name, value] }) => sum + name.length + value.length,
      0,
    );
    expect(bytes).toBeLessThan(Math.max(6000, 4 * length));
    expect(also.map(({ header: [name] }) => name)).toEqual(
      expect.arrayContaining(['X-API-Key', 'Cookie']),
    );
  },
);

const setting = (...values: readonly string[]) =>
  answer({ headers: values.map((value): HeaderPair => ['Set-Cookie', value]) });

test('a cookie is returned by name and value, only the newest of each name', () => {
  const cookies = sessionCookies([
    setting('JSESSIONID=1a; Path=/; HttpOnly', 'theme=dark'),
    setting('JSESSIONID=2b; Max-Age=60'),
  ]);
  expect(cookies).toEqual(['JSESSIONID=2b', 'theme=dark']);
});

test('a cookie that was deleted is not returned', () => {
  expect(
    sessionCookies([setting('a=1', 'b=2'), setting('a=; Max-Age=0', 'b=x; max-age=-1')]),
  ).toEqual(['a=1']);
});

test('only what was set for the key counts, and what a header can hold', () => {
  const headers: readonly HeaderPair[] = [['Set-Cookie', 'a=1']];
  const others = [answer({ caller: 'anonymous', headers }), answer({ status: 401, headers })];
  expect(sessionCookies([...others, setting('b=\u00e9', 'no value', 'c=1 2', '')])).toEqual([]);
});

test('cookies fit into the headers that a service reads', () => {
  const many = setting(...Array.from({ length: 100 }, (_, at) => `c${at}=${'v'.repeat(90)}`));
  const cookies = sessionCookies([many]);
  expect(cookies.length).toBeGreaterThan(30);
  expect(cookies.join('; ').length).toBeLessThanOrEqual(4000);
});
