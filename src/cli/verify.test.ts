import { generateKeyPairSync } from 'node:crypto';
import {
  cpSync,
  existsSync,
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
import { requirements } from '../catalogue/catalogue.ts';
import { startReference } from '../reference/server.ts';
import { issueCertificate } from '../report/certificate/issue.ts';
import { verifyCertificate } from '../report/certificate/verify.ts';
import { readReports } from '../report/read.ts';
import type { Report } from '../report/report.ts';
import { formats, writeReports } from '../report/write.ts';
import { callIn, verify } from './testing/calls.ts';
import { startShop } from './testing/shop.ts';

const home = mkdtempSync(join(tmpdir(), 'certificate-'));
const files = formats.map(({ name }) => name);

const signer = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const pem = (name: string, text: string | Buffer) => {
  writeFileSync(join(home, name), text, { mode: 0o600 });
  return join(home, name);
};
const privatePem = `${signer.privateKey.export({ type: 'pkcs8', format: 'pem' })}`;
const privateKey = pem('key.pem', privatePem);
const publicKey = pem('public.pem', signer.publicKey.export({ type: 'spki', format: 'pem' }));
const strangersKey = pem('other.pem', stranger.publicKey.export({ type: 'spki', format: 'pem' }));

const named = [
  ...['--implementation', 'Corner Pet \u2800 \u200d Shop', '--implementation-version', '2.1'],
  ...['--contact', 'qa@shop.example'],
];

const call = (argv: readonly string[], env?: Record<string, string>) => callIn(home, argv, env);

/** The one full run that the tests share: signed, in a folder of its own. */
const certified = join(home, 'certified');
let run: Awaited<ReturnType<typeof call>>;

beforeAll(async () => {
  const { baseUrl, apiKey, spareKey, close } = await startShop();
  const flags = ['--base-url', baseUrl, '--plan', 'pro', '--profile', 'full', '--seed', '7'];
  run = await call(['run', ...flags, ...named, '--sign', privateKey, '--out', certified], {
    PETSTORE_API_KEY: apiKey,
    PETSTORE_RATE_LIMIT_API_KEY: spareKey,
  });
  await close();
});

afterAll(() => rmSync(home, { recursive: true }));

let copies = 0;

/** A copy of the certified folder. */
function copied(): string {
  copies += 1;
  const folder = join(home, `copy-${copies}`);
  cpSync(certified, folder, { recursive: true });
  return folder;
}

/** A copy with the report changed, and an unsigned certificate that fits it to the byte, as a forger makes one. */
async function forged(change: (report: Report) => Report): Promise<string> {
  const folder = copied();
  const { report, exchanges } = await readReports(folder);
  const changed = change(report);
  await writeReports(changed, exchanges, folder);
  const written = files.map((name) => join(folder, name));
  await issueCertificate({ report: changed, written, folder });
  return folder;
}

function flipped(bytes: Uint8Array, at: number, mask: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ mask;
  return changed;
}

test('a conformant full run writes a signed certificate last, says so, and shows nothing of the key', () => {
  expect(run).toMatchObject({ status: 0 });
  const lines = run.out.trimEnd().split('\n');
  expect(lines.at(-2)).toMatch(/^Certificate: .*certificate\.json, signed by key [0-9a-f]{64}$/);
  expect(lines.at(-1)).toMatch(/^conformant for the full profile/);
  expect(readdirSync(certified).sort()).toEqual([...files, 'certificate.json'].sort());
  const body = privatePem.split('\n')[1] ?? '';
  const everything = readdirSync(certified).map((name) =>
    readFileSync(join(certified, name), 'utf8'),
  );
  for (const text of [run.out, run.err, ...everything]) {
    expect(text).not.toContain(body);
    expect(text).not.toContain('key.pem');
  }
});

test('the certificate alone says what was judged, for what, by what and when', () => {
  const { payload } = JSON.parse(readFileSync(join(certified, 'certificate.json'), 'utf8'));
  const statement = JSON.parse(Buffer.from(payload, 'base64').toString());
  expect(statement.subject.map(({ name }: { name: string }) => name).sort()).toEqual(files.sort());
  expect(statement.predicate).toMatchObject({
    result: 'PASSED',
    configuration: [
      {
        uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
        annotations: {
          name: 'Corner Pet \u2800 \u200d Shop',
          version: '2.1',
          contact: 'qa@shop.example',
        },
      },
      { annotations: { title: 'Pet Store Service Interface Specification', version: '1.0.0' } },
      { name: 'suite', annotations: { profile: 'full', plan: 'pro', seed: 7 } },
    ],
    passedTests: expect.arrayContaining(['rate.enforced', 'list.limit']),
    failedTests: [],
  });
});

const required = requirements.filter(({ level }) => level === 'required').length;

test('verify says what is certified, what was checked, and what it cannot know', async () => {
  for (const path of [certified, join(certified, 'certificate.json')]) {
    const { status, out, err } = await call(['verify', path, '--key', publicKey]);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const lines = out.trimEnd().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Certified: what answered at \\S+ conforms to the Pet Store Service Interface Specification 1\\.0\\.0; profile full, plan pro; ${required} requirements passed; on \\S+Z$`,
        ),
      ),
      'named by the signer, and not checked: Corner Pet Shop 2.1; contact qa@shop.example',
      expect.stringMatching(/^checked: the signature, by key [0-9a-f]{64}$/),
      'checked: each of the 7 files has the SHA-256 that certificate.json names',
      expect.stringMatching(
        /^checked: this same suite judged: petstore-\S+ \S+ \(sha256 \w{64}\)$/,
      ),
      'checked: the verdict of the report follows from its outcomes, and these from its checks',
      expect.stringMatching(
        /^checked: \d+ exchanges, in order and in the time of the run, all with h/,
      ),
      'checked: each file is what the suite writes of report and traffic',
      `checked: judged again from the traffic, by this suite: conformant, ${required} requirements passed`,
      expect.stringMatching(/^not known: whether the traffic is of http\S+ and unaltered: /),
      'not known: when it was recorded: the run was given no challenge (run --challenge)',
      "not known: whether its settings were others, where no traffic shows them; by the signer's word: --max-wait 120, --timeout 10, --grace 5, --concurrency 4, --max-body 2, --ca not given",
    ]);
  }
});

test.each([...files, 'certificate.json'])(
  '%s with one byte changed is refused and named',
  async (name) => {
    const folder = copied();
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, name), flipped(bytes, bytes.length >> 1, 1));
    const { status, out, err } = await verify(folder, '--key', publicKey);
    expect({ status, err }).toEqual({ status: 1, err: '' });
    expect(out).toMatch(new RegExp(`^${name}: `, 'm'));
    expect(out).not.toContain('Certified');
  },
);

test('a folder whose line ends a checkout changed is refused with what did it, and what to do', async () => {
  const folder = copied();
  const remedy = /; git does so \(core\.autocrlf\): put "\* -text" into a \.gitattributes /;
  const asCrlf = (names: readonly string[]) => {
    for (const name of names) {
      const text = readFileSync(join(folder, name), 'latin1');
      writeFileSync(join(folder, name), text.replaceAll('\n', '\r\n'), 'latin1');
    }
  };
  asCrlf(['certificate.json']);
  const alone = await verify(folder, '--key', publicKey);
  expect(alone.status).toBe(1);
  expect(alone.out).toMatch(/^certificate\.json: its line ends are CRLF and were LF /);
  expect(alone.out).toMatch(remedy);
  asCrlf(files.filter((name) => readFileSync(join(folder, name)).includes('\n')));
  const { out } = await verify(folder, '--key', publicKey);
  expect(out.match(/^conformance\.(?:json|md|html): its line ends are CRLF /gm)).toHaveLength(3);
  expect(out.match(new RegExp(remedy, 'g'))).toHaveLength(1);
  expect(out).not.toContain('SHA-256 is');
  writeFileSync(join(folder, 'conformance.md'), 'another\r\n');
  expect((await verify(folder, '--key', publicKey)).out).toMatch(
    /^conformance\.md: it is not the file that was certified: its SHA-256 is /m,
  );
});

test('any byte changed in any file is refused and named, signed or not', async () => {
  const unsigned = await forged((report) => report);
  const { suite } = (await readReports(certified)).report;
  for (const [folder, key] of [
    [certified, signer.publicKey],
    [unsigned, undefined],
  ] as const) {
    const all = new Map(
      [...files, 'certificate.json'].map((name) => [name, readFileSync(join(folder, name))]),
    );
    const ask = (changed: string, bytes: Uint8Array) => {
      const of = (name: string) => (name === changed ? bytes : all.get(name));
      const certificate = of('certificate.json') ?? new Uint8Array();
      return verifyCertificate({
        name: 'certificate.json',
        certificate,
        read: of,
        ...(key && { key }),
        suite,
        rejudge: async (report, exchanges) => ({ report, exchanges }),
      });
    };
    expect((await ask('', new Uint8Array())).problems).toEqual([]);
    const place = fc.constantFrom(...all.keys()).chain((name) =>
      fc.record({
        name: fc.constant(name),
        at: fc.nat((all.get(name)?.length ?? 1) - 1),
        mask: fc.integer({ min: 1, max: 255 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(place, async ({ name, at, mask }) => {
        const { problems, report } = await ask(
          name,
          flipped(all.get(name) ?? new Uint8Array(), at, mask),
        );
        expect(report === undefined).toBe(true);
        expect(problems.map(({ file, message }) => `${file} ${message}`).join('\n')).toContain(
          name,
        );
      }),
      { numRuns: 50 },
    );
  }
});

test('a digest changed in an unsigned certificate names the certificate beside the file that it is of', async () => {
  const folder = await forged((report) => report);
  const path = join(folder, 'certificate.json');
  const text = readFileSync(path, 'utf8');
  const digests = [...text.matchAll(/"name":\s*"([^"]+)",\s*"digest":\s*\{\s*"sha256":\s*"(\w)/g)];
  const ofFiles = digests.filter(([, name = '']) => files.includes(name));
  expect(ofFiles).toHaveLength(files.length);
  for (const [whole, name = '', digit] of ofFiles) {
    const other = digit === '0' ? '1' : '0';
    writeFileSync(path, text.replace(whole, `${whole.slice(0, -1)}${other}`));
    const { status, out } = await verify(folder);
    expect(status).toBe(1);
    expect(out).toMatch(new RegExp(`^${name}: .* certificate\\.json says ${other}`, 'm'));
    expect(out).toContain('not checked: the traffic was not judged again, as a file was altered');
  }
});

test('white space at the end of a certificate is refused', async () => {
  const folder = copied();
  writeFileSync(
    join(folder, 'certificate.json'),
    `${readFileSync(join(folder, 'certificate.json'), 'utf8')}\n`,
  );
  expect(await verify(folder, '--key', publicKey)).toMatchObject({
    status: 1,
    out: expect.stringMatching(/^certificate\.json: it is not byte for byte as it was written\n/),
  });
});

test('another key is refused, and no key for a signed certificate is a usage error', async () => {
  const other = await call(['verify', certified, '--key', strangersKey]);
  expect(other.status).toBe(1);
  expect(other.out).toMatch(
    /^certificate\.json: it is not signed by the given key \([0-9a-f]{64}\)/,
  );
  const none = await verify(certified);
  expect(none).toMatchObject({ status: 2, out: '' });
  expect(none.err).toMatch(/^error: certificate\.json is signed: .*--key.*\n$/);
});

test('an unsigned certificate holds, says that nobody speaks for it, and is refused with a key', async () => {
  const folder = await forged((report) => report);
  const alone = await verify(folder);
  expect(alone.status).toBe(0);
  expect(alone.out).toContain('not known: who wrote it: it is unsigned\n');
  const { status, out } = await verify(folder, '--key', publicKey);
  expect(status).toBe(1);
  expect(out).toContain('certificate.json: it is unsigned');
});

test('a missing file is named, and a missing certificate is a usage error', async () => {
  const folder = copied();
  rmSync(join(folder, 'badge.svg'));
  expect(await verify(folder, '--key', publicKey)).toMatchObject({
    status: 1,
    out: expect.stringMatching(/^badge\.svg: it is certified, and it is missing\n/),
  });
  const report = await verify(join(folder, 'conformance.json'), '--key', publicKey);
  expect(report.out).toMatch(
    /^conformance\.json: (?:it is not a certificate of this version|it holds no JSON, or more than).*; name certificate\.json, or the folder/,
  );
  rmSync(join(folder, 'certificate.json'));
  const { status, err } = await verify(folder);
  expect(status).toBe(2);
  expect(err).toMatch(/^error: ".*certificate\.json" is not there: .*\n$/);
});

test('a report with another verdict or outcome is refused even where every digest fits', async () => {
  const broken = (report: Report): Report => ({
    ...report,
    requirements: report.requirements.map((requirement) =>
      requirement.id === 'list.limit'
        ? {
            ...requirement,
            checks: requirement.checks.map((check) => ({ ...check, outcome: 'failed' })),
          }
        : requirement,
    ),
  });
  expect(await verify(await forged(broken))).toMatchObject({
    status: 1,
    out: expect.stringContaining(
      'conformance.json: the verdict is conformant, and its requirements make it non-conformant\n',
    ),
  });
  const verdict = await forged((report) => ({ ...report, verdict: 'non-conformant' }));
  expect(await verify(verdict)).toMatchObject({
    status: 1,
    out: expect.stringContaining('conformance.json: the verdict is non-conformant\n'),
  });
});

/** An advisory with another outcome than its traffic gives. */
function asAdvised(one: Report['requirements'][number]): Report['requirements'][number] {
  if (one.id !== 'auth.challenge') return one;
  const outcome = one.outcome === 'passed' ? 'failed' : 'passed';
  return { ...one, outcome, checks: one.checks.map((check) => ({ ...check, outcome })) };
}

test('a report of an older suite is judged again, and that it is not known here is told', async () => {
  const other = (report: Report): Report => ({
    ...report,
    suite: { ...report.suite, version: '0.0.9', digest: 'a'.repeat(64) },
    requirements: report.requirements.flatMap((one) =>
      one.id === 'pet.id' ? [one, { ...one, id: 'audit.passed' }] : [asAdvised(one)],
    ),
    observations: report.observations.map((one) =>
      one.id === 'gap.paging' ? { ...one, answer: 'as everybody wishes' } : one,
    ),
  });
  const { status, out } = await call(['verify', await forged(other)]);
  expect(status).toBe(0);
  expect(out).toMatch(/^Certified: .*\n/);
  expect(out).toMatch(/^checked: judged again from the traffic, by this suite: conformant/m);
  expect(out).toMatch(
    /^not known: the suite that judged, petstore-conformance 0\.0\.9 .*: no release/m,
  );
  expect(out).toMatch(/^not known: whether audit\.passed passed: this suite has no such/m);
  expect(out).toMatch(
    /^not known: who is right about 1 outcome that decide no verdict, .*: auth\.challenge \(/m,
  );
  expect(out).toMatch(/^not known: what the service does in 1 gap of which .*: gap\.paging$/m);
  expect(out).toMatch(/^not known: what the report says of its waits, silence, trace and plan/m);
});

test('a core run certifies nothing: it takes an earlier certificate away, and none fits it', async () => {
  const folder = copied();
  const server = await startReference();
  const flags = ['--base-url', server.baseUrl, '--out', folder, '--only', 'version.*', ...named];
  const core = await call(['run', ...flags], { PETSTORE_API_KEY: server.apiKey });
  await server.close();
  expect(core.status).toBe(0);
  expect(core.out).not.toMatch(/^(No c|C)ertificate:/m);
  expect(existsSync(join(folder, 'certificate.json'))).toBe(false);
  const path = join(folder, 'certificate.json');
  cpSync(join(certified, 'certificate.json'), path);
  const { status, out } = await verify(folder, '--key', publicKey);
  expect(status).toBe(1);
  expect(out).toContain('conformance.json: the profile is core, and only a full run certifies\n');
});

test('a full run that lacks a name of the certificate says which before it asks, and again at its end', async () => {
  const server = await startReference();
  const full = ['run', '--base-url', server.baseUrl, '--profile', 'full', '--only', 'version.*'];
  const { out, err, status } = await call([...full, '--contact', 'qa', '--out', home], {
    PETSTORE_API_KEY: server.apiKey,
  });
  await server.close();
  expect(status).toBe(0);
  expect(err).toContain(
    'warning: no certificate will be given: it needs --implementation and --implementation-version\n',
  );
  expect(out).toMatch(/^No certificate: .+$/m);
});

test('a named full run that certifies nothing says why, in one line', async () => {
  const full = ['run', '--reference', '--profile', 'full', '--only', 'version.*', '--out', home];
  const { out } = await call([...full, ...named]);
  expect(out).toMatch(/^No certificate: the embedded reference server was judged, .*$/m);
  expect(existsSync(join(home, 'certificate.json'))).toBe(false);
  const { err, status } = await call([...full, ...named, '--sign', privateKey]);
  expect(status).toBe(2);
  expect(err).toMatch(/^error: --sign signs .*\n$/);
});
