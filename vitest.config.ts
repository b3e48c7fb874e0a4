import { defineConfig } from 'vitest/config';

/** Tests that are whole runs over the command line; `npm run test:commands` runs them. */
export const commandTests = [
  'docs/**/*.test.ts',
  'pipelines/**/*.test.ts',
  'src/lab/rejudge.test.ts',
  'src/cli/{baseline,canary,compare,judgement,main,rejudge,verify}.test.ts',
] as const;

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    exclude: [...commandTests],
    pool: 'threads',
    // vitest's own choice leaves a core idle.
    maxWorkers: '100%',
    testTimeout: 30_000,
  },
});
