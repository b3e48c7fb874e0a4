import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '../../package/package.ts';

const lab = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(packageRoot, 'dist/src/lab/main.js'), ...args]);

test('a sample of the mutants of servers is found, or survives with its reason', async () => {
  const { stdout } = await lab('--mutants', '--sample', '20');
  expect(stdout).toMatch(/^Of 20 mutants of four servers the suite finds [1-9]/);
  expect(stdout).toContain('every survivor has its reason');
});
