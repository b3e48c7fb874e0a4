/** Every mutant of the suite, each tried on the entries of the lab that reach it, until one notices. */
import { join } from 'node:path';
import { sha256, suiteDigest } from '../../package/digest.ts';
import { packageRoot } from '../../package/package.ts';
import { faults } from '../../reference/faults.ts';
import { variants } from '../../reference/variants.ts';
import { makeTree, type Tree } from './instrument.ts';
import { openJournal } from './journal.ts';
import type { Mutant } from './mutant.ts';
import { isLost, type Lost, runPool } from './pool.ts';
import { isWanted, type MutantsOptions } from './server-mutants.ts';
import { neighbours, type Ordered, ordering } from './suite-order.ts';
import { noticedBy, type SuiteResult } from './suite-result.ts';
import { publishedResult, readTried } from './suite-tried.ts';
import { type EntryReach, referenceEntry, type SuiteTask, type TriedSuite } from './suite-work.ts';
import { openUnitTests } from './unit-tests.ts';

/** What is done of a work that may take hours, and of how much. */
export interface SuiteResults {
  readonly made: readonly Mutant[];
  /** Of those that were made, by now. */
  readonly results: readonly SuiteResult[];
  /** Entries that came out otherwise than due though nothing was mutated, and were not used: each with why. */
  readonly unfit: readonly string[];
}

/** What judges: the suites, what is judged on every answer and over a run, and what checks are made of. */
const judges =
  /^suites\/(?!index\.)|^src\/judge\/|^src\/engine\/(checks\/(matchers|early-refusals)|store\/(inventory|known-animals|creator)|limit\/(spending|spending-requests|spent-answers|spent-count))\.ts$/;

/**
 * Changes that the compiler would refuse: a text among values of another type, or a member of what may be undefined.
 */
const isRefused = ({ kind, change }: Mutant): boolean =>
  kind === 'OptionalChaining' || change.endsWith('["Stryker was here"]');

/** Milliseconds for one mutant, or for a part of the entries. */
const patience = 300_000;

const atOnce = 4;

/** Tries the mutants of files that changed since they were tried, all others, and those that are named. */
export async function trySuiteMutants(options: MutantsOptions): Promise<SuiteResults> {
  const { only, sample, onProgress } = options;
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
  const journal = openJournal({
    file: join(packageRoot, 'reports/suite-mutants.jsonl'),
    about: ['each file by itself'],
    isEntry: isResult,
    keyOf: ({ mutant }) => mutant.id,
  });
  const published = readTried();
  const resultsOf = (mutants: readonly Mutant[]) =>
    mutants.flatMap((mutant) => {
      const code = tree.codeOf(mutant.file);
      const [own] = journal.of([mutant.id]).filter((one) => one.code === code);
      // Its number is another one after every instrumentation.
      return own ? { ...own, mutant } : (publishedResult(published, mutant, code) ?? []);
    });
  const known = new Set(resultsOf(picked).map(({ mutant }) => mutant.id));
  const left = picked.filter(({ id }) => only.includes(id) || !known.has(id));
  let done = picked.length - left.length;
  const add = (result: SuiteResult) => {
    journal.add(result);
    done += 1;
    onProgress(done, picked.length);
  };
  const noticedBefore = ({ id }: Mutant) => journal.of([id]).flatMap((one) => noticedBy(one) || []);
  const unfit =
    left.length === 0 ? [] : await tryAll(tree, left, noticedBefore, { ...options, add });
  await tryTests(tree, resultsOf(wanted), journal.add);
  return { made: wanted, unfit, results: resultsOf(wanted) };
}

const byId = (a: Mutant, b: Mutant) => (a.id < b.id ? -1 : 1);

interface TryOptions {
  readonly threads: number;
  readonly add: (result: SuiteResult) => void;
}

/** Tries mutants in the order of their lines, each first on what noticed those beside them. Gives the entries of no use. */
async function tryAll(
  tree: Tree,
  mutants: readonly Mutant[],
  noticedBefore: (mutant: Mutant) => readonly string[],
  { threads, add }: TryOptions,
): Promise<readonly string[]> {
  const about = [suiteDigest(), ...tree.mutants.map(({ id }) => id)];
  const all = await reachOf(tree, about, threads);
  const reached = all.filter(({ problem }) => problem === undefined);
  const folder = join(packageRoot, 'dist/mutants', `runs-${sha256(about.join()).slice(0, 8)}`);
  const orderOf = ordering(tree.mutants, reached);
  const beside = neighbours();
  // What needs a thread of its own takes longest.
  const loading = new Set(reached.flatMap((one) => one.loading));
  const isLate = ({ active }: Mutant) => Number(loading.has(active));
  const inTurn = mutants.toSorted((a, b) => isLate(a) - isLate(b));
  const orders = lazily(inTurn, (one) => orderOf(one, [...noticedBefore(one), ...beside.of(one)]));
  await runPool<Ordered, TriedSuite>(orders, {
    ...threadOf(tree, threads),
    alone: ({ alone }) => alone,
    dataOf: ({ mutant }) => mutant.active,
    messageOf: ({ task }): SuiteTask => ({ type: 'try', folder, ...task }),
    onResult: ({ mutant, reachedBy }, tried) => {
      const result = { mutant, reachedBy, tried, code: tree.codeOf(mutant.file) };
      const entry = noticedBy(result);
      if (entry) beside.add(mutant, entry);
      add(result);
    },
  });
  return all.flatMap(({ entry, problem }) => (problem ? [`${entry}: ${problem}`] : []));
}

/** One after the other, as all of them at once would fill the memory. */
function* lazily<From, To>(from: readonly From[], make: (one: From) => To): Generator<To> {
  for (const one of from) yield make(one);
}

/** Tries what no entry noticed on the unit tests. */
async function tryTests(
  tree: Tree,
  results: readonly SuiteResult[],
  add: (result: SuiteResult) => void,
): Promise<void> {
  const left = results.filter((one) => noticedBy(one) === undefined);
  if (left.length === 0) return;
  const tests = await openUnitTests(tree);
  try {
    for (const result of left) {
      const { mutant } = result;
      const code = tests.codeFor(mutant.file);
      if (result.tests?.code === code) continue;
      const failed = await tests.failedBy(mutant);
      add({ ...result, tests: { code, ...(failed !== undefined && { failed }) } });
    }
  } finally {
    await tests.close();
  }
}

function threadOf({ root }: Tree, threads: number) {
  const thread = new URL(`${root}src/lab/mutants/suite-worker`);
  return { thread, threads, milliseconds: patience };
}

/** What each entry of the lab reaches; kept in a journal, as it takes minutes. */
async function reachOf(
  tree: Tree,
  about: readonly string[],
  threads: number,
): Promise<readonly EntryReach[]> {
  const journal = openJournal({
    file: join(packageRoot, 'reports/suite-reach.jsonl'),
    about,
    isEntry: isReach,
    keyOf: ({ entry }) => entry,
  });
  const all = [referenceEntry, ...[...faults, ...variants].map(({ id }) => id)];
  const left = all.filter((entry) => !journal.has(entry));
  const lost: string[] = [];
  const note = (
    parts: readonly (readonly string[])[],
    onLost: (part: Lost, of: readonly string[]) => void,
  ) =>
    runPool<readonly string[], EntryReach[]>(parts, {
      ...threadOf(tree, threads),
      alone: () => false,
      messageOf: (entries): SuiteTask => ({ type: 'reach', entries }),
      onResult: (entries, found) => {
        if (isLost(found)) onLost(found, entries);
        else for (const one of found) journal.add(one);
      },
    });
  await note(parted(left, atOnce), (_, entries) => lost.push(...entries));
  // Of a part that was lost each entry is asked by itself, so that one that does not end loses no other.
  await note(parted(lost, 1), ({ lost: problem }, [entry = '']) =>
    journal.add({ entry, reached: [], loading: [], milliseconds: patience, problem }),
  );
  return journal.of(all);
}

function parted<T>(all: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}

function isResult(value: unknown): value is SuiteResult {
  return typeof value === 'object' && value !== null && 'tried' in value && 'code' in value;
}

function isReach(value: unknown): value is EntryReach {
  return typeof value === 'object' && value !== null && 'entry' in value && 'reached' in value;
}
