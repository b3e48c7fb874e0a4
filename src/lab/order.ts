import type { Profile } from '../catalogue/plans.ts';
import type { StockOrder } from './stocked/stock.ts';

/** One trial to make. */
export interface Order {
  readonly subject: string;
  readonly seed: number;
  /** Default: that of the subject, core for most. */
  readonly profile?: Profile;
  /** Requests that the plan of core may count on, and then waits as long as a user's run would. */
  readonly budget?: number;
  /** On a store that is full already, in this order; default the subject's own store, which is empty for most. */
  readonly stocked?: StockOrder;
}
