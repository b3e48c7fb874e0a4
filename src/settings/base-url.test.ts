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
  ['https://example.com/v1?', 'must carry no query; give "https://example.com/v1"'],
  ['https://example.com/v1#a', 'must carry no fragment; give "https://example.com/v1"'],
  ['https://example.com/v1\n', 'must hold no white space; give "https://example.com/v1"'],
  ['example.com/v1', 'must be an absolute http or https URL; give "https://example.com/v1"'],
  ['127.0.0.1:8080/v1', 'must be an absolute http or https URL; give "http://127.0.0.1:8080/v1"'],
  [
    'https://user:secret@example.com/v1',
    'must carry no user name, password or key; give "https://example.com/v1"',
  ],
])('%j is refused with what would be right', (text, right) => {
  expect(() => parseBaseUrl(text)).toThrow(right);
});

test.each([
  'ftp://example.com/v1',
  '/v1',
  'http://',
  'http:///v1',
  'http:\\\\a\\v1',
  'http://a:99999',
])('%j is not an address', (text) => {
  expect(() => parseBaseUrl(text)).toThrow('must be an absolute http or https URL, as ');
});

test.each([
  'https://secret@example.com/v1',
  'https://:secret@example.com/v1/?x#y',
  'https://user:se@secret@example.com/v1',
  'user:secret@example.com/v1',
  'https://us/er:secret@example.com/v1',
  'https://example.com/v1?key=secret',
])('what may be a key is not shown: %s', (text) => {
  expect(showAddress(text)).not.toContain('secret');
});

test.each([
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1'],
  ['https://example.com/store/v1/pets', 'https://example.com/store/v1'],
  ['https://example.com/pets', 'https://example.com/v1'],
  ['https://example.com/v2', 'https://example.com/v1'],
  ['https://v1/pets', 'https://v1/v1'],
])('by %s probably %s was meant', (given, meant) => {
  expect(versioned(given)).toBe(meant);
});
