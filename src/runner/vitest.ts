import { relative } from 'node:path';
import { startVitest, type TestCase } from 'vitest/node';
import { packageRoot } from '../package.ts';

/** A file of suites and what it is given by `inject`; each gets a worker of its own. */
export interface WorkerFile {
  /** Absolute path. */
  readonly file: string;
  readonly provide: Partial<import('vitest').ProvidedContext>;
}

/**
 * Runs files in vitest workers, each test to its end, and gives what went wrong with vitest itself, one
 * line a problem. A failing test is no problem here: it is a result, which the file tells on its own.
 */
export async function runInVitest(
  files: readonly WorkerFile[],
  onTest: (test: TestCase) => void = () => {},
): Promise<string[]> {
  const vitest = await startVitest('test', [], {
    // With the user's folder as root vitest finds no file under node_modules.
    root: packageRoot,
    config: false,
    watch: false,
    maxWorkers: files.length,
    projects: files.map(({ file, provide }, at) => ({
      test: {
        name: `worker ${at + 1}`,
        include: [relative(packageRoot, file)],
        exclude: [],
        pool: 'threads',
        isolate: false,
        testTimeout: 0,
        hookTimeout: 0,
        // Many of the lab's trials wait most of the time.
        maxConcurrency: 8,
        // Compiled files need no transform; node loads them itself, in half the time.
        server: {
          deps: {
            external: [/\/dist\/src\/(?!runner\/tests\.js).*\.js$/, /\/dist\/suites\/.*\.js$/],
          },
        },
        provide,
      },
    })),
    reporters: [{ onTestCaseResult: onTest }],
  });
  const modules = vitest.state.getTestModules();
  const problems = [
    ...vitest.state.getUnhandledErrors().map(textOf),
    ...modules.flatMap((module) => module.errors().map(({ message }) => message)),
    ...(modules.length < files.length ? ['a file of suites was not found'] : []),
  ];
  // vitest marks the process as failed when a test fails.
  process.exitCode = undefined;
  await vitest.close();
  return problems;
}

/** vitest hands over errors of a worker as plain objects. */
function textOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  return 'message' in error ? `${error.message}` : JSON.stringify(error);
}
