import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requirements } from '../catalogue/catalogue.ts';
import { readSettings, type SettingsInput } from './read-settings.ts';
import { refusalOf } from './testing/refusal.ts';

const folder = mkdtempSync(join(tmpdir(), 'refusals-'));
const file = (name: string, content: string) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const key = 'Unspeakable-Key-1';
const target = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: key };

function read(given: Partial<SettingsInput>) {
  return readSettings({ flags: {}, dotenv: {}, ...given, env: { ...target, ...given.env } });
}

/** The one line of the refusal; no refusal may ever show the key. */
function refusal(given: Partial<SettingsInput>): string {
  const line = refusalOf(() => read(given));
  expect(line).not.toContain(key);
  expect(line).not.toContain('\n');
  return line;
}

test.each([
  ['PETSTORE_BASEURL', 'PETSTORE_BASE_URL'],
  ['PETSTORE_URL', 'PETSTORE_BASE_URL'],
  ['PETSTORE_KEY', 'PETSTORE_API_KEY'],
  ['PETSTORE_TIMOUT', 'PETSTORE_TIMEOUT'],
  ['petstore_profile', 'PETSTORE_PROFILE'],
  ['PETSTORE_MAX_REQUEST', 'PETSTORE_MAX_REQUESTS'],
])('%s is not a known variable, in the environment and in .env', (wrong, right) => {
  expect(refusal({ env: { [wrong]: key } })).toBe(
    `${wrong} is not a known variable; did you mean ${right}?`,
  );
  expect(refusal({ dotenv: { [wrong]: key } })).toContain(
    `${wrong} in .env is not a known variable`,
  );
});

test('variables that Kubernetes sets for a service named petstore are left alone', () => {
  const env = {
    PETSTORE_SERVICE_HOST: '10.0.0.1',
    PETSTORE_SERVICE_PORT: '80',
    PETSTORE_SERVICE_PORT_HTTP: '80',
    PETSTORE_PORT: 'tcp://10.0.0.1:80',
    PETSTORE_PORT_80_TCP: 'tcp://10.0.0.1:80',
    PETSTORE_PORT_80_TCP_ADDR: '10.0.0.1',
  };
  expect(read({ env }).settings.apiKey).toBe(key);
  expect(refusal({ env: { PETSTORE_PORT: '8080' } })).toContain('PETSTORE_PORT');
});

test('without an address, the ways to give one are named, --reference too', () => {
  const error = refusal({ env: { PETSTORE_BASE_URL: '' } });
  expect(error).toContain('--base-url');
  expect(error).toContain('PETSTORE_BASE_URL');
  expect(error).toContain('--reference');
});

test('without a key, both ways to give one are named', () => {
  const error = refusal({ env: { PETSTORE_API_KEY: '' } });
  expect(error).toContain('--api-key-file');
  expect(error).toContain('PETSTORE_API_KEY');
});

test.each([
  ['a space', 'Unspeakable Key'],
  ['a line break', 'Unspeakable-Key\n'],
  ['a control character', 'Unspeakable\u0007Key'],
  ['a letter beyond ASCII', 'Unspeakable-Clé'],
  ['the word Bearer', 'Bearer Unspeakable'],
  ['4097 characters', 'Unspeakable'.padEnd(4097, 'x')],
])('a key with %s is refused without being shown', (_, bad) => {
  for (const variable of ['PETSTORE_API_KEY', 'PETSTORE_RATE_LIMIT_API_KEY']) {
    const error = refusal({ env: { [variable]: bad } });
    expect(error).toMatch(new RegExp(`^${variable}: must be`));
    expect(error).not.toContain('Unspeakable');
  }
});

test('a key of 4096 characters, or of any visible ASCII ones, is taken', () => {
  const visible = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join(
    '',
  );
  for (const good of ['x'.repeat(4096), visible]) {
    expect(read({ env: { PETSTORE_API_KEY: good } }).settings.apiKey).toBe(good);
  }
});

test('a key file loses one line break at its end, and no more', () => {
  const flags = (content: string) => ({ '--api-key-file': file('key', content) });
  for (const content of ['a-key', 'a-key\n', 'a-key\r\n']) {
    expect(read({ flags: flags(content) }).settings.apiKey).toBe('a-key');
  }
  const envFile = 'PETSTORE_API_KEY=a-key\n';
  for (const content of ['a-key\n\n', ' a-key', '\ufeffa-key', '', '\n', envFile]) {
    expect(refusal({ flags: flags(content) })).toMatch(/^--api-key-file ".*\/key": must /);
  }
});

test('a key file that cannot be read is named', () => {
  expect(refusal({ flags: { '--api-key-file': join(folder, 'absent') } })).toMatch(
    /^--api-key-file ".*absent": must name a readable file \(ENOENT\)$/,
  );
  expect(refusal({ flags: { '--rate-limit-key-file': folder } })).toContain('EISDIR');
});

test('a key given in place of its file is not shown', () => {
  for (const mistaken of ['sk_live_123', 'c2Vj/cmV0+==']) {
    expect(refusal({ flags: { '--api-key-file': mistaken } })).toBe(
      '--api-key-file: must name a readable file (ENOENT); what was given is not shown, as it may be a key',
    );
  }
});

test.each([
  `http://127.0.0.1:9/${key}/v1`,
  `http://127.0.0.1:9/${key.toLowerCase()}/v1`,
  `http://127.0.0.1:9/%55${key.slice(1)}/v1`,
  `http://${key}.example/v1`,
])('an address that holds the key is refused: %s', (address) => {
  expect(refusal({ flags: { '--base-url': address } })).toContain('holds the API key');
});

test('a bad address that holds the key is refused without showing it', () => {
  const flags = { '--base-url': `http://127.0.0.1:9/${key}/v1/` };
  expect(refusal({ flags })).toContain('give "http://127.0.0.1:9/[API key]/v1"');
  const fileKey = 'Key-From-A-File';
  const both = { '--base-url': `${fileKey}/`, '--api-key-file': file('other', fileKey) };
  expect(refusal({ flags: both })).not.toContain(fileKey);
});

test('what reports show of the implementation may not hold a key', () => {
  expect(refusal({ flags: { '--contact': `me, ${key}` } })).toContain('--contact');
});

const long = 'Qz7-Vx3kWm9-Hb5tLp2';

test.each(['--contact', '--implementation', '--implementation-version', '--challenge'])(
  'half of a key in %s is refused by that name, and not shown',
  (flag) => {
    for (const half of [long.slice(0, 10), long.slice(9), long.slice(4, 14).toLowerCase()]) {
      const flags = { [flag]: `shop-${half}` };
      const error = refusal({ flags, env: { PETSTORE_API_KEY: long } });
      expect(error).toMatch(new RegExp(`^${flag} holds half of the API key: `));
      expect(error).not.toContain(half);
      const spare = refusal({ flags, env: { PETSTORE_RATE_LIMIT_API_KEY: long } });
      expect(spare).toMatch(new RegExp(`^${flag} holds half of the API key: `));
    }
  },
);

test.each([
  ['enterprise-key-00001', { '--plan': 'enterprise' }],
  ['business-7f3k2991', { '--plan': 'business' }],
  ['read-only-9x8y7z6w', { '--profile': 'read-only' }],
  ['enterprise', { '--plan': 'enterprise' }],
  ['1234567890123456', { '--seed': '12345678' }],
  ['list.filter-0a1b2c', { '--only': 'list.filter*' }],
  ['conformance-8f7a', { '--out': 'out/conformance' }],
  ['conformance-8f7a', { '--contact': 'conformance@shop.example' }],
  ['acme-staging-7f3k29', { '--out': 'acme-staging', '--baseline': 'acme-staging.yaml' }],
])('a key that begins as a word of a setting refuses it not: %s, %o', (own, flags) => {
  expect(read({ flags, env: { PETSTORE_API_KEY: own } }).settings.apiKey).toBe(own);
});

test.each(['--out', '--baseline', '--ca', '--sign', '--rate-limit-key-file'])(
  'a path that holds the whole key is refused: %s',
  (flag) => {
    const named = file(`${long}.pem`, 'some-other-key-1234');
    const error = refusal({ flags: { [flag]: named }, env: { PETSTORE_API_KEY: long } });
    expect(error).toContain(flag);
    expect(error).not.toContain(long);
  },
);

test('what the address shows of a key may be in other settings, less than half of it too', () => {
  const env = { PETSTORE_BASE_URL: 'https://acme-staging.example/v1' };
  const own = { ...env, PETSTORE_API_KEY: 'acme-staging-7f3k29' };
  expect(read({ flags: { '--contact': 'acme-staging' }, env: own }).settings).toBeDefined();
  const part = { '--contact': long.slice(0, 6) };
  expect(read({ flags: part, env: { PETSTORE_API_KEY: long } }).settings).toBeDefined();
});

test('a key that the run does not use may stand nowhere, either', () => {
  const reference = { baseUrl: 'http://127.0.0.1:8/v1', apiKey: 'Reference-Demo-Key-7Qx' };
  for (const text of [long, long.slice(0, 10)]) {
    const given = { reference, flags: { '--contact': text }, env: { PETSTORE_API_KEY: long } };
    expect(refusal(given)).toMatch(/^--contact holds (half of )?the API key: /);
  }
  const out = { '--out': 'reports/reference-demo' };
  expect(read({ reference, flags: out }).settings.out).toBe('reports/reference-demo');
});

test.each([
  ['auth', 'auth.*'],
  ['auth.missing-kye', 'auth.missing-key'],
  ['missing-key', 'auth.missing-key'],
  ['lists.*', 'list.*'],
])('--only %s matches nothing: %s is nearest', (wrong, right) => {
  expect(refusal({ flags: { '--only': wrong } })).toContain(`did you mean ${right}?`);
});

test('every entry of --only that matches nothing is told of at once', () => {
  expect(refusal({ flags: { '--only': 'list.limt,auth.*,missing-key' } })).toMatch(
    /"list\.limt".*list\.limit\?.*"missing-key".*auth\.missing-key\?/,
  );
});

test('an id that is never tested is refused with its reason', () => {
  const error = refusal({ flags: { '--skip': 'auth.*,untested.body-size' } });
  expect(error).toContain('untested.body-size is never tested: The specification names no size');
});

test('--only and --skip together keep the order of the catalogue', () => {
  const flags = { '--only': 'list.limit, auth.*,list.limit', '--skip': 'auth.missing-key' };
  const { selected, partial } = read({ flags }).settings;
  const expected = requirements.filter(({ id }) => /^auth\.(?!missing-key)|^list\.limit$/.test(id));
  expect(selected).toEqual(expected.map(({ id }) => id));
  expect(partial).toBe(true);
  expect(read({}).settings.partial).toBe(false);
  expect(read({ flags: { '--only': '*' } }).settings.partial).toBe(false);
});

test('a selection that leaves nothing is refused', () => {
  const nothing = 'leave nothing to decide';
  expect(refusal({ flags: { '--skip': '*' } })).toContain(nothing);
  expect(refusal({ flags: { '--only': 'auth.*', '--skip': 'auth.*' } })).toContain(nothing);
});

test('a selection that the profile cannot decide names the profile that can', () => {
  const enforced = { '--only': 'rate.enforced' };
  expect(refusal({ flags: enforced })).toContain('--profile full would decide it');
  const creation = { '--only': 'rate.enforced,create.created', '--profile': 'read-only' };
  expect(refusal({ flags: creation })).toContain('--profile core would decide it');
  const { selected } = read({ flags: { '--only': 'rate.enforced,list.limit' } }).settings;
  expect(selected).toEqual(['list.limit', 'rate.enforced']);
});

test('the path of a baseline is a setting, and shows no key', () => {
  for (const given of [
    { flags: { '--baseline': 'b.yaml' } },
    { env: { PETSTORE_BASELINE: 'b.yaml' } },
  ]) {
    expect(read(given).settings.baseline).toBe('b.yaml');
    // It changes no outcome, so that a repetition goes without it.
    expect(read(given).given).toEqual({});
  }
  expect(read({}).settings).not.toHaveProperty('baseline');
  expect(refusal({ flags: { '--baseline': `${key}.yaml` } })).toMatch(
    /^--baseline holds the API key: /,
  );
});

test('PETSTORE_DEBUG is 1 or 0', () => {
  expect(read({ env: { PETSTORE_DEBUG: '1' } }).settings.apiKey).toBe(key);
  expect(refusal({ env: { PETSTORE_DEBUG: 'yes' } })).toContain('must be 1 or 0');
});

test('a word that is near a right one earns a suggestion, and no other', () => {
  expect(refusal({ flags: { '--plan': 'bussiness' } })).toContain('did you mean business?');
  expect(refusal({ flags: { '--plan': 'gold' } })).toMatch(/pro, business or enterprise$/);
});

test('nothing in a refusal acts on a terminal', () => {
  const error = refusal({ flags: { '--plan': '\u001b[31m\u202e\u2028\u009b' } });
  expect(error).toContain('"\\u001b[31m\\u202e\\u2028\\u009b"');
});

test('with --reference, address and key come from the reference server', () => {
  const reference = { baseUrl: 'http://127.0.0.1:8/v1', apiKey: 'of-the-reference' };
  const env = { PETSTORE_BASE_URL: 'nonsense', PETSTORE_API_KEY: 'not a key', http_proxy: 'x:1' };
  const { settings, warnings } = read({ reference, env });
  expect(settings).toMatchObject({
    ...reference,
    rateLimitKey: reference.apiKey,
    plan: 'business',
  });
  expect(settings).not.toHaveProperty('proxy');
  expect(warnings).toEqual([]);
  expect(read({ reference, flags: { '--plan': 'free' } }).settings.plan).toBe('free');
  expect(read({ reference, flags: { '--api-key-file': 'x' } }).warnings).toEqual([
    '--api-key-file is not used: the reference server has a key of its own',
  ]);
  const both = refusal({ reference, flags: { '--base-url': 'http://127.0.0.1:9/v1' } });
  expect(both).toContain('--base-url and --reference exclude each other');
});

test('a full run without a name for the implementation warns that it earns no certificate', () => {
  const flags = { '--profile': 'full', '--implementation': 'a', '--contact': 'b' };
  expect(read({ flags }).warnings).toEqual([expect.stringContaining('no certificate')]);
  expect(read({ flags: { ...flags, '--implementation-version': '1' } }).warnings).toEqual([]);
  expect(read({}).warnings).toEqual([]);
});

test('what a repetition needs is kept, without keys and defaults', () => {
  const env = { PETSTORE_PLAN: 'free', PETSTORE_GRACE: '5', PETSTORE_OUT: 'elsewhere' };
  const flags = { '--only': 'auth.*', '--api-key-file': file('kept', key), '--seed': '1' };
  expect(read({ flags, env }).given).toEqual({ '--only': 'auth.*', '--plan': 'free' });
});
