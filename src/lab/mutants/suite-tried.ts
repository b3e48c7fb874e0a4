/**
 * What came of the mutants of the suite, as it is published: kept in the repository, as all of them take hours. The
 * results of a file hold until its code changes; the others are tried again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package/package.ts';
import { isFinished, noticedBy, type SuiteResult, testFileOf } from './suite-result.ts';

/** Of one file: ids of mutants with blanks between, by what noticed them. */
interface TriedFile {
  /** SHA-256 of the file. */
  readonly code: string;
  /** By the entry of the lab; `''`: no run was possible. */
  readonly lab: Readonly<Record<string, string>>;
  /** Of those that no entry noticed: by the test that failed, `''` for none. */
  readonly tests: Readonly<Record<string, string>>;
  /** SHA-256 of each file of these tests, `''` for all unit tests. */
  readonly testCode: Readonly<Record<string, string>>;
  /** Of those that nothing noticed yet, the ones that were tried on the first entries only. */
  readonly brief: string;
  /** Those that the first entries did not notice, and no unit test was tried on yet. */
  readonly untested: string;
}

export type Tried = Readonly<Record<string, TriedFile>>;

const place = join(packageRoot, 'src/lab/mutants/suite-tried.json');

/** What was published. Throws if the file cannot be read. */
export function readTried(): Tried {
  return JSON.parse(readFileSync(place, 'utf8'));
}

/** Publishes results. */
export function writeTried(results: readonly SuiteResult[]): void {
  writeFileSync(place, `${JSON.stringify(triedOf(results), null, 2)}\n`);
}

/** Results in the form that is published. */
export function triedOf(results: readonly SuiteResult[]): Tried {
  const files = [...new Set(results.map(({ mutant }) => mutant.file))].sort();
  return Object.fromEntries(
    files.map((file) => {
      const own = results.filter(({ mutant }) => mutant.file === file);
      const left = own.filter((one) => noticedBy(one) === undefined);
      const tested = left.filter(({ tests }) => tests !== undefined);
      const ofFile = {
        code: own[0]?.code ?? '',
        lab: idsBy(own, noticedBy),
        tests: idsBy(tested, failedOf),
        testCode: Object.fromEntries(
          tested.map((one) => [testFileOf(failedOf(one)), one.tests?.code ?? '']).sort(),
        ),
        brief: idsOf(tested.filter((one) => !isFinished(one))),
        untested: idsOf(left.filter(({ tests }) => tests === undefined)),
      };
      return [file, ofFile];
    }),
  );
}

/** The published result of a mutant; undefined if none holds for the code of its file as it is. */
export function publishedResult(
  published: Tried,
  mutant: SuiteResult['mutant'],
  code: string,
): SuiteResult | undefined {
  const ofFile = published[mutant.file];
  if (ofFile?.code !== code) return undefined;
  const tried = { judged: 0, differing: [], run: 0 };
  const result = { mutant, reachedBy: 0, code, tried, effort: 'thorough' as const };
  const entry = groupOf(ofFile.lab, mutant.id);
  if (entry === '') return { ...result, tried: { lost: 'as published' } };
  if (entry !== undefined) {
    return { ...result, tried: { ...tried, noticed: { entry, how: 'as published' } } };
  }
  if (isAmong(ofFile.untested, mutant.id)) return { ...result, effort: 'brief' };
  const failed = groupOf(ofFile.tests, mutant.id);
  if (failed === undefined) return undefined;
  const ofTests = ofFile.testCode[testFileOf(failed)] ?? '';
  const tests = { code: ofTests, ...(failed !== '' && { failed }) };
  const effort = isAmong(ofFile.brief, mutant.id) ? 'brief' : 'thorough';
  return { ...result, effort, tests };
}

const failedOf = ({ tests }: SuiteResult): string => tests?.failed ?? '';

/** Ids in the order of their names, by what they have in common; those without it are left out. */
function idsBy(
  results: readonly SuiteResult[],
  nameOf: (result: SuiteResult) => string | undefined,
): Record<string, string> {
  const names = [...new Set(results.map(nameOf))].filter((name) => name !== undefined).sort();
  return Object.fromEntries(
    names.map((name) => [name, idsOf(results.filter((one) => nameOf(one) === name))]),
  );
}

const idsOf = (results: readonly SuiteResult[]): string =>
  results
    .map(({ mutant }) => mutant.id)
    .sort()
    .join(' ');

const isAmong = (ids: string, id: string): boolean => ids.split(' ').includes(id);

const groupOf = (groups: Readonly<Record<string, string>>, id: string): string | undefined =>
  Object.entries(groups).find(([, ids]) => isAmong(ids, id))?.[0];
