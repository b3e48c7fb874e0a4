import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { loadParts, partsOrIndex } from './undici.ts';

test('what a run uses of undici is found where this undici keeps it', async () => {
  const { Agent } = await loadParts();
  expect(typeof new Agent().request).toBe('function');
});

test('an undici that keeps its parts elsewhere is loaded as a whole', async () => {
  const parts = await partsOrIndex(() => Promise.reject(new Error('moved')));
  const { Pool } = createRequire(import.meta.url)('undici');
  expect(parts.Pool).toBe(Pool);
});
