import type { RequirementId } from '../../catalogue/catalogue.ts';
import type { CheckContext } from './context.ts';

/** One question of a requirement; it ends by returning (passed) or by throwing one of `outcomes.ts`. */
export interface Check {
  readonly id: RequirementId;
  readonly title: string;
  /** Checks of one group that follow on one another do not depend on one another: they are asked side by side. */
  readonly group?: string;
  readonly ask: (context: CheckContext) => Promise<void>;
}
