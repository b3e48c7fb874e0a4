/** Times programs, each in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { exitStatus } from '../src/cli/command-context.ts';
import { packageRoot } from '../src/package/package.ts';
import { demoKey } from '../src/reference/server.ts';
import type { Subject } from './subjects.ts';

/** What a process took. */
export interface Taken {
  readonly seconds: number;
  readonly peakMiB: number;
}

/** A built program of this folder. */
export const built = (name: string) => join(packageRoot, 'dist/bench', name);

/** Calls `use` with the address of a server that runs in a process of its own meanwhile. */
export async function against<T>(
  subject: Subject,
  use: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, [built('subject.js'), JSON.stringify(subject)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(child.stdout, 'data');
    return await use(String(line).trim());
  } finally {
    child.kill();
  }
}

/** How long a program takes, and how much memory. Throws if it fails. */
export async function timed(argv: readonly string[]): Promise<Taken> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', built('peak.js'), ...argv], {
    env: { ...process.env, PETSTORE_API_KEY: demoKey },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (text) => {
    printed += String(text);
  });
  const [status] = await once(child, 'close');
  const seconds = (performance.now() - startedAt) / 1000;
  // The last one is of the process itself, which outlives those that it starts.
  const peakMiB = Number([...printed.matchAll(/peak memory (\d+) MiB/g)].at(-1)?.[1]);
  // These are verdicts as well: a server that ignores the limit does not conform, or cannot be read whole.
  const verdicts = [exitStatus.ok, exitStatus.nonConformant, exitStatus.incomplete];
  if (!verdicts.includes(status) || Number.isNaN(peakMiB)) {
    throw new Error(`${argv.join(' ')} ended with ${status}: ${printed}`);
  }
  return { seconds, peakMiB };
}
