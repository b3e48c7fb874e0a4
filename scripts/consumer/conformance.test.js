import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { run } from 'petstore-conformance';
import { conformance } from 'petstore-conformance/vitest';
import { expect, test } from 'vitest';

const apiKey = 'a-key-of-the-pack-test';

/** The packed reference server, in a process of its own. */
async function start() {
  const argv = [
    'node_modules/petstore-conformance/dist/bundle/cli/main.js',
    'serve',
    '--port',
    '0',
  ];
  const child = spawn(process.execPath, argv, {
    env: { ...process.env, PETSTORE_API_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { baseUrl: /at (\S+) /.exec(`${line}`)[1], stop: () => child.kill() };
}

conformance({ start, apiKey, plan: 'business' });

test('the function says the same, also twice at once, and leaves the exit status alone', async () => {
  const { baseUrl, stop } = await start();
  const settings = { baseUrl, apiKey, plan: 'business', seed: 1 };
  const reports = await Promise.all([run(settings), run({ ...settings, only: 'auth.*' })]);
  stop();
  expect(reports.map(({ verdict }) => verdict)).toEqual(['conformant', 'conformant']);
  expect(process.exitCode).toBeUndefined();
}, 60_000);
