/** The mutants of the suite as figures, and what is wrong with them. */
import type { Mutant } from './mutant.ts';
import { describe } from './server-figures.ts';
import type { SuiteResults } from './suite-mutants.ts';
import { noticedBy, type SuiteResult } from './suite-result.ts';
import type { Reason } from './survivors.ts';

export interface SuiteFigures {
  readonly made: number;
  /** How many were tried; a work that was interrupted has tried fewer than were made. */
  readonly tried: number;
  /** How many files have mutants, and in how many some were tried. */
  readonly files: { readonly of: number; readonly tried: number };
  /** Entries of the lab came out otherwise than due, or no run was possible. */
  readonly noticed: number;
  /** Of the others, those with which a unit test beside the code fails. */
  readonly byTests: number;
  readonly equivalent: number;
  readonly leftOpen: number;
  readonly missed: number;
  /** Of the missed ones, those that unit tests were not tried on yet. */
  readonly untested: number;
  /** How many were tried, and noticed, in each file. */
  readonly byFile: Readonly<Record<string, { readonly tried: number; readonly noticed: number }>>;
  /** What fails the command, each in one line. */
  readonly problems: readonly string[];
}

/** Holds the results against the list. */
export function suiteFigures(
  { made, results, unfit }: SuiteResults,
  reasons: ReadonlyMap<string, Reason>,
): SuiteFigures {
  const survivors = results.filter((one) => !isNoticed(one));
  const listed = (kind: Reason['kind']) =>
    survivors.filter(({ mutant }) => reasons.get(mutant.id)?.kind === kind).length;
  const unlisted = survivors.filter(({ mutant }) => !reasons.has(mutant.id));
  const noticed = new Set(results.flatMap((one) => (isNoticed(one) ? [one.mutant.id] : [])));
  const stale = [...reasons.keys()].filter((id) => noticed.has(id));
  return {
    made: made.length,
    tried: results.length,
    files: filesOf(made, results),
    noticed: results.filter(isByLab).length,
    byTests: results.filter((one) => !isByLab(one) && isByTest(one)).length,
    equivalent: listed('equivalent'),
    leftOpen: listed('left open'),
    missed: listed('missed') + unlisted.length,
    untested: unlisted.filter(({ tests }) => tests === undefined).length,
    byFile: byFile(results),
    problems: [
      ...unfit.map((text) => `not used, as it is not as due without mutants: ${text}`),
      ...unlisted.map(
        ({ mutant, reachedBy }) =>
          `a survivor that the list does not name, reached by ${reachedBy} entries: ${describe(mutant)}`,
      ),
      ...stale.map((id) => `the list names ${id}, which is noticed`),
    ],
  };
}

function filesOf(made: readonly Mutant[], results: readonly SuiteResult[]): SuiteFigures['files'] {
  const count = (mutants: readonly Mutant[]) => new Set(mutants.map(({ file }) => file)).size;
  return { of: count(made), tried: count(results.map(({ mutant }) => mutant)) };
}

const isByLab = (result: SuiteResult) => noticedBy(result) !== undefined;

const isByTest = ({ tests }: SuiteResult) => tests?.failed !== undefined;

const isNoticed = (result: SuiteResult) => isByLab(result) || isByTest(result);

function byFile(results: readonly SuiteResult[]): SuiteFigures['byFile'] {
  const files = [...new Set(results.map(({ mutant }) => mutant.file))].sort();
  return Object.fromEntries(
    files.map((file) => {
      const own = results.filter(({ mutant }) => mutant.file === file);
      return [file, { tried: own.length, noticed: own.filter(isNoticed).length }];
    }),
  );
}
