/** Every mutant of every server, each judged, and what survives compared with its original. */
import { join } from 'node:path';
import { suiteDigest } from '../../package/digest.ts';
import { packageRoot } from '../../package/package.ts';
import { makeTree, type Tree } from './instrument.ts';
import { type Journal, openJournal } from './journal.ts';
import { setUp } from './judge-server.ts';
import type { Mutant } from './mutant.ts';
import { isLost, type Lost, runPool } from './pool.ts';
import { probes, type Reached, type ServerTask, type TriedServer } from './server-work.ts';
import { mutatedServers } from './servers.ts';

/** What came of one mutant in one server. */
export interface ServerResult {
  readonly server: string;
  readonly mutant: Mutant;
  /** Whether a run of either profile reaches its place; if not, no run was made. */
  readonly reached: boolean;
  readonly tried: TriedServer | Lost;
}

export interface MutantsOptions {
  /** Ids of mutants, names of servers, or beginnings of files; empty for all. */
  readonly only: readonly string[];
  /** How many to try, picked by their ids of those that need no full run, all anew; absent for all. */
  readonly sample?: number;
  readonly threads: number;
  readonly onProgress: (done: number, of: number) => void;
}

/** The limiter, which only a spent limit shows, and the key, which core shows by turns of the seed. */
const inFull = /\/(callers|quota|behaviour)\.ts$/;

/** Milliseconds for a mutant: a full run that waits for three windows takes a quarter of it. */
const patience = 120_000;

const thread = new URL('./server-worker', import.meta.url);

/** Tries every mutant of the servers that is not known from an interrupted run of the same suite. */
export async function tryServerMutants(options: MutantsOptions): Promise<ServerResult[]> {
  const { sample, only, threads, onProgress } = options;
  const tree = await makeTree({ name: 'servers', mutates: isServer });
  const original = await makeTree({ name: 'original', mutates: () => false });
  const tasks = (await ordered(tree, original, options)).filter(({ mutant, task }) =>
    isWanted(only, [mutant.id, task.server], mutant.file),
  );
  const picked = tasks
    .filter(({ task }) => sample === undefined || task.profiles.join() === 'core')
    .toSorted((a, b) => (a.mutant.id < b.mutant.id ? -1 : 1))
    .slice(0, sample ?? tasks.length);
  const journal = openServerJournal(tree, sample !== undefined);
  const keys = picked.map(({ task, mutant }) => keyOf(task.server, mutant));
  const left = picked.filter(({ task, mutant }) => !journal.has(keyOf(task.server, mutant)));
  await runPool<Ordered, TriedServer>(left, {
    thread,
    threads,
    milliseconds: patience,
    alone: ({ alone }) => alone,
    messageOf: ({ task }) => task,
    onResult: ({ task: { server, profiles }, mutant }, tried) => {
      journal.add({ server, mutant, reached: profiles.length > 0, tried });
      onProgress(journal.of(keys).length, picked.length);
    },
  });
  return journal.of(keys);
}

const keyOf = (server: string, { id }: Mutant) => `${server} ${id}`;

/** A sample is tried anew each time, and keeps a journal of its own. */
function openServerJournal({ mutants }: Tree, isSample: boolean): Journal<ServerResult> {
  const name = isSample ? 'server-mutants-sample' : 'server-mutants';
  return openJournal({
    file: join(packageRoot, `reports/${name}.jsonl`),
    about: [suiteDigest(), JSON.stringify(setUp), `${probes}`, ...mutants.map(({ id }) => id)],
    isEntry: isResult,
    keyOf: ({ server, mutant }) => keyOf(server, mutant),
    anew: isSample,
  });
}

function isServer(file: string): boolean {
  return mutatedServers.some(({ owns }) => owns(file));
}

/** Whether something is asked for by one of its names or by the beginning of its file. */
export function isWanted(only: readonly string[], names: readonly string[], file: string): boolean {
  return only.length === 0 || only.some((one) => names.includes(one) || file.startsWith(one));
}

interface Ordered {
  readonly mutant: Mutant;
  readonly task: ServerTask;
  readonly alone: boolean;
}

/** The task of each mutant, by what runs of the server without mutants reach. */
async function ordered(
  { root, mutants }: Tree,
  original: Tree,
  { threads, sample }: MutantsOptions,
): Promise<Ordered[]> {
  const profiles = sample === undefined ? (['core', 'full'] as const) : (['core'] as const);
  const tasks: Ordered[] = [];
  const problems: string[] = [];
  const asking = mutatedServers.map(({ name, owns }) => ({
    owns,
    task: { server: name, root, originalRoot: original.root, profiles },
  }));
  await runPool<(typeof asking)[number], Reached>(asking, {
    thread,
    threads,
    milliseconds: patience,
    alone: () => true,
    messageOf: ({ task }) => task,
    onResult: ({ owns, task }, reached) => {
      if (isLost(reached)) problems.push(`${task.server} ${reached.lost}`);
      else tasks.push(...mutants.filter(({ file }) => owns(file)).map(taskOf(task, reached)));
    },
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return tasks;
}

function taskOf(task: ServerTask, { loading, core, full }: Reached) {
  return (mutant: Mutant): Ordered => {
    const { active, file } = mutant;
    const alone = loading.includes(active);
    const byCore = alone || core.includes(active);
    const byFull = inFull.test(file) || (full.includes(active) && !byCore);
    const profiles = [...(byCore ? ['core' as const] : []), ...(byFull ? ['full' as const] : [])];
    return { mutant, alone, task: { ...task, active, profiles } };
  };
}

function isResult(value: unknown): value is ServerResult {
  return typeof value === 'object' && value !== null && 'tried' in value && 'mutant' in value;
}
