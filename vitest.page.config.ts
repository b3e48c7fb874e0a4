import { defineConfig } from 'vitest/config';

/** The tests that need a browser; `npm test` does without one. */
export default defineConfig({
  test: {
    include: ['src/**/*.browser.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
