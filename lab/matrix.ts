import { findRequirement, inProfile, requirements } from '../src/catalogue/catalogue.ts';
import type { Fault, Variant } from '../src/reference/subject.ts';
import type { Meeting } from './hostile/meeting.ts';
import type { Trial } from './trial.ts';

/** A fault and what the suite said of it. */
export interface JudgedFault {
  readonly id: string;
  readonly title: string;
  readonly breaks: readonly string[];
  /** Every requirement that it names failed. */
  readonly found: boolean;
  /** Requirements that failed though it does not name them. */
  readonly surplus: readonly string[];
  /** Requirements that it names and that did not fail. */
  readonly missed: readonly string[];
  readonly trial: Trial;
  /** What came of it at other seeds, if it was tried at any. */
  readonly otherSeeds?: readonly JudgedFault[];
}

export interface JudgedVariant {
  readonly id: string;
  readonly title: string;
  /** Requirements that failed, but for the advisories that it is right to warn of. */
  readonly falsePositives: readonly string[];
  readonly trial: Trial;
}

/** The lab's figures: how many faults the suite finds, and how many false positives it has. */
export interface LabMatrix {
  readonly faults: { readonly found: number; readonly of: number };
  readonly variants: {
    readonly falsePositives: number;
    readonly of: number;
    /** Conformant servers on which a run ends incomplete. */
    readonly incomplete: number;
  };
  /** Peers that hang, lie or attack, and how many of them a run ends well with. */
  readonly hostile: { readonly well: number; readonly of: number };
  /** The mean number of failed requirements a fault; 1 where each fault lights just one. */
  readonly requirementsPerFault: number;
  readonly requests: number;
  readonly seconds: number;
  /** Faults for each requirement that the lab's profiles decide. */
  readonly faultsPerRequirement: Readonly<Record<string, number>>;
  readonly judgedFaults: readonly JudgedFault[];
  readonly judgedVariants: readonly JudgedVariant[];
  readonly meetings: readonly Meeting[];
  /** What makes the lab red, each in one line. */
  readonly problems: readonly string[];
}

const isRequired = (id: string) => findRequirement(id)?.level === 'required';

/** Compares a trial of a fault with the requirements that the fault names. */
export function judgeFault(fault: Fault, trial: Trial): JudgedFault {
  const { id, title, breaks, breaksByTheWay = [] } = fault;
  const failed = Object.keys(trial.failed);
  const missed = breaks.filter((requirement) => !failed.includes(requirement));
  const named = new Set<string>([...breaks, ...breaksByTheWay]);
  const surplus = failed.filter(
    (requirement) => isRequired(requirement) && !named.has(requirement),
  );
  return { id, title, breaks, found: missed.length === 0, surplus, missed, trial };
}

/** Whether at least one of the requirements that a fault breaks has failed. */
export const isSeen = ({ breaks, missed }: JudgedFault) => missed.length < breaks.length;

/** Compares a trial of a conformant server with the advisories that may fail on it. */
export function judgeVariant({ id, title, advised = [] }: Variant, trial: Trial): JudgedVariant {
  const mayFail: readonly string[] = advised;
  const failed = Object.keys(trial.failed);
  return { id, title, trial, falsePositives: failed.filter((one) => !mayFail.includes(one)) };
}

/** How many faults each requirement of the core profile should have at least. */
const faultsDue = 3;

/** The figures and problems of a lab run. `whole`: every fault was tried, so counts by requirement mean something. */
export function evaluate(
  judgedFaults: readonly JudgedFault[],
  judgedVariants: readonly JudgedVariant[],
  { whole, seconds, meetings }: { whole: boolean; seconds: number; meetings: readonly Meeting[] },
): LabMatrix {
  const trials = [...judgedFaults, ...judgedVariants].map(({ trial }) => trial);
  const perRow = faultsPerRequirement(judgedFaults);
  const tried = meetings.filter(({ notTried }) => notTried === null);
  const incomplete = judgedVariants.filter(({ trial }) => trial.verdict === 'incomplete');
  const lit = judgedFaults.map(({ trial }) => Object.keys(trial.failed).filter(isRequired).length);
  return {
    faults: { found: judgedFaults.filter(({ found }) => found).length, of: judgedFaults.length },
    variants: {
      falsePositives: judgedVariants.filter(({ falsePositives }) => falsePositives.length > 0)
        .length,
      of: judgedVariants.length,
      incomplete: incomplete.length,
    },
    hostile: {
      well: tried.filter(({ problems }) => problems.length === 0).length,
      of: tried.length,
    },
    requirementsPerFault: lit.length === 0 ? 0 : sum(lit) / lit.length,
    requests: sum(trials.map(({ requests }) => requests)),
    seconds,
    faultsPerRequirement: perRow,
    judgedFaults,
    judgedVariants,
    meetings,
    problems: [
      ...judgedFaults.flatMap(faultProblems),
      ...judgedVariants.flatMap(variantProblems),
      ...trials.flatMap(({ id, defects }) => defects.map((text) => `${id}: suite defect: ${text}`)),
      ...meetings.flatMap(({ id, problems }) =>
        problems.map((text) => `hostile peer ${id}: ${text}`),
      ),
      ...(whole ? [...tooFew(perRow), ...withoutFault(judgedFaults)] : []),
    ],
  };
}

/** What makes the lab red of a fault, at its seed and at others. */
export function faultProblems({ otherSeeds = [], ...first }: JudgedFault): string[] {
  return [first, ...otherSeeds].flatMap(({ id, missed, surplus, trial }) => [
    ...missed.map((requirement) => `fault ${id} got through ${requirement} at seed ${trial.seed}`),
    ...surplus.map(
      (requirement) =>
        `fault ${id} also lit ${requirement} at seed ${trial.seed}: ${trial.failed[requirement]}`,
    ),
  ]);
}

/** What makes the lab red of a conformant server. */
export function variantProblems({ id, falsePositives, trial }: JudgedVariant): string[] {
  return falsePositives.map(
    (requirement) =>
      `conformant server ${id}: false positive of ${requirement} at seed ${trial.seed}: ${trial.failed[requirement]}`,
  );
}

function faultsPerRequirement(judged: readonly JudgedFault[]): Record<string, number> {
  const due = requirements.filter(
    (requirement) => requirement.level === 'required' && inProfile(requirement, 'core'),
  );
  return Object.fromEntries(
    due.map(({ id }) => [id, judged.filter(({ breaks }) => breaks.includes(id)).length]),
  );
}

function tooFew(perRow: Readonly<Record<string, number>>): string[] {
  return Object.entries(perRow)
    .filter(([, count]) => count < faultsDue)
    .map(([requirement, count]) => `${requirement} has ${count} faults, ${faultsDue} are due`);
}

/** Advisories that no fault shows to be found. */
function withoutFault(judged: readonly JudgedFault[]): string[] {
  return requirements
    .filter(
      ({ id, level }) => level === 'advisory' && !judged.some((one) => one.breaks.includes(id)),
    )
    .map(({ id }) => `${id} has no fault`);
}

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
