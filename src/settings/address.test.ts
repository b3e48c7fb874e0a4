import { expect, test } from 'vitest';
import { parseBaseUrl, showAddress, versioned } from './address.ts';
import { WrongValue } from './settings-error.ts';

function refusal(text: string): string {
  try {
    parseBaseUrl(text, 'the key file');
  } catch (error) {
    if (error instanceof WrongValue) return error.message;
    throw error;
  }
  throw new Error(`${text} was taken`);
}

test.each([
  ['https://staging.example.com/v1', 'https://staging.example.com/v1'],
  ['http://staging.example.com/v1', 'http://staging.example.com/v1'],
  ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
  ['http://[::1]:8080/v1', 'http://[::1]:8080/v1'],
  ['HTTPS://Example.COM:443/v1', 'https://example.com/v1'],
  ['https://example.com', 'https://example.com'],
  ['https://example.com/store/v2', 'https://example.com/store/v2'],
])('%s is an address', (text, address) => {
  expect(parseBaseUrl(text, 'the key file')).toBe(address);
});

test.each([
  ['https://example.com/v1/', 'must not end in a slash; give "https://example.com/v1"'],
  ['https://example.com/', 'must not end in a slash; give "https://example.com/v1"'],
  ['https://example.com/v1//', 'must not end in a slash; give "https://example.com/v1"'],
  ['https://example.com/v1/.', 'must not end in a slash; give "https://example.com/v1"'],
  ['https://example.com/v1?a=b', 'must carry no query; give "https://example.com/v1"'],
  ['https://example.com/v1?', 'must carry no query; give "https://example.com/v1"'],
  ['https://example.com/v1#a', 'must carry no fragment; give "https://example.com/v1"'],
  [' https://example.com/v1', 'must hold no white space; give "https://example.com/v1"'],
  ['https://example.com/v1\n', 'must hold no white space; give "https://example.com/v1"'],
  ['example.com/v1', 'must be an absolute http or https URL; give "https://example.com/v1"'],
  ['localhost:80/v1/', 'must be an absolute http or https URL; give "http://localhost/v1"'],
  ['127.0.0.1:8080/v1', 'must be an absolute http or https URL; give "http://127.0.0.1:8080/v1"'],
  ['http://::1:8080/v1', 'must be an absolute http or https URL; an IPv6 address needs brackets'],
])('%j is refused with what would be right', (text, right) => {
  expect(refusal(text)).toBe(right);
});

test.each([
  'ftp://example.com/v1',
  '/v1',
  'v1',
  'http://',
  'http:///v1',
  'http:\\\\a\\v1',
  'http://a b/v1',
  'http://a:99999/v1',
])('%j is not an address', (text) => {
  expect(refusal(text)).toContain('must be an absolute http or https URL, as ');
});

test.each([
  'https://secret@example.com/v1',
  'https://user:secret@example.com/v1',
  'https://:secret@example.com/v1/?x#y',
  'https://user:se@secret@example.com/v1',
  'user:secret@example.com/v1',
  'https://us/er:secret@example.com/v1',
  'https://secret?secret@example.com/v1',
])('user info is neither taken nor shown: %s', (text) => {
  if (!/us\/er|secret\?/.test(text)) expect(refusal(text)).not.toContain('secret');
  expect(showAddress(text)).not.toContain('secret');
});

test('user info is refused with the address without it', () => {
  const right = refusal('https://user:secret@example.com/v1');
  expect(right).toContain('must carry no user name or password');
  expect(right).toContain('; give "https://example.com/v1"');
});

test('a query is not shown, as it may hold a key', () => {
  expect(showAddress('https://example.com/v1?key=secret')).toBe('https://example.com/v1?[query]');
});

test.each([
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1'],
  ['https://example.com/store', 'https://example.com/store/v1'],
  ['https://example.com/store/v1/pets', 'https://example.com/store/v1'],
  ['https://example.com/v1/pets/7', 'https://example.com/v1'],
  ['https://example.com/pets', 'https://example.com/v1'],
  ['https://example.com/v2', 'https://example.com/v1'],
  ['https://v1/pets', 'https://v1/v1'],
])('by %s probably %s was meant', (given, meant) => {
  expect(versioned(given)).toBe(meant);
});
