import { defineConfig } from 'vitest/config';
import { commandTests } from './vitest.config.ts';

/** Whole runs over the command line: slower, and apart from `npm test`. */
export default defineConfig({
  test: {
    include: [...commandTests],
    pool: 'threads',
    maxWorkers: '100%',
    testTimeout: 120_000,
  },
});
