import { defineConfig } from 'vitest/config';

/** Whole runs, most of them over the command line: slower, and apart from the others. */
export const runs = [
  'docs/**/*.test.ts',
  'pipelines/**/*.test.ts',
  'src/cli/{canary,full-disk,interrupt,judgement,main,memory}.test.ts',
  'src/cli/{parcel,rejudge,watch}.test.ts',
  'src/run/session.test.ts',
  'lab/{rejudge,together,trial,hostile/fuzz}.test.ts',
  'src/library/{conformance,run-suites}.test.ts',
  'suites/!(suites).test.ts',
];

/** For tests that start programs, on a machine that is busy with others. */
const slow = { testTimeout: 120_000, hookTimeout: 120_000 };

/** One project for each kind of test; `npm test` and `npm run test:…` name theirs. */
export default defineConfig({
  test: {
    pool: 'threads',
    reporters: ['default', './src/testing/count-reporter.ts'],
    // vitest's own choice leaves a core idle.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,lab,suites}/**/*.test.ts'],
          exclude: [...runs, 'suites/suites.test.ts'],
          ...slow,
        },
      },
      { extends: true, test: { name: 'runs', include: runs, ...slow } },
      { extends: true, test: { name: 'examples', include: ['examples/**/*.test.ts'] } },
      { extends: true, test: { name: 'page', include: ['src/**/*.browser.ts'], ...slow } },
      // Not tests of this project: the suites, against the implementation that `.env` names.
      {
        extends: true,
        test: {
          name: 'suites',
          include: ['suites/suites.test.ts'],
          testTimeout: 0,
          fileParallelism: false,
        },
      },
    ],
  },
});
