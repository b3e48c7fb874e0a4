import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, type SettingsInput } from './read-settings.ts';
import { verifyTable } from './settings-table.ts';
import { commandLine, readSetting } from './sources.ts';
import { refusalOf } from './testing/refusal.ts';

const folder = mkdtempSync(join(tmpdir(), 'signing-'));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const pair = generateKeyPairSync('ed25519');
const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
const spki = { type: 'spki', format: 'pem' } as const;
const privatePem = `${pair.privateKey.export(pkcs8)}`;
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

const read = ({ env, ...given }: Partial<SettingsInput>) =>
  readSettings({ flags: {}, dotenv: {}, ...given, env: { ...target, ...env } });

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
    expect(JSON.stringify({ settings, repeated })).not.toContain('key.pem');
    expect(Object.values(settings)).not.toContain(signingKey);
    expect(warnings).toEqual([]);
  }
});

test.each([
  ['no key', 'nothing here'],
  ['an RSA key', `${rsa.privateKey.export(pkcs8)}`],
  ['a damaged key', privatePem.replace(/\nM/, '\nN')],
  [
    'an encrypted key',
    `${pair.privateKey.export({ ...pkcs8, cipher: 'aes-256-cbc', passphrase: 'x' })}`,
  ],
])('%s is refused on one line that names the setting', (name, content) => {
  const path = file(`${name}.pem`, content);
  const line = refusal(() => read({ flags: { ...full, '--sign': path } }));
  expect(line).toContain('without passphrase; to make one: openssl genpkey');
  expect(line.startsWith(`--sign "${path}": must be `)).toBe(true);
});

const verifying = (path: string) =>
  readSetting(verifyTable.key, commandLine({ flags: { '--key': path }, env: {}, dotenv: {} }));

test('a file that is not there is named, and a key in its place is not shown', () => {
  const words = '"absent.pem": must be a readable file (ENOENT)';
  const dotenv = { PETSTORE_SIGN: 'absent.pem' };
  expect(refusal(() => read({ flags: full, dotenv }))).toBe(`PETSTORE_SIGN in .env ${words}`);
  expect(refusal(() => verifying('absent.pem'))).toBe(`--key ${words}`);
  const given = { flags: { ...full, '--sign': privatePem } };
  expect(refusal(() => read(given))).toContain('must be a readable file');
});

test.each<[Record<string, string>, string]>([
  [names, 'add --profile full'],
  [{ ...full, '--skip': 'auth.*' }, 'remove --only and --skip'],
  [{ '--profile': 'full', '--contact': 'me' }, 'add --implementation, --implementation-version'],
])('--sign on a run that cannot certify is refused, with what to do: %o', (flags, what) => {
  expect(refusal(() => read({ flags: { ...flags, '--sign': keyFile } }))).toBe(
    `--sign signs the certificate of a complete full run: ${what}, or remove --sign`,
  );
});

test('PETSTORE_SIGN may stand there for all runs, also those that earn no certificate', () => {
  const env = { PETSTORE_SIGN: keyFile };
  expect(read({ env }).signingKey).toBeUndefined();
  expect(read({ env, flags: { ...full, '--only': 'auth.*' } }).signingKey).toBeUndefined();
  expect(read({ env, flags: { '--profile': 'full' } }).signingKey).toBeUndefined();
});

test('verify takes a public Ed25519 key, and says so of any other', () => {
  const publicPem = `${pair.publicKey.export(spki)}`;
  expect(verifying(file('public.pem', publicPem))).toBe(publicPem);
  expect(refusal(() => verifying(keyFile))).toContain("the signer's Ed25519 public key");
  const rsaFile = file('rsa-public.pem', `${rsa.publicKey.export(spki)}`);
  expect(refusal(() => verifying(rsaFile))).toContain("the signer's Ed25519 public key");
});
