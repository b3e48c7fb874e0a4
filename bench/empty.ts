/** vitest on one suite that asks nothing, started as the runner starts it. */
import { fileURLToPath } from 'node:url';
import { runInVitest } from '../src/runner/vitest.ts';

const problems = await runInVitest([
  { file: fileURLToPath(new URL('./empty-suite.js', import.meta.url)), provide: {} },
]);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length;
