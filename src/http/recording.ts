import type { Exchange } from './exchange.ts';

/** The traffic of an earlier run, redacted, in the order of asking. */
export interface Recording {
  /** Milliseconds since the epoch, by the clock of that run. */
  readonly startedAt: number;
  readonly finishedAt: number;
  /** Requests that never came back are left out. */
  readonly exchanges: readonly Exchange[];
}
