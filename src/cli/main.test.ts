import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoKey } from '../reference/server.ts';
import { newFolder, startNode } from './testing/calls.ts';
import { builtProgram, programOfModules } from './testing/npx.ts';

function start(argv: string[], env: Record<string, string> = {}, program = builtProgram) {
  const folder = newFolder();
  return { folder, ...startNode([program, ...argv], { cwd: folder, env }) };
}

test('the program exits with the status of its command', async () => {
  expect(await start(['explain', 'auth.missing-key']).ended).toMatchObject({ status: 0, err: '' });
  expect(await start(['run']).ended).toMatchObject({ status: 2, out: '' });
});

/** Everything that a command line loads. */
async function loadedBy(argv: string[]): Promise<string> {
  const coverage = mkdtempSync(join(tmpdir(), 'loaded-'));
  await start(argv, { NODE_V8_COVERAGE: coverage }, programOfModules).ended;
  return readdirSync(coverage)
    .map((name) => readFileSync(join(coverage, name), 'utf8'))
    .flatMap((text) => JSON.parse(text).result.map(({ url }: { url: string }) => url))
    .join('\n');
}

test.each([
  [['--version'], '/cli/program', ['/reference/', '/cli/run']],
  [['run'], '/cli/run', ['/reference/', '/undici/', '/fast-check/', '/suites/', '/judge/']],
  [['run', '--reference', '--only', 'version.base-path'], '/suites/', ['/yaml/', '/dist/lab/']],
])('%j loads %s and what it needs, none of %j', async (argv, needed, needless) => {
  const loaded = await loadedBy(argv);
  expect(loaded).toContain(needed);
  expect(needless.filter((part) => loaded.includes(part))).toEqual([]);
});

test.each([
  ['the working folder is gone', 'rmdir "$PWD"', 2, 'the working folder is gone: ENOENT'],
  ['too few files may be open', 'ulimit -n 20', 70, 'the program cannot be loaded: this process'],
])('if %s no stack is printed, and the status is not a verdict', (_, before, status, said) => {
  const words = ['-c', `${before}; exec "$0" "$@"`, process.execPath, builtProgram, 'list'];
  const ended = spawnSync('bash', words, { cwd: newFolder(), encoding: 'utf8' });
  expect(ended).toMatchObject({ status, stdout: '' });
  expect(ended.stderr).toMatch(new RegExp(`^error: ${said}.*\n$`));
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'serve answers until %s, and exits with 0',
  async (signal) => {
    const { child, printed, ended } = start(['serve', '--port', '0', '--plan', 'free']);
    await once(child.stdout, 'data');
    const [, address] = /at (\S+) \(plan free, API key /.exec(printed.out) ?? [];
    expect(printed.out).toContain(demoKey);
    const response = await fetch(`${address}/pets`, {
      headers: { authorization: `Bearer ${demoKey}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-ratelimit-limit')).toBe('60');
    await response.text();
    child.kill(signal);
    expect(await ended).toMatchObject({ status: 0, err: '' });
  },
);

test('serve never prints a configured key', async () => {
  const { child, ended } = start(['serve', '--port', '0'], { PETSTORE_API_KEY: 'Unspeakable' });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const { out, err } = await ended;
  expect(out).toContain('API key as configured');
  expect(out + err).not.toContain('Unspeakable');
});
