import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../../package/package.ts';
import { counting } from './testing/counting.ts';
import { openUnitTests } from './unit-work.ts';

const files = {
  'counting.js': counting,
  'odd.js':
    "import { reach } from './counting.js'; export const isOdd = (n) => !reach('7') && !reach('9') && n % 2 === 1;",
  // What throws once a loop does not end, which Stryker's code asks.
  'loop.test.js':
    "import { test } from 'vitest'; import { reach } from './counting.js'; test('ends', () => { if (reach('6') && globalThis.__stryker__.hitLimit > 0) throw new Error('loop'); });",
  'odd.test.js':
    "import { expect, test } from 'vitest'; import { isOdd } from './odd.js'; test('3 is odd', () => expect(isOdd(3) || process.env.__STRYKER_ACTIVE_MUTANT__ === '9').toBe(true)); test('5 is odd', () => expect(isOdd(5) || process.env.__STRYKER_ACTIVE_MUTANT__ === '9').toBe(true));",
  'even.test.js':
    "import { expect, test } from 'vitest'; import { isOdd } from './odd.js'; test('of 1', () => expect(isOdd(1) || process.env.__STRYKER_ACTIVE_MUTANT__ === '7').toBe(true));",
  // It would fail with any mutant, but reaches none.
  'other.test.js':
    "import { expect, test } from 'vitest'; test('other code', () => expect(process.env.__STRYKER_ACTIVE_MUTANT__).toBeUndefined());",
  'always-red.test.js':
    "import { test } from 'vitest'; import { isOdd } from './odd.js'; test('red', () => { throw new Error(isOdd(8)); });",
};

test('a mutant is noticed by tests that reach it and are green without it, and by each run anew', async () => {
  mkdirSync(join(packageRoot, 'dist'), { recursive: true });
  // Below the package, where tests find vitest.
  const folder = mkdtempSync(join(packageRoot, 'dist/unit-work-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  const opened = await openUnitTests(folder);
  onTestFinished(() => opened.close());
  const tests = ['loop', 'odd', 'even', 'other', 'always-red'].map((name) =>
    join(folder, `${name}.test.js`),
  );
  const failedBy = (active: string) => opened.failedBy({ active, file: 'odd.ts', tests });
  expect(await failedBy('7')).toBe('odd.test.js: 3 is odd');
  expect(await failedBy('6')).toBe('loop.test.js: ends');
  expect(await failedBy('9')).toBe('even.test.js: of 1');
  expect(await failedBy('8')).toBeUndefined();
});
