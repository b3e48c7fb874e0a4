import type { GapId } from '../../catalogue/catalogue.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Connections } from '../../http/transport.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Api, Asked } from '../asking/api.ts';
import type { Spending } from '../limit/spent-limit.ts';
import type { QuestionPlan } from '../plan/question-plan.ts';
import type { Inventory } from '../store/inventory.ts';
import type { PropertyOptions } from './property.ts';

/** What a check has at hand. */
export interface CheckContext {
  readonly api: Api;
  readonly inventory: Inventory;
  readonly settings: Settings;
  /** Which questions the run asks. */
  readonly plan: QuestionPlan;
  /** Every exchange of the run so far. */
  readonly exchanges: readonly Exchange[];
  /** Questions of checks that are asked, or about to be, and not answered yet. */
  readonly open: Iterable<Asked>;
  /** Milliseconds since the epoch, by the run's clock. */
  now(): number;
  /** Milliseconds for which reads may lag behind writes (--grace), longer if answers say that they are old. */
  graceMs(): number;
  /** Names exchanges of other checks as this one's evidence. */
  cite(...exchanges: readonly Exchange[]): void;
  /** Puts a question for generated values, `runs` of them unless the settings say otherwise. */
  forAll<T>(
    options: Pick<PropertyOptions<T>, 'arbitrary' | 'runs' | 'show'> & {
      readonly examples?: readonly T[];
    },
    holds: (value: T) => Promise<void>,
  ): Promise<void>;
  /** Asks again, for the seconds of grace at most, until the answer is good; the last answer. */
  eventually<T>(ask: () => Promise<T>, good: (answer: T) => boolean): Promise<T>;
  /** Runs requests over one connection that nothing else uses. */
  onOneConnection<T>(use: (connection: Connections) => Promise<T>): Promise<T>;
  /** Made once in a run, for all checks that share it; `make` asks by what it is given, not by what its check has. */
  once<T>(name: string, make: (shared: CheckContext) => Promise<T>): Promise<T>;
  /** Spends the rate limit of the key that is set for it. Once in a run: see `once`. */
  spendLimit(): Promise<Spending>;
  observe(id: GapId, answer: string): void;
}
