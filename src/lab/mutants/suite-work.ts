/** What a thread of the mutated suite does: runs entries of the lab, and says whether they come out as due. */
import { requirementOf } from '../../catalogue/catalogue.ts';
import { faults } from '../../reference/faults.ts';
import type { Fault, Variant } from '../../reference/subject.ts';
import { variants } from '../../reference/variants.ts';
import { judgeFault, judgeVariant } from '../matrix.ts';
import { type Trial, tryOut } from '../trial.ts';
import { activate, countHits, hits } from './active.ts';

/** One thing to do, in a thread whose modules are those of the mutated suite. */
export type SuiteTask =
  /** Runs the entries without mutants, and tells which places each of them reaches. */
  | { readonly type: 'reach'; readonly entries: readonly string[] }
  /** Runs the entries, in their order and some at once, until one notices the mutant. */
  | { readonly type: 'try'; readonly active: string; readonly entries: readonly string[] };

/** What one entry reaches, by the numbers of the mutants. */
export interface EntryReach {
  readonly entry: string;
  readonly reached: readonly string[];
  /** Reached while modules were loaded: by every entry, and only by a mutant that was active before. */
  readonly loading: readonly string[];
  readonly milliseconds: number;
  /** How it came out otherwise than due, though nothing was mutated; then it proves nothing here. */
  readonly problem?: string;
}

/** What came of a mutant of the suite. */
export interface TriedSuite {
  /** The entry that came out otherwise than due, and how; absent if none did. */
  readonly noticed?: { readonly entry: string; readonly how: string };
  /** How many entries were tried. */
  readonly entries: number;
}

/** The reference server as it is; every mutant is tried on it first. */
export const referenceEntry = 'the reference server';

const unchanged: Variant = { id: referenceEntry, title: 'the reference server' };

const faultsById = new Map(faults.map((one) => [one.id, one]));
const variantsById = new Map([unchanged, ...variants].map((one) => [one.id, one]));

/** Entries that wait for a window are run beside others. */
const atOnce = 6;

/** Runs each entry alone, and tells what it reaches. */
export async function reach(entries: readonly string[]): Promise<EntryReach[]> {
  const found: EntryReach[] = [];
  for (const entry of entries) {
    countHits();
    const startedAt = performance.now();
    const problem = await problemOf(entry);
    const { loading, running } = hits();
    const milliseconds = Math.round(performance.now() - startedAt);
    found.push({
      entry,
      reached: Object.keys(running),
      loading: Object.keys(loading),
      milliseconds,
      ...(problem === undefined ? {} : { problem }),
    });
  }
  return found;
}

/** Tries a mutant on the entries until one notices. A thrown error is noticed, too. */
export async function tryMutant(active: string, entries: readonly string[]): Promise<TriedSuite> {
  let tried = 0;
  try {
    for (let at = 0; at < entries.length; at += at === 0 ? 1 : atOnce) {
      activate(active);
      const batch = entries.slice(at, at === 0 ? 1 : at + atOnce);
      tried += batch.length;
      const noticed = await Promise.all(batch.map(noticedBy));
      const first = noticed.find((one) => one !== undefined);
      if (first) return { noticed: first, entries: tried };
    }
    return { entries: tried };
  } finally {
    activate(undefined);
  }
}

async function noticedBy(entry: string): Promise<TriedSuite['noticed']> {
  try {
    const how = await problemOf(entry);
    return how === undefined ? undefined : { entry, how };
  } catch (error) {
    return { entry, how: error instanceof Error ? error.message : String(error) };
  }
}

/** How an entry came out otherwise than due; undefined if it came out as due. */
async function problemOf(entry: string): Promise<string | undefined> {
  const fault = faultsById.get(entry);
  if (fault) return faultProblem(fault, await tryOut(fault, { seed: 1, ...partOf(fault) }));
  const variant = variantsById.get(entry);
  if (!variant) throw new Error(`the lab has no ${entry}`);
  const trial = await tryOut(variant, { seed: 1 });
  const [falsePositives] = judgeVariant(variant, trial).falsePositives;
  return trial.defects[0] ?? falsePositives;
}

/** A fault is asked only what it breaks, unless that may need every answer. */
function partOf({ breaks, needsWholeRun }: Fault): { only?: Fault['breaks'] } {
  const whole = needsWholeRun || breaks.some((id) => requirementOf(id).decidedBy !== 'checks');
  return whole ? {} : { only: breaks };
}

function faultProblem(fault: Fault, trial: Trial): string | undefined {
  const { missed, surplus } = judgeFault(fault, trial);
  if (trial.defects[0] !== undefined) return trial.defects[0];
  if (missed[0] !== undefined) return `${missed[0]} does not fail`;
  return surplus[0] === undefined ? undefined : `${surplus[0]} fails, too`;
}
