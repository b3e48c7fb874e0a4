import { expect, test } from 'vitest';
import { chooseProxy } from './proxy.ts';
import { SettingsError } from './settings-error.ts';

const proxy = 'http://proxy.example:3128';
const both = { HTTPS_PROXY: `${proxy}/`, HTTP_PROXY: 'http://plain.example/' };

test('the proxy goes by the scheme of the address', () => {
  expect(chooseProxy('https://a.example/v1', both)).toBe(`${proxy}/`);
  expect(chooseProxy('http://a.example/v1', both)).toBe('http://plain.example/');
  expect(chooseProxy('http://a.example/v1', { HTTPS_PROXY: proxy })).toBeUndefined();
  expect(chooseProxy('https://a.example/v1', {})).toBeUndefined();
});

test('the lower-case variable wins, and an empty one switches the proxy off', () => {
  expect(chooseProxy('https://a.example/v1', { https_proxy: proxy })).toBe(`${proxy}/`);
  expect(chooseProxy('http://a.example/v1', { ...both, http_proxy: proxy })).toBe(`${proxy}/`);
  expect(chooseProxy('https://a.example/v1', { ...both, https_proxy: '' })).toBeUndefined();
});

test('a proxy without scheme is an http one, and it may have a password', () => {
  expect(chooseProxy('https://a.example/v1', { HTTPS_PROXY: 'proxy.example:3128' })).toBe(
    `${proxy}/`,
  );
  expect(
    chooseProxy('https://a.example/v1', { HTTPS_PROXY: 'http://u:p@proxy.example:3128' }),
  ).toBe('http://u:p@proxy.example:3128/');
});

test.each([
  ['a.example', 'https://a.example/v1', true],
  ['A.Example', 'https://a.example/v1', true],
  ['a.example', 'https://b.a.example/v1', true],
  ['.a.example', 'https://b.a.example/v1', true],
  ['*.a.example', 'https://b.a.example/v1', true],
  ['a.example', 'https://ba.example/v1', false],
  ['b.example, a.example', 'https://a.example/v1', true],
  ['b.example a.example', 'https://a.example/v1', true],
  ['*', 'https://a.example/v1', true],
  ['a.example:443', 'https://a.example/v1', true],
  ['a.example:8443', 'https://a.example/v1', false],
  ['a.example:8443', 'https://a.example:8443/v1', true],
  ['127.0.0.1', 'https://127.0.0.1:9/v1', true],
  ['::1', 'https://[::1]:9/v1', true],
  ['[::1]:9', 'https://[::1]:9/v1', true],
  ['[::1]:8', 'https://[::1]:9/v1', false],
  ['', 'https://a.example/v1', false],
  [',', 'https://a.example/v1', false],
])('NO_PROXY=%s for %s: exempt is %s', (list, address, exempt) => {
  for (const name of ['NO_PROXY', 'no_proxy']) {
    const chosen = chooseProxy(address, { ...both, [name]: list });
    expect(chosen).toBe(exempt ? undefined : `${proxy}/`);
  }
});

test.each([
  'socks5://user:secret@proxy.example',
  'http://',
  'http://user:secret@',
  'secret secret',
  'http://proxy.example:3128/secret',
  'http://proxy.example?secret',
  'http://proxy.example#secret',
  'http://us%zzer:secret@proxy.example',
])('an unusable proxy is named by its variable, and not shown: %s', (value) => {
  const choose = () => chooseProxy('https://a.example/v1', { HTTPS_PROXY: value });
  expect(choose).toThrow(SettingsError);
  expect(choose).toThrow(/^HTTPS_PROXY is not a usable proxy/);
  expect(choose).not.toThrow(/secret/);
});

test('a proxy that nothing goes through is not looked at', () => {
  const variables = { HTTPS_PROXY: 'socks5://x', NO_PROXY: 'a.example' };
  expect(chooseProxy('https://a.example/v1', variables)).toBeUndefined();
});
