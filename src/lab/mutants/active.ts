/**
 * Switches the mutants of this thread on and off, and reads what was reached; the instrumented code shares these
 * variables.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: {
    static: Record<string, number>;
    perTest: Record<string, Record<string, number>>;
  };
}

declare global {
  var __stryker__: Switch | undefined;
}

/** More often than any run reaches a place: a mutant that is reached more often loops forever, and throws. */
const mostHits = 1_000_000;

function theSwitch(): Switch {
  globalThis.__stryker__ ??= {};
  return globalThis.__stryker__;
}

/** The variable by which Stryker's code is told of the active mutant in a thread that others start. */
export const activeVariable = '__STRYKER_ACTIVE_MUTANT__';

/** Switches one mutant on, and all others off; undefined: the code is as it was written. */
export function activate(active: string | undefined): void {
  const own = theSwitch();
  own.activeMutant = active;
  own.hitCount = active === undefined ? undefined : 0;
  own.hitLimit = mostHits;
}

/** The name of what belongs to no part; an empty one is none to Stryker's code. */
const rest = 'the rest';

const parts = new AsyncLocalStorage<string>();

/** Does what is reached apart from the rest under its name, whatever runs beside it. */
export function asPart<T>(name: string, make: () => T): T {
  return parts.run(name, make);
}

/** Counts from now on what is reached, apart from what was reached while modules were loaded. */
export function countHits(): void {
  const own = theSwitch();
  own.mutantCoverage ??= { static: {}, perTest: {} };
  own.mutantCoverage.perTest = {};
  // Stryker's code asks for it at each place.
  Object.defineProperty(own, 'currentTestId', {
    configurable: true,
    get: () => parts.getStore() ?? rest,
  });
}

/** A value, and the numbers of the mutants that were reached while it was made. */
export interface WithReach<T> {
  readonly value: T;
  readonly reached: readonly string[];
}

/** Makes a value, and notes what that reaches. */
export function withReach<T>(make: () => T): WithReach<T> {
  countHits();
  const value = make();
  return { value, reached: hits().running };
}

/** The numbers of the places reached while modules were loaded, since `countHits`, and by each part since then. */
export function hits() {
  const { static: loading = {}, perTest = {} } = theSwitch().mutantCoverage ?? {};
  const running = [...new Set(Object.values(perTest).flatMap((one) => Object.keys(one)))];
  const by = (part: string) => Object.keys(perTest[part] ?? {});
  return { loading: Object.keys(loading), running, by };
}
