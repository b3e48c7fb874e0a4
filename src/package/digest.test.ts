import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256, suiteDigest } from './digest.ts';
import { packageRoot } from './package.ts';

test('the digest is the one that sha256sum gives', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('the same files give the same digest', () => {
  expect(suiteDigest()).toBe(suiteDigest());
});

test('a copy elsewhere has the same digest, and another once a check differs', () => {
  const copy = mkdtempSync(join(tmpdir(), 'suite-'));
  for (const part of ['dist/src', 'dist/suites', 'schemas', 'package.json']) {
    cpSync(join(packageRoot, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(packageRoot, 'node_modules'), join(copy, 'node_modules'));
  const digestOf = (root: string) =>
    execFileSync(
      process.execPath,
      [
        '-e',
        'import(process.argv[1]).then((m) => console.log(m.suiteDigest()))',
        join(root, 'dist/src/package/digest.js'),
      ],
      { encoding: 'utf8' },
    );
  const original = digestOf(packageRoot);
  expect(digestOf(copy)).toBe(original);
  writeFileSync(join(copy, 'dist/suites/versioning.js'), '');
  expect(digestOf(copy)).not.toBe(original);
  rmSync(copy, { recursive: true });
});
