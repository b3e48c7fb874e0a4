/** Certificates: who earns one, what verify says of it, and that one that was not earned is refused with its reason. */
import { generateKeyPairSync } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGiven } from '../disk/read-given.ts';
import type { HeaderPair } from '../http/exchange.ts';
import { packageRoot } from '../package/package.ts';
import { certificateFor, verifyCertificate, writeCertificate } from '../report/certificate.ts';
import type { Saved } from '../report/read.ts';
import { formats, writeReports } from '../report/write.ts';
import { seedOfChallenge } from '../settings/read-settings.ts';
import { rejudgeReport } from './rejudge.ts';
import { callHere } from './testing/calls.ts';
import { virtualRun } from './testing/virtual-run.ts';
import { certify } from './verify.ts';

const home = mkdtempSync(join(tmpdir(), 'certificate-'));
const files = formats.map(({ name }) => name);

const signer = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const pem = (name: string, text: string | Buffer) => {
  writeFileSync(join(home, name), text, { mode: 0o600 });
  return join(home, name);
};
const publicKey = pem('public.pem', signer.publicKey.export({ type: 'spki', format: 'pem' }));
const strangersKey = pem('other.pem', stranger.publicKey.export({ type: 'spki', format: 'pem' }));
const token = 'given-by-the-certifier-1';

const named = {
  '--implementation': 'Corner Pet \u2800 \u200d Shop',
  '--implementation-version': '2.1',
  '--contact': 'qa@shop.example',
  '--profile': 'full',
};

const call = (argv: readonly string[], env?: Record<string, string>) => callHere(argv, env, home);
const verify = (...argv: string[]) => call(['verify', ...argv]);

const certified = join(home, 'certified');
const challenged = join(home, 'challenged');
let honest: Saved;
let bound: Saved;
let line: string;

/** Writes the reports of a run, and its certificate as the run does. */
async function deliver({ report, exchanges }: Saved, folder: string, signed: boolean) {
  const written = await writeReports(report, exchanges, folder);
  return certify(report, written, folder, signed ? signer.privateKey : undefined);
}

beforeAll(async () => {
  honest = await virtualRun({ ...named, '--seed': '7' });
  bound = await virtualRun({ ...named, '--challenge': token, '--grace': '6' });
  line = await deliver(honest, certified, true);
  await deliver(bound, challenged, false);
}, 120_000);

afterAll(() => rmSync(home, { recursive: true }));

let copies = 0;

/** A copy of the certified folder. */
function copied(): string {
  copies += 1;
  const folder = join(home, `copy-${copies}`);
  cpSync(certified, folder, { recursive: true });
  return folder;
}

/** A folder with a changed report and traffic, and an unsigned certificate that fits it to the byte. */
async function forged(change: (saved: Saved) => Saved, spoil: (folder: string) => void = () => {}) {
  const folder = copied();
  const { report, exchanges } = change(honest);
  await writeReports(report, exchanges, folder);
  spoil(folder);
  const written = files.map((name) => join(folder, name));
  await writeCertificate(folder, certificateFor(report, written));
  return folder;
}

/** What a verifier with the suite that judged finds wrong, a line each. */
async function faultsOf(folder: string, challenge?: string): Promise<string> {
  const { problem } = await verifyCertificate({
    name: 'certificate.json',
    certificate: readGiven(join(folder, 'certificate.json')) ?? new Uint8Array(),
    read: (name) => readGiven(join(folder, name)),
    suite: honest.report.suite,
    rejudge: rejudgeReport,
    ...(challenge === undefined ? {} : { challenge }),
  });
  return problem ? `${problem.file}: ${problem.message}` : '';
}

type Report = Saved['report'];
const withReport =
  (changes: (report: Report) => Partial<Report>) =>
  ({ report, exchanges }: Saved): Saved => ({
    report: { ...report, ...changes(report) },
    exchanges,
  });
const withRun = (changes: (run: Report['run']) => Partial<Report['run']>) =>
  withReport(({ run }) => ({ run: { ...run, ...changes(run) } }));

test('a conformant full run earns a signed certificate, and says so', () => {
  expect(line).toMatch(/^Certificate: .*certificate\.json, signed by key [0-9a-f]{64}$/);
  expect(readFileSync(join(certified, 'certificate.json'), 'utf8')).not.toContain('PRIVATE');
});

/** A text without what differs from run to run: address, time, digests and the number of requirements. */
const masked = (text: string) =>
  text
    .replaceAll(/https?:\/\/[^\s;]+/g, 'ADDRESS')
    .replaceAll(/\b[0-9a-f]{8,64}\b…?/g, 'HEX')
    .replaceAll(/plan \w+/g, 'plan PLAN')
    .replaceAll(/\d+ requirements/g, 'N requirements')
    .replaceAll(/\S+T\S+Z/g, 'TIME');

/** What docs/certificate.md shows of it. */
const sample = /\n```\n(?<lines>Certified: [\s\S]*?)\n```/.exec(
  readFileSync(join(packageRoot, 'docs', 'certificate.md'), 'utf8'),
)?.groups?.lines;

test('verify says what is certified, what was checked, and what it cannot know, as its page shows', async () => {
  for (const path of [certified, join(certified, 'certificate.json')]) {
    const { status, out, err } = await call(['verify', path, '--key', publicKey]);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(masked(out).trimEnd().split('\n')).toEqual(masked(sample ?? '').split('\n'));
  }
});

test('verify names files that the certificate does not cover', async () => {
  const folder = copied();
  writeFileSync(join(folder, 'audit.txt'), 'all is well');
  const { status, out } = await call(['verify', folder, '--key', publicKey]);
  expect(status).toBe(0);
  expect(out).toMatch(/\nnot covered by the certificate: audit\.txt\n$/);
});

function flipped(bytes: Uint8Array, at: number, mask: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ mask;
  return changed;
}

test('any byte changed in any file is refused and named, signed or not', async () => {
  const unsigned = await forged((saved) => saved);
  for (const [folder, key] of [
    [certified, signer.publicKey],
    [unsigned, undefined],
  ] as const) {
    const all = new Map(
      [...files, 'certificate.json'].map((name) => [name, readFileSync(join(folder, name))]),
    );
    const check = (changed: string, bytes: Uint8Array) => {
      const of = (name: string) => (name === changed ? bytes : all.get(name));
      return verifyCertificate({
        name: 'certificate.json',
        certificate: of('certificate.json') ?? new Uint8Array(),
        read: of,
        ...(key && { key }),
        suite: honest.report.suite,
        rejudge: async (report, exchanges) => ({ report, exchanges }),
      });
    };
    expect((await check('', new Uint8Array())).problem).toBeUndefined();
    const place = fc.constantFrom(...all.keys()).chain((name) =>
      fc.record({
        name: fc.constant(name),
        at: fc.nat((all.get(name)?.length ?? 1) - 1),
        mask: fc.integer({ min: 1, max: 255 }),
      }),
    );
    // Of the last character of a signature in Base64 some bits mean nothing: the next character is read alike.
    const text = `${all.get('certificate.json')}`;
    const last = Math.max(0, text.lastIndexOf('=="') - 1);
    const mask = text.charCodeAt(last) ^ (text.charCodeAt(last) + 1);
    const alike = { name: 'certificate.json', at: last, mask };
    await fc.assert(
      fc.asyncProperty(place, async ({ name, at, mask }) => {
        const bytes = flipped(all.get(name) ?? new Uint8Array(), at, mask);
        const { problem, report } = await check(name, bytes);
        expect(report).toBeUndefined();
        expect(`${problem?.file} ${problem?.message}`).toContain(name);
      }),
      { numRuns: 50, seed: 1, examples: [[alike]] },
    );
  }
});

test('another key is refused, and no key for a signed certificate is a usage error', async () => {
  const other = await verify(certified, '--key', strangersKey);
  expect(other.status).toBe(1);
  expect(other.out).toMatch(/^certificate\.json: it is not signed by the given key \(\w{64}\)/);
  const none = await verify(certified);
  expect(none).toMatchObject({ status: 2, out: '' });
  expect(none.err).toMatch(/^error: certificate\.json is signed: .*--key.*\n$/);
});

test('a certificate that names another key than the one that signed it is refused', async () => {
  const folder = copied();
  const file = join(folder, 'certificate.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(?<="keyid": ")\w+/, '0'.repeat(64)));
  const { status, out } = await verify(folder, '--key', publicKey);
  expect(status).toBe(1);
  expect(out).toContain(`but names ${'0'.repeat(64)} as its signer`);
});

test('an unsigned certificate holds, says that nobody speaks for it, and is refused with a key', async () => {
  const folder = await forged((saved) => saved);
  const alone = await verify(folder);
  expect(alone.status).toBe(0);
  expect(alone.out).toMatch(/^Unsigned, so nobody vouches .*\nstated by the vendor, not/);
  const { status, out } = await verify(folder, '--key', publicKey);
  expect(status).toBe(1);
  expect(out).toContain('certificate.json: it is unsigned');
});

test('a reformatted certificate, and what was signed without its signature, are called so', async () => {
  const folder = copied();
  const file = join(folder, 'certificate.json');
  const envelope = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(envelope));
  expect(await faultsOf(folder)).toMatch(/^\S+ it was reformatted or edited: ask for/);
  writeFileSync(file, Buffer.from(envelope.payload, 'base64'));
  expect(await faultsOf(folder)).toMatch(/^certificate\.json: its signature was removed/);
});

test('a missing file is named, and a missing certificate is a usage error', async () => {
  const folder = copied();
  rmSync(join(folder, 'badge.svg'));
  expect(await verify(folder, '--key', publicKey)).toMatchObject({
    status: 1,
    out: expect.stringMatching(/^badge\.svg: it is missing\n/),
  });
  const report = await verify(join(folder, 'conformance.json'), '--key', publicKey);
  expect(report.out).toMatch(
    /^conformance\.json: it is not a certificate of this version: .*; name certificate\.json, or/,
  );
  rmSync(join(folder, 'certificate.json'));
  const { status, err } = await verify(folder);
  expect(status).toBe(2);
  expect(err).toMatch(/^error: ".*certificate\.json" is not there: .*\n$/);
});

/** Every answer to the question for one animal has two, with the right length. */
function listedTwice({ report, exchanges }: Saved): Saved {
  const changed = exchanges.map((one) => {
    const { request, response } = one;
    if (!request.url.endsWith('?limit=1') || response === undefined) return one;
    const body = response.body.replace(/^\[(.*)\]$/s, '[$1,$1]');
    const length = `${Buffer.byteLength(body)}`;
    const headers = response.headers.map(
      ([name, value]): HeaderPair => [name, /^content-length$/i.test(name) ? length : value],
    );
    return { ...one, response: { ...response, body, headers } };
  });
  return { report, exchanges: changed };
}

const withSetting = (flag: string, value: string) =>
  withRun(({ settings }) => ({ settings: { ...settings, [flag]: value } }));

const foreign = /^conformance\.json: it is not what this suite writes for this traffic$/m;

const attacks: readonly [string, (saved: Saved) => Saved, RegExp][] = [
  [
    'an empty recording',
    ({ report }) => ({ report: { ...report, run: { ...report.run, requests: 0 } }, exchanges: [] }),
    /^conformance\.json: no request was sent$/m,
  ],
  ['a passed check that the traffic does not show', listedTwice, foreign],
  [
    'a challenge that came after the traffic',
    withRun(({ settings }) => ({
      seed: seedOfChallenge(token),
      settings: { ...settings, '--challenge': token },
    })),
    foreign,
  ],
  [
    'a challenge with a seed of his own choice',
    withSetting('--challenge', token),
    /^conformance\.json: .*--seed "7": a challenge determines the seed/m,
  ],
  [
    'another suite',
    withReport(({ suite }) => ({ suite: { ...suite, digest: 'a'.repeat(64) } })),
    /^conformance\.json: it was judged by \S+ \S+ \(sha256 a{64}\), and this is /m,
  ],
  [
    'a signed run whose signature was removed',
    withRun(() => ({ signingKey: 'a'.repeat(64) })),
    /^certificate\.json: its signature was removed: the run signed with key a{64}$/m,
  ],
  ['a summary of his own', withReport(() => ({ summary: 'conformant, and better' })), foreign],
];

test.each(attacks)('%s is refused', async (_, change, reason) => {
  expect(await faultsOf(await forged(change))).toMatch(reason);
});

test('an arbitrary page among the files is refused', async () => {
  const spoil = (folder: string) =>
    writeFileSync(join(folder, 'conformance.html'), '<h1>Certified by us</h1>');
  expect(await faultsOf(await forged((saved) => saved, spoil))).toMatch(
    /^conformance\.html: it is not what this suite writes for this traffic$/m,
  );
});

test('a certificate that would be refused is not issued, and the run says why', async () => {
  const folder = copied();
  const { report, exchanges } = honest;
  const written = await writeReports(report, exchanges, folder);
  expect(await certify(report, written, folder)).toMatch(/^Certificate: /);
  rmSync(join(folder, 'certificate.json'));
  const wrong = { ...report, summary: 'conformant, and better' };
  const again = await writeReports(wrong, exchanges, folder);
  expect(await certify(wrong, again, folder)).toMatch(
    /^No certificate: verify would reject it, .*: conformance\.json: it is not what this suite/,
  );
  expect(existsSync(join(folder, 'certificate.json'))).toBe(false);
});

test('a run that was given a challenge is bound to it, and to no other', async () => {
  expect(await faultsOf(challenged, token)).toBe('');
  expect(await faultsOf(challenged, 'another-challenge')).toBe(
    `conformance.json: the run had another challenge, ${token}`,
  );
  const unbound = await forged((saved) => saved);
  expect(await faultsOf(unbound, token)).toBe('conformance.json: the run had no challenge');
  const { status, out } = await verify(challenged, '--challenge', token);
  expect(status).toBe(0);
  expect(out).toContain(`checked: the run used the challenge ${token}\n`);
  expect(out).toMatch(/^chosen by the vendor: --grace 6$/m);
});

test('a run with valid settings removes the reports of an earlier one, and nothing else', async () => {
  const folder = copied();
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  mkdirSync(join(folder, 'again'));
  const before = readdirSync(folder);
  const dead = ['run', '--base-url', 'http://127.0.0.1:9/v1', '--out', folder];
  expect((await call([...dead, '--api-key-file', 'no-file'])).status).toBe(2);
  expect(readdirSync(folder)).toEqual(before);
  const { err } = await call([...dead, '--profile', 'quick'], {
    PETSTORE_API_KEY: 'Unspeakable-Key-1',
  });
  expect(err).toContain(`removed from ${folder} (earlier run): `);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['again', 'notes.txt']));
  expect(readdirSync(folder)).not.toContain('certificate.json');
});
