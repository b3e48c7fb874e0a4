/** For tests: a run as people start it, against a server with two faults. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { packageRoot } from '../../package/package.ts';
import { together } from '../../reference/changes.ts';
import { startReference } from '../../reference/server.ts';
import { changeOf } from '../../reference/testing/change-of.ts';

/** Each breaks requirements of its own. */
const broken = ['list.limit-one-too-many', 'refuse.name-defaulted'];

/** Runs the built program against the reference server with the faults; its reports are in the folder. */
export async function runAgainstBroken(out: string): Promise<void> {
  const server = await startReference({
    plan: 'business',
    change: together(...broken.map((id) => changeOf(id))),
  });
  const main = join(packageRoot, 'dist/src/cli/main.js');
  const args = [main, 'run', '--base-url', server.baseUrl, '--seed', '1', '--out', out];
  const names = ['--implementation', 'Corner Pet Shop', '--implementation-version', '2.1'];
  const env = { ...process.env, PETSTORE_API_KEY: server.apiKey };
  try {
    const code = await new Promise((resolve) => {
      execFile(process.execPath, [...args, ...names], { env, cwd: out }, (error) =>
        resolve(error === null ? 0 : error.code),
      );
    });
    expect(code).toBe(1);
  } finally {
    await server.close();
  }
}
