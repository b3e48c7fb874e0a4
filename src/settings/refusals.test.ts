import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, type SettingsInput } from './read-settings.ts';
import { refusalOf } from './testing/refusal.ts';

const folder = mkdtempSync(join(tmpdir(), 'refusals-'));
const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const key = 'Unspeakable-Key-1';
const target = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: key };

const read = (given: Partial<SettingsInput>) =>
  readSettings({ flags: {}, dotenv: {}, ...given, env: { ...target, ...given.env } });

/** The one line of the refusal; no refusal may ever show the key. */
function refusal(given: Partial<SettingsInput>): string {
  const line = refusalOf(() => read(given));
  expect(line).not.toContain(key);
  expect(line).not.toContain('\n');
  return line;
}

test.each([
  ['PETSTORE_URL', 'PETSTORE_BASE_URL'],
  ['PETSTORE_KEY', 'PETSTORE_API_KEY'],
  ['petstore_profile', 'PETSTORE_PROFILE'],
])('%s is not a known variable, in the environment and in .env', (wrong, right) => {
  const words = `is not a known variable; did you mean ${right}?`;
  expect(refusal({ env: { [wrong]: key } })).toBe(`${wrong} ${words}`);
  expect(refusal({ dotenv: { [wrong]: key } })).toBe(`${wrong} in .env ${words}`);
});

test('variables that Kubernetes sets for a service named petstore are left alone', () => {
  const env = {
    PETSTORE_SERVICE_HOST: '10.0.0.1',
    PETSTORE_SERVICE_PORT_HTTP: '80',
    PETSTORE_PORT: 'tcp://10.0.0.1:80',
    PETSTORE_PORT_80_TCP_ADDR: '10.0.0.1',
  };
  expect(read({ env }).settings.apiKey).toBe(key);
  expect(refusal({ env: { PETSTORE_PORT: '8080' } })).toContain('PETSTORE_PORT');
});

test('without an address or a key, the ways to give one are named', () => {
  expect(refusal({ env: { PETSTORE_BASE_URL: '' } })).toBe(
    'no address: set --base-url or PETSTORE_BASE_URL (run --reference judges the embedded reference server)',
  );
  expect(refusal({ env: { PETSTORE_API_KEY: '' } })).toBe(
    'no API key: set PETSTORE_API_KEY, or pass a file with --api-key-file',
  );
});

test.each([
  ['a space', 'Unspeakable Key'],
  ['a line break', 'Unspeakable-Key\n'],
  ['the word Bearer', 'Bearer Unspeakable'],
  ['4097 characters', 'Unspeakable'.padEnd(4097, 'x')],
])('a key with %s is refused without being shown', (_, bad) => {
  const error = refusal({ env: { PETSTORE_RATE_LIMIT_API_KEY: bad } });
  expect(error).toMatch(/^PETSTORE_RATE_LIMIT_API_KEY: must be/);
  expect(error).not.toContain('Unspeakable');
});

test('a key file loses one line break at its end, and no more', () => {
  const flags = (content: string | Buffer) => ({ '--api-key-file': file('key', content) });
  for (const content of ['a-key', 'a-key\n', 'a-key\r\n', '\ufeffa-key']) {
    expect(read({ flags: flags(content) }).settings.apiKey).toBe('a-key');
  }
  const ofPowerShell = Buffer.from('\ufeffa-key\r\n', 'utf16le');
  expect(read({ flags: flags(ofPowerShell) }).settings.apiKey).toBe('a-key');
  for (const content of ['a-key\n\n', ' a-key', '', '\n', 'PETSTORE_API_KEY=a-key\n']) {
    expect(refusal({ flags: flags(content) })).toMatch(/^--api-key-file ".*\/key": must /);
  }
});

test('a key given in place of its file is not shown', () => {
  for (const mistaken of ['sk_live_123', 'c2Vj/cmV0+==', '/wX9kLm2Pv', 'wX9\\kLm2']) {
    expect(refusal({ flags: { '--api-key-file': mistaken } })).toBe(
      '--api-key-file: must be a readable file (ENOENT); the value is not shown, as it may be a key',
    );
  }
});

test.each(['xkqzvbnmplwtrhg', '482915730264918'])('a setting may not be the key %s', (own) => {
  const flags = { '--implementation': own };
  expect(refusal({ env: { PETSTORE_API_KEY: own }, flags })).toMatch(/^--implementation contains/);
});

test('a key in the place of the address, or in the name of a variable, is not shown', () => {
  const swapped = { PETSTORE_BASE_URL: 'Zq8vT2mW5xNb7', PETSTORE_API_KEY: 'https://a.example/v1' };
  expect(refusal({ env: swapped })).toMatch(/^PETSTORE_BASE_URL: must be an absolute http/);
  expect(refusal({ env: { PETSTORE_Zq8vT2mW5xNb7: '1' } })).toBe(
    'PETSTORE_… (not shown) is not a known variable; run --help lists them',
  );
});

const long = 'Qz7-Vx3kWm9-Hb5tLp2';
test.each([
  ['enterprise-key-00001', { '--plan': 'enterprise' }],
  ['enterprise', { '--plan': 'enterprise' }],
  ['1234567890123456', { '--seed': '12345678' }],
  ['conformance-8f7a', { '--contact': 'conformance@shop.example' }],
  ['acme-staging-7f3k29', { '--out': 'acme-staging', '--baseline': 'acme-staging.yaml' }],
])('a key that begins as a word of a setting does not refuse it: %s, %o', (own, flags) => {
  expect(read({ flags, env: { PETSTORE_API_KEY: own } }).settings.apiKey).toBe(own);
});

test.each([
  ['auth', 'did you mean auth.*'],
  ['auth.missing-kye', 'did you mean auth.missing-key?'],
  ['auth.*,missing-key', 'no id matches "missing-key"; did you mean auth'],
  ['untested.body-size', 'untested.body-size is never tested: The specification names no size'],
])('--only %s matches nothing, and is told: %s', (wrong, words) => {
  expect(refusal({ flags: { '--only': wrong } })).toContain(words);
});

test.each<[Record<string, string>, string]>([
  [{ '--only': 'auth.*', '--skip': 'auth.*' }, 'leave nothing to run'],
  [{ '--only': 'rate.enforced' }, 'leave nothing to run in the profile core'],
])('a selection that leaves nothing is refused: %o', (flags, words) => {
  expect(refusal({ flags })).toContain(words);
});

test('nothing in a refusal acts on a terminal, and every key is as unspeakable as the other', () => {
  const error = refusal({ flags: { '--plan': '\u001b[31m\u202e\u2028\u009b' } });
  expect(error).toContain('"\\u001b[31m\\u202e\\u2028\\u009b"');
  const env = { PETSTORE_RATE_LIMIT_API_KEY: long, PETSTORE_PLAN: `${key}+${long}` };
  expect(refusal({ env })).toContain('"[API key]+[API key]"');
});

test('with --reference, address and key come from the reference server', () => {
  const reference = { baseUrl: 'http://127.0.0.1:8/v1', apiKey: 'Reference-Demo-Key-7Qx' };
  const env = { PETSTORE_BASE_URL: 'nonsense', PETSTORE_API_KEY: 'not a key', http_proxy: 'x:1' };
  const out = { '--out': 'reports/reference-demo' };
  const { settings, warnings } = read({ reference, env, flags: out });
  expect(settings).toMatchObject({
    ...reference,
    rateLimitKey: reference.apiKey,
    plan: 'business',
  });
  expect(settings).not.toHaveProperty('proxy');
  expect(warnings).toEqual([]);
  expect(refusal({ reference, flags: { '--base-url': 'http://127.0.0.1:9/v1' } })).toBe(
    '--base-url and --reference cannot be combined',
  );
});

test('a full run without a name for the implementation warns that it earns no certificate', () => {
  const flags = { '--profile': 'full', '--implementation': 'a', '--contact': 'b' };
  expect(read({ flags }).warnings).toEqual([expect.stringContaining('no certificate')]);
  expect(read({ flags: { ...flags, '--implementation-version': '1' } }).warnings).toEqual([]);
});

test.each([
  ['a-real-key-0123456', []],
  [
    'short-k3y',
    [/^PETSTORE_API_KEY is shorter than 16 characters: parts of it may appear in reports$/],
  ],
  [
    'enterprise',
    [/^PETSTORE_API_KEY is very short, or an ordinary word: it may appear in reports$/],
  ],
  ['"a-real-key-0123456"', [/^PETSTORE_API_KEY is in quotes, which are sent as part of the key/]],
])('of the key %s it is warned', (weak, words) => {
  const { warnings } = read({ env: { PETSTORE_API_KEY: weak } });
  expect(warnings).toEqual(words.map((one) => expect.stringMatching(one)));
  const both = read({ env: { PETSTORE_RATE_LIMIT_API_KEY: weak } }).warnings.join();
  expect(both).not.toContain(weak);
});
