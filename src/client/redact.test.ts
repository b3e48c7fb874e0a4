import { expect, test } from 'vitest';
import { nearMisses } from './credential.ts';
import { placeholder, redactor } from './redact.ts';

const key = 'Sk/live+7Q=x"z';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const escaped = (text: string, ...characters: string[]) =>
  characters.reduce((all, one) => {
    const code = one.charCodeAt(0).toString(16).padStart(4, '0');
    return all.replaceAll(one, `\\u${code}`);
  }, text);

const forms: [string, string][] = [
  ['as sent', key],
  ['in upper case', key.toUpperCase()],
  ['in lower case', key.toLowerCase()],
  ['in Base64', base64(key)],
  ['in Base64 without padding', base64(key).replace(/=+$/, '')],
  ['in URL-safe Base64', Buffer.from(key).toString('base64url')],
  ['as the user name of Basic credentials', base64(`${key}:`)],
  ['as the password of Basic credentials', base64(`:${key}`)],
  ['as both of Basic credentials', base64(`${key}:${key}`)],
  ['percent-encoded', encodeURIComponent(key)],
  ['percent-encoded in lower case', encodeURIComponent(key).toLowerCase()],
  ['inside a JSON string', JSON.stringify(key).slice(1, -1)],
  ['inside a JSON string whose slashes are escaped, as PHP does', key.replaceAll('/', '\\/')],
  ['inside a JSON string with \\u escapes, as .NET does', escaped(key, '+', '"')],
];

test.each(forms)('a key %s is taken out', (_, text) => {
  const { redact } = redactor([key]);
  expect(redact(`before ${text} after`)).toBe(`before ${placeholder} after`);
});

test('a key is taken out wherever a value holds strings, member names too', () => {
  const { redact } = redactor([key]);
  const value = {
    headers: [['Authorization', `Bearer ${key}`]],
    body: { [`x-${key}`]: { echo: [key, 5, null, true, 9n, undefined] } },
  };
  expect(redact(value)).toEqual({
    headers: [['Authorization', `Bearer ${placeholder}`]],
    body: { [`x-${placeholder}`]: { echo: [placeholder, 5, null, true, 9n, undefined] } },
  });
  expect(value.headers[0]?.[1]).toBe(`Bearer ${key}`);
});

test('each occurrence is taken out', () => {
  expect(redactor([key]).redact(`${key}${key} ${key}`)).toBe(
    `${placeholder}${placeholder} ${placeholder}`,
  );
});

test('several keys are taken out, the longer one first', () => {
  const { redact } = redactor(['Abc-123', 'Abc-123-456']);
  expect(redact('Abc-123-456, Abc-123')).toBe(`${placeholder}, ${placeholder}`);
});

test('a near miss is shown as what it is', () => {
  const { add, redact } = redactor([key]);
  const misses = nearMisses(key, 'last');
  for (const { credential } of misses) {
    if (credential.secret) add(credential.secret.text, credential.secret.shown);
  }
  const shown = misses.map(({ credential }) => redact(credential.header?.[1]));
  expect(shown).toEqual([
    'Bearer [API key] (with one character more, the last)',
    'Bearer [API key] (without its last character)',
    'Bearer [API key] (in the other letter case)',
  ]);
  expect(redact(`Bearer ${key}`)).toBe(`Bearer ${placeholder}`);
});

test('a near miss under Base64 is taken out too', () => {
  const { add, redact } = redactor([key]);
  add(`${key}x`, 'a near miss');
  expect(redact(base64(`${key}x:`))).toBe('a near miss');
});

test('text that only resembles the key is left alone', () => {
  const { redact } = redactor([key]);
  for (const text of ['', 'S', 'Sk', key.slice(1), key.slice(0, -1), 'Skylive', '[API key]']) {
    expect(redact(text)).toBe(text);
  }
});

test('characters that mean something in a pattern mean themselves', () => {
  const { redact } = redactor(['a.c*(d)[e]{2}|^$\\f-g']);
  expect(redact('abc and a.c*(d)[e]{2}|^$\\f-g')).toBe(`abc and ${placeholder}`);
});

test('without keys nothing changes', () => {
  const value = { text: 'x', list: [1, 2] };
  expect(redactor([]).redact(value)).toEqual(value);
});
