import type { Mutant } from './mutant.ts';
import { isLost, type Lost } from './pool.ts';
import type { Effort } from './suite-order.ts';
import type { TriedSuite } from './suite-work.ts';

/** What came of one mutant of the suite. */
export interface SuiteResult {
  readonly mutant: Mutant;
  /** How many entries of the lab reach it. */
  readonly reachedBy: number;
  readonly tried: TriedSuite | Lost;
  /** On how many entries it was tried. */
  readonly effort: Effort;
  /** SHA-256 of the file that it was made of: the result holds until that changes. */
  readonly code: string;
  /** If no entry noticed it: what the unit tests beside the file made of it. */
  readonly tests?: TriedTests;
}

/** What came of a mutant in unit tests. */
export interface TriedTests {
  /** The test that failed, as `file: name`; absent if none did. */
  readonly failed?: string;
  /** SHA-256 of the file of the test that failed, or of all these tests: the result holds until that changes. */
  readonly code: string;
}

/** What noticed a mutant when it was last tried, whatever its file was then; neither if nothing did. */
export interface NoticedBefore {
  /** An entry of the lab. */
  readonly entry?: string;
  /** A unit test, as `file: name`. */
  readonly test?: string;
}

/** The same of a result. */
export function noticedIn(result: SuiteResult): NoticedBefore {
  const entry = noticedBy(result);
  const test = result.tests?.failed;
  return { ...(entry && { entry }), ...(test !== undefined && { test }) };
}

/** The file of a test that failed. */
export function testFileOf(failed: string): string {
  return failed.split(': ', 1).join();
}

/** The entry that noticed a mutant, `''` if no run was possible with it; undefined if none did. */
export function noticedBy({ tried }: SuiteResult): string | undefined {
  return isLost(tried) ? '' : tried.noticed?.entry;
}

/** Whether nothing is left to be tried: something noticed it, or nothing did of all that it is tried on. */
export function isFinished(result: SuiteResult): boolean {
  const { effort, tests } = result;
  return effort === 'thorough' || noticedBy(result) !== undefined || tests?.failed !== undefined;
}
