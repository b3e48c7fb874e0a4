import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,docs,pipelines}/**/*.test.ts'],
    pool: 'threads',
    testTimeout: 30_000,
  },
});
