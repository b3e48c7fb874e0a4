import { expect, test } from 'vitest';
import { baseAddress } from './value-kinds.ts';

test.each([
  ['https://staging.example.com/v1', 'https://staging.example.com/v1'],
  ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
  ['http://[::1]:8080/v1', 'http://[::1]:8080/v1'],
  ['HTTPS://Example.COM:443/v1', 'https://example.com/v1'],
])('%s is the address %s', (text, address) => {
  expect(baseAddress.parse(text)).toBe(address);
});

test.each([
  'ftp://example.com/v1',
  'example.com/v1',
  'http:\\\\a\\v1',
  'https://example.com/v1?',
  'https://example.com/v1\n',
  'https://user:secret@example.com/v1',
])('%j is not an address', (text) => {
  expect(() => baseAddress.parse(text)).toThrow(
    'must be an absolute http or https URL without user',
  );
});

test.each([
  'https://secret@example.com/v1',
  'https://user:se@secret@example.com/v1',
  'user:secret@example.com/v1',
  'https://us/er:secret@example.com/v1',
  'https://example.com/v1?key=secret',
  'secret',
  'c2Vj/secret+w==',
  'sk_live.secret',
])('what may be a key is not shown: %s', (text) => {
  expect(baseAddress.show?.(text) ?? '').not.toContain('secret');
});

test.each(['ftp://example.com/v1', 'example.com/v1', 'localhost:8080', '127.0.0.1:80/v1'])(
  'what looks like an address is shown: %s',
  (text) => expect(baseAddress.show?.(text)).toBe(text),
);
