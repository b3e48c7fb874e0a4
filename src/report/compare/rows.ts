import type { Outcome } from '../../judge/outcome.ts';
import { saidOf } from '../card.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { groupOfAnswers } from './answers.ts';
import type { RowGroup, RowSide } from './comparison.ts';

/** A row of either report, or of both. */
export interface Pair<T> {
  readonly before: T | undefined;
  readonly after: T | undefined;
}

/** Every row of two lists by its id, in the order of the newer list, those that are gone last. */
export function paired<T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
): (Pair<T> & { readonly row: T })[] {
  const older = new Map(before.map((row) => [row.id, row]));
  const newer = new Set(after.map((row) => row.id));
  return [
    ...after.map((row) => ({ row, before: older.get(row.id), after: row })),
    ...before
      .filter((row) => !newer.has(row.id))
      .map((row) => ({ row, before: row, after: undefined })),
  ];
}

/** What became of a row that is in at least one of the reports. */
export function groupOf({ before, after }: Pair<{ readonly outcome: Outcome }>): RowGroup {
  if (before === undefined) return 'new';
  if (after === undefined) return 'gone';
  const [was, is] = [before.outcome, after.outcome];
  if (is === 'failed') {
    if (was === 'failed') return 'still-failing';
    // Nobody asked before, so nothing is known to have broken.
    return was === 'skipped' ? 'newly-decided' : 'broke';
  }
  if (was === is) return 'as-before';
  if (is === 'passed') return was === 'failed' ? 'fixed' : 'newly-decided';
  return was === 'passed' || was === 'failed' ? 'no-longer-decided' : 'still-undecided';
}

/** The part of a row that a comparison shows: of a failure all that its first failed check says. */
export function sideOf(row: ReportedRequirement | undefined): RowSide | null {
  if (row === undefined) return null;
  return { outcome: row.outcome, reason: saidOf(row) };
}

/** Whether two reports differ in any outcome of a row that both have, or in the answer to any question that both asked. */
export function cameOutOtherwise(before: Report, after: Report): boolean {
  const rows = paired(before.requirements, after.requirements);
  const answers = paired(before.observations, after.observations);
  return (
    rows.some((pair) => pair.before && pair.after && pair.before.outcome !== pair.after.outcome) ||
    answers.some(
      ({ row, before, after }) =>
        groupOfAnswers(row.id, before?.answer ?? null, after?.answer ?? null) === 'other-answer',
    )
  );
}
