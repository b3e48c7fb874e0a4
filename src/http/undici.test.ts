import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as undici from 'undici';
import { expect, test } from 'vitest';
import { packageRoot } from '../package/package.ts';
import { Agent, ProxyAgent } from './undici.ts';

test('what is loaded by path is what undici exports', () => {
  expect(Agent).toBe(undici.Agent);
  expect(ProxyAgent).toBe(undici.ProxyAgent);
});

test('undici is wanted in the one version whose paths are known', () => {
  const { dependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const installed = JSON.parse(
    readFileSync(join(packageRoot, 'node_modules/undici/package.json'), 'utf8'),
  );
  expect(dependencies.undici).toBe(installed.version);
});
