/** Which entries of the lab a mutant is tried on, and in which order. */
import { dirname } from 'node:path';
import { requirementOf } from '../../catalogue/catalogue.ts';
import { faults } from '../../reference/faults.ts';
import type { Fault } from '../../reference/subject.ts';
import { variants } from '../../reference/variants.ts';
import type { Mutant } from './mutant.ts';
import { type EntryReach, type MutantTask, referenceEntry } from './suite-work.ts';

/** The code that only judges what was answered. */
const onlyJudges = /^src\/judge\//;

/** Of the entries that reach a mutant, at most so many are run; or judged again, and so many run after that. */
const mostRun = { faults: 40, variants: 12 };
const mostJudged = { faults: 60, variants: 40 };
const mostRunAfterwards = { faults: 2, variants: 1 };

const faultsById = new Map(faults.map((fault) => [fault.id, fault]));
const variantIds = new Set(variants.map(({ id }) => id));

/** A mutant, and what is tried on it. */
export interface Ordered {
  readonly mutant: Mutant;
  /** How many entries reach it. */
  readonly reachedBy: number;
  /** Whether it lies in what runs as modules are loaded. */
  readonly alone: boolean;
  readonly task: Omit<MutantTask, 'folder'>;
}

/** What an entry reaches, to be asked for each of thousands of mutants. */
export function quickly({ entry, reached, loading, milliseconds }: EntryReach) {
  return { entry, reached: new Set(reached), loading: new Set(loading), milliseconds };
}

/** The entries for a mutant: what noticed it earlier, then the reference, then faults and variants by turns. */
export function orderOf(
  mutant: Mutant,
  all: readonly ReturnType<typeof quickly>[],
  noticedEarlierBy?: string,
): Ordered {
  const { active, file } = mutant;
  const alone = all.some(({ loading }) => loading.has(active));
  const reaching = all
    .filter(({ reached }) => alone || reached.has(active))
    .toSorted((a, b) => a.reached.size - b.reached.size || a.milliseconds - b.milliseconds)
    .map(({ entry }) => entry);
  const ofFaults = byTurns(
    reaching.flatMap((entry) => faultsById.get(entry) ?? []),
    file,
  );
  const ofVariants = reaching.filter((entry) => variantIds.has(entry));
  const first = [noticedEarlierBy, referenceEntry].flatMap(
    (entry) => reaching.find((one) => one === entry) ?? [],
  );
  const entries = ({ faults: mostFaults, variants: mostVariants }: typeof mostRun) => [
    ...first,
    ...spread(ofFaults.slice(0, mostFaults), ofVariants.slice(0, mostVariants)),
  ];
  const judged = onlyJudges.test(file) && !alone ? entries(mostJudged) : [];
  const run = entries(judged.length > 0 ? mostRunAfterwards : mostRun);
  return { mutant, alone, reachedBy: reaching.length, task: { active, judged, run } };
}

/**
 * The ids of faults, sorted: by turns the first of each requirement, then the next of each. Those of requirements that
 * the file decides come before those of its folder, and these before all others.
 */
function byTurns(sorted: readonly Fault[], file: string): string[] {
  const turns = new Map<string, number>();
  const ranked = sorted.map(({ id, breaks }) => {
    const turn = turns.get(breaks[0]) ?? 0;
    turns.set(breaks[0], turn + 1);
    const files = breaks.map((one) => requirementOf(one).file ?? '');
    const near = files.some((one) => dirname(one) === dirname(file));
    const distance = files.includes(file) ? 0 : near ? 1 : 2;
    return { id, rank: distance * faults.length + turn };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ id }) => id);
}

/** Both, each in its order and spread over the whole. */
function spread(...lists: readonly (readonly string[])[]): string[] {
  return lists
    .flatMap((list) => list.map((entry, at) => ({ entry, place: at / list.length })))
    .toSorted((a, b) => a.place - b.place)
    .map(({ entry }) => entry);
}
