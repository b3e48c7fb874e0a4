import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callIn, changedProgram, newFolder } from '../cli/testing/calls.ts';
import { builtProgram } from '../cli/testing/npx.ts';
import { sha256, suiteDigest } from './digest.ts';

test('the digest is the one that sha256sum gives', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('the same files give the same digest', () => {
  expect(suiteDigest()).toBe(suiteDigest());
});

test('a copy elsewhere has the same digest, and another once a check differs', async () => {
  const copy = newFolder();
  const program = changedProgram(copy, []);
  const versionOf = async (main: string) => (await callIn(copy, ['--version'], {}, main)).out;
  const original = await versionOf(builtProgram);
  expect(original).toMatch(/sha256 [0-9a-f]{64}/);
  expect(await versionOf(program)).toBe(original);
  writeFileSync(join(copy, 'dist/suites/versioning.js'), '');
  expect(await versionOf(program)).not.toBe(original);
  rmSync(copy, { recursive: true });
});
