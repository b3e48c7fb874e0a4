/** The mutants of servers as figures, and what is wrong with them. */
import type { Mutant } from './mutant.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { ServerResult } from './server-mutants.ts';
import type { Reason } from './survivors.ts';

export interface ServerFigures {
  readonly made: number;
  readonly notStarted: number;
  readonly found: number;
  readonly incomplete: number;
  readonly equivalent: number;
  readonly leftOpen: number;
  /** Shows only in what the catalogue says that no run probes. */
  readonly untested: number;
  readonly missed: number;
  /** How many each requirement found; the first to fail ends a run. */
  readonly foundBy: Readonly<Record<string, number>>;
  /** What fails the command, each in one line. */
  readonly problems: readonly string[];
}

interface Judged {
  readonly result: ServerResult;
  readonly outcome: Outcome;
}

/** Holds the results against the list. `whole`: all mutants were tried, so an entry can be stale. */
export function serverFigures(
  results: readonly ServerResult[],
  reasons: ReadonlyMap<string, Reason>,
  whole: boolean,
): ServerFigures {
  const judged = results.map((result) => ({ result, outcome: outcomeOf(result) }));
  const count = (type: Outcome['type']) =>
    judged.filter(({ outcome }) => outcome.type === type).length;
  const survivors = judged.filter(({ outcome }) => outcome.type === 'survived');
  const listed = (kind: Reason['kind']) =>
    survivors.filter(({ result }) => reasons.get(result.mutant.id)?.kind === kind).length;
  const unlisted = survivors.filter(({ result }) => !reasons.has(result.mutant.id)).length;
  const alive = new Set(survivors.map(({ result }) => result.mutant.id));
  const stale = whole ? [...reasons.keys()].filter((id) => !alive.has(id)) : [];
  return {
    made: results.length,
    notStarted: count('not started'),
    found: count('found'),
    incomplete: count('incomplete'),
    equivalent: listed('equivalent'),
    leftOpen: listed('left open'),
    untested: listed('untested'),
    missed: listed('missed') + unlisted,
    foundBy: foundBy(judged),
    problems: [
      ...survivors.flatMap((one) => problemOf(one, reasons.get(one.result.mutant.id))),
      ...stale.map((id) => `the list names ${id}, which survives no more`),
    ],
  };
}

function problemOf({ result, outcome }: Judged, reason: Reason | undefined): string[] {
  const difference = outcome.type === 'survived' ? outcome.difference : undefined;
  const name = `${result.server}: ${describe(result.mutant)}`;
  if (reason === undefined) {
    const seen = difference ? `differs: ${difference.asked}` : 'no difference was seen';
    return [`a survivor that the list does not name, ${name} (${seen})`];
  }
  if (reason.kind === 'missed') return [`missed, ${name}: ${reason.why}`];
  if (reason.kind === 'equivalent' && difference) {
    return [`listed as equivalent, and differs, ${name}: ${difference.asked}`];
  }
  return [];
}

/** A mutant in one line, as the list names it. */
export function describe({ id, file, line, change }: Mutant): string {
  return `${id} ${file}:${line} ${change}`;
}

function foundBy(judged: readonly Judged[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { outcome } of judged) {
    if (outcome.type !== 'found') continue;
    for (const id of outcome.by) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}
