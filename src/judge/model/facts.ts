import type { Plan } from '../../catalogue/plans.ts';

/** What the model knows besides the exchanges. */
export interface RunFacts {
  readonly plan?: Plan | undefined;
  /** Milliseconds for which reads may lag behind writes. */
  readonly graceMs: number;
  /** Whether the names follow from a challenge, which an earlier run may have used. */
  readonly challenged?: boolean;
}
