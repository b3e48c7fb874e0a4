import { defineConfig } from 'vitest/config';

/** Tests that are whole runs over the command line; `npm run test:commands` runs them. */
export const commandTests = [
  'docs/**/*.test.ts',
  'pipelines/**/*.test.ts',
  'src/cli/{baseline,canary,compare,rejudge,verify}.test.ts',
] as const;

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    exclude: [...commandTests],
    pool: 'threads',
    testTimeout: 30_000,
  },
});
