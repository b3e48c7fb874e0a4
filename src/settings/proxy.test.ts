import { expect, test } from 'vitest';
import { chooseProxy } from './proxy.ts';
import { SettingsError } from './settings-error.ts';

const proxy = 'http://proxy.example:3128';
const both = { HTTPS_PROXY: `${proxy}/`, HTTP_PROXY: 'http://plain.example/' };

test.each([
  ['https://a.example/v1', both, `${proxy}/`],
  ['http://a.example/v1', both, 'http://plain.example/'],
  ['http://a.example/v1', { HTTPS_PROXY: proxy }, undefined],
  ['https://a.example/v1', { ...both, https_proxy: '' }, undefined],
  ['https://a.example/v1', { HTTPS_PROXY: 'proxy.example:3128' }, `${proxy}/`],
  [
    'https://a.example/v1',
    { HTTPS_PROXY: 'http://u:p%25@proxy.example' },
    'http://u:p%25@proxy.example/',
  ],
  ['https://a.example/v1', { HTTPS_PROXY: 'socks5://x', NO_PROXY: 'a.example' }, undefined],
])('the proxy for %s of %o is %s', (address, variables, chosen) => {
  expect(chooseProxy(address, variables)).toBe(chosen);
});

test.each([
  ['a.example', 'https://a.example/v1', true],
  ['a.example', 'https://b.a.example/v1', true],
  ['*.a.example', 'https://b.a.example/v1', true],
  ['a.example', 'https://ba.example/v1', false],
  ['b.example, a.example', 'https://a.example/v1', true],
  ['*', 'https://a.example/v1', true],
  ['a.example:443', 'https://a.example/v1', true],
  ['a.example:8443', 'https://a.example/v1', false],
  ['::1', 'https://[::1]:9/v1', true],
  ['[::1]:8', 'https://[::1]:9/v1', false],
])('NO_PROXY=%s for %s: exempt is %s', (list, address, exempt) => {
  for (const name of ['NO_PROXY', 'no_proxy']) {
    const chosen = chooseProxy(address, { ...both, [name]: list });
    expect(chosen).toBe(exempt ? undefined : `${proxy}/`);
  }
});

test.each([
  'socks5://user:secret@proxy.example',
  'http://',
  'secret secret',
  'http://proxy.example:3128/secret',
])('an unusable proxy is named by its variable, and not shown: %s', (value) => {
  const choose = () => chooseProxy('https://a.example/v1', { HTTPS_PROXY: value });
  expect(choose).toThrow(SettingsError);
  expect(choose).toThrow(/^HTTPS_PROXY is not a usable proxy: must be an http/);
  expect(choose).not.toThrow(/secret/);
});
