import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../package/package.ts';
import { formats } from '../report/write.ts';
import { startNode } from './testing/calls.ts';
import { builtProgram } from './testing/npx.ts';

// Answers the first request of each run with a list, and no other: a run waits until it is stopped.
const hanging = createServer((request, response) => {
  if (request.url === '/v1/pets?limit=100') response.end('[]');
});

beforeAll(async () => {
  hanging.listen(0, '127.0.0.1');
  await once(hanging, 'listening');
});
afterAll(() => {
  hanging.closeAllConnections();
  hanging.close();
});

function baseUrl(): string {
  const address = hanging.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`;
}

function start(argv: readonly string[], cwd: string) {
  const env = { PETSTORE_API_KEY: 'Unspeakable-0123456' };
  // A process group of its own, so that what it leaves behind can be found.
  return startNode(argv, { cwd, env, detached: true });
}

/** Milliseconds from the start of the program: while it loads, while it reads its settings, while it sends. */
test.concurrent.each([
  [0, 'SIGINT'],
  [2500, 'SIGINT'],
  [1200, 'SIGTERM'],
  [1500, 'SIGHUP'],
] as const)(
  'a run that is stopped after %i ms by %s ends soon, with whole reports or none',
  async (ms, signal) => {
    const cwd = mkdtempSync(join(tmpdir(), 'interrupt-'));
    const argv = [builtProgram, 'run', '--base-url', baseUrl(), '--timeout', '60'];
    const { child, ended } = start(argv, cwd);
    await sleep(ms);
    const stoppedAt = performance.now();
    child.kill(signal);
    const result = await ended;
    // Two seconds on an idle machine; the others of this file are running as well.
    expect(performance.now() - stoppedAt).toBeLessThan(8_000);
    const out = join(cwd, 'reports');
    // Before its settings are read the program has nothing to say, and dies of the signal.
    if (result.signal !== null) {
      expect([result.signal, existsSync(out)]).toEqual([signal, false]);
    } else {
      expect(result.status).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal]);
      expect(readdirSync(out).sort()).toEqual(formats.map(({ name }) => name).sort());
      const report = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
      expect(report).toMatchObject({ run: { endedEarly: 'the run was interrupted' } });
    }
    expect(result.out + result.err).not.toMatch(/Unspeakable|internal error/);
    // Nobody of its group is left.
    expect(() => process.kill(-(child.pid ?? 0), 0)).toThrow('ESRCH');
  },
  30_000,
);

test.concurrent('a second signal ends the program at once, and the same one twice is one', async () => {
  const signals = pathToFileURL(join(packageRoot, 'dist/src/cli/command-context.js')).href;
  const script = `const { onStopSignal } = await import('${signals}');
    onStopSignal(async (signal) => {
      console.log('stopping by ' + signal);
      await 0;
      for (const end = Date.now() + 500; Date.now() < end; );
    });
    setInterval(() => {}, 1000);
    console.log('ready');`;
  const { child, ended } = start(['--input-type=module', '-e', script], tmpdir());
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  await once(child.stdout, 'data');
  // npm passes on the Ctrl-C that the terminal has sent to the program as well; the program is busy.
  child.kill('SIGINT');
  await sleep(1500);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ status: 143, out: 'ready\nstopping by SIGINT\n', err: '' });
});
