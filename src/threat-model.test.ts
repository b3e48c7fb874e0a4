import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from './package/package.ts';

const page = readFileSync(join(packageRoot, 'docs/threat-model.md'), 'utf8');
const promised = page.slice(page.indexOf('## Promised'), page.indexOf('## Not promised'));

/** The requirements of its tables: a promise, and the tests that hold it, by file. */
const promises = promised
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, promise = '', tests = '']) => ({ promise, tests }));

test('the page promises something of keys, load and data', () => {
  expect(promises.length).toBeGreaterThan(15);
});

test.each(promises)('a test holds: $promise', ({ tests }) => {
  const files = tests.split(/; (?=`src)/);
  for (const file of files) {
    const [, path = '', titles = ''] = /^`(src\/[^`]+\.test\.ts)`: (.+)$/.exec(file) ?? [];
    expect(path).not.toBe('');
    const code = readFileSync(join(packageRoot, path), 'utf8');
    for (const title of titles.split('; ')) expect(code).toContain(`'${title}'`);
  }
});
