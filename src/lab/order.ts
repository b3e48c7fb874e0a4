import type { RowId } from '../catalogue/catalogue.ts';

/** One trial to make. */
export interface Order {
  readonly subject: string;
  readonly seed: number;
  /** Only these rows; absent for all. */
  readonly only?: readonly RowId[];
}
