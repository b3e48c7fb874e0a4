import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../../package/package.ts';
import { counting } from './testing/counting.ts';

/** As built: threads load modules of JavaScript. */
const { unitTests }: typeof import('./unit-tests.ts') = await import(
  pathToFileURL(join(packageRoot, 'dist/src/lab/mutants/unit-tests.js')).href
);

const files = {
  'code/counting.js': counting,
  'code/odd.js':
    "import { reach } from './counting.js'; export const isOdd = (n) => !reach('7') && (reach('9') || n % 2 === 1);",
  'code/odd.test.js':
    "import { expect, test } from 'vitest'; import { isOdd } from './odd.js'; test('3 is odd', () => expect(isOdd(3)).toBe(true));",
  'code/beside.test.js': "import { test } from 'vitest'; test('passes', () => {});",
  // A loop that only awaits keeps the thread busy: nothing in it can end it.
  'elsewhere/imports.test.js':
    "import { test } from 'vitest'; import { isOdd } from '../code/odd.js'; test('ends', async () => { while (isOdd(2)) await null; });",
};

function copyOf(): { folder: string; root: string } {
  mkdirSync(join(packageRoot, 'dist'), { recursive: true });
  // Below the package, where tests find vitest.
  const folder = mkdtempSync(join(packageRoot, 'dist/unit-tests-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['code', 'elsewhere']) mkdirSync(join(folder, name));
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  return { folder, root: `${pathToFileURL(folder)}/` };
}

const mutant = { file: 'code/odd.ts', line: 1, kind: 'EqualityOperator', change: 'a → b' };

test('mutants are tried in the folder of their file and where it is imported, and one without end is noticed', async () => {
  const tests = unitTests(copyOf(), 1, 8_000);
  const failed: Record<string, string | undefined> = {};
  const mutants = ['7', '9', '8'].map((active) => ({ ...mutant, id: active, active }));
  await tests.notice(mutants, ({ id }, by) => {
    failed[id] = by;
  });
  expect(failed).toEqual({
    7: 'code/odd.test.js: 3 is odd',
    8: undefined,
    9: 'all: no end within 8 s',
  });
});

test('what one test notices holds until this test changes, and that none does until any of them does', () => {
  const copy = copyOf();
  const codes = () => {
    const tests = unitTests(copy, 1);
    return [
      tests.codeFor('code/odd.ts', 'code/odd.test.js: 3 is odd'),
      tests.codeFor('code/odd.ts'),
    ];
  };
  const [ofOne, ofAll] = codes();
  writeFileSync(join(copy.folder, 'code/beside.test.js'), '');
  const [stillOfOne, nowOfAll] = codes();
  expect([ofOne === stillOfOne, ofAll === nowOfAll]).toEqual([true, false]);
});
