/**
 * Tries the profile quick: which share of the faults that core finds it finds, and that it accuses no conformant
 * server. It cannot find all, as 54 requests cannot try every value.
 */

import type { Fault, Subject, Variant } from '../src/reference/subject.ts';
import { conformant } from './conformant.ts';
import { faults } from './faults.ts';
import { percent } from './markdown.ts';
import { isSeen, type JudgedFault, judgeFault, judgeVariant } from './matrix.ts';
import type { Order } from './order.ts';
import { publishAt } from './published.ts';
import { trialsOf } from './threads.ts';
import type { Trial } from './trial.ts';

/** The share of core's faults that quick must find, in percent: about half a point below what it finds at the worst of three seeds. */
export const quickShareDue = 89;

/** What the profile quick finds. */
export interface QuickFigures {
  /** Faults of which it fails at least one requirement that they break, of those that core finds. */
  readonly found: number;
  readonly of: number;
  /** Faults of which it fails every requirement that they break. */
  readonly whole: number;
  /** Conformant servers that it accuses, of those that core judges. */
  readonly accused: number;
  readonly variants: number;
  readonly missed: readonly string[];
  readonly problems: readonly string[];
}

const isOfCore = ({ settings }: Subject) => (settings?.profile ?? 'core') === 'core';

export const quickFaults: readonly Fault[] = faults.filter(isOfCore);
export const quickVariants: readonly Variant[] = conformant.filter(isOfCore);

/** A run of the profile quick on every subject that core judges. */
export function quickOrders(seed: number): readonly Order[] {
  return [...quickFaults, ...quickVariants].map(({ id }) => orderOf(id, seed));
}

const orderOf = (subject: string, seed: number): Order => ({ subject, seed, profile: 'quick' });

/** Runs the profile quick on every subject that core judges. */
export async function runQuick(
  seed: number,
  onTrial: (trial: Trial) => void,
): Promise<QuickFigures> {
  return judgeQuick(await trialsOf(quickOrders(seed), onTrial));
}

/**
 * How many of the faults that core finds are found by this run and so many further ones together, each at another seed:
 * the number after each run. What an earlier run found is not tried again; every conformant server is, at each seed.
 */
export async function runQuickAgain(first: QuickFigures, seed: number, others: number) {
  let missed = first.missed;
  const found = [first.found];
  const problems: string[] = [];
  for (let at = seed + 1; at <= seed + others; at += 1) {
    const subjects = [...missed, ...quickVariants.map(({ id }) => id)];
    const trials = await trialsOf(subjects.map((id) => orderOf(id, at)));
    missed = missedIn(judgedFaults(trials));
    found.push(first.of - missed.length);
    problems.push(...accusationsIn(trials).map((text) => `${text} at seed ${at}`));
  }
  return { found, missed, problems };
}

/** The numbers after runs, in a sentence of Markdown. */
export function againText(found: readonly number[], of: number): string {
  const shown = [1, 3, 5, 10, 20].filter((runs) => runs <= found.length);
  const parts = shown.map((runs) => {
    const share = percent(found[runs - 1] ?? 0, of);
    return runs === 1 ? `One run finds ${share}` : `${runs} find ${share}`;
  });
  return `${parts.join(', ')} of the ${of} faults that core finds.`;
}

/** Writes the sentence into docs/proof.md. */
export function publishQuick(sentence: string): void {
  const place = { page: 'docs/proof.md', name: 'quick over some runs' };
  publishAt({ ...place, by: 'npm run lab -- --profile quick' }, sentence);
}

/** Holds the trials of quick against what is due of them. */
export function judgeQuick(trials: readonly Trial[]): QuickFigures {
  const judged = judgedFaults(trials);
  const found = judged.filter(isSeen);
  const accused = accusationsIn(trials);
  const share = percent(found.length, judged.length);
  return {
    found: found.length,
    of: judged.length,
    whole: judged.filter((one) => one.found).length,
    accused: accused.length,
    variants: quickVariants.length,
    missed: missedIn(judged),
    problems: [
      ...accused,
      ...trials.flatMap(({ id, defects }) =>
        defects.map((text) => `${id} in quick: suite defect: ${text}`),
      ),
      ...(100 * found.length < quickShareDue * Math.max(1, judged.length)
        ? [`quick finds ${share} of core's faults, ${quickShareDue} % are due`]
        : []),
    ],
  };
}

/** Each conformant server that a trial accuses, and of what. */
function accusationsIn(trials: readonly Trial[]): readonly string[] {
  const byId = trialsById(trials);
  return quickVariants.flatMap((variant) => {
    const trial = byId.get(variant.id);
    // What quick leaves open, core decides.
    const failed = trial ? judgeVariant(variant, trial).falsePositives.filter(isFailure) : [];
    return failed.length > 0 ? [`quick accuses ${variant.id}: ${failed.join(', ')}`] : [];
  });
}

const trialsById = (trials: readonly Trial[]) => new Map(trials.map((one) => [one.id, one]));

/** The faults of which there is a trial. */
function judgedFaults(trials: readonly Trial[]): readonly JudgedFault[] {
  const byId = trialsById(trials);
  return quickFaults.flatMap((fault) => {
    const trial = byId.get(fault.id);
    return trial ? [judgeFault(fault, trial)] : [];
  });
}

const missedIn = (judged: readonly JudgedFault[]) =>
  judged.filter((one) => !isSeen(one)).map(({ id }) => id);

const isFailure = (requirement: string) =>
  !requirement.endsWith('(open)') && !requirement.endsWith('answers 429');

/** The figures in one line. */
export function quickText({ found, of, whole, accused, variants: servers }: QuickFigures): string {
  return `quick finds ${found} of the ${of} faults that core finds (${percent(found, of)}), ${whole} of them wholly, and accuses ${accused} of ${servers} conformant servers`;
}
