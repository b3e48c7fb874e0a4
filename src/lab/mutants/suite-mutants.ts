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
 * Tries mutants of files that changed since they were tried, all others, and those that are named: first on the entry of
 * the lab that noticed them before, then on the unit tests beside their file, which take less time than many entries. Of
 * what is left, each is tried on a few entries that reach it, and what is left then on more.
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
  let left = 0;
  const work: Work = {
    tree,
    threads,
    tests: unitTests(tree, threads),
    known,
    begin(due) {
      left = due.length;
    },
    count() {
      left -= 1;
      onProgress(picked.length - left, picked.length);
    },
  };
  await tryBefore(
    work,
    picked.filter((one) => resultsOf([one]).length === 0),
  );
  await tryTests(work, picked);
  const isNamed = ({ id }: Mutant) => only.includes(id);
  const isDone = (one: SuiteResult) => isFinished(one) || reasons.has(one.mutant.id);
  const unfinished = () => resultsOf(picked).flatMap((one) => (isDone(one) ? [] : [one.mutant]));
  let due = [...new Set([...picked.filter(isNamed), ...unfinished()])];
  const lab = due.length > 0 ? await reachLab(tree, threads, known.entryBefore) : undefined;
  for (const effort of ['brief', 'thorough'] as const) {
    work.begin(due);
    await lab?.notice(due, effort, (result) => {
      // What the unit tests made of it holds until they change.
      const tests = resultsOf([result.mutant])[0]?.tests;
      known.add({ ...result, ...(tests && { tests }) });
      work.count();
    });
    await tryTests(work, picked);
    due = unfinished();
    if (due.length === 0) break;
  }
  return { made: wanted, unfit: lab?.unfit ?? [], results: resultsOf(wanted) };
}

interface Work {
  readonly tree: Tree;
  readonly threads: number;
  readonly tests: UnitTests;
  readonly known: ReturnType<typeof openResults>;
  /** The mutants that are tried next; all others count as tried. */
  readonly begin: (due: readonly Mutant[]) => void;
  /** Counts one of these as tried. */
  readonly count: () => void;
}

/** Tries each mutant on the entry that noticed it before its file changed. */
async function tryBefore(work: Work, mutants: readonly Mutant[]): Promise<void> {
  const { tree, threads, known, begin, count } = work;
  const due = mutants.filter((one) => known.entryBefore(one).length > 0);
  if (due.length === 0) return;
  begin(mutants);
  const lab = await reachLab(tree, threads, known.entryBefore, due.flatMap(known.entryBefore));
  await lab.notice(due, 'again', (result) => {
    if (noticedBy(result) === undefined) return;
    known.add(result);
    count();
  });
}

/** Tries what no entry noticed on the unit tests, unless what they made of it holds. */
async function tryTests(work: Work, mutants: readonly Mutant[]): Promise<void> {
  const { tree, tests, known, begin, count } = work;
  const resultOf = (mutant: Mutant): SuiteResult =>
    known.resultsOf([mutant])[0] ?? {
      mutant,
      reachedBy: 0,
      tried: { judged: 0, differing: [], run: 0 },
      effort: 'brief',
      code: tree.codeOf(mutant.file),
    };
  const isDue = (mutant: Mutant) => {
    const result = resultOf(mutant);
    const tried = result.tests;
    const holds = tried !== undefined && tried.code === tests.codeFor(mutant.file, tried.failed);
    return noticedBy(result) === undefined && !holds;
  };
  const due = mutants.filter(isDue);
  begin(due);
  const keep = (mutant: Mutant, failed: string | undefined) => {
    const code = tests.codeFor(mutant.file, failed);
    known.add({ ...resultOf(mutant), tests: { code, ...(failed !== undefined && { failed }) } });
    count();
  };
  await tests.notice(due, keep, (one) => known.before(one).test);
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
  const before = (mutant: Mutant): NoticedBefore => {
    const [own] = journal.of([mutant.id]);
    return own ? noticedIn(own) : publishedBefore(published, mutant);
  };
  return {
    add: journal.add,
    before,
    entryBefore: (mutant: Mutant) => [before(mutant).entry ?? []].flat(),
    resultsOf: (mutants: readonly Mutant[]) =>
      mutants.flatMap((mutant) => {
        const code = tree.codeOf(mutant.file);
        const [own] = journal.of([mutant.id]).filter((one) => one.code === code);
        // Its number is another one after every instrumentation.
        return own ? { ...own, mutant } : (publishedResult(published, mutant, code) ?? []);
      }),
  };
}

function isResult(value: unknown): value is SuiteResult {
  return typeof value === 'object' && value !== null && 'effort' in value && 'code' in value;
}
