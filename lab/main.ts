#!/usr/bin/env node
/** `npm run lab`: proves the suite on faults and conformant servers, and says what got through. */
import { run } from './modes.ts';
import { OptionsError, readOptions } from './options.ts';
import { UnknownEntry } from './run-lab.ts';

try {
  process.exitCode = await run(readOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof OptionsError || error instanceof UnknownEntry)) throw error;
  process.stderr.write(`${error.message.trimEnd()}\n`);
  process.exitCode = 2;
}
