import type { Plan } from '../../catalogue/plans.ts';

/** What the model knows beside the exchanges. */
export interface RunFacts {
  readonly plan?: Plan | undefined;
  /** Milliseconds for which reads may lag behind writes. */
  readonly graceMs: number;
}
