/** The entries of the lab that bring no store of their own, on one that is full already. */

import type { Fault, Subject, Variant } from '../../src/reference/subject.ts';
import { faultProblems, judgeFault, judgeVariant, variantProblems } from '../matrix.ts';
import type { Order } from '../order.ts';
import { type LabOptions, selectionOf } from '../run-lab.ts';
import { needsSockets } from '../sockets.ts';
import { trialsOf } from '../threads.ts';
import type { Trial } from '../trial.ts';
import { type Group, groupOf, notConformant, shownBy, takingTurns, unseen } from './otherwise.ts';
import { bringsAStore, type StockOrder } from './stock.ts';

/** What came of the entries on a stocked store. */
export interface StockedFigures {
  readonly order: StockOrder;
  /** How many seeds each was tried at. */
  readonly seeds: number;
  /** Faults that can be seen there, those that were found at every seed, and those of them that full finds, not core. */
  readonly faults: { readonly of: number; readonly found: number; readonly inFull: number };
  /** Faults that nobody can see there, by the reason. */
  readonly unseen: ReadonlyMap<string, number>;
  readonly variants: { readonly of: number; readonly wronged: number };
  /** Conformant servers that are none there, by the reason. */
  readonly excluded: ReadonlyMap<string, number>;
  readonly requests: number;
  readonly seconds: number;
  /** What makes it red, each in one line. */
  readonly problems: readonly string[];
}

/** The entries as they are due on a stocked store. */
interface Due {
  readonly order: StockOrder;
  readonly faults: ReadonlyMap<string, Fault>;
  readonly variants: ReadonlyMap<string, Variant>;
}

/** Runs the suite on them. Throws `UnknownEntry` as `runLab` does. */
export async function runStocked(
  order: StockOrder,
  { only, seed, otherSeeds, sample, onTrial }: Omit<LabOptions, 'real'>,
): Promise<StockedFigures> {
  const startedAt = performance.now();
  const selected = selectionOf(only, sample);
  const stores = selected.variants.filter((one) => !bringsAStore(one));
  const isExcluded = ({ id }: Variant) => groupOf(notConformant, id, order) !== undefined;
  const faults = selected.faults.filter((one) => !bringsAStore(one));
  const variants = stores.filter((one) => !isExcluded(one));
  const due: Due = {
    order,
    faults: byId(faults.map((fault) => asShown(fault, order))),
    variants: byId(variants),
  };
  const seeds = Array.from({ length: otherSeeds + 1 }, (_, at) => seed + at);
  const tried = [...faults, ...variants];
  const orders = seeds.flatMap((one) => tried.map(({ id }) => orderOf(id, one, order)));
  const first = await trialsOf(orders, onTrial);
  const trials = await triedAgain(first, due, onTrial);
  return {
    ...figuresOf(trials, due),
    order,
    seeds: seeds.length,
    excluded: countedBy(notConformant, stores.filter(isExcluded), order),
    requests: trials.reduce((sum, { requests }) => sum + requests, 0),
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  };
}

/** The fault with what it breaks on a stocked store. */
export function asShown(fault: Fault, order: StockOrder): Fault {
  const { breaks = fault.breaks } = groupOf(shownBy, fault.id, order) ?? {};
  return { ...fault, breaks };
}

function orderOf(subject: string, seed: number, stocked: StockOrder): Order {
  const inFull = groupOf(takingTurns, subject, stocked) !== undefined;
  return { subject, seed, stocked, ...(inFull ? { profile: 'full' } : {}) };
}

/**
 * Repeats trials over sockets that went wrong, while little else runs: they depend on real time, and on a busy machine
 * requests that were sent at once do not arrive at once.
 */
async function triedAgain(
  first: readonly Trial[],
  due: Due,
  onTrial: LabOptions['onTrial'],
): Promise<readonly Trial[]> {
  const isInRealTime = ({ id }: Trial) => {
    const subject = due.faults.get(id) ?? due.variants.get(id);
    return subject !== undefined && needsSockets(subject);
  };
  const wrong = first.filter((trial) => isInRealTime(trial) && problemsOf(trial, due).length > 0);
  const second = await trialsOf(
    wrong.map(({ id, seed }) => orderOf(id, seed, due.order)),
    onTrial,
  );
  return first.map(
    (trial) => second.find(({ id, seed }) => id === trial.id && seed === trial.seed) ?? trial,
  );
}

const isUnseen = (id: string, { order }: Due) => groupOf(unseen, id, order) !== undefined;

const isFound = (trial: Trial, { faults }: Due): boolean => {
  const fault = faults.get(trial.id);
  return fault !== undefined && judgeFault(fault, trial).found;
};

/** What went wrong in one trial. A fault that cannot be seen may be found, but must not light anything else. */
function problemsOf(trial: Trial, due: Due): readonly string[] {
  const { id, seed, defects } = trial;
  const fault = due.faults.get(id);
  const variant = due.variants.get(id);
  const judged = fault && judgeFault(fault, trial);
  return [
    ...(judged ? faultProblems(isUnseen(id, due) ? { ...judged, missed: [] } : judged) : []),
    ...(variant ? variantProblems(judgeVariant(variant, trial)) : []),
    ...defects.map((text) => `${id}: suite defect at seed ${seed}: ${text}`),
  ];
}

function figuresOf(
  trials: readonly Trial[],
  due: Due,
): Pick<StockedFigures, 'faults' | 'unseen' | 'variants' | 'problems'> {
  const { order } = due;
  const all = [...due.faults.values()];
  const ofSubject = (subject: Subject) => trials.filter(({ id }) => id === subject.id);
  const isFoundEachTime = (fault: Fault) => ofSubject(fault).every((trial) => isFound(trial, due));
  const hidden = all.filter(({ id }) => isUnseen(id, due));
  const seen = all.filter(({ id }) => !isUnseen(id, due));
  const found = seen.filter(isFoundEachTime);
  const isWronged = (variant: Variant) =>
    ofSubject(variant).some((trial) => problemsOf(trial, due).length > 0);
  const variants = [...due.variants.values()];
  return {
    faults: {
      of: seen.length,
      found: found.length,
      inFull: found.filter(({ id }) => groupOf(takingTurns, id, order)).length,
    },
    unseen: countedBy(unseen, hidden, order),
    variants: { of: variants.length, wronged: variants.filter(isWronged).length },
    problems: [
      ...trials.flatMap((trial) => problemsOf(trial, due)),
      ...hidden
        .filter(isFoundEachTime)
        .map(({ id }) => `fault ${id} is said to be unseen (otherwise.ts), and is found`),
    ],
  };
}

function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((one) => [one.id, one]));
}

function countedBy(
  groups: readonly Group[],
  entries: readonly { readonly id: string }[],
  order: StockOrder,
): ReadonlyMap<string, number> {
  const reasons = entries.flatMap(({ id }) => groupOf(groups, id, order)?.why ?? []);
  return new Map(
    [...new Set(reasons)].map((why) => [why, reasons.filter((one) => one === why).length]),
  );
}

/** The figures for a terminal, and what is wrong. */
export function stockedText(figures: StockedFigures): string {
  const { order, seeds, faults, unseen: hidden, variants, excluded, problems } = figures;
  const lines = [
    `on a store of 300 animals, ${order} first, at ${seeds} seeds: finds ${faults.found} of ${faults.of} faults; ` +
      `${variants.wronged} false positives on ${variants.of} conformant servers`,
    `${faults.inFull} of them only full finds at every seed`,
    ...[...hidden].map(([why, count]) => `not seen there: ${count}, as ${why}`),
    ...[...excluded].map(([why, count]) => `not conformant there: ${count}, as ${why}`),
    `${figures.requests} requests in ${figures.seconds} s`,
    ...problems.map((problem) => `- ${problem}`),
  ];
  return `${lines.join('\n')}\n`;
}
