import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyPackage, newFolder } from '../cli/testing/calls.ts';
import { bundle, sha256, suiteDigest } from './digest.ts';
import { packageRoot } from './package.ts';

test('the digest is the one that sha256sum gives', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('the same files give the same digest', () => {
  expect(suiteDigest()).toBe(suiteDigest());
});

const parts = ['dist/src', 'dist/suites', 'dist/bundle', 'schemas', 'package.json'];

const digestOf = (root: string, home: 'src/package' | 'bundle/chunks') =>
  execFileSync(
    process.execPath,
    [
      '-e',
      "import(process.argv[1]).then((m) => console.log(Object.values(m).find(({ name }) => name === 'suiteDigest')()))",
      join(root, 'dist', home, 'digest.js'),
    ],
    { encoding: 'utf8' },
  ).trim();

test.each([
  ['src/package', 'dist/suites/versioning.js', 'dist/src/reference/server.js'],
  ['bundle/chunks', 'dist/bundle/chunks/session.js', 'dist/bundle/servers/server.js'],
] as const)(
  'a copy elsewhere has the same digest of %s, another once %s differs, and not if %s does',
  (home, deciding, idle) => {
    const copy = newFolder();
    copyPackage(copy, parts);
    const original = digestOf(packageRoot, home);
    writeFileSync(join(copy, idle), '');
    expect(digestOf(copy, home)).toBe(original);
    writeFileSync(join(copy, deciding), '');
    expect(digestOf(copy, home)).not.toBe(original);
    rmSync(copy, { recursive: true });
  },
);

test('a release has the digest of what the package runs', () => {
  expect(suiteDigest(bundle)).toBe(digestOf(packageRoot, 'bundle/chunks'));
});

test('of the bundle, only the servers to be judged and the figures of the lab decide nothing', () => {
  const chunksWith = (part: RegExp) =>
    readdirSync(bundle, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .filter((name) => part.test(readFileSync(join(bundle, name), 'utf8')));
  expect(chunksWith(/^\/\/ .*src\/(reference|package\/figures)/m).sort()).toEqual([
    'chunks/figures.js',
    'servers/lab-servers.js',
    'servers/server.js',
  ]);
  expect(chunksWith(/^\/\/ .*src\/lab\//m)).toEqual([]);
});
