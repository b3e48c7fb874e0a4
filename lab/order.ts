import type { Profile } from '../src/catalogue/plans.ts';
import type { StockOrder } from './stocked/stock.ts';

/** One trial to make. */
export interface Order {
  readonly subject: string;
  readonly seed: number;
  /** Default: that of the subject, core for most. */
  readonly profile?: Profile;
  /** The budget of core; the run then waits as long as one of a user. */
  readonly budget?: number;
  /** On a full store, listed in this order; default the store of the subject, which is empty for most. */
  readonly stocked?: StockOrder;
}
