#!/usr/bin/env node
import { execute, explainError } from './program.ts';

const { stdout, stderr, env } = process;
const context = { env, folder: process.cwd(), stdout, stderr, keys: [] };

for (const stream of [stdout, stderr]) {
  // A reader that has seen enough (`| head`) is no error of the run.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
process.on('uncaughtException', (error) => {
  process.exit(explainError(error, context));
});

const status = await execute(process.argv.slice(2), context);
process.exitCode = status;
// A connection that a peer holds open must not hold up a pipeline; printing needs no longer than this.
setTimeout(() => process.exit(status), 5_000).unref();
