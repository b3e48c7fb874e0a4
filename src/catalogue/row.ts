import type { Profile } from './plans.ts';

/**
 * How much a row weighs: `required` rows decide the verdict, `advisory` rows warn, `gap` rows are recorded
 * and never judged, `untested` rows are never probed.
 */
export type Level = 'required' | 'advisory' | 'gap' | 'untested';

/** One line of the catalogue: a clause of the specification, or a place where it is silent. */
export interface Row {
  /** Stable name, `chapter.subject`; reports, baselines and badges use it. */
  readonly id: string;
  /** Sections of the specification, as `4.1 r3` for rule 3 of section 4.1. */
  readonly section: string;
  readonly level: Level;
  /** The smallest profile that decides it. */
  readonly profile: Profile;
  /** What is due; for a gap, the question that the specification leaves open. */
  readonly statement: string;
  /** How a run decides it; for an untested row, why it does not. */
  readonly decided: string;
  /** What a sound server may do without failing the row. */
  readonly allows: string;
  /** The suite file that decides it, relative to the package; `src/judge/` for what holds of every exchange. */
  readonly suite: string;
}
