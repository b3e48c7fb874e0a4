/** Tries mutants on the unit tests beside their file, in the thread that calls it. */
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { activeVariable } from './active.ts';
import type { Mutant } from './mutant.ts';

/** A mutant, and the files of tests in which it may be noticed. */
export interface UnitTask extends Pick<Mutant, 'active' | 'file'> {
  readonly tests: readonly string[];
  /** The one of them that noticed the mutant before. */
  readonly first?: string;
}

export interface UnitTests {
  /** The test that fails with a mutant, as `file: name`; undefined if none does. */
  failedBy(task: UnitTask): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Opens the tests in the folder of a copy. One that fails without mutants is not used. */
export async function openUnitTests(folder: string): Promise<UnitTests> {
  const vitest = await createVitest('test', {
    root: folder,
    config: false,
    watch: false,
    pool: 'threads',
    maxWorkers: 1,
    // One thread for all tests of a mutant: to load the code again for each would take most of the time.
    isolate: false,
    include: ['**/*.test.js'],
    setupFiles: [
      fileURLToPath(new URL(`./unit-setup${extname(import.meta.url)}`, import.meta.url)),
    ],
    reporters: [{}],
    testTimeout: patience,
    // One that fails is enough.
    bail: 1,
  });
  /** What each file of tests reaches that is green without mutants. */
  const reached = new Map<string, ReadonlySet<string>>();
  const isReachedBy = async (active: string, test: string) => {
    const known = reached.get(test) ?? (await reachOf(vitest, test));
    reached.set(test, known);
    return known.has(active);
  };
  return {
    async failedBy({ active, file, first, tests }) {
      const files: string[] = [];
      for (const test of tests) if (await isReachedBy(active, test)) files.push(test);
      // Mostly the test that is named like the file notices.
      const isOwn = (test: string) => test.endsWith(`/${basename(file, '.ts')}.test.js`);
      const rank = (test: string) => (test === first ? 0 : isOwn(test) ? 1 : 2);
      const parts = [0, 1, 2].map((due) => files.filter((test) => rank(test) === due));
      process.env[activeVariable] = active;
      try {
        for (const part of parts.filter(({ length }) => length > 0)) {
          const failed = await failureIn(vitest, part);
          if (failed !== undefined) return failed;
        }
        return undefined;
      } finally {
        delete process.env[activeVariable];
      }
    },
    close: () => vitest.close(),
  };
}

/** Milliseconds for one test. */
const patience = 20_000;

/** The numbers of the mutants that a file of tests reaches; none if it fails though nothing is mutated. */
async function reachOf(vitest: Vitest, file: string): Promise<ReadonlySet<string>> {
  const { modules, failed } = await ranTests(vitest, [file]);
  return new Set(failed === undefined ? modules.flatMap((one) => one.meta().reached ?? []) : []);
}

/** The first test that fails in these files, or the file that cannot be run. */
async function failureIn(vitest: Vitest, files: readonly string[]): Promise<string | undefined> {
  return (await ranTests(vitest, files)).failed;
}

async function ranTests(vitest: Vitest, files: readonly string[]) {
  vitest.state.clearErrors();
  const specifications = files.map((file) => vitest.getRootProject().createSpecification(file));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // vitest also gives those of runs before.
  const modules = testModules.filter(({ moduleId }) => files.includes(moduleId));
  const outside = unhandledErrors.length > 0 ? 'an error outside of tests' : undefined;
  return { modules, failed: modules.flatMap(failuresIn)[0] ?? outside };
}

function failuresIn(module: TestModule): string[] {
  const { relativeModuleId: file } = module;
  const tests = [...module.children.allTests('failed')].map(
    ({ fullName }) => `${file}: ${fullName}`,
  );
  return tests.length > 0 || module.ok() ? tests : [file];
}
