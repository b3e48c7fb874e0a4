import type { Plan, Profile } from '../../catalogue/plans.ts';
import type { Outcome, Verdict } from '../../judge/outcome.ts';
import type { Credentials } from '../../package/credentials.ts';
import type { Report, ReportedObservation, ReportedRequirement } from '../report.ts';

/** One of the compared reports: whom it judged, with what, and the result. */
export interface Judged {
  /** A name that no other report of the comparison has. */
  readonly label: string;
  readonly file: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly implementation: Pick<Report['implementation'], 'name' | 'version' | 'baseUrl'>;
  readonly suite: Pick<Credentials, 'version' | 'digest'>;
  readonly profile: Profile;
  readonly plan: Plan | null;
  readonly seed: number;
  /** Whether `--only` or `--skip` left rows out. */
  readonly partial: boolean;
  readonly endedEarly: string | null;
  readonly verdict: Verdict;
  /** Requirements by outcome. */
  readonly required: Readonly<Record<Outcome, number>>;
  readonly failedAdvisories: number;
}

/** A value on either side of a change; null if that side has none. */
export interface Change<T> {
  readonly before: T | null;
  readonly after: T | null;
}

export interface NamedChange extends Change<string> {
  readonly name: string;
}

/** A possible cause of a changed row. `seed`: other generated data. */
export type Cause = 'server' | 'suite' | 'settings' | 'seed' | 'chance';

/** What became of a row between two reports of one implementation. */
export type RowGroup =
  /** Failed now, and did not before, though it was judged. */
  | 'broke'
  | 'fixed'
  /** Passed or failed before, and neither now. */
  | 'no-longer-decided'
  /** Passed or failed now, and neither before; a failure only if the row was left out before. */
  | 'newly-decided'
  | 'still-failing'
  /** The older suite has no such row. */
  | 'new'
  /** The newer suite has no such row. */
  | 'gone'
  /** Inconclusive before and now, in another way. */
  | 'still-undecided'
  | 'as-before';

export interface RowSide {
  readonly outcome: Outcome;
  /** Why; of a failure all that its first failed check says. */
  readonly reason: string;
}

/** The common members of rows for requirements, and of rows for gaps. */
type RowHead = Pick<ReportedRequirement, 'id' | 'section' | 'level' | 'statement'>;
type GapHead = Pick<ReportedObservation, 'id' | 'section' | 'question'>;

export interface RowChange extends Change<RowSide>, RowHead {
  readonly group: RowGroup;
  /** The likeliest first; empty if the outcome is as before. */
  readonly mayAccount: readonly Cause[];
}

/** What became of an answer where the specification is silent. */
export type GapGroup =
  | 'as-before'
  /** Both runs asked a question, and got different answers. */
  | 'other-answer'
  /** Different questions were asked, or only one run recorded something: nothing shows a change. */
  | 'asked-differently';

/** What was observed where the specification is silent; null if nothing was recorded. */
export interface GapChange extends Change<string>, GapHead {
  /** Whether the answers are the same, word by word. */
  readonly alike: boolean;
  readonly group: GapGroup;
  /** Empty but for another answer. */
  readonly mayAccount: readonly Cause[];
}

/** Whether the server has changed, as far as two reports show. */
export type ServerState =
  /** Another version or address is named. */
  | 'changed'
  /** Both name the same version, and nothing contradicts that. */
  | 'unchanged'
  /** Both judge the same recording, so it is not the server. */
  | 'recorded'
  /** Suite and settings are the same and outcomes or answers differ: the server, or chance. */
  | 'inferred'
  /** Nothing in the reports tells. */
  | 'unknown';

/** What differs between two reports apart from the results. */
export interface Differences {
  readonly server: { readonly state: ServerState; readonly differences: readonly NamedChange[] };
  readonly suite: {
    readonly changed: boolean;
    /** Version and digest, if they differ. */
    readonly differences: readonly NamedChange[];
    /** Rows whose statement, section or level is another one. */
    readonly reworded: readonly (NamedChange & { readonly id: string })[];
  };
  readonly settings: {
    readonly changed: boolean;
    /** By flag. */
    readonly differences: readonly NamedChange[];
  };
  /** The seed changes the generated data, and the questions that take turns. */
  readonly seed: { readonly changed: boolean; readonly before: number; readonly after: number };
}

/** Two reports of one implementation: what became of each row, and what may account for it. */
export interface Changes {
  readonly formatVersion: 1;
  readonly kind: 'changes';
  readonly summary: string;
  readonly before: Judged;
  readonly after: Judged;
  /** Ids of the required rows that broke. */
  readonly broke: readonly string[];
  readonly differences: Differences;
  /** What to know before reading on, a sentence each. */
  readonly notes: readonly string[];
  /** How to tell causes apart; empty if nothing needs telling apart. */
  readonly tellApart: readonly string[];
  readonly rows: readonly RowChange[];
  readonly gaps: readonly GapChange[];
}

/** How implementations compare in a row. */
export type Agreement =
  /** Some failed it and others did not. */
  | 'diverging'
  /** All that decided it failed it. */
  | 'failed-everywhere'
  /** None failed it, and some did not decide it. */
  | 'passed-where-decided'
  | 'passed-everywhere'
  | 'undecided-everywhere';

/** One row of the matrix. `cells` go with `implementations`; null if the report has no such row. */
export interface MatrixRow extends RowHead {
  readonly standing: Agreement;
  readonly cells: readonly (RowSide | null)[];
}

/** How implementations compare in a gap. */
export type GapAgreement =
  /** Some answered the same question differently. */
  | 'differing'
  | 'alike'
  /** No question was answered by two, so nothing can be compared. */
  | 'too-few';

/** One gap of the matrix. `answers` go with `implementations`; null if nothing was recorded. */
export interface MatrixGap extends GapHead {
  /** Whether all that were asked the same question gave the same answer. */
  readonly alike: boolean;
  readonly group: GapAgreement;
  readonly answers: readonly (string | null)[];
}

/** Reports of several implementations side by side. */
export interface Matrix {
  readonly formatVersion: 1;
  readonly kind: 'matrix';
  readonly summary: string;
  readonly implementations: readonly Judged[];
  /** What to know before reading on, a sentence each. */
  readonly notes: readonly string[];
  readonly rows: readonly MatrixRow[];
  readonly gaps: readonly MatrixGap[];
}

/** What `compare` found; `schemas/comparison.schema.json` is its schema. */
export type Comparison = Changes | Matrix;
