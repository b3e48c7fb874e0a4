import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bearerToken } from '../../reference/behaviour.ts';
import type { Call } from '../../reference/call.ts';
import { type Change, together } from '../../reference/changes.ts';
import { startReference } from '../../reference/server.ts';
import { ownWindow } from '../../reference/variants/quotas.ts';
import { builtProgram } from './npx.ts';

const { PATH = '' } = process.env;

/** Runs a command line of the built program in a folder, to its end; `npm test` builds it first. */
export async function callIn(
  cwd: string,
  argv: readonly string[],
  env: Record<string, string> = {},
  program = builtProgram,
) {
  const child = spawn(process.execPath, [program, ...argv], { cwd, env: { PATH, ...env } });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said.err += text;
  });
  const [status] = await once(child, 'close');
  return { status, ...said };
}

/** The command line `verify …` of the built program: its suite is the one that judged. */
export function verify(...argv: string[]) {
  return callIn('.', ['verify', ...argv]);
}

/**
 * A server of plan pro, conformant unless it is changed, and a second key with a limit that is soon spent, however
 * busy the machine.
 */
export async function startShop(change: Change = () => ({})) {
  const spareKey = 'Reference-Spare-Key-4Tz';
  const isSpare = (call: Call) => bearerToken(call) === spareKey;
  const spare = ownWindow(30, 2500);
  const server = await startReference({
    plan: 'pro',
    change: together(change, ({ authorized, caller, quota }) => ({
      authorized: (call) => authorized(call) || isSpare(call),
      caller: (call) => (isSpare(call) ? 'spare' : caller(call)),
      quota: { take: (who, at) => (who === 'spare' ? spare : quota).take(who, at) },
    })),
  });
  return { ...server, spareKey };
}
