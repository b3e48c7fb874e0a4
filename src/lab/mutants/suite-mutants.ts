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
import { type Ordered, ordering } from './suite-order.ts';
import { type EntryReach, referenceEntry, type SuiteTask, type TriedSuite } from './suite-work.ts';

/** What came of one mutant of the suite. */
export interface SuiteResult {
  readonly mutant: Mutant;
  /** How many entries of the lab reach it. */
  readonly reachedBy: number;
  readonly tried: TriedSuite | Lost;
}

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

const atOnce = 10;

/** Tries the mutants that are not known from an interrupted run of the same suite. */
export async function trySuiteMutants(options: MutantsOptions): Promise<SuiteResults> {
  const { only, sample, threads, onProgress } = options;
  const tree = await makeTree({
    name: 'suite',
    mutates: (file) => judges.test(file),
    // The words of messages and titles; a name that is compared is a word, too.
    without: ['StringLiteral'],
  });
  const about = [suiteDigest(), ...tree.mutants.map(({ id }) => id)];
  const all = await reachOf(tree, about, threads);
  const reached = all.filter(({ problem }) => problem === undefined);
  const unfit = all.flatMap(({ entry, problem }) => (problem ? [`${entry}: ${problem}`] : []));
  const wanted = tree.mutants.filter(
    (one) => isWanted(only, [one.id], one.file) && !isRefused(one),
  );
  const picked = wanted
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, sample ?? wanted.length);
  const ids = picked.map(({ id }) => id);
  const journal = openJournal({
    file: join(packageRoot, 'reports/suite-mutants.jsonl'),
    about,
    isEntry: isResult,
    keyOf: ({ mutant }) => mutant.id,
  });
  const left = picked.filter(({ id }) => !journal.has(id));
  const folder = join(packageRoot, 'dist/mutants', `runs-${sha256(about.join()).slice(0, 8)}`);
  const orderOf = ordering(tree.mutants, reached);
  const orders = lazily(left, (mutant) => orderOf(mutant, noticedBy(journal.earlier(mutant.id))));
  await runPool<Ordered, TriedSuite>(orders, {
    ...threadOf(tree, threads),
    alone: ({ alone }) => alone,
    dataOf: ({ mutant }) => mutant.active,
    messageOf: ({ task }): SuiteTask => ({ type: 'try', folder, ...task }),
    onResult: ({ mutant, reachedBy }, tried) => {
      journal.add({ mutant, reachedBy, tried });
      onProgress(journal.of(ids).length, picked.length);
    },
  });
  return { made: wanted, unfit, results: journal.of(wanted.map(({ id }) => id)) };
}

/** One after the other, as all of them at once would fill the memory. */
function* lazily<From, To>(from: readonly From[], make: (one: From) => To): Generator<To> {
  for (const one of from) yield make(one);
}

/** The entry that noticed a mutant. */
function noticedBy(result: SuiteResult | undefined): string | undefined {
  return result === undefined || isLost(result.tried) ? undefined : result.tried.noticed?.entry;
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
  const parts = Array.from({ length: Math.ceil(left.length / atOnce) }, (_, at) =>
    left.slice(at * atOnce, (at + 1) * atOnce),
  );
  const problems: string[] = [];
  await runPool<readonly string[], EntryReach[]>(parts, {
    ...threadOf(tree, threads),
    alone: () => false,
    messageOf: (entries): SuiteTask => ({ type: 'reach', entries }),
    onResult: (entries, found) => {
      if (isLost(found)) {
        problems.push(`${entries[0]} and those after it: ${found.lost}`);
        return;
      }
      for (const one of found) journal.add(one);
    },
  });
  if (problems.length > 0) throw new Error(problems.slice(0, 3).join('\n'));
  return journal.of(all);
}

function isResult(value: unknown): value is SuiteResult {
  return typeof value === 'object' && value !== null && 'tried' in value && 'mutant' in value;
}

function isReach(value: unknown): value is EntryReach {
  return typeof value === 'object' && value !== null && 'entry' in value && 'reached' in value;
}
