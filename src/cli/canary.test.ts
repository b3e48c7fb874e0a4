/** No key gets out: the program as users run it, against services that give back all that they are told. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import { callHere, startNode } from './testing/calls.ts';
import { startEcho } from './testing/echo.ts';
import { filesBelow, leaksIn, secretsOf } from './testing/leaks.ts';
import { builtProgram } from './testing/npx.ts';

const key = 'Cn4ry+Wd/9"x=Zk3-Lw_2.Qv7';
const limitKey = 'Lm5t~Other$Ky{88}Bq!zP0wU';
const seed = 7;
const secrets = [key, limitKey].flatMap((one) => secretsOf(one, seed));

/** Colours and a live line, as at a terminal. */
const terminal = `data:text/javascript,${encodeURIComponent(
  'for (const one of [process.stdout, process.stderr]) Object.assign(one, { isTTY: true, columns: 400, hasColors: () => true });',
)}`;

interface Called {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly dotenv?: string;
  readonly terminal?: true;
}

/** What a call printed, and what it left on the disk. */
interface Left {
  readonly status: unknown;
  readonly printed: string;
  readonly files: ReturnType<typeof filesBelow>;
  readonly folder: string;
}

async function call({ argv, env = {}, dotenv, terminal: live }: Called): Promise<Left> {
  const folder = mkdtempSync(join(tmpdir(), 'canary-'));
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  if (dotenv !== undefined) writeFileSync(join(folder, '.env'), dotenv);
  const words = [...(live ? ['--import', terminal] : []), builtProgram, ...argv];
  const own = { TMPDIR: temporary, PETSTORE_API_KEY: key };
  const { status, out, err } = await startNode(words, { cwd: folder, env: { ...own, ...env } })
    .ended;
  const printed = out + err;
  // The stack, which is printed here, says what a status alone does not.
  expect(status, printed).not.toBe(70);
  const files = filesBelow(folder).filter(({ path }) => path !== '.env');
  return { status, printed, files, folder };
}

/** Nothing of the secrets is in what a call left. */
function expectNothing({ printed, files }: Left): void {
  expect(leaksIn(printed, secrets), printed).toEqual([]);
  for (const { path, text } of files) {
    expect(leaksIn(`${path}\n${text}`, secrets), path).toEqual([]);
  }
}

async function echo(...settings: [manner: 'json' | 'html', windowMs?: number]): Promise<string> {
  const server = await startEcho(key, ...settings);
  onTestFinished(() => server.close());
  return server.baseUrl;
}

const reports = [
  'badge.svg',
  'conformance.html',
  'conformance.json',
  'conformance.md',
  'junit.xml',
  'traffic.har',
];

test('a core run, its reports and the reports rendered again hold no key', async () => {
  const argv = ['run', '--base-url', await echo('json'), '--seed', `${seed}`, '--grace', '0'];
  const left = await call({ argv, dotenv: `PETSTORE_RATE_LIMIT_API_KEY='${limitKey}'\n` });
  expect(left.status).toBe(1);
  expect(left.printed).toContain('[API key]');
  const paths = left.files.map(({ path }) => path.replace('reports/', ''));
  expect(paths).toEqual(expect.arrayContaining(reports));
  expectNothing(left);

  const again = await printedBy(['report', join(left.folder, 'reports')], {
    PETSTORE_API_KEY: key,
  });
  expect(again.status).toBe(0);
  expectNothing({ ...left, ...again, files: filesBelow(join(left.folder, 'reports')) });
}, 120_000);

test('no library prints the key where DEBUG asks all of them to', async () => {
  const argv = ['run', '--base-url', await echo('json'), '--seed', `${seed}`, '--only', 'list.*'];
  const left = await call({ argv, env: { DEBUG: '*', DEBUG_COLORS: '0' } });
  expect(left.printed).toContain('selected by --only or --skip');
  expectNothing(left);
}, 120_000);

test('a full run at a terminal in GitHub Actions holds neither key', async () => {
  const files = mkdtempSync(join(tmpdir(), 'canary-keys-'));
  writeFileSync(join(files, 'limit'), `${limitKey}\n`);
  const left = await call({
    argv: [
      ...['run', '--base-url', await echo('json', 1_500), '--profile', 'full', '--plan', 'free'],
      ...['--seed', `${seed}`, '--grace', '0', '--max-wait', '3', '--only', 'auth.*,rate.*'],
      ...['--rate-limit-key-file', join(files, 'limit')],
    ],
    env: { GITHUB_ACTIONS: 'true' },
    terminal: true,
  });
  // The service takes no other key, so what spends its limit stays open.
  expect(left.status).toBe(3);
  expect(left.printed).toContain('::warning title=');
  expect(left.printed).toContain('\u001b[33m');
  expectNothing(left);
}, 120_000);

test('a baseline that holds a key is refused, also one that the run does not use', async () => {
  const baseline = join(mkdtempSync(join(tmpdir(), 'canary-unused-')), 'known.yaml');
  const entry = `requirement: list.limit, reason: ${JSON.stringify(`curl -H ${key}`)}, owner: us`;
  writeFileSync(
    baseline,
    `formatVersion: 1\nknown-failures: [{ ${entry}, expires: 2999-12-31 }]\n`,
  );
  const argv = ['run', '--reference', '--only', 'version.*', '--baseline', baseline];
  const refused = await call({ argv });
  expect(refused).toMatchObject({
    status: 2,
    printed: expect.stringContaining('contains the API key'),
  });
  expectNothing(refused);
}, 60_000);

test('a read-only run against pages and redirects that tell the key holds none', async () => {
  const left = await call({
    argv: [
      ...['run', '--base-url', await echo('html'), '--profile', 'read-only', '--seed', `${seed}`],
      ...['--grace', '0', '--only', 'auth.*,list.*,error.*,media.*,gap.*'],
    ],
  });
  expect(left.status).toBe(1);
  expect(left.printed).toContain('302');
  expectNothing(left);
}, 120_000);

test('a certificate that bears the key is told without it', async () => {
  const dns = `${key.toLowerCase()}.example`;
  const pem = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: dns }] }],
  });
  const port = await listen(createServer({ key: pem.private, cert: pem.cert }));
  const files = mkdtempSync(join(tmpdir(), 'canary-ca-'));
  writeFileSync(join(files, 'ca.pem'), pem.cert);
  const left = await call({
    argv: [
      ...['run', '--base-url', `https://localhost:${port}/v1`, '--ca', join(files, 'ca.pem')],
      ...['--only', 'auth.missing-key'],
    ],
  });
  expect(left.status).toBe(3);
  expect(left.files.map(({ text }) => text).join()).toContain("is not in the cert's altnames");
  expectNothing(left);
}, 120_000);

test('neither a peer that speaks no HTTP nor a proxy that bears the key in its address tells it', async () => {
  const peer = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.end(`HTTP/1.1 200 ${key}\r\n${key}\r\n\r\n`);
  });
  const port = await listen(peer);
  const argv = ['run', '--base-url', `http://127.0.0.1:${port}/v1`, '--only', 'auth.missing-key'];
  const proxied = { HTTP_PROXY: `http://${encodeURIComponent(key)}:x@127.0.0.1:${port}` };
  const all = await Promise.all([call({ argv }), call({ argv, env: proxied })]);
  for (const left of all) {
    expect(left.status).toBe(3);
    expectNothing(left);
  }
}, 120_000);

/** A call within this process: what is printed, as nothing is sent. */
async function printedBy(argv: readonly string[], env: Record<string, string>, dotenv = '') {
  const folder = mkdtempSync(join(tmpdir(), 'canary-here-'));
  if (dotenv !== '') writeFileSync(join(folder, '.env'), dotenv, { mode: 0o600 });
  const { status, out, err } = await callHere(argv, env, folder);
  return { status, printed: out + err };
}

const address = ['--base-url', 'http://127.0.0.1:9/v1'];

const encodedKey = encodeURIComponent(key);

test.each([
  ['in the base address', ['run', '--base-url', `http://127.0.0.1:9/${encodedKey}/v1`]],
  ['in its host', ['run', '--base-url', `http://${encodedKey}.example/v1`]],
  ['in its user info', ['run', '--base-url', `http://${encodedKey}:${key}@127.0.0.1:9/v1`]],
  ['in its query', ['run', '--base-url', `http://127.0.0.1:9/v1?api_key=${key}`]],
  ['in a bad address', ['run', '--base-url', `127.0.0.1/${encodedKey}`]],
  ['in --out', ['run', ...address, '--out', `reports-${key.replace('/', '')}/${key}`]],
  ['in --implementation', ['run', ...address, '--implementation', `Acme ${key}`]],
  ['in --implementation, encoded', ['run', ...address, '--implementation', encodedKey]],
  ['in --implementation-version', ['run', ...address, '--implementation-version', key]],
  ['in --contact', ['run', ...address, '--contact', `${key.toUpperCase()}@example.org`]],
  ['in --ca', ['run', ...address, '--ca', `/etc/${key}.pem`]],
  ['in --category-id', ['run', ...address, '--category-id', key]],
  ['in --baseline', ['run', ...address, '--baseline', `${key}.json`]],
  ['in --only', ['run', ...address, '--only', key]],
  ['in --seed', ['run', ...address, '--seed', key]],
  ['in place of its file', ['run', ...address, '--api-key-file', key]],
  ['as the name of a file', ['run', ...address, '--api-key-file', `./${key}`]],
  ['in a pipeline', ['init', '--pipeline', 'github', '--base-url', `http://a/${encodedKey}`]],
  ['as a flag', ['run', `--${key}`]],
  ['as a command', [key]],
  ['as an id', ['explain', key]],
  ['as a host', ['serve', '--host', key]],
  ['as a folder', ['report', key]],
])('a key %s is refused without being shown', async (_, argv) => {
  for (const given of [argv, argv.map((one) => one.replace(key, key.toLowerCase()))]) {
    const inEnvironment = await printedBy(given, { PETSTORE_API_KEY: key });
    const inFile = await printedBy(
      given,
      { PETSTORE_API_KEY: limitKey },
      `PETSTORE_RATE_LIMIT_API_KEY='${key}'`,
    );
    for (const { status, printed } of [inEnvironment, inFile]) {
      expect(status).toBe(2);
      expect(leaksIn(printed, secrets), printed).toEqual([]);
    }
  }
});

test('a key that is in a file alone is refused in a setting without being shown', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'canary-file-')), 'key');
  writeFileSync(file, `${key}\n`);
  for (const [flag, value] of [
    ['--base-url', `http://127.0.0.1:9/${encodedKey}/v1/`],
    ['--out', `x/${key}`],
    ['--contact', key],
  ] as const) {
    const argv = ['run', ...address, '--api-key-file', file, flag, value];
    const { status, printed } = await printedBy(argv, {});
    expect(status).toBe(2);
    expect(printed).toContain(flag);
    expect(leaksIn(printed, secrets), printed).toEqual([]);
  }
  const others = [
    ['serve', '--host', `${key} `],
    ['serve', '--fault', key],
    ['run', '--max-failures', key],
  ];
  for (const argv of others) {
    const { printed } = await printedBy([...argv, '--api-key-file', file], {});
    expect(leaksIn(printed, secrets), printed).toEqual([]);
  }
});

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => void server.close());
  const at = server.address();
  return typeof at === 'object' && at !== null ? at.port : 0;
}
