import type { GapId } from '../../catalogue/catalogue.ts';
import type { Outcome } from '../../judge/outcome.ts';
import { saidOf } from '../card.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import type { GapAgreement, GapGroup, RowGroup, RowSide } from './comparison.ts';

/** A row of one report or of both. */
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
    // It was not asked before, so nothing is known to have broken.
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

/** A part of the answers to a gap: what each said about it, null if nothing. */
export interface AnswerPart {
  /** What was asked: `limit=0`; empty if the answer has no parts. */
  readonly name: string;
  readonly values: readonly (string | null)[];
  /** Whether all that said something said the same. */
  readonly alike: boolean;
}

/**
 * Splits answers of the form `limit=0: 400; limit=101: 200` into parts, so that equal questions stand side by side.
 * Answers of another form stay whole.
 */
export function partsOf(answers: readonly (string | null)[]): AnswerPart[] {
  const split = answers.map((answer) => (answer === null ? new Map() : splitAnswer(answer)));
  if (split.some((parts) => parts === undefined)) return [part('', answers)];
  const names = new Set(split.flatMap((parts) => [...(parts?.keys() ?? [])]));
  return [...names].map((name) =>
    part(
      name,
      split.map((parts) => parts?.get(name) ?? null),
    ),
  );
}

function part(name: string, values: readonly (string | null)[]): AnswerPart {
  const said = new Set(values.filter((value) => value !== null));
  return { name, values, alike: said.size < 2 };
}

/** The parts by name; undefined if a name comes twice. */
function splitAnswer(answer: string): ReadonlyMap<string, string> | undefined {
  const parts = new Map<string, string>();
  for (const text of answer.split('; ')) {
    const at = text.indexOf(': ');
    const name = at === -1 ? '' : text.slice(0, at);
    if (parts.has(name)) return undefined;
    parts.set(name, at === -1 ? text : text.slice(at + 2));
  }
  return parts;
}

/** Gaps whose answers have a part for each thing that was asked or found: profile and seed decide what is asked. */
const inParts: ReadonlySet<string> = new Set<GapId>([
  'gap.limit-out-of-range',
  'gap.paging',
  'gap.name-limits',
  'gap.integer-notation',
  'gap.content-type',
  'gap.pet-id-format',
  'gap.other-methods',
  'gap.error-codes',
]);

/** Whether all that answered a question of the gap gave the same answer. */
export function answeredAlike(id: string, answers: readonly (string | null)[]): boolean {
  return inParts.has(id) ? partsOf(answers).every(({ alike }) => alike) : part('', answers).alike;
}

/** How implementations compare in a gap: a single answer cannot be compared. */
export function standingOfAnswers(id: string, answers: readonly (string | null)[]): GapAgreement {
  if (!answeredAlike(id, answers)) return 'differing';
  const parts = inParts.has(id) ? partsOf(answers) : [part('', answers)];
  const isCompared = parts.some(
    ({ values }) => values.filter((value) => value !== null).length >= 2,
  );
  return isCompared ? 'alike' : 'too-few';
}

/** What became of an answer: it has changed only if both were asked the question. */
export function groupOfAnswers(id: string, before: string | null, after: string | null): GapGroup {
  if (before === after) return 'as-before';
  return answeredAlike(id, [before, after]) ? 'asked-differently' : 'other-answer';
}
