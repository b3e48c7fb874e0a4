import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { demoKey } from '../reference/server.ts';
import { callIn, newFolder, startNode } from './testing/calls.ts';
import { builtProgram } from './testing/npx.ts';

// The built program against another process of it, as in a pipeline; `npm test` builds it first.
async function serve(...flags: readonly string[]): Promise<string> {
  const words = [builtProgram, 'serve', '--port', '0', ...flags];
  const { child } = startNode(words, { cwd: newFolder(), env: { PETSTORE_API_KEY: demoKey } });
  onTestFinished(() => void child.kill());
  const [line] = await once(child.stdout, 'data');
  return /at (\S+) /.exec(String(line))?.[1] ?? String(line);
}

async function judge(baseUrl: string, ...flags: readonly string[]) {
  const folder = newFolder();
  const argv = ['run', '--base-url', baseUrl, '--seed', '7', '--out', folder, ...flags];
  const { status, out } = await callIn(folder, argv, { PETSTORE_API_KEY: demoKey });
  const report = JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8'));
  const failed = report.requirements
    .filter(
      (requirement: { level: string; outcome: string }) =>
        requirement.level === 'required' && requirement.outcome === 'failed',
    )
    .map((requirement: { id: string }) => requirement.id);
  return { status, out, verdict: report.verdict, failed };
}

test('a dry run says what it would cost and ask, and sends nothing', async () => {
  // Nothing listens there: a request would end the run with 3. No key is given, as none is sent.
  const argv = ['run', '--base-url', 'http://127.0.0.1:9/v1', '--plan', 'free', '--dry-run'];
  const { status, out } = await callIn(newFolder(), argv);
  expect(status).toBe(0);
  expect(out).toMatch(
    /^about 108 requests and up to 30 new animals; about .* at 60 requests a minute\n/,
  );
  expect(out).toContain('nothing was sent to http://127.0.0.1:9/v1');
  expect(out).toMatch(
    /^ +1 +\d+ {2}create\.missing-name: name stands elsewhere, or under another name$/m,
  );
  const selected = await callIn(newFolder(), [...argv, '--only', 'list.limit']);
  expect(selected.out).toMatch(/list\.limit: limit=1\n/);
  expect(selected.out).not.toContain('create.missing-name');
});

test('a server with one fault is non-conformant by one requirement alone', async () => {
  const result = await judge(await serve('--fault', 'create.status-required'));
  const failed = ['create.status-optional'];
  expect(result).toMatchObject({ status: 1, verdict: 'non-conformant', failed });
  expect(result.out).toContain('FAILED create.status-optional');
  expect(result.out).toContain('curl -gi');
  expect(result.out).toMatch(/^Run again: .* --seed 7/m);
  expect(result.out).not.toContain(demoKey);
});
