import { defineConfig } from 'vitest/config';

/** A user's settings that would spoil a run, were they not overruled: see conformance.test.ts. */
export default defineConfig({
  test: {
    include: ['src/library/testing/judged.ts'],
    pool: 'threads',
    testTimeout: 50,
    retry: 2,
    sequence: { concurrent: true, shuffle: true },
    expect: { requireAssertions: true },
  },
});
