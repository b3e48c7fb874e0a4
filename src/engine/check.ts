import type { RequirementId } from '../catalogue/catalogue.ts';
import type { CheckContext } from './context.ts';

/** One question of a requirement; it ends by returning (passed) or by throwing one of `outcomes.ts`. */
export interface Check {
  readonly id: RequirementId;
  readonly title: string;
  readonly ask: (context: CheckContext) => Promise<void>;
}
