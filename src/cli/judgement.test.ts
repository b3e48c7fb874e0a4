import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { demoKey } from '../reference/server.ts';
import { builtProgram } from './testing/npx.ts';

// The built program against another process of it, as in a pipeline; `npm test` builds it first.
const { PATH = '' } = process.env;
const started: ChildProcessWithoutNullStreams[] = [];

function start(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = { PETSTORE_API_KEY: demoKey },
): ChildProcessWithoutNullStreams {
  const cwd = mkdtempSync(join(tmpdir(), 'judgement-'));
  const child = spawn(process.execPath, [builtProgram, ...argv], { cwd, env: { PATH, ...env } });
  started.push(child);
  return child;
}

afterEach(() => {
  for (const child of started.splice(0)) child.kill();
});

async function serve(...flags: readonly string[]): Promise<string> {
  const child = start(['serve', '--port', '0', ...flags]);
  const [line] = await once(child.stdout, 'data');
  return /at (\S+) /.exec(String(line))?.[1] ?? String(line);
}

async function judge(baseUrl: string, ...flags: readonly string[]) {
  const out = mkdtempSync(join(tmpdir(), 'judged-'));
  const child = start(['run', '--base-url', baseUrl, '--seed', '7', '--out', out, ...flags]);
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += String(text);
  });
  const [status] = await once(child, 'close');
  const report = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
  const failed = report.requirements
    .filter(
      (requirement: { level: string; outcome: string }) =>
        requirement.level === 'required' && requirement.outcome === 'failed',
    )
    .map((requirement: { id: string }) => requirement.id);
  return { status, printed, verdict: report.verdict, failed };
}

test('a conformant server in another process is conformant', async () => {
  const result = await judge(await serve());
  expect(result).toMatchObject({ status: 0, verdict: 'conformant', failed: [] });
  expect(result.printed.trimEnd().split('\n').at(-1)).toMatch(/^conformant for the core profile/);
});

test('a dry run says what it would cost and ask, and sends nothing', async () => {
  // Nothing listens there: a request would end the run with 3. No key is given, as none is sent.
  const argv = ['run', '--base-url', 'http://127.0.0.1:9/v1', '--plan', 'free', '--dry-run'];
  const child = start(argv, {});
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += String(text);
  });
  const [status] = await once(child, 'close');
  expect(status).toBe(0);
  expect(printed).toMatch(
    /^about \d+ requests and \d+ animals on an empty store, .* at 60 a minute /,
  );
  expect(printed).toContain('nothing was sent to http://127.0.0.1:9/v1');
  expect(printed).toMatch(/^ +1 +\d+ {2}create\.missing-name: an empty object$/m);
});

test.each([
  ['auth.key-compared-by-prefix', 'auth.invalid-key'],
  ['create.status-required', 'create.status-optional'],
  ['media.problem-for-bad-requests', 'media.json'],
])('a server with the fault %s is non-conformant by %s alone', async (fault, requirement) => {
  const result = await judge(await serve('--fault', fault));
  expect(result).toMatchObject({ status: 1, verdict: 'non-conformant', failed: [requirement] });
  expect(result.printed).toContain(`FAILED ${requirement}`);
  expect(result.printed).toContain('curl -gi');
  expect(result.printed).toMatch(new RegExp(`run it again: .*--seed 7.* --only ${requirement}`));
  expect(result.printed).not.toContain(demoKey);
});
