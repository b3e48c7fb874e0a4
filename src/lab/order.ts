import type { RowId } from '../spec/catalogue.ts';

/** One trial to make. */
export interface Order {
  readonly subject: string;
  readonly seed: number;
  /** Only these rows; absent for all. */
  readonly only?: readonly RowId[];
}
