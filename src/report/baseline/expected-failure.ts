import type { RequiredId } from '../../catalogue/catalogue.ts';
import type { Outcome } from '../../judge/outcome.ts';

/** An entry in a file or a report, of this or another version of the suite. */
export interface BaselineEntry {
  readonly requirement: string;
  /** One line. */
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it covers the failure, as 2027-01-31, to its end in UTC. */
  readonly expires: string;
}

/** A failure that its owner knows of and answers for until a day. */
export interface ExpectedFailure extends BaselineEntry {
  readonly requirement: RequiredId;
}

/** The contents of a baseline; `schemas/baseline.schema.json` is the schema of the file. */
export interface Baseline {
  /** Path of the file, as it was given. */
  readonly file: string;
  /** In the order of the file, at most one for each requirement. */
  readonly entries: readonly ExpectedFailure[];
}

/**
 * What a run says of an entry. `covered`: its requirement failed and the entry is in date. `cured`: its requirement
 * passed, so the entry must go. `expired`: its last day is over, so it covers nothing. `not-judged`: the run did not
 * decide its requirement.
 */
export type EntryState = 'covered' | 'cured' | 'expired' | 'not-judged';

/** An entry of a baseline with what a run says of it. */
export interface JudgedEntry extends BaselineEntry {
  readonly state: EntryState;
}

/** The part of a report that a baseline is applied to. */
export interface JudgedRun {
  readonly run: {
    /** Whether `--only` or `--skip` left requirements out. */
    readonly partial: boolean;
    /** Why the run ended early; null if it did not. */
    readonly endedEarly: string | null;
  };
  readonly requirements: readonly {
    readonly id: string;
    readonly level: 'required' | 'advisory';
    readonly outcome: Outcome;
  }[];
}

/** The day in UTC of a moment in milliseconds since the epoch, as 2027-01-31. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
