/** For tests: a run as people start it, against a server with two faults. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { packageRoot } from '../../package/package.ts';
import { together } from '../../reference/changes.ts';
import { faults } from '../../reference/faults.ts';
import { startReference } from '../../reference/server.ts';

/** Each breaks requirements of its own. */
const broken = ['list.limit-one-too-many', 'refuse.name-defaulted'];

/** Runs the built program against the reference server with the faults; its reports are in the folder. */
export async function runAgainstBroken(out: string): Promise<void> {
  const changes = broken.map((id) => faults.find((fault) => fault.id === id)?.change);
  const server = await startReference({
    plan: 'business',
    change: together(...changes.map((change, at) => change ?? missing(broken[at]))),
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

function missing(id: string | undefined): never {
  throw new Error(`the lab has no fault ${id} of the server's behaviour`);
}
