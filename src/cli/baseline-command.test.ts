import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOf } from '../reference/faults.ts';
import { type ReferenceServer, startReference } from '../reference/server.ts';
import { callHere, callIn } from './testing/calls.ts';

// The built program against a server with a fault; `npm test` builds it first.
const folder = mkdtempSync(join(tmpdir(), 'baseline-'));
const fault = 'list.limit-one-too-many';

let server: ReferenceServer;

beforeAll(async () => {
  server = await startReference({ plan: 'business', change: changeOf(fault) });
});

afterAll(() => server.close());

const call = (argv: readonly string[], env?: Record<string, string>) => callIn(folder, argv, env);
const here = (argv: readonly string[]) => callHere(argv, {}, folder);

const judged = 'list.limit,list.default-limit,auth.missing-key';

function run(...flags: readonly string[]) {
  const target = ['run', '--base-url', server.baseUrl, '--seed', '7', '--only', judged];
  return call([...target, ...flags], { PETSTORE_API_KEY: server.apiKey });
}

function entry(requirement: string, expires: string): string {
  return `  - requirement: ${requirement}\n    reason: PET-123\n    owner: team\n    expires: ${expires}\n`;
}

function write(name: string, ...entries: readonly string[]): void {
  const head = 'formatVersion: 1\n\n# Staging, since the new cache\nknown-failures:\n';
  writeFileSync(join(folder, name), head + entries.join(''));
}

const text = (name: string) => readFileSync(join(folder, name), 'utf8');

const states = () =>
  JSON.parse(text('reports/conformance.json')).baseline.entries.map(
    ({ requirement, state }: { requirement: string; state: string }) => [requirement, state],
  );

test('from red to green: covered, stale, expired and elsewhere, then brought into step', async () => {
  write(
    'known.yaml',
    entry('list.limit', '2999-12-31'),
    entry('list.default-limit', '2020-01-31'),
    entry('auth.missing-key', '2999-12-31'),
    entry('rate.enforced', '2020-01-31'),
  );
  const red = await run('--baseline', 'known.yaml');
  expect(red.status).toBe(1);
  expect(states()).toEqual([
    ['list.limit', 'covered'],
    ['list.default-limit', 'expired'],
    ['auth.missing-key', 'stale'],
    ['rate.enforced', 'not-judged'],
  ]);
  expect(red.out).toMatch(/^ {2}FAILED list\.default-limit /m);
  expect(red.out).toMatch(/^ {2}covered list\.limit until 2999-12-31 \(team\): PET-123$/m);
  expect(red.out).toMatch(/^ {2}expired list\.default-limit until 2020-01-31 /m);
  expect(red.out).toMatch(/^ {2}stale auth\.missing-key until .* passes now/m);
  expect(red.out.trimEnd().split('\n').at(-1)).toMatch(
    /^non-conformant for .*; known\.yaml: 1 known failure covered, 1 stale, 1 expired; exit 1$/,
  );

  const stale = ['baseline', 'update', 'reports', '--baseline', 'known.yaml', '--only-stale'];
  const updated = await call(stale);
  expect(updated).toMatchObject({ status: 0, err: '' });
  expect(updated.out).toContain('removed auth.missing-key: it passed\n');
  const after = text('known.yaml');
  expect(after).toContain('# Staging, since the new cache');
  expect(after).toContain(entry('rate.enforced', '2020-01-31'));
  expect(after).not.toContain('auth.missing-key');

  // Its owner agrees on another day.
  writeFileSync(join(folder, 'known.yaml'), after.replace('2020-01-31', '2999-01-31'));
  const green = await run('--baseline', 'known.yaml');
  expect(green.status).toBe(0);
  expect(green.out.trimEnd().split('\n').at(-1)).toMatch(
    /^non-conformant for .*; known\.yaml: 2 known failures covered; exit 0$/,
  );
  expect(JSON.parse(text('reports/conformance.json')).verdict).toBe('non-conformant');
  expect(text('reports/junit.xml')).toMatch(/message="known until 2999-12-31 \(team\): .*expected/);
  expect(text('reports/conformance.html')).toContain('id="baseline"');

  const update = ['baseline', 'update', join(folder, 'reports'), '--baseline'];
  const idle = await here([...update, join(folder, 'known.yaml')]);
  expect(idle.status).toBe(0);
  expect(idle.out).toMatch(/^nothing to do: \S*known\.yaml is up to date with /m);

  const added = ['--owner', 'team: listing', '--reason', '#7', '--expires', '2999-06-30'];
  const first = await here([...update, join(folder, 'new.yaml'), ...added]);
  expect(first.out).toMatch(/^added list\.default-limit, until 2999-06-30\nadded list\.limit, /);
  expect(text('new.yaml')).toContain('reason: "#7"\n    owner: "team: listing"');
  const unwritten = await here([...update, join(folder, 'none', 'new.yaml'), ...added]);
  expect(unwritten).toMatchObject({ status: 74, err: expect.stringMatching(/: ENOENT\n$/) });
  const needed = await here([...update, join(folder, 'other.yaml')]);
  expect(needed).toEqual({
    status: 2,
    out: '',
    err: 'error: list.default-limit, list.limit failed and have no entry: set --owner, --reason and --expires to add, or --only-stale to add nothing\n',
  });
}, 120_000);

test('a baseline that is wrong ends the run before the first request', async () => {
  write('misspelt.yaml', entry('list.limt', '2999-12-31'));
  const argv = ['run', '--base-url', 'http://127.0.0.1:9/v1', '--out', 'unmade'];
  const env = { PETSTORE_API_KEY: 'Unspeakable-0123456' };
  const misspelt = await call([...argv, '--baseline', 'misspelt.yaml'], env);
  const missing = await call(argv, { ...env, PETSTORE_BASELINE: 'nowhere.yaml' });
  expect(existsSync(join(folder, 'unmade'))).toBe(false);
  expect(misspelt).toEqual({
    status: 2,
    out: '',
    err: 'error: misspelt.yaml:5: no requirement has the id "list.limt"; did you mean list.limit?\n',
  });
  expect(missing).toMatchObject({ status: 2, out: '' });
  expect(missing.err).toMatch(
    /^error: PETSTORE_BASELINE "nowhere\.yaml": must be a readable file \(ENOENT\); .*\n$/,
  );
});

test('baseline update says which reports or which flag are wrong', async () => {
  for (const [argv, message] of [
    [['nowhere'], /^error: cannot read nowhere.*\n$/],
    [['--expires', '2020-01-31'], /^error: --expires "2020-01-31": must be today .*\n$/],
  ] as const) {
    const { status, out, err } = await here(['baseline', 'update', ...argv]);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(message);
  }
});
