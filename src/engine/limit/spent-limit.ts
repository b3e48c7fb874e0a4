/** What spending the limit of a key needs, and what it shows. */
import type { Operation } from '../../catalogue/operations.ts';
import type { Answered } from '../../http/exchange.ts';
import type { WaitReason } from '../../http/pacing/wait-reasons.ts';
import type { SeparateCount, SeparateSpender } from './separate-counts.ts';

/** The most requests of one volley above the limit, even if `--concurrency` allows more. */
export const mostInVolley = 8;

/** What spending needs of the run. Requests are sent with the key to spend. */
export interface Spender extends SeparateSpender {
  /** One to be refused, as nothing is left; otherwise like `ask`. */
  readonly askAbove: (operation: Operation) => Promise<Answered>;
  readonly now: () => number;
  readonly sleep: (ms: number, reason: WaitReason) => Promise<void>;
  /** The longest single wait, in milliseconds. */
  readonly maxWaitMs: number;
  /** Whether the number shown leaves out the request that it answers, by all answers of the key so far. */
  readonly leftOut: () => number | undefined;
}

/** The requests of one round, and their results. */
export interface Round {
  /** Served since the present window began, in the order of asking, including the volley. */
  readonly served: readonly Answered[];
  /** How many of these a conformant service may serve; see `mostServed`. */
  readonly most: number;
  /** Served beyond that, though every node must have known; see `servedAbove`. */
  readonly above: readonly Answered[];
  /** One request of each operation, sent together when none remained; empty if a 429 came before. */
  readonly volley: readonly Answered[];
  /** Every 429. */
  readonly refused: readonly Answered[];
  /** What remained by the last answer before the volley, or before the first 429. */
  readonly lowest: number;
  /** This many shown as left were taken for none, as the number may leave out the request that it answers. */
  readonly leftOut: number;
  /** Operations that show a separate count: what is served of them is not in `served`. */
  readonly apart: readonly Operation[];
}

/** The result of spending. `recovery`: for each operation, the last answer after the indicated time. */
export interface Spending {
  readonly rounds: readonly Round[];
  readonly recovery: readonly Answered[];
  /** If a request above the limit was refused for another reason: the answer to it once the limit allows it. */
  readonly second?: readonly Answered[];
  /** Why recovery was not tried, or not on every operation. */
  readonly notTried?: string;
  /** The results of the separate counts of operations. */
  readonly own?: readonly SeparateCount[];
}
