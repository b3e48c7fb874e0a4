import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../../package/package.ts';
import { openUnitTests } from './unit-work.ts';

const files = {
  'odd.js':
    "export const isOdd = (n) => process.env.__STRYKER_ACTIVE_MUTANT__ !== '7' && n % 2 === 1;",
  // What throws once a loop does not end, which Stryker's code asks.
  'loop.test.js':
    "import { test } from 'vitest'; test('ends', () => { const own = globalThis.__stryker__; if (own.activeMutant === '6' && own.hitLimit > 0) throw new Error('loop'); });",
  'odd.test.js':
    "import { expect, test } from 'vitest'; import { isOdd } from './odd.js'; test('3 is odd', () => expect(isOdd(3)).toBe(true));",
  'even.test.js':
    "import { expect, test } from 'vitest'; test('is odd', () => expect(process.env.__STRYKER_ACTIVE_MUTANT__).not.toBe('9'));",
  'always-red.test.js':
    "import { test } from 'vitest'; import './odd.js'; test('red', () => { throw new Error('red'); });",
};

test('a mutant is noticed by tests that are green without it, and by each run anew', async () => {
  mkdirSync(join(packageRoot, 'dist'), { recursive: true });
  // Below the package, where tests find vitest.
  const folder = mkdtempSync(join(packageRoot, 'dist/unit-work-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  const opened = await openUnitTests(folder);
  onTestFinished(() => opened.close());
  const tests = ['loop', 'odd', 'even', 'always-red'].map((name) =>
    join(folder, `${name}.test.js`),
  );
  const failedBy = (active: string) => opened.failedBy({ active, file: 'odd.ts', tests });
  expect(await failedBy('7')).toBe('odd.test.js: 3 is odd');
  expect(await failedBy('6')).toBe('loop.test.js: ends');
  expect(await failedBy('9')).toBe('even.test.js: is odd');
  expect(await failedBy('8')).toBeUndefined();
});
