import type { Fault, Subject, Variant } from '../src/reference/subject.ts';
import { didYouMean } from '../src/text/nearest.ts';
import { conformant, inRealTime } from './conformant.ts';
import { faults } from './faults.ts';
import type { Meeting } from './hostile/meeting.ts';
import type { HostilePeer } from './hostile/peer.ts';
import { hostilePeers } from './hostile/peers.ts';
import { evaluate, type JudgedFault, judgeFault, judgeVariant, type LabMatrix } from './matrix.ts';
import { resultsOf } from './threads.ts';
import type { Trial } from './trial.ts';

export interface LabOptions {
  /** Ids of faults, variants, hostile peers or requirements; `staging.*` takes all that begin so; empty: everything. */
  readonly only: readonly string[];
  readonly seed: number;
  /** How many other seeds each fault must be found at, and each conformant server judged rightly at, too. */
  readonly otherSeeds: number;
  /** Only so many faults and conformant servers, spread over all; default all. */
  readonly sample?: number;
  /** Whether to run the servers with windows of a minute, and nothing else. */
  readonly real: boolean;
  readonly onTrial: (trial: Trial) => void;
}

/** Runs the suite on faults and variants, and gives the matrix. Throws `UnknownEntry` if `only` names none. */
export async function runLab(options: LabOptions): Promise<LabMatrix> {
  const { only, seed, otherSeeds, real, sample, onTrial } = options;
  const startedAt = performance.now();
  const wanted = real ? { faults: [], variants: inRealTime, peers: [] } : selectionOf(only, sample);
  // The slowest come first, so that the others fill the time.
  const waiting = ({ settings }: Subject) => (settings?.profile === 'full' ? 0 : 1);
  const plain = [...wanted.faults, ...wanted.variants]
    .toSorted((a, b) => waiting(a) - waiting(b))
    .map(({ id }) => ({ subject: id, seed }));
  const again = [...wanted.faults, ...wanted.variants].flatMap(({ id }) =>
    Array.from({ length: otherSeeds }, (_, at) => ({ subject: id, seed: seed + 1 + at })),
  );
  const hostile = wanted.peers.map(({ id }) => ({ subject: id, seed }));
  const orders = [...hostile, ...plain, ...again];
  const { trials, meetings: first } = await resultsOf(orders, onTrial);
  const meetings = await metAgain(first, seed);
  const judgedFaults = wanted.faults.map((fault): JudgedFault => {
    const own = trials.filter(({ id }) => id === fault.id);
    const [first, ...others] = own.toSorted((a, b) => a.seed - b.seed);
    if (!first) throw new Error(`no trial of ${fault.id} came back`);
    const judged = judgeFault(fault, first);
    if (otherSeeds === 0) return judged;
    return { ...judged, otherSeeds: others.map((trial) => judgeFault(fault, trial)) };
  });
  const judgedVariants = wanted.variants.map((variant) => {
    const own = trials.filter(({ id }) => id === variant.id).sort((a, b) => a.seed - b.seed);
    const judged = own.map((trial) => judgeVariant(variant, trial));
    // The first seed stands for all, unless another one shows more.
    const worst = judged.find(({ falsePositives }) => falsePositives.length > 0) ?? judged[0];
    if (!worst) throw new Error(`no trial of ${variant.id} came back`);
    return worst;
  });
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  const whole = only.length === 0 && sample === undefined && !real;
  return evaluate(judgedFaults, judgedVariants, { whole, seconds, meetings });
}

/**
 * Repeats meetings that went wrong while nothing else runs. Peers are met in real time, where a busy machine can look
 * like a peer that does not answer; a fault of the suite shows both times.
 */
async function metAgain(first: readonly Meeting[], seed: number): Promise<readonly Meeting[]> {
  const wrong = first.filter(({ problems }) => problems.length > 0);
  const orders = wrong.map(({ id }) => ({ subject: id, seed }));
  const { meetings: second } = await resultsOf(orders);
  return first.map((meeting) => {
    const again = second.find(({ id }) => id === meeting.id);
    return again ? { ...again, atFirst: meeting.problems } : meeting;
  });
}

/** Nothing in the lab has that id, or begins so. */
export class UnknownEntry extends Error {}

const entries = [...faults, ...conformant, ...hostilePeers].map(({ id }) => id);
const known = new Set([...entries, ...faults.flatMap(({ breaks }) => breaks)]);

/** The ids of `only`, with every id that begins with `staging.` in the place of `staging.*`. */
export function selectedIds(only: readonly string[]): readonly string[] {
  return only.flatMap((one) => {
    const found = one.endsWith('*')
      ? entries.filter((id) => id.startsWith(one.slice(0, -1)))
      : [one].filter((id) => known.has(id));
    if (found.length > 0) return found;
    throw new UnknownEntry(
      `the lab has no ${one} (a requirement is known by the faults that break it)${didYouMean(one.replace(/\.?\*$/, ''), [...known])}`,
    );
  });
}

/** The entries of a lab. */
interface Selection {
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
  readonly peers: readonly HostilePeer[];
}

/** What a lab is to try: all that `only` names, or a sample of it. Throws `UnknownEntry` if it names none. */
export function selectionOf(only: readonly string[], sample: number | undefined): Selection {
  return spread(select(only), sample);
}

/** A sample at regular intervals: similar entries stand together, so each kind has its share. */
function spread(selection: Selection, sample: number | undefined): Selection {
  if (sample === undefined) return selection;
  const { faults: all, variants } = selection;
  const step = Math.max(1, Math.ceil((all.length + variants.length) / sample));
  const some = <T>(items: readonly T[]) => items.filter((_, at) => at % step === 0);
  return { ...selection, faults: some(all), variants: some(variants) };
}

function select(given: readonly string[]): Selection {
  const only = selectedIds(given);
  if (given.length === 0) return { faults, variants: conformant, peers: hostilePeers };
  return {
    faults: faults.filter(({ id, breaks }) =>
      only.some((one) => one === id || breaks.some((requirement) => requirement === one)),
    ),
    variants: conformant.filter(({ id }) => only.includes(id)),
    peers: hostilePeers.filter(({ id }) => only.includes(id)),
  };
}
