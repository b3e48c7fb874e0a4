/** Tries mutants on the unit tests beside their file: what judges alone has cases there that no run brings about. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { sha256 } from '../../package/digest.ts';
import { activeVariable } from './active.ts';
import type { Tree } from './instrument.ts';
import type { Mutant } from './mutant.ts';
import { testFileOf } from './suite-result.ts';

export interface UnitTests {
  /** The test that fails with a mutant, as `file: name`; undefined if none does. */
  failedBy(mutant: Mutant): Promise<string | undefined>;
  /** SHA-256 of the tests of a file, or of the one that failed. */
  codeFor(file: string, failed?: string): string;
  close(): Promise<void>;
}

/** Opens the tests of a copy that holds them. One that fails without mutants is not used. */
export async function openUnitTests({ root }: Pick<Tree, 'root'>): Promise<UnitTests> {
  const folder = fileURLToPath(root);
  const testsOf = testsByFile(folder);
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
  });
  const fit = new Map<string, boolean>();
  const isFit = async (file: string) => {
    const known = fit.get(file) ?? (await failureIn(vitest, [file])) === undefined;
    fit.set(file, known);
    return known;
  };
  return {
    async failedBy({ active, file }) {
      const files: string[] = [];
      for (const test of testsOf(file)) if (await isFit(test)) files.push(test);
      // Mostly the test that is named like the file notices.
      const isOwn = (test: string) => test.endsWith(`/${basename(file, '.ts')}.test.js`);
      const parts = [files.filter(isOwn), files.filter((test) => !isOwn(test))];
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
    codeFor(file, failed) {
      const all = testsOf(file);
      const one = all.filter((test) => relative(folder, test) === testFileOf(failed ?? ''));
      const tests = one.length > 0 ? one : all;
      return sha256(tests.map((test) => readFileSync(test, 'utf8')).join());
    },
    close: () => vitest.close(),
  };
}

/** Milliseconds for one test. */
const patience = 20_000;

/** The first test that fails in these files, or the file that cannot be run. */
async function failureIn(vitest: Vitest, files: readonly string[]): Promise<string | undefined> {
  vitest.state.clearErrors();
  const specifications = files.map((file) => vitest.getRootProject().createSpecification(file));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // vitest also gives those of runs before.
  const [failed] = testModules
    .filter(({ moduleId }) => files.includes(moduleId))
    .flatMap(failuresIn);
  return failed ?? (unhandledErrors.length > 0 ? 'an error outside of tests' : undefined);
}

function failuresIn(module: TestModule): string[] {
  const { relativeModuleId: file } = module;
  const tests = [...module.children.allTests('failed')].map(
    ({ fullName }) => `${file}: ${fullName}`,
  );
  return tests.length > 0 || module.ok() ? tests : [file];
}

/** The tests in the folder of a file, and others that import it themselves. */
function testsByFile(folder: string): (file: string) => readonly string[] {
  const isTest = (name: string) => name.endsWith('.test.js') && !name.startsWith('examples');
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isTest)
    .map((name) => join(folder, name));
  const imports = new Map(tests.map((test) => [test, new Set(importsOf(test))]));
  return (file) => {
    const code = join(folder, file.replace(/\.ts$/, '.js'));
    return tests.filter(
      (test) => dirname(test) === dirname(code) || imports.get(test)?.has(code) === true,
    );
  };
}

function importsOf(test: string): string[] {
  const all = readFileSync(test, 'utf8').matchAll(/from ['"](\.[^'"]+)['"]/g);
  return [...all].map(([, path = '']) => resolve(dirname(test), path));
}
