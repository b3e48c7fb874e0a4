import { defineConfig } from 'vitest/config';

/** The tests that must notice a mutant: those of the judge, and the suite against an example server. */
export default defineConfig({
  test: {
    pool: 'threads',
    include: ['src/judge/**/*.test.ts', 'examples/node-http/*.test.ts'],
    testTimeout: 120_000,
  },
});
