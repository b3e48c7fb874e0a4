import type { Profile } from './plans.ts';

/**
 * How much a requirement counts: `required` ones decide the verdict, `advisory` ones warn, `gap` ones are recorded and
 * never judged, `untested` ones are never probed.
 */
export type Level = 'required' | 'advisory' | 'gap' | 'untested';

/** One entry of the catalogue: a clause of the specification, or a place where it is silent. */
export interface Requirement {
  /** Stable name, `chapter.subject`; reports, baselines and badges use it. */
  readonly id: string;
  /** Sections of the specification, such as `4.1 r3` for rule 3 of section 4.1. */
  readonly section: string;
  readonly level: Level;
  /** The smallest profile that decides it. */
  readonly profile: Exclude<Profile, 'quick'>;
  /** What is due; for a gap, the question that the specification leaves open. */
  readonly statement: string;
  /** How a run decides it; for an untested requirement, why it does not. */
  readonly decided: string;
  /** What a conformant server may do without failing the requirement. */
  readonly allows: string;
  /** What decides it: checks of its own, what each answer of a run shows, or all of them together. */
  readonly decidedBy: 'checks' | 'every answer' | 'the whole run' | 'nothing';
  /** The file that decides it, relative to the package; absent if nothing does. */
  readonly file?: string;
  /** What usually causes a failure, as the faults of the lab show it. */
  readonly cause?: string;
}

/** A requirement as its table has it, under its id; default profile: `read-only`. */
export type Clause = Omit<Requirement, 'id' | 'level' | 'profile'> &
  Partial<Pick<Requirement, 'profile'>>;

export type Clauses = Readonly<Record<string, Clause>>;
