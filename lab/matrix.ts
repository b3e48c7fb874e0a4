/** What the lab measures: shares of faults found, conformant servers accused, and what makes the lab red. Pure. */

import type { Fault, Variant } from '../src/reference/variant.ts';
import { findRequirement, inProfile } from '../src/spec/catalogue.ts';
import type { Profile } from '../src/spec/plans.ts';
import type { Meeting } from './hostile/meeting.ts';
import type { Trial } from './trial.ts';

/** The faults that runs of one kind could find, and those that they did not. */
export interface Share {
  readonly found: number;
  readonly of: number;
  readonly missed: readonly string[];
}

/** Whether one of the requirements that the fault breaks has failed. */
function isFound({ breaks }: Fault, { failed }: Trial): boolean {
  return breaks.some((id) => failed[id] !== undefined);
}

/** Whether a run of the profile judges a requirement that the fault breaks. */
export function isDue({ breaks, settings }: Fault, profile: Profile): boolean {
  // Its entry spends a limit, which only full does.
  if (settings?.profile === 'full' && profile !== 'full') return false;
  return breaks.some((id) => {
    const requirement = findRequirement(id);
    return requirement !== undefined && inProfile(requirement, profile);
  });
}

/** The share that trials of faults come to; each fault counts once, with the first trial of its id. */
export function shareOf(faults: readonly Fault[], trials: readonly Trial[]): Share {
  const byId = firstById(trials);
  const tried = faults.flatMap((fault) => {
    const trial = byId.get(fault.id);
    return trial ? [{ id: fault.id, found: isFound(fault, trial) }] : [];
  });
  const missed = tried.filter(({ found }) => !found).map(({ id }) => id);
  return { found: tried.length - missed.length, of: tried.length, missed };
}

/** What runs on conformant servers came to. */
export interface Conformant {
  readonly of: number;
  /** Servers on which a required requirement failed, with the reason; an advisory accuses nobody. */
  readonly accused: readonly string[];
  /** Servers on which an advisory warned that their entry does not name in `advised`: information, no accusation. */
  readonly warned: readonly string[];
  /** Servers on which the run ended incomplete. */
  readonly incomplete: readonly string[];
}

/** Judges the trials of conformant servers; each of several trials of a server counts. */
export function conformantOf(servers: readonly Variant[], trials: readonly Trial[]): Conformant {
  const byId = new Map(servers.map((server) => [server.id, server]));
  const own = trials.filter(({ id }) => byId.has(id));
  return {
    of: own.length,
    accused: own.flatMap(({ id, seed, failed }) => {
      return Object.entries(failed)
        .filter(([requirement]) => isRequired(requirement))
        .map(([requirement, reason]) => `${id} at seed ${seed}: ${requirement}: ${reason}`);
    }),
    warned: own.flatMap(({ id, failed }) => {
      const advised: readonly string[] = byId.get(id)?.advised ?? [];
      return Object.keys(failed)
        .filter((one) => findRequirement(one)?.level === 'advisory' && !advised.includes(one))
        .map((advisory) => `${id} (${advisory})`);
    }),
    incomplete: own.filter(({ verdict }) => verdict === 'incomplete').map(({ id }) => id),
  };
}

/** What comes of the faults that are found: how many required requirements each fails, and what a red run costs. */
export function costOf(faults: readonly Fault[], trials: readonly Trial[]) {
  const at = (values: readonly number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;
  const ids = new Set(faults.map(({ id }) => id));
  const red = trials.filter(({ id, verdict }) => ids.has(id) && verdict === 'non-conformant');
  const failed = red.flatMap((trial) => Object.keys(trial.failed).filter(isRequired));
  const seconds = red.map((trial) => trial.seconds);
  const requests = red.map((trial) => trial.requests);
  return {
    requirementsPerFault: failed.length / Math.max(1, red.length),
    red: {
      seconds: { half: at(seconds, 0.5), most: at(seconds, 0.95) },
      requests: { half: at(requests, 0.5), largest: at(requests, 1) },
    },
  };
}

const isRequired = (id: string) => findRequirement(id)?.level === 'required';

/** What makes any lab red besides accusations, each in one line: defects of the suite, hostile peers that got through. */
export const problemsOf = (
  trials: readonly Trial[],
  meetings: readonly Meeting[],
): readonly string[] => [
  ...trials.flatMap(({ id, defects }) =>
    defects.map((text) => `defect of the suite on ${id}: ${text}`),
  ),
  ...meetings.flatMap(({ id, problems }) => problems.map((text) => `hostile peer ${id}: ${text}`)),
];

const firstById = (trials: readonly Trial[]) =>
  new Map(trials.toReversed().map((trial) => [trial.id, trial]));
