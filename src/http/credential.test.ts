import { expect, test } from 'vitest';
import {
  bare,
  type End,
  emptyBearer,
  inApiKeyHeader,
  lowerCaseScheme,
  nearMisses,
  noKey,
  theKey,
  theLimitKey,
  underBasic,
  underToken,
  wrongKey,
} from './credential.ts';

const key = 'Key-123abc';
const ends: readonly End[] = ['first', 'last'];

test.each([
  ['the key', theKey(key), ['Authorization', `Bearer ${key}`], 'key-holder'],
  ['lower case', lowerCaseScheme(key), ['Authorization', `bearer ${key}`], 'key-holder'],
  ['Token', underToken(key), ['Authorization', `Token ${key}`], 'stranger'],
  ['own limit', theLimitKey(key, true), ['Authorization', `Bearer ${key}`], 'key-holder'],
  ['limit', theLimitKey(key, false), ['Authorization', `Bearer ${key}`], 'limit-key'],
  ['bare', bare(key), ['Authorization', key], 'stranger'],
  ['X-API-Key', inApiKeyHeader(key), ['X-API-Key', key], 'stranger'],
  ['Basic', underBasic(key), ['Authorization', `Basic ${btoa(`${key}:${key}`)}`], 'stranger'],
  ['empty', emptyBearer, ['Authorization', 'Bearer'], 'stranger'],
  ['wrong', wrongKey('other'), ['Authorization', 'Bearer other'], 'stranger'],
  ['none', noKey, undefined, 'stranger'],
] as const)('%s', (_, credential, header, caller) => {
  expect(credential.header).toEqual(header);
  expect(credential.caller).toBe(caller);
});

test('no shell form holds the key', () => {
  const all = [theKey, lowerCaseScheme, bare, inApiKeyHeader, underBasic, underToken].map((form) =>
    form(key),
  );
  const near = ends.flatMap((end) => nearMisses(key, end).map(({ credential }) => credential));
  for (const { shell } of [...all, ...near]) {
    expect(shell).toContain('PETSTORE_API_KEY');
    expect(shell?.toLowerCase()).not.toContain(key.slice(0, -1).toLowerCase());
  }
});

const tokensOf = (text: string, end: End) =>
  nearMisses(text, end).map(({ credential }) => credential.header?.[1].replace(/^Bearer /, ''));

test('near misses differ from the key in one way each', () => {
  expect(tokensOf(key, 'last')).toEqual(['Key-123abcx', 'Key-123ab', 'kEY-123ABC']);
  expect(tokensOf(key, 'first')).toEqual(['xKey-123abc', 'ey-123abc', 'kEY-123ABC']);
});

test.each(['6f1c0b9e-3d52-4a7e-9c41-8be2d05a7f13', '9F86D081', '0xff'])(
  '%s means the same in the other letter case',
  (hexadecimal) => {
    expect(tokensOf(hexadecimal, 'last')).toEqual([`${hexadecimal}x`, hexadecimal.slice(0, -1)]);
  },
);

test.each(['YWJjZA==', 'a+b/', 'qL8/3vXn'])(
  '%s may be Base64, whose end may mean nothing: its beginning is changed',
  (base64) => {
    const [longer, shorter] = tokensOf(base64, 'last');
    expect([longer, shorter]).toEqual([`x${base64}`, base64.slice(1)]);
  },
);

test('near misses that the key does not allow are left out', () => {
  expect(tokensOf('123-456', 'last')).toEqual(['123-456x', '123-45']);
  expect(tokensOf('7', 'last')).toEqual(['7x']);
  expect(tokensOf('7', 'first')).toEqual(['x7']);
});

test('near misses are secrets, strangers, and say what they are', () => {
  for (const { credential } of ends.flatMap((end) => nearMisses(key, end))) {
    expect(credential.caller).toBe('stranger');
    expect(`Bearer ${credential.secret?.text}`).toBe(credential.header?.[1]);
    expect(credential.secret?.shown).toMatch(/^\[API key\] \(.+\)$/);
  }
});
