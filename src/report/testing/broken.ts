/** For tests: a run as people start it, against a server with two faults. */
import { expect } from 'vitest';
import { callIn } from '../../cli/testing/calls.ts';
import { together } from '../../reference/changes.ts';
import { changeOf } from '../../reference/faults.ts';
import { startReference } from '../../reference/server.ts';

/** Each breaks requirements of its own. */
const broken = ['list.limit-one-too-many', 'refuse.name-defaulted'];

/** Runs the built program against the reference server with the faults; its reports are in the folder. */
export async function runAgainstBroken(out: string): Promise<void> {
  const server = await startReference({
    plan: 'business',
    change: together(...broken.map((id) => changeOf(id))),
  });
  const argv = ['run', '--base-url', server.baseUrl, '--seed', '1', '--out', out];
  const names = ['--implementation', 'Corner Pet Shop', '--implementation-version', '2.1'];
  const env = { PETSTORE_API_KEY: server.apiKey };
  const { status } = await callIn(out, [...argv, ...names], env).finally(() => server.close());
  expect(status).toBe(1);
}
