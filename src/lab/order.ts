import type { RequirementId } from '../catalogue/catalogue.ts';

/** One trial to make. */
export interface Order {
  readonly subject: string;
  readonly seed: number;
  /** Only these requirements; absent for all. */
  readonly only?: readonly RequirementId[];
}
