/** What is looked for in a text, and how it must stand there. */

/** `token`: nothing that could be a part of it goes on beside it. `value`: it is all of a value, or sent as a key. */
export type Standing = 'token' | 'value';

/** Something to look for: a run of at least `least` of its units gives away too much. */
export interface Needle {
  /** Folded, as a view is. */
  readonly codes: Uint16Array;
  readonly least: number;
  /** Absent: it counts wherever it stands. Else it is looked for as a whole. */
  readonly as?: Standing;
  /** Whether it is looked for where blanks break it, too: an encoding, which means the same then. */
  readonly breakable?: true;
}

/** A stretch of units, the end not included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}
