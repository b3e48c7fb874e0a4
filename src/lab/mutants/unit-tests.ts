/** Tries mutants on the unit tests beside their file: what judges alone has cases there that no run brings about. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../../package/digest.ts';
import type { Tree } from './instrument.ts';
import type { Mutant } from './mutant.ts';
import { isLost, runPool } from './pool.ts';
import { testFileOf } from './suite-result.ts';
import type { UnitTask } from './unit-work.ts';

export interface UnitTests {
  /**
   * Tries mutants, first on the file of the test that noticed them before, and tells of each which test fails with it, as
   * `file: name`; undefined if none does.
   */
  notice(
    mutants: readonly Mutant[],
    onTried: (mutant: Mutant, failed: string | undefined) => void,
    noticedBefore?: (mutant: Mutant) => string | undefined,
  ): Promise<void>;
  /** SHA-256 of the tests of a file, or of the one that failed. */
  codeFor(file: string, failed?: string): string;
}

/** What a thread makes of a task. */
export interface UnitTried {
  readonly failed: string | undefined;
}

/** Milliseconds for the tests of one mutant: a loop that only awaits has no other end. */
const patience = 120_000;

/** The tests of a copy that holds them. */
export function unitTests(
  { root }: Pick<Tree, 'root'>,
  threads: number,
  milliseconds = patience,
): UnitTests {
  const folder = fileURLToPath(root);
  const testsOf = testsByFile(folder);
  return {
    notice: (mutants, onTried, noticedBefore = () => undefined) =>
      runPool<Mutant, UnitTried>(mutants, {
        thread: new URL('./unit-worker', import.meta.url),
        threads,
        milliseconds,
        // Its tests are kept open in the thread.
        alone: () => false,
        messageOf(mutant): UnitTask & { folder: string } {
          const { active, file } = mutant;
          const before = noticedBefore(mutant);
          const first = before && { first: join(folder, testFileOf(before)) };
          return { folder, active, file, tests: testsOf(file), ...first };
        },
        onResult: (mutant, tried) =>
          onTried(mutant, isLost(tried) ? `all: ${tried.lost}` : tried.failed),
      }),
    codeFor(file, failed) {
      const all = testsOf(file);
      const one = all.filter((test) => relative(folder, test) === testFileOf(failed ?? ''));
      const tests = one.length > 0 ? one : all;
      return sha256(tests.map((test) => readFileSync(test, 'utf8')).join());
    },
  };
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
