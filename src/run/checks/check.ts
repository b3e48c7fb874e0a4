import type { RequirementId } from '../../spec/catalogue.ts';
import type { CheckContext } from './check-context.ts';

/** One question of a requirement; it passes by returning, or ends by throwing one of the errors of `outcomes.ts`. */
export interface Check {
  readonly id: RequirementId;
  readonly title: string;
  /** Neighbouring checks of one group do not depend on one another: they are asked side by side. */
  readonly group?: string;
  readonly ask: (context: CheckContext) => Promise<void>;
}
