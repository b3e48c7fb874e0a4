import { findRow, inProfile, rows } from '../catalogue/catalogue.ts';
import type { Fault, Variant } from '../reference/subject.ts';
import type { Meeting } from './hostile/meeting.ts';
import type { Trial } from './trial.ts';

/** A fault and what the suite said of it. */
export interface JudgedFault {
  readonly id: string;
  readonly title: string;
  readonly breaks: readonly string[];
  /** Every row that it names failed. */
  readonly found: boolean;
  /** Required rows that failed though it does not name them. */
  readonly surplus: readonly string[];
  /** Rows that it names and that did not fail. */
  readonly missed: readonly string[];
  readonly trial: Trial;
  /** Other seeds at which every named row failed, of those that were tried. */
  readonly otherSeeds?: { readonly found: number; readonly of: number };
}

export interface JudgedVariant {
  readonly id: string;
  readonly title: string;
  /** Required rows that failed, or were left open without being named so. */
  readonly wronged: readonly string[];
  readonly trial: Trial;
}

/** The lab's figures: how many faults the suite finds, and how many sound servers it wrongs. */
export interface LabMatrix {
  readonly faults: { readonly found: number; readonly of: number };
  readonly variants: {
    readonly wronged: number;
    readonly of: number;
    /** Conformant servers on which a run ends incomplete, and whose entry does not say why. */
    readonly incomplete: number;
    /** The same, where the entry says why nothing more could be decided. */
    readonly explained: number;
  };
  /** Peers that hang, lie or attack, and how many of them a run ends well with. */
  readonly hostile: { readonly well: number; readonly of: number };
  /** The mean number of failed required rows a fault; 1 where each fault lights just one. */
  readonly rowsPerFault: number;
  readonly requests: number;
  readonly seconds: number;
  /** Faults for each required row that the lab's profiles decide. */
  readonly faultsPerRow: Readonly<Record<string, number>>;
  readonly judgedFaults: readonly JudgedFault[];
  readonly judgedVariants: readonly JudgedVariant[];
  readonly meetings: readonly Meeting[];
  /** What makes the lab red, each in one line. */
  readonly problems: readonly string[];
}

const isRequired = (id: string) => findRow(id)?.level === 'required';

/** Holds a trial of a fault against the rows that it names. */
export function judgeFault({ id, title, breaks }: Fault, trial: Trial): JudgedFault {
  const failed = Object.keys(trial.failed);
  const named: readonly string[] = breaks;
  const missed = named.filter((row) => !failed.includes(row));
  const surplus = failed.filter((row) => isRequired(row) && !named.includes(row));
  return { id, title, breaks, found: missed.length === 0, surplus, missed, trial };
}

/** Holds a trial of a sound server against what may stay open on it. */
export function judgeVariant(variant: Variant, trial: Trial): JudgedVariant {
  const { id, title, undecided = [], advised = [], mostRefusals = trial.refusals } = variant;
  const mayFail: readonly string[] = advised;
  const mayStayOpen: readonly string[] = undecided;
  const failed = Object.keys(trial.failed).filter((row) => !mayFail.includes(row));
  const open = Object.keys(trial.undecided).filter((row) => !mayStayOpen.includes(row));
  const impolite = trial.refusals > mostRefusals ? [`${trial.refusals} answers 429`] : [];
  const wronged = [...failed, ...open.map((row) => `${row} (open)`), ...impolite];
  return { id, title, wronged, trial };
}

/** How many faults each required row of the core profile should have at least. */
const faultsDue = 3;

/** The figures and problems of a lab run. `whole`: every fault was tried, so counts by row mean something. */
export function evaluate(
  judgedFaults: readonly JudgedFault[],
  judgedVariants: readonly JudgedVariant[],
  { whole, seconds, meetings }: { whole: boolean; seconds: number; meetings: readonly Meeting[] },
): LabMatrix {
  const trials = [...judgedFaults, ...judgedVariants].map(({ trial }) => trial);
  const perRow = faultsPerRow(judgedFaults);
  const tried = meetings.filter(({ notTried }) => notTried === null);
  const incomplete = judgedVariants.filter(({ trial }) => trial.verdict === 'incomplete');
  const lit = judgedFaults.map(({ trial }) => Object.keys(trial.failed).filter(isRequired).length);
  return {
    faults: { found: judgedFaults.filter(({ found }) => found).length, of: judgedFaults.length },
    variants: {
      wronged: judgedVariants.filter(({ wronged }) => wronged.length > 0).length,
      of: judgedVariants.length,
      incomplete: incomplete.filter(isUnexplained).length,
      explained: incomplete.filter((one) => !isUnexplained(one)).length,
    },
    hostile: {
      well: tried.filter(({ problems }) => problems.length === 0).length,
      of: tried.length,
    },
    rowsPerFault: lit.length === 0 ? 0 : sum(lit) / lit.length,
    requests: sum(trials.map(({ requests }) => requests)),
    seconds,
    faultsPerRow: perRow,
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
      ...(whole ? tooFew(perRow) : []),
    ],
  };
}

function isUnexplained({ wronged }: JudgedVariant): boolean {
  return wronged.some((row) => row.endsWith('(open)'));
}

function faultProblems({ id, missed, surplus, trial, otherSeeds }: JudgedFault): string[] {
  const lucky = otherSeeds && otherSeeds.found < otherSeeds.of;
  return [
    ...missed.map((row) => `fault ${id} got through ${row} at seed ${trial.seed}`),
    ...surplus.map((row) => `fault ${id} also lit ${row}: ${trial.failed[row]}`),
    ...(lucky
      ? [`fault ${id} was found at ${otherSeeds.found} of ${otherSeeds.of} other seeds`]
      : []),
  ];
}

function variantProblems({ id, wronged, trial }: JudgedVariant): string[] {
  return wronged.map((row) => {
    const name = row.replace(' (open)', '');
    const reason = trial.failed[name] ?? trial.undecided[name] ?? 'the run did not pace itself';
    return `variant ${id} wronged by ${row} at seed ${trial.seed}: ${reason}`;
  });
}

function faultsPerRow(judged: readonly JudgedFault[]): Record<string, number> {
  const due = rows.filter((row) => row.level === 'required' && inProfile(row, 'core'));
  return Object.fromEntries(
    due.map(({ id }) => [id, judged.filter(({ breaks }) => breaks.includes(id)).length]),
  );
}

function tooFew(perRow: Readonly<Record<string, number>>): string[] {
  return Object.entries(perRow)
    .filter(([, count]) => count < faultsDue)
    .map(([row, count]) => `${row} has ${count} faults, ${faultsDue} are due`);
}

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
