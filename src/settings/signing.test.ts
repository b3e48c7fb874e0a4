import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, type SettingsInput } from './read-settings.ts';
import { refusalOf } from './testing/refusal.ts';
import { readVerifySettings } from './verify-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'signing-'));

function file(name: string, content: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, content, { mode });
  chmodSync(path, mode);
  return path;
}

const pair = generateKeyPairSync('ed25519');
const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
const spki = { type: 'spki', format: 'pem' } as const;
const privatePem = `${pair.privateKey.export(pkcs8)}`;
const publicPem = `${pair.publicKey.export(spki)}`;
const secret = privatePem.split('\n')[1] ?? 'no key';
const keyFile = file('key.pem', privatePem);
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });

const names = {
  '--implementation': 'Corner Pet Shop',
  '--implementation-version': '2.1',
  '--contact': 'qa@shop.example',
};
const full = { ...names, '--profile': 'full' };
const target = {
  PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1',
  PETSTORE_API_KEY: 'a-key-of-some-length',
};

function read({ env, ...given }: Partial<SettingsInput>) {
  return readSettings({ flags: {}, dotenv: {}, ...given, env: { ...target, ...env } });
}

/** The one line of the refusal, which shows nothing of the key. */
function refusal(act: () => unknown): string {
  const line = refusalOf(act);
  expect(line).not.toContain(secret);
  expect(line).not.toContain('\n');
  return line;
}

test('the key is read from flag, variable and .env, and is not among the settings', () => {
  for (const given of [
    { flags: { ...full, '--sign': keyFile } },
    { flags: full, env: { PETSTORE_SIGN: keyFile } },
    { flags: full, dotenv: { PETSTORE_SIGN: keyFile } },
  ]) {
    const { signingKey, settings, warnings, given: repeated } = read(given);
    expect(signingKey?.export(pkcs8)).toBe(privatePem);
    // The settings are posted to the suites' worker.
    expect(JSON.stringify({ settings, repeated })).not.toContain('key.pem');
    expect(Object.values(settings)).not.toContain(signingKey);
    expect(warnings).toEqual([]);
  }
  expect(read({ flags: full }).signingKey).toBeUndefined();
});

test.each([
  ['no key', 'nothing here', 'in PKCS#8 (BEGIN PRIVATE KEY); to make one: openssl genpkey'],
  ['a public key', publicPem, 'with an Ed25519 private key'],
  ['an RSA key', `${rsa.privateKey.export(pkcs8)}`, '(its type is rsa)'],
  ['an RSA key in PKCS#1', `${rsa.privateKey.export({ ...pkcs8, type: 'pkcs1' })}`, 'in PKCS#8'],
  ['a damaged key', privatePem.replace(/\nM/, '\nN'), '(it is damaged)'],
  [
    'an encrypted key',
    `${pair.privateKey.export({ ...pkcs8, cipher: 'aes-256-cbc', passphrase: 'x' })}`,
    'without passphrase; to take it off: openssl pkey',
  ],
])('%s is refused on one line that names the setting', (name, content, right) => {
  const path = file(`${name}.pem`, content);
  const byFlag = refusal(() => read({ flags: { ...full, '--sign': path } }));
  expect(byFlag).toContain(right);
  expect(byFlag.startsWith(`--sign "${path}": must be `)).toBe(true);
  const byVariable = refusal(() => read({ flags: full, env: { PETSTORE_SIGN: path } }));
  expect(byVariable.startsWith(`PETSTORE_SIGN "${path}": must be `)).toBe(true);
});

test('a file that is not there is named, in whatever folder the reader is', () => {
  const words = '"absent.pem": must name a readable file (ENOENT)';
  expect(refusal(() => read({ flags: { ...full, '--sign': 'absent.pem' } }))).toBe(
    `--sign ${words}`,
  );
  const dotenv = { PETSTORE_SIGN: 'absent.pem' };
  expect(refusal(() => read({ flags: full, dotenv }))).toBe(`PETSTORE_SIGN in .env ${words}`);
  expect(refusal(() => readVerifySettings({ '--key': 'absent.pem' }))).toBe(`--key ${words}`);
});

test('a key given in place of its file is not shown', () => {
  const right = 'must name a readable file';
  expect(refusal(() => read({ flags: { ...full, '--sign': privatePem } }))).toContain(right);
  expect(refusal(() => read({ flags: full, env: { PETSTORE_SIGN: privatePem } }))).toContain(right);
});

test('--sign on a run that cannot certify is refused, with what to do', () => {
  const sign = { '--sign': keyFile };
  const because = (flags: Record<string, string>) => refusal(() => read({ flags }));
  expect(because({ ...names, ...sign })).toBe(
    '--sign signs the certificate of a whole, full run: add --profile full, or leave --sign out',
  );
  expect(because({ ...full, ...sign, '--skip': 'auth.*' })).toContain(
    'leave --only and --skip out',
  );
  expect(because({ ...sign, '--profile': 'full', '--contact': 'me' })).toContain(
    'add --implementation, --implementation-version, or leave --sign out',
  );
  const reference = { baseUrl: 'http://127.0.0.1:8/v1', apiKey: 'Foreign-Key-91' };
  expect(refusal(() => read({ flags: { ...full, ...sign }, reference }))).toContain(
    'instead of --reference',
  );
});

test('PETSTORE_SIGN may stand there for all runs, but a full run must have its names', () => {
  const env = { PETSTORE_SIGN: keyFile };
  expect(read({ env }).signingKey).toBeUndefined();
  expect(read({ env, flags: { ...full, '--only': 'auth.*' } }).signingKey).toBeUndefined();
  expect(refusal(() => read({ env, flags: { '--profile': 'full' } }))).toMatch(
    /^PETSTORE_SIGN signs .*: add --implementation, --implementation-version, --contact, or/,
  );
});

test.skipIf(process.platform === 'win32')('a key that others can read is warned of', () => {
  const open = file('open.pem', privatePem, 0o644);
  expect(read({ flags: { ...full, '--sign': open } }).warnings).toEqual([
    `--sign "${open}" is open to other users (mode 644); run: chmod 600 "${open}"`,
  ]);
});

test('verify takes a public Ed25519 key, and says so of any other', () => {
  const key = (path: string) => readVerifySettings({ '--key': path }).key;
  expect(key(file('public.pem', publicPem))?.export(spki)).toBe(publicPem);
  expect(readVerifySettings({}).key).toBeUndefined();
  expect(refusal(() => key(keyFile))).toContain('this is the private one, which its owner keeps');
  const rsaFile = file('rsa-public.pem', `${rsa.publicKey.export(spki)}`);
  expect(refusal(() => key(rsaFile))).toContain('(its type is rsa)');
  expect(refusal(() => key(join(folder, 'absent.pem')))).toContain('(ENOENT)');
});

const openssl = (() => {
  try {
    return execFileSync('openssl', ['version'], { encoding: 'utf8' }).startsWith('OpenSSL');
  } catch {
    return false;
  }
})();

test.skipIf(!openssl)('keys made by the commands that the help names are taken', () => {
  const run = (...argv: string[]) => execFileSync('openssl', argv, { cwd: folder });
  run('genpkey', '-algorithm', 'ed25519', '-out', 'made.pem');
  run('pkey', '-in', 'made.pem', '-pubout', '-out', 'made-public.pem');
  const made = join(folder, 'made.pem');
  expect(read({ flags: { ...full, '--sign': made } })).toMatchObject({ warnings: [] });
  expect(readVerifySettings({ '--key': join(folder, 'made-public.pem') }).key).toBeDefined();
});
