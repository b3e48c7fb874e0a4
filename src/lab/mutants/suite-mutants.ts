/** Every mutant of the suite, each tried on the entries of the lab that reach it and on unit tests, until one notices. */
import { join } from 'node:path';
import { packageRoot } from '../../package/package.ts';
import { makeTree, type Tree } from './instrument.ts';
import { openJournal } from './journal.ts';
import type { Mutant } from './mutant.ts';
import { isWanted, type MutantsOptions } from './server-mutants.ts';
import { reachLab } from './suite-reach.ts';
import { isFinished, noticedBy, type SuiteResult } from './suite-result.ts';
import { publishedResult, readTried } from './suite-tried.ts';
import { unitTests } from './unit-tests.ts';

/** What is done of a work that may take hours, and of how much. */
export interface SuiteResults {
  readonly made: readonly Mutant[];
  /** Of those that were made, by now. */
  readonly results: readonly SuiteResult[];
  /** Entries that came out otherwise than due though nothing was mutated, and were not used: each with why. */
  readonly unfit: readonly string[];
}

export interface SuiteMutantsOptions extends MutantsOptions {
  /** Why survivors survive, by their ids: more entries would show nothing of these. */
  readonly reasons: ReadonlyMap<string, unknown>;
}

/** What judges: the suites, what is judged on every answer and over a run, and what checks are made of. */
const judges =
  /^suites\/(?!index\.)|^src\/judge\/|^src\/engine\/(checks\/(matchers|early-refusals)|store\/(inventory|known-animals|creator)|limit\/(spending|spending-requests|spent-answers|spent-count))\.ts$/;

/**
 * Changes that the compiler would refuse: a text among values of another type, or a member of what may be undefined.
 */
const isRefused = ({ kind, change }: Mutant): boolean =>
  kind === 'OptionalChaining' || change.endsWith('["Stryker was here"]');

/**
 * Tries mutants of files that changed since they were tried, all others, and those that are named: each on a few entries
 * of the lab, what is left on the unit tests beside its file, which take less time, and what is left then on more entries.
 */
export async function trySuiteMutants(options: SuiteMutantsOptions): Promise<SuiteResults> {
  const { only, sample, threads, onProgress, reasons } = options;
  const tree = await makeTree({
    name: 'suite',
    mutates: (file) => judges.test(file),
    // The words of messages and titles; a name that is compared is a word, too.
    without: ['StringLiteral'],
    withTests: true,
  });
  const wanted = tree.mutants.filter(
    (one) => isWanted(only, [one.id], one.file) && !isRefused(one),
  );
  const picked = sample === undefined ? wanted : wanted.toSorted(byId).slice(0, sample);
  const { resultsOf, noticedBefore, add } = openResults(tree);
  const tried = new Set(resultsOf(picked).map(({ mutant }) => mutant.id));
  const left = picked.filter(({ id }) => only.includes(id) || !tried.has(id));
  const isDone = (one: SuiteResult) => isFinished(one) || reasons.has(one.mutant.id);
  const isWork = left.length > 0 || !resultsOf(picked).every(isDone);
  const lab = isWork ? await reachLab(tree, threads, noticedBefore) : undefined;
  let done = picked.length - left.length;
  const count = (result: SuiteResult) => {
    // What the unit tests made of it holds until they change.
    const tests = resultsOf([result.mutant])[0]?.tests;
    add({ ...result, ...(tests && { tests }) });
    done += 1;
    onProgress(done, picked.length);
  };
  let due: readonly Mutant[] = left;
  for (const effort of ['brief', 'thorough'] as const) {
    await lab?.notice(due, effort, count);
    await tryTests(tree, threads, resultsOf(picked), add);
    due = resultsOf(picked).flatMap((one) => (isDone(one) ? [] : [one.mutant]));
    if (due.length === 0) break;
    done -= due.length;
  }
  return { made: wanted, unfit: lab?.unfit ?? [], results: resultsOf(wanted) };
}

const byId = (a: Mutant, b: Mutant) => (a.id < b.id ? -1 : 1);

/** What is known of the mutants of a copy, from the work so far and from what was published. */
function openResults(tree: Tree) {
  const journal = openJournal({
    file: join(packageRoot, 'reports/suite-mutants.jsonl'),
    about: ['each file by itself'],
    isEntry: isResult,
    keyOf: ({ mutant }) => mutant.id,
  });
  const published = readTried();
  return {
    add: journal.add,
    noticedBefore: ({ id }: Mutant) => journal.of([id]).flatMap((one) => noticedBy(one) || []),
    resultsOf: (mutants: readonly Mutant[]) =>
      mutants.flatMap((mutant) => {
        const code = tree.codeOf(mutant.file);
        const [own] = journal.of([mutant.id]).filter((one) => one.code === code);
        // Its number is another one after every instrumentation.
        return own ? { ...own, mutant } : (publishedResult(published, mutant, code) ?? []);
      }),
  };
}

/** Tries what no entry noticed on the unit tests, unless what they made of it holds. */
async function tryTests(
  tree: Tree,
  threads: number,
  results: readonly SuiteResult[],
  add: (result: SuiteResult) => void,
): Promise<void> {
  const tests = unitTests(tree, threads);
  const holds = ({ mutant, tests: tried }: SuiteResult) =>
    tried !== undefined && tried.code === tests.codeFor(mutant.file, tried.failed);
  const left = results.filter((one) => noticedBy(one) === undefined && !holds(one));
  const byMutant = new Map(left.map((one) => [one.mutant, one]));
  await tests.notice([...byMutant.keys()], (mutant, failed) => {
    const result = byMutant.get(mutant);
    const code = tests.codeFor(mutant.file, failed);
    if (result) add({ ...result, tests: { code, ...(failed !== undefined && { failed }) } });
  });
}

function isResult(value: unknown): value is SuiteResult {
  return typeof value === 'object' && value !== null && 'effort' in value && 'code' in value;
}
