import { defineConfig } from 'vitest/config';

/** The example servers, judged by the built package as its users have it: build first. */
export default defineConfig({
  test: {
    include: ['examples/**/*.test.ts'],
  },
});
