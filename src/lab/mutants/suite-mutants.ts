/** Every mutant of the suite, each tried on the entries of the lab that reach it, until one notices. */
import { dirname, join } from 'node:path';
import { requirementOf } from '../../catalogue/catalogue.ts';
import { suiteDigest } from '../../package/digest.ts';
import { packageRoot } from '../../package/package.ts';
import { faults } from '../../reference/faults.ts';
import type { Fault } from '../../reference/subject.ts';
import { variants } from '../../reference/variants.ts';
import { makeTree, type Tree } from './instrument.ts';
import { openJournal } from './journal.ts';
import type { Mutant } from './mutant.ts';
import { isLost, type Lost, runPool } from './pool.ts';
import { isWanted, type MutantsOptions } from './server-mutants.ts';
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
  readonly made: number;
  readonly results: readonly SuiteResult[];
  /** Entries that came out otherwise than due though nothing was mutated, and were not used: each with why. */
  readonly unfit: readonly string[];
}

/** What judges: the suites, what is judged on every answer and over a run, and what checks are made of. */
const judges =
  /^suites\/(?!index\.)|^src\/judge\/|^src\/engine\/(matchers|inventory|creator|early-refusals|spending|spending-requests|spent-answers|spent-count)\.ts$/;

/** Of the entries that reach a mutant, at most so many are tried. */
const most = { faults: 80, variants: 20 };

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
  const wanted = tree.mutants.filter(({ id, file }) => isWanted(only, [id], file));
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
  const quick = reached.map(quickly);
  const left = picked.filter(({ id }) => !journal.has(id));
  await runPool<Ordered, TriedSuite>(ordersOf(left, quick), {
    ...threadOf(tree, threads),
    alone: ({ alone }) => alone,
    dataOf: ({ mutant }) => mutant.active,
    messageOf: ({ task }) => task,
    onResult: ({ mutant, reachedBy }, tried) => {
      journal.add({ mutant, reachedBy, tried });
      onProgress(journal.of(ids).length, picked.length);
    },
  });
  return { made: wanted.length, unfit, results: journal.of(ids) };
}

function threadOf({ root }: Tree, threads: number) {
  const thread = new URL(`${root}src/lab/mutants/suite-worker`);
  return { thread, threads, milliseconds: patience };
}

/** What each entry of the lab reaches; kept, as it takes minutes. */
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

interface Ordered {
  readonly mutant: Mutant;
  readonly reachedBy: number;
  readonly alone: boolean;
  readonly task: SuiteTask;
}

/** The order of each mutant, made when its turn comes. */
function* ordersOf(
  mutants: readonly Mutant[],
  all: readonly ReturnType<typeof quickly>[],
): Generator<Ordered> {
  for (const mutant of mutants) yield orderOf(mutant, all);
}

/** What an entry reaches, to be asked for each of thousands of mutants. */
function quickly({ entry, reached, loading, milliseconds }: EntryReach) {
  return { entry, reached: new Set(reached), loading: new Set(loading), milliseconds };
}

/** The entries for a mutant: the reference, then faults, those of its file's requirements first, then variants. */
function orderOf(mutant: Mutant, all: readonly ReturnType<typeof quickly>[]): Ordered {
  const { active, file } = mutant;
  const alone = all.some(({ loading }) => loading.has(active));
  const reaching = all.filter(({ reached }) => alone || reached.has(active));
  const place = new Map(
    reaching
      .toSorted((a, b) => a.reached.size - b.reached.size || a.milliseconds - b.milliseconds)
      .map(({ entry }, at) => [entry, at]),
  );
  const known = faults.filter(({ id }) => place.has(id));
  const sorted = known.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  const ofFaults = sorted
    .map((fault) => ({ fault, rank: rankOf(fault, sorted, file) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most.faults)
    .map(({ fault }) => fault);
  const ofVariants = variants.filter(({ id }) => place.has(id)).slice(0, most.variants);
  const entries = [
    ...(place.has(referenceEntry) ? [referenceEntry] : []),
    ...[...ofFaults, ...ofVariants].map(({ id }) => id),
  ];
  return { mutant, alone, reachedBy: reaching.length, task: { type: 'try', active, entries } };
}

/**
 * By turns: the most specific fault of each requirement, then the next of each. Those of requirements that the
 * file decides come before those of its folder, and these before all others.
 */
function rankOf({ id, breaks }: Fault, sorted: readonly Fault[], file: string): number {
  const same = sorted.filter((one) => one.breaks[0] === breaks[0]);
  const turn = same.findIndex((one) => one.id === id);
  const files = breaks.map((one) => requirementOf(one).file ?? '');
  const near = files.some((one) => dirname(one) === dirname(file));
  const distance = files.includes(file) ? 0 : near ? 1 : 2;
  return distance * faults.length + turn;
}

function isResult(value: unknown): value is SuiteResult {
  return typeof value === 'object' && value !== null && 'tried' in value && 'mutant' in value;
}

function isReach(value: unknown): value is EntryReach {
  return typeof value === 'object' && value !== null && 'entry' in value && 'reached' in value;
}
