import { expect, test } from 'vitest';
import {
  bare,
  emptyBearer,
  inApiKeyHeader,
  lowerCaseScheme,
  nearMisses,
  noKey,
  theKey,
  underBasic,
  wrongKey,
} from './credential.ts';

const key = 'Key-123abc';

test.each([
  ['the key', theKey(key), ['Authorization', `Bearer ${key}`], 'key-holder'],
  ['lower case', lowerCaseScheme(key), ['Authorization', `bearer ${key}`], 'key-holder'],
  ['bare', bare(key), ['Authorization', key], 'stranger'],
  ['X-API-Key', inApiKeyHeader(key), ['X-API-Key', key], 'stranger'],
  ['Basic', underBasic(key), ['Authorization', `Basic ${btoa(`${key}:`)}`], 'stranger'],
  ['empty', emptyBearer, ['Authorization', 'Bearer'], 'stranger'],
  ['wrong', wrongKey('other'), ['Authorization', 'Bearer other'], 'stranger'],
  ['none', noKey, undefined, 'stranger'],
] as const)('%s', (_, credential, header, caller) => {
  expect(credential.header).toEqual(header);
  expect(credential.caller).toBe(caller);
});

test('no shell form holds the key', () => {
  const all = [theKey, lowerCaseScheme, bare, inApiKeyHeader, underBasic].map((form) => form(key));
  for (const { shell } of [...all, ...nearMisses(key).map(({ credential }) => credential)]) {
    expect(shell).toContain('PETSTORE_API_KEY');
    expect(shell?.toLowerCase()).not.toContain(key.slice(0, -1).toLowerCase());
  }
});

const tokensOf = (text: string) =>
  nearMisses(text).map(({ credential }) => credential.header?.[1].replace(/^Bearer /, ''));

test('near misses differ from the key in one way each', () => {
  expect(tokensOf(key)).toEqual(['Key-123abcx', 'Key-123ab', 'kEY-123ABC']);
});

test('near misses that the key does not allow are left out', () => {
  expect(tokensOf('123-456')).toEqual(['123-456x', '123-45']);
  expect(tokensOf('7')).toEqual(['7x']);
});

test('near misses are secrets, strangers, and say what they are', () => {
  for (const { credential } of nearMisses(key)) {
    expect(credential.caller).toBe('stranger');
    expect(`Bearer ${credential.secret?.text}`).toBe(credential.header?.[1]);
    expect(credential.secret?.shown).toMatch(/^\[API key\] \(.+\)$/);
  }
});
