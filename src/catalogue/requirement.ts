import type { Profile } from './plans.ts';

/**
 * How much a requirement weighs: `required` requirements decide the verdict, `advisory` requirements warn, `gap` requirements are recorded
 * and never judged, `untested` requirements are never probed.
 */
export type Level = 'required' | 'advisory' | 'gap' | 'untested';

/** One line of the catalogue: a clause of the specification, or a place where it is silent. */
export interface Requirement {
  /** Stable name, `chapter.subject`; reports, baselines and badges use it. */
  readonly id: string;
  /** Sections of the specification, as `4.1 r3` for rule 3 of section 4.1. */
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
  /** Where the description in OpenAPI says it; advisories stand nowhere in it. */
  readonly place?: Place;
  /** What usually lies behind a failure, in the experience that the lab's faults stand for. */
  readonly cause?: string;
}

/** The parts of the OpenAPI description that clauses and gaps belong to. */
export type Place =
  | 'document'
  | 'bearer'
  | 'listPets'
  | 'createPet'
  | 'getPet'
  | 'Pet'
  | 'NewPet'
  | 'Error'
  | 'TooManyRequests'
  | 'X-RateLimit-Limit'
  | 'X-RateLimit-Remaining'
  | 'X-RateLimit-Reset'
  | 'Retry-After';
