import type { Exchange } from '../../http/exchange.ts';
import type { Connections } from '../../http/transport.ts';
import type { Settings } from '../../settings/settings.ts';
import type { GapId } from '../../spec/catalogue.ts';
import type { Inventory } from '../animals/inventory.ts';
import type { Spending } from '../limit/spent-responses.ts';
import type { RunPlan } from '../plan/plan.ts';
import type { Api, Asked } from '../requests/api.ts';
import type { PropertyOptions } from './property.ts';

/** What a check can use. */
export interface CheckContext {
  readonly api: Api;
  readonly inventory: Inventory;
  readonly settings: Settings;
  /** Which questions the run asks. */
  readonly plan: RunPlan;
  /** Every exchange of the run so far. */
  readonly exchanges: readonly Exchange[];
  /** Questions of checks that were sent, or are about to be, and have no answer yet. */
  readonly open: Iterable<Asked>;
  /** Milliseconds since the epoch, by the clock of the run. */
  now(): number;
  /** Milliseconds for which reads may lag behind writes (--grace), longer if answers say that they are old. */
  graceMs(): number;
  /** Names exchanges of other checks as evidence of this one. */
  cite(...exchanges: readonly Exchange[]): void;
  /** Asks a question for generated values, `runs` of them or a multiple if the budget allows. */
  forAll<T>(
    options: Pick<PropertyOptions<T>, 'arbitrary' | 'runs' | 'show'> & {
      readonly examples?: readonly T[];
    },
    holds: (value: T) => Promise<void>,
  ): Promise<void>;
  /** Asks again until the answer is good, at most for the seconds of grace; returns the last answer. */
  eventually<T>(ask: () => Promise<T>, good: (answer: T) => boolean): Promise<T>;
  /** Waits until a time, in milliseconds since the epoch, but no longer than `--max-wait`. */
  waitUntil(time: number, reason: string): Promise<void>;
  /** Sends requests over one connection that nothing else uses. */
  onOneConnection<T>(use: (connection: Connections) => Promise<T>): Promise<T>;
  /**
   * Made once in a run, for all checks that share it; `make` must ask through the context that it is given, not through
   * that of its check.
   */
  once<T>(name: string, make: (shared: CheckContext) => Promise<T>): Promise<T>;
  /** Spends the rate limit of the key in the settings, once in a run: see `once`. */
  spendLimit(): Promise<Spending>;
  observe(id: GapId, answer: string): void;
}
