import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandWords, packageRoot, suiteName, suiteVersion } from './package.ts';

test('the root is the folder of the manifest that gives name and version', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: suiteName, version: suiteVersion });
  expect(suiteName).toBe('petstore-conformance');
});

test('in a clone the words of the program are a script of its manifest', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  expect(commandWords).toEqual(['npm', 'run', '--silent', 'conformance', '--']);
  expect(manifest).toMatchObject({ scripts: { conformance: 'node dist/bundle/cli/main.js run' } });
});
