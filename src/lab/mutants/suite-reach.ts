/** Tries mutants of the suite on the entries of the lab that reach them, until one notices. */
import { join } from 'node:path';
import { sha256, suiteDigest } from '../../package/digest.ts';
import { packageRoot } from '../../package/package.ts';
import { faults } from '../../reference/faults.ts';
import { variants } from '../../reference/variants.ts';
import type { Tree } from './instrument.ts';
import { openJournal } from './journal.ts';
import type { Mutant } from './mutant.ts';
import { isLost, type Lost, runPool } from './pool.ts';
import { type Effort, neighbours, type Ordered, ordering } from './suite-order.ts';
import { noticedBy, type SuiteResult } from './suite-result.ts';
import { type EntryReach, referenceEntry, type SuiteTask, type TriedSuite } from './suite-work.ts';

/** Milliseconds for a mutant that is tried on a few entries, for another one, and for a part of the entries. */
const patience = { again: 60_000, brief: 60_000, thorough: 300_000, reach: 300_000 };

/** Entries of one part. */
const atOnce = 4;

/** The lab, with what each of its entries reaches. */
export interface ReachedLab {
  /** Tries mutants in their order, each first on what noticed it before and what noticed those beside it. */
  readonly notice: (
    mutants: readonly Mutant[],
    effort: Effort,
    onResult: (result: SuiteResult) => void,
  ) => Promise<void>;
  /** Entries that come out otherwise than due though nothing was mutated, and are not used: each with why. */
  readonly unfit: readonly string[];
}

/** All entries of the lab. */
const entries = [referenceEntry, ...[...faults, ...variants].map(({ id }) => id)];

/** Finds out what each entry reaches, or some of them: of all it takes minutes. */
export async function reachLab(
  tree: Tree,
  threads: number,
  noticedBefore: (mutant: Mutant) => readonly string[],
  some: readonly string[] = entries,
): Promise<ReachedLab> {
  const about = [suiteDigest(), ...tree.mutants.map(({ id }) => id)];
  const isDue = new Set(some);
  const due = entries.filter((one) => isDue.has(one));
  const all = await reachOf(tree, about, threads, due);
  const reached = all.filter(({ problem }) => problem === undefined);
  const folder = join(packageRoot, 'dist/mutants', `runs-${sha256(about.join()).slice(0, 8)}`);
  const orderOf = ordering(tree.mutants, reached);
  const beside = neighbours();
  // What needs a thread of its own takes longest.
  const loading = new Set(reached.flatMap((one) => one.loading));
  const isLate = ({ active }: Mutant) => Number(loading.has(active));
  return {
    notice(mutants, effort, onResult) {
      const inTurn = mutants.toSorted((a, b) => isLate(a) - isLate(b));
      const orders = lazily(inTurn, (one) =>
        orderOf(one, effort, [...noticedBefore(one), ...beside.of(one)]),
      );
      return runPool<Ordered, TriedSuite>(orders, {
        ...threadOf(tree, threads, patience[effort]),
        alone: ({ alone }) => alone,
        dataOf: ({ mutant }) => mutant.active,
        messageOf: ({ task }): SuiteTask => ({ type: 'try', folder, ...task }),
        onResult: ({ mutant, reachedBy }, tried) => {
          const result = { mutant, reachedBy, tried, effort, code: tree.codeOf(mutant.file) };
          const entry = noticedBy(result);
          if (entry) beside.add(mutant, entry);
          onResult(result);
        },
      });
    },
    unfit: all.flatMap(({ entry, problem }) => (problem ? [`${entry}: ${problem}`] : [])),
  };
}

/** One after the other, as all of them at once would fill the memory. */
function* lazily<From, To>(from: readonly From[], make: (one: From) => To): Generator<To> {
  for (const one of from) yield make(one);
}

function threadOf({ root }: Tree, threads: number, milliseconds: number) {
  const thread = new URL(`${root}src/lab/mutants/suite-worker`);
  return { thread, threads, milliseconds };
}

/** What entries of the lab reach; kept in a journal, as it takes minutes. */
async function reachOf(
  tree: Tree,
  about: readonly string[],
  threads: number,
  all: readonly string[],
): Promise<readonly EntryReach[]> {
  const journal = openJournal({
    file: join(packageRoot, 'reports/suite-reach.jsonl'),
    about,
    isEntry: isReach,
    keyOf: ({ entry }) => entry,
  });
  const left = all.filter((entry) => !journal.has(entry));
  const lost: string[] = [];
  const note = (
    parts: readonly (readonly string[])[],
    onLost: (part: Lost, of: readonly string[]) => void,
  ) =>
    runPool<readonly string[], EntryReach[]>(parts, {
      ...threadOf(tree, threads, patience.reach),
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
    journal.add({
      entry,
      reached: [],
      loading: [],
      failing: [],
      milliseconds: patience.reach,
      problem,
    }),
  );
  return journal.of(all);
}

function parted<T>(all: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}

function isReach(value: unknown): value is EntryReach {
  return typeof value === 'object' && value !== null && 'entry' in value && 'failing' in value;
}
