#!/usr/bin/env node
import './small-heap.ts';
import { diskWords } from '../disk/failure.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';
import { execute, explainError } from './program.ts';

// Libraries print what they are given where this is set, and a key would be among it.
delete process.env.DEBUG;

const { stdin, stdout, stderr, env } = process;
const context = { env, folder: process.cwd(), stdin, stdout, stderr, keys: [] };

/** What the process exits with in place of the verdict's status: what was printed is not whole. */
let spoilt: ExitStatus | undefined;

stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (`| head`) is no error of the run.
  if (error.code === 'EPIPE' || spoilt !== undefined) return;
  spoilt = exitStatus.notWritten;
  process.exitCode = spoilt;
  stderr.write(`error: standard output cannot be written: ${diskWords(error)}\n`);
});
// Whoever does not want to be told of it is not told.
stderr.on('error', () => {});
process.on('uncaughtException', (error) => {
  process.exit(explainError(error, context));
});

const status = await execute(process.argv.slice(2), context);
process.exitCode = spoilt ?? status;
// A connection that a peer holds open must not hold up a pipeline; printing needs no longer than this.
setTimeout(() => process.exit(spoilt ?? status), 5_000).unref();
