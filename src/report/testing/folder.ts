import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';

/** For tests: a test that is given a folder of its own, which is removed after it. */
export const inFolder = test.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures off this pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'report-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});
