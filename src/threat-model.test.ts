import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runs } from '../vitest.config.ts';
import { packageRoot } from './package/package.ts';
import { promised, type Ran, unheld } from './testing/promises.ts';

const text = (name: string) => readFileSync(join(packageRoot, name), 'utf8');

test('the page promises something of keys, load, data and evidence', () => {
  expect(new Set(promised.map(({ promise }) => promise)).size).toBeGreaterThan(30);
});

test('every line of the page names a file that is run, and titles', () => {
  for (const { promise, file, title } of promised) {
    expect(file, promise).toMatch(/^(src|docs|pipelines)\/.+\.test\.ts$/);
    expect(title, promise).not.toBe('');
    expect(text(file)).not.toBe('');
    const isOfRuns = /^(docs|pipelines)\//.test(file);
    expect(isOfRuns || file.startsWith('src/'), promise).toBe(true);
  }
  expect(runs).toContain('docs/**/*.test.ts');
  expect(runs).toContain('pipelines/**/*.test.ts');
});

test('a run of the tests fails if a promised one is missing or skipped', () => {
  expect(text('vitest.config.ts')).toMatch(
    /reporters: \[[^\]]*'\.\/src\/testing\/promises-reporter\.ts'/,
  );
});

const promise = { promise: 'none', file: 'src/a.test.ts', title: 'a key %s is refused ($why)' };
const ran = (name: string, passed = true): Ran => ({ file: promise.file, name, passed });

test('a promise is held by tests that have run and passed, and by no others', () => {
  const right = 'a key in its path is refused (shown)';
  expect(unheld([ran(right), ran('another')], [promise])).toEqual([]);
  expect(unheld([{ ...ran(right), file: 'src/b.test.ts' }], [promise])).toEqual([]);
  for (const tests of [
    [ran(right, false)],
    [ran(right), ran('a key in its host is refused (x)', false)],
    [ran('a key is refused')],
    [ran(`${right} now`)],
  ]) {
    expect(unheld(tests, [promise])).toHaveLength(1);
  }
});

test.each([
  'README.md',
  'docs/threat-model.md',
  'docs/certificate.md',
  'docs/rejudge.md',
  'docs/formats.md',
])('every test that %s names is there', (name) => {
  for (const [, file = ''] of text(name).matchAll(
    /`((?:src|docs|pipelines)\/[\w./-]+\.test\.ts)`/g,
  )) {
    expect(text(file)).not.toBe('');
  }
});
