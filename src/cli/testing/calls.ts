/** For tests: calls of the program, in a process of its own or in this one, and what they print. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../package/package.ts';
import { execute } from '../program.ts';
import { builtProgram } from './npx.ts';

/** Variables by name. */
type Variables = Readonly<Record<string, string>>;

interface Surroundings {
  readonly cwd: string;
  readonly env?: Variables;
  /** Whether it gets a process group of its own. */
  readonly detached?: boolean;
}

/** An empty folder. */
export const newFolder = () => mkdtempSync(join(tmpdir(), 'call-'));

/** Starts Node with these words, and with nothing of the environment but PATH and what is given. */
export function startNode(words: readonly string[], { cwd, env, detached = false }: Surroundings) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, words, { cwd, env: { PATH, ...env }, detached });
  const printed = { out: '', err: '' };
  for (const [name, stream] of [['out', child.stdout] as const, ['err', child.stderr] as const]) {
    stream.setEncoding('utf8').on('data', (text) => {
      printed[name] += text;
    });
  }
  const ended = once(child, 'close').then(([status, signal]) => ({ status, signal, ...printed }));
  return { child, printed, ended };
}

/** Runs a command line of the built program in a folder, to its end; `npm test` builds it first. */
export async function callIn(
  cwd: string,
  argv: readonly string[],
  env: Variables = {},
  program = builtProgram,
) {
  const { status, out, err } = await startNode([program, ...argv], { cwd, env }).ended;
  return { status, out, err };
}

/** Copies these parts of the package into a folder, where its dependencies are found, too. */
export function copyPackage(folder: string, parts: readonly string[]): void {
  for (const part of parts) {
    cpSync(join(packageRoot, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
}

/** The command line `verify …` of the built program: its suite is the one that judged. */
export const verify = (...argv: string[]) => callIn('.', ['verify', ...argv]);

/** Runs a command line in this process: `.env` is looked for in the folder, and paths must be absolute. */
export async function callHere(
  argv: readonly string[],
  env: Variables = {},
  folder: string = newFolder(),
) {
  const printed = { out: '', err: '' };
  const status = await execute(argv, {
    env,
    folder,
    stdout: { write: (text) => (printed.out += text) },
    stderr: { write: (text) => (printed.err += text) },
    keys: [],
  });
  return { status, ...printed };
}
