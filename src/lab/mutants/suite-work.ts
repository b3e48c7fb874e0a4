/** Tries entries of the lab in a thread of the mutated suite, and says whether they come out as expected. */
import { requirementOf } from '../../catalogue/catalogue.ts';
import { checks, nameOfCheck } from '../../engine/checks/requirement.ts';
import type { RunRecord } from '../../engine/record.ts';
import { faults } from '../../reference/faults.ts';
import type { Fault, Variant } from '../../reference/subject.ts';
import { variants } from '../../reference/variants.ts';
import { judgeFault, judgeVariant } from '../matrix.ts';
import { ask, inShort, type Trial } from '../trial.ts';
import { activate, asPart, countHits, hits } from './active.ts';
import { isKept, judgeKept, keepRun } from './kept-runs.ts';

/** One thing to do, in a thread whose modules are those of the mutated suite. */
export type SuiteTask =
  /** Runs the entries without mutants, and tells which places each of them reaches. */
  | { readonly type: 'reach'; readonly entries: readonly string[] }
  | ({ readonly type: 'try' } & MutantTask);

/** Tries entries with a mutant, in their order, until one notices it. */
export interface MutantTask {
  readonly active: string;
  /** Where runs without mutants are kept. */
  readonly folder: string;
  /** Entries whose answers are judged again, first of all. */
  readonly judged: readonly string[];
  /** Of those that are judged otherwise, though as due, at most so many are run. */
  readonly runDiffering: number;
  /** Entries that are run after these. */
  readonly run: readonly string[];
  /** Those of them that come out as expected only in a whole run. */
  readonly whole: readonly string[];
}

/** What one entry reaches, by the numbers of the mutants. */
export interface EntryReach {
  readonly entry: string;
  readonly reached: readonly string[];
  /** Reached while modules were loaded: by every entry, and only by a mutant that was active before. */
  readonly loading: readonly string[];
  /** Reached by the checks that fail: what proves that these find something. */
  readonly failing: readonly string[];
  readonly milliseconds: number;
  /** Whether it comes out as due in a whole run only. */
  readonly whole?: true;
  /** How it came out otherwise than due, though nothing was mutated; then it proves nothing here. */
  readonly problem?: string;
}

/** What came of a mutant of the suite. */
export interface TriedSuite {
  /** The entry that came out differently, and how; absent if none did. */
  readonly noticed?: { readonly entry: string; readonly how: string };
  /** Entries whose answers were judged again, and those of them that were judged otherwise, though as due. */
  readonly judged: number;
  readonly differing: readonly string[];
  /** Entries that were run. */
  readonly run: number;
}

/** The reference server as it is. */
export const referenceEntry = 'the reference server';

const unchanged: Variant = { id: referenceEntry, title: 'the reference server' };

const faultsById = new Map(faults.map((one) => [one.id, one]));
const variantsById = new Map([unchanged, ...variants].map((one) => [one.id, one]));

/** Runs each entry alone, and tells what it reaches. */
export async function reach(entries: readonly string[]): Promise<EntryReach[]> {
  const found: EntryReach[] = [];
  for (const entry of entries) {
    countHits();
    const startedAt = performance.now();
    const part = await runOf(entry, partOf(entry));
    const isPartEnough = problemOf(entry, part.trial) === undefined;
    const { record, trial } = isPartEnough ? part : await runOf(entry);
    const problem = problemOf(entry, trial);
    const { loading, running, by } = hits();
    const milliseconds = Math.round(performance.now() - startedAt);
    found.push({
      entry,
      reached: running,
      loading,
      failing: [...new Set(failedChecks(record).flatMap(by))],
      milliseconds,
      ...(isPartEnough ? {} : { whole: true as const }),
      ...(problem === undefined ? {} : { problem }),
    });
  }
  return found;
}

/** Runs an entry, wholly or some requirements of it. */
async function runOf(entry: string, part: ReturnType<typeof partOf> = {}) {
  const startedAt = performance.now();
  const { record, report, settings } = await ask(subjectOf(entry), { seed: 1, ...part });
  const milliseconds = Math.round(performance.now() - startedAt);
  return { record, settings, trial: { ...inShort(record, report), id: entry, milliseconds } };
}

function failedChecks({ checks }: RunRecord): string[] {
  return [...checks].flatMap(([id, results]) =>
    results.flatMap(({ outcome, title }) =>
      outcome === 'failed' ? [nameOfCheck({ id, title })] : [],
    ),
  );
}

/** Has what each check reaches counted apart, in this thread. */
export function countByCheck(): void {
  for (const [at, one] of checks.entries()) {
    checks[at] = { ...one, ask: (context) => asPart(nameOfCheck(one), () => one.ask(context)) };
  }
}

/** Tries a mutant until an entry notices. A thrown error is noticed, too. */
export async function tryMutant(task: MutantTask): Promise<TriedSuite> {
  const { active, folder, judged, run, whole, runDiffering } = task;
  const differing: string[] = [];
  const again = async (entry: string) => {
    if (!isKept(folder, entry)) await keep(folder, entry, active);
    const { trial, differs } = judgeKept(folder, entry, active);
    if (differs) differing.push(entry);
    return trial;
  };
  const first = await tryUntilNoticed(active, judged, again);
  const told = { judged: first.tried, differing };
  if (first.noticed) return { noticed: first.noticed, ...told, run: 0 };
  const entries = [...new Set([...differing.slice(0, runDiffering), ...run])];
  const { noticed, tried } = await tryUntilNoticed(
    active,
    entries,
    // Code that only judges can fail any requirement.
    (entry) => (judged.length > 0 || whole.includes(entry) ? runWhole : runPart)(entry),
  );
  return { ...(noticed && { noticed }), ...told, run: tried };
}

/** Keeps a run without mutants. */
async function keep(folder: string, entry: string, active: string): Promise<void> {
  activate(undefined);
  keepRun(folder, await runOf(entry));
  activate(active);
}

type TryOut = (entry: string) => Promise<Trial>;

const runPart: TryOut = async (entry) => (await runOf(entry, partOf(entry))).trial;

const runWhole: TryOut = async (entry) => (await runOf(entry)).trial;

async function tryUntilNoticed(active: string, entries: readonly string[], tryIt: TryOut) {
  for (const [at, entry] of entries.entries()) {
    activate(active);
    const how = await howNoticed(entry, tryIt).finally(() => activate(undefined));
    if (how !== undefined) return { noticed: { entry, how }, tried: at + 1 };
  }
  return { tried: entries.length };
}

async function howNoticed(entry: string, tryIt: TryOut): Promise<string | undefined> {
  try {
    return problemOf(entry, await tryIt(entry));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function subjectOf(entry: string): Fault | Variant {
  const subject = faultsById.get(entry) ?? variantsById.get(entry);
  if (!subject) throw new Error(`the lab has no ${entry}`);
  return subject;
}

/** How an entry came out differently than expected; undefined if it did not. */
function problemOf(entry: string, trial: Trial): string | undefined {
  if (trial.defects[0] !== undefined) return trial.defects[0];
  const fault = faultsById.get(entry);
  if (!fault) return judgeVariant(subjectOf(entry), trial).falsePositives[0];
  const { missed, surplus } = judgeFault(fault, trial);
  if (missed[0] !== undefined) return `${missed[0]} does not fail`;
  return surplus[0] === undefined ? undefined : `${surplus[0]} fails, too`;
}

/** A fault is asked only what it breaks, unless that may need every answer. */
function partOf(entry: string): { only?: Fault['breaks'] } {
  const fault = faultsById.get(entry);
  if (!fault) return {};
  const { breaks, needsWholeRun } = fault;
  const whole = needsWholeRun || breaks.some((id) => requirementOf(id).decidedBy !== 'checks');
  return whole ? {} : { only: breaks };
}
