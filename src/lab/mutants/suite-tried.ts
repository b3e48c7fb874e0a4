/**
 * What came of the mutants of the suite, as it is published: kept in the repository, as all of them take hours. The
 * results of a file hold until its code changes; the others are tried again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package/package.ts';
import type { Mutant } from './mutant.ts';
import {
  isFinished,
  type NoticedBefore,
  noticedBy,
  noticedIn,
  type SuiteResult,
  testFileOf,
} from './suite-result.ts';

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
  /** Of those that were not tried since the file changed: what noticed them before. */
  readonly before: Readonly<Record<keyof NoticedBefore, Readonly<Record<string, string>>>>;
}

export type Tried = Readonly<Record<string, TriedFile>>;

const place = join(packageRoot, 'src/lab/mutants/suite-tried.json');

/** What was published. Throws if the file cannot be read. */
export function readTried(): Tried {
  return JSON.parse(readFileSync(place, 'utf8'));
}

/** Publishes results; of the other mutants that were made, what noticed them before. */
export function writeTried(made: readonly Mutant[], results: readonly SuiteResult[]): void {
  const tried = triedOf(results, before(made, results, readTried()));
  writeFileSync(place, `${JSON.stringify(tried, null, 2)}\n`);
}

/** A mutant, and what noticed it before its file changed. */
export interface Outdated {
  readonly mutant: Mutant;
  readonly before: NoticedBefore;
}

/** Of the mutants that have no result: what was published of them. */
function before(
  made: readonly Mutant[],
  results: readonly SuiteResult[],
  published: Tried,
): Outdated[] {
  const tried = new Set(results.map(({ mutant }) => mutant.id));
  return made
    .filter(({ id }) => !tried.has(id))
    .map((mutant) => ({ mutant, before: publishedBefore(published, mutant) }));
}

/** Results in the form that is published. */
export function triedOf(
  results: readonly SuiteResult[],
  outdated: readonly Outdated[] = [],
): Tried {
  const files = [...new Set([...results, ...outdated].map(({ mutant }) => mutant.file))].sort();
  return Object.fromEntries(
    files.map((file) => {
      const own = results.filter(({ mutant }) => mutant.file === file);
      const old = outdated.filter(({ mutant }) => mutant.file === file);
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
        before: {
          entry: idsBy(old, ({ before }) => before.entry),
          test: idsBy(old, ({ before: { entry, test } }) => (entry ? undefined : test)),
        },
      };
      return [file, ofFile];
    }),
  );
}

/** The published result of a mutant; undefined if none holds for the code of its file as it is. */
export function publishedResult(
  published: Tried,
  mutant: Mutant,
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

/** What noticed a mutant when it was last tried, by what was published; neither if nothing did, or it was not tried. */
export function publishedBefore(published: Tried, mutant: Mutant): NoticedBefore {
  const ofFile = published[mutant.file];
  if (ofFile === undefined) return {};
  const result = publishedResult(published, mutant, ofFile.code);
  if (result) return noticedIn(result);
  const entry = groupOf(ofFile.before.entry, mutant.id);
  if (entry !== undefined) return { entry };
  const test = groupOf(ofFile.before.test, mutant.id);
  return test === undefined ? {} : { test };
}

const failedOf = ({ tests }: SuiteResult): string => tests?.failed ?? '';

/** Ids in the order of their names, by what they have in common; those without it are left out. */
function idsBy<Of extends { readonly mutant: Mutant }>(
  results: readonly Of[],
  nameOf: (result: Of) => string | undefined,
): Record<string, string> {
  const names = [...new Set(results.map(nameOf))].filter((name) => name !== undefined).sort();
  return Object.fromEntries(
    names.map((name) => [name, idsOf(results.filter((one) => nameOf(one) === name))]),
  );
}

const idsOf = (results: readonly { readonly mutant: Mutant }[]): string =>
  results
    .map(({ mutant }) => mutant.id)
    .sort()
    .join(' ');

const isAmong = (ids: string, id: string): boolean => ids.split(' ').includes(id);

const groupOf = (groups: Readonly<Record<string, string>>, id: string): string | undefined =>
  Object.entries(groups).find(([, ids]) => isAmong(ids, id))?.[0];
