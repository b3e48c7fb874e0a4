/** Every mutant of the suite, each tried on the entries of the lab that reach it and on unit tests, until one notices. */
import { join } from 'node:path';
import { packageRoot } from '../../package/package.ts';
import { makeTree, type Tree } from './instrument.ts';
import { openJournal } from './journal.ts';
import type { Mutant } from './mutant.ts';
import { isWanted, type MutantsOptions } from './server-mutants.ts';
import { reachLab } from './suite-reach.ts';
import {
  isFinished,
  type NoticedBefore,
  noticedBy,
  noticedIn,
  type SuiteResult,
} from './suite-result.ts';
import { publishedBefore, publishedResult, readTried } from './suite-tried.ts';
import { type UnitTests, unitTests } from './unit-tests.ts';

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
 * Tries mutants of files that changed since they were tried, all others, and those that are named: first on what noticed
 * them before, or if no entry did on the unit tests beside the file. Of what is left each is tried on a few entries of
 * the lab, then on the unit tests, which take less time, and what is left then on more entries.
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
  const known = openResults(tree);
  const { resultsOf } = known;
  let done = resultsOf(picked.filter(({ id }) => !only.includes(id))).length;
  const work: Work = {
    tree,
    threads,
    tests: unitTests(tree, threads),
    known,
    count() {
      done += 1;
      onProgress(done, picked.length);
    },
  };
  const isNew = (one: Mutant) => resultsOf([one]).length === 0;
  await tryAgain(work, picked.filter(isNew));
  await tryTests(work, resultsOf(picked));
  const left = picked.filter((one) => only.includes(one.id) || isNew(one));
  const isDone = (one: SuiteResult) => isFinished(one) || reasons.has(one.mutant.id);
  const isWork = left.length > 0 || !resultsOf(picked).every(isDone);
  const lab = isWork ? await reachLab(tree, threads, known.entryBefore) : undefined;
  const note = (result: SuiteResult) => {
    // What the unit tests made of it holds until they change.
    const tests = resultsOf([result.mutant])[0]?.tests;
    known.add({ ...result, ...(tests && { tests }) });
    work.count();
  };
  let due: readonly Mutant[] = left;
  for (const effort of ['brief', 'thorough'] as const) {
    await lab?.notice(due, effort, note);
    await tryTests(work, resultsOf(picked));
    due = resultsOf(picked).flatMap((one) => (isDone(one) ? [] : [one.mutant]));
    if (due.length === 0) break;
    done -= due.length;
  }
  return { made: wanted, unfit: lab?.unfit ?? [], results: resultsOf(wanted) };
}

interface Work {
  readonly tree: Tree;
  readonly threads: number;
  readonly tests: UnitTests;
  readonly known: ReturnType<typeof openResults>;
  /** Counts a mutant as tried. */
  readonly count: () => void;
}

/** Tries each mutant on the entry that noticed it before its file changed, or if none did on unit tests. */
async function tryAgain(work: Work, mutants: readonly Mutant[]): Promise<void> {
  const { tree, threads, tests, known, count } = work;
  const byEntry = mutants.filter((one) => known.entryBefore(one).length > 0);
  if (byEntry.length > 0) {
    const entries = byEntry.flatMap(known.entryBefore);
    const lab = await reachLab(tree, threads, known.entryBefore, entries);
    await lab.notice(byEntry, 'again', (result) => {
      if (noticedBy(result) === undefined) return;
      known.add(result);
      count();
    });
  }
  const others = mutants.filter((one) => known.entryBefore(one).length === 0);
  const keep = (mutant: Mutant, failed: string | undefined) => {
    const code = tree.codeOf(mutant.file);
    const tried = { judged: 0, differing: [], run: 0 };
    const ofTests = inTests(tests, mutant, failed);
    known.add({ mutant, reachedBy: 0, tried, effort: 'brief', code, tests: ofTests });
    count();
  };
  await tests.notice(others, keep, (one) => known.before(one)?.test);
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
  const before = (mutant: Mutant): NoticedBefore | undefined => {
    const [own] = journal.of([mutant.id]);
    return own ? noticedIn(own) : publishedBefore(published, mutant);
  };
  return {
    add: journal.add,
    before,
    entryBefore: (mutant: Mutant) => [before(mutant)?.entry ?? []].flat(),
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
  { tests, known: { add } }: Work,
  results: readonly SuiteResult[],
): Promise<void> {
  const holds = ({ mutant, tests: tried }: SuiteResult) =>
    tried !== undefined && tried.code === tests.codeFor(mutant.file, tried.failed);
  const left = results.filter((one) => noticedBy(one) === undefined && !holds(one));
  const byMutant = new Map(left.map((one) => [one.mutant, one]));
  await tests.notice([...byMutant.keys()], (mutant, failed) => {
    const result = byMutant.get(mutant);
    if (result) add({ ...result, tests: inTests(tests, mutant, failed) });
  });
}

const inTests = ({ codeFor }: UnitTests, { file }: Mutant, failed: string | undefined) => ({
  code: codeFor(file, failed),
  ...(failed !== undefined && { failed }),
});

function isResult(value: unknown): value is SuiteResult {
  return typeof value === 'object' && value !== null && 'effort' in value && 'code' in value;
}
