/**
 * Switches the mutants of this thread on and off, and reads what was reached; the instrumented code shares these
 * variables.
 */

/** How often each mutant's place was reached, by its number. */
export type Hits = Readonly<Record<string, number>>;

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

const test = 'run';

/** Counts from now on what is reached, apart from what was reached while modules were loaded. */
export function countHits(): void {
  const own = theSwitch();
  own.mutantCoverage ??= { static: {}, perTest: {} };
  own.mutantCoverage.perTest = {};
  own.currentTestId = test;
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
  return { value, reached: Object.keys(hits().running) };
}

/** The places reached while modules were loaded, and those reached since `countHits`. */
export function hits(): { readonly loading: Hits; readonly running: Hits } {
  const { static: loading = {}, perTest = {} } = theSwitch().mutantCoverage ?? {};
  return { loading, running: perTest[test] ?? {} };
}
