#!/usr/bin/env node
import { realpath } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { diskWords } from '../disk/failure.ts';
import type { ExitStatus } from './command-context.ts';

// A core run takes 8 MB less if the young generation of the heap keeps its first size, and a run against a hostile service
// 70 MB less if garbage is collected when the heap has doubled: V8 would wait until it is four times as large.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=100');
// If this is set, libraries print what they are given, keys included.
delete process.env.DEBUG;

const { stdin, stdout, stderr, env } = process;

/** Says why nothing can be done, and ends. Node's own status would be 1, which is a verdict. */
function giveUp(status: ExitStatus, words: string): (error: unknown) => never {
  return (error) => {
    stderr.write(`error: ${words}: ${diskWords(error)}\n`);
    process.exit(status);
  };
}

// Loaded here, the statuses too, so that an incomplete installation is reported.
const { execute, exitStatus, explainError, outlet } = await import('./program.ts').catch(
  giveUp(70, 'the program cannot be loaded'),
);
const folder = await realpath('.').catch(giveUp(exitStatus.usage, 'the working folder is gone'));
const context = { env, folder, stdin, stdout, stderr, keys: [] };

/** The exit status instead of that of the verdict, if what was printed is not whole. */
let spoilt: ExitStatus | undefined;

stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (`| head`) is not an error of the run.
  if (error.code === 'EPIPE' || spoilt !== undefined) return;
  spoilt = exitStatus.notWritten;
  process.exitCode = spoilt;
  stderr.write(`error: standard output cannot be written: ${diskWords(error)}\n`);
});
// Whoever closes standard error does not want to read it.
stderr.on('error', () => {});
process.on('uncaughtException', (error) => {
  process.exit(explainError(error, { ...context, stderr: outlet(stderr) }));
});

const status = await execute(process.argv.slice(2), context);
process.exitCode = spoilt ?? status;
// A connection that a peer holds open must not hold up a pipeline; printing needs no longer than this.
setTimeout(() => process.exit(spoilt ?? status), 5_000).unref();
