import { expect, test } from 'vitest';
import { parseBaseUrl, showAddress, versioned } from './base-url.ts';

test.each([
  ['https://staging.example.com/v1', 'https://staging.example.com/v1'],
  ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
  ['http://[::1]:8080/v1', 'http://[::1]:8080/v1'],
  ['HTTPS://Example.COM:443/v1', 'https://example.com/v1'],
  ['https://example.com', 'https://example.com'],
  ['https://example.com/store/v2', 'https://example.com/store/v2'],
  ['https://example.com/v1/', 'https://example.com/v1'],
  ['https://example.com/', 'https://example.com'],
  ['https://example.com/v1//', 'https://example.com/v1'],
])('%s is the address %s', (text, address) => {
  expect(parseBaseUrl(text)).toBe(address);
});

test.each([
  'ftp://example.com/v1',
  '/v1',
  'example.com/v1',
  'http://',
  'http:\\\\a\\v1',
  'http://a:99999',
  'https://example.com/v1?',
  'https://example.com/v1#a',
  'https://example.com/v1\n',
  'https://user:secret@example.com/v1',
])('%j is not an address', (text) => {
  expect(() => parseBaseUrl(text)).toThrow('must be an absolute http or https URL without user');
});

test.each([
  'https://secret@example.com/v1',
  'https://:secret@example.com/v1/?x#y',
  'https://user:se@secret@example.com/v1',
  'user:secret@example.com/v1',
  'https://us/er:secret@example.com/v1',
  'https://example.com/v1?key=secret',
  'secret',
  'c2Vj/secret+w==',
  'sk_live.secret',
])('what may be a key is not shown: %s', (text) => {
  expect(showAddress(text) ?? '').not.toContain('secret');
});

test.each(['ftp://example.com/v1', 'example.com/v1', 'localhost:8080', '127.0.0.1:80/v1'])(
  'what looks like an address is shown: %s',
  (text) => expect(showAddress(text)).toBe(text),
);

test.each([
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1'],
  ['https://example.com/store/v1/pets', 'https://example.com/store/v1'],
  ['https://example.com/pets', 'https://example.com/v1'],
  ['https://example.com/v2', 'https://example.com/v1'],
  ['https://v1/pets', 'https://v1/v1'],
])('by %s probably %s was meant', (given, meant) => {
  expect(versioned(given)).toBe(meant);
});
