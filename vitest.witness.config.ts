import { defineConfig } from 'vitest/config';

/** The tests against servers that nobody here wrote; `scripts/witness-test` installs those first. */
export default defineConfig({
  test: {
    include: ['witnesses/*.test.ts'],
    pool: 'threads',
    testTimeout: 120_000,
  },
});
