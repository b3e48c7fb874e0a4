import type { Exchange } from '../http/exchange.ts';
import { suiteName } from '../package/package.ts';
import { cut } from '../text/visible.ts';
import { type AnnotationKind, command, messageRoom } from './annotation.ts';
import { saidOf } from './card.ts';
import { type Cause, causeOf, foldedUnder, followWords } from './cause.ts';
import { coverOf, expectedWords, staleEntries, staleWords } from './expected.ts';
import { kindOf, ofKind } from './kinds.ts';
import type { Report, ReportedRequirement } from './report.ts';

/** GitHub shows at most ten of a kind for each step. */
const maxOfAKind = 10;

/**
 * Workflow commands for GitHub Actions: an error for each failed requirement and each cured or expired entry of the
 * baseline, a warning for each inconclusive requirement and each failed advisory, a notice for each failure that the
 * baseline covers. What follows from one cause is replaced by that cause. Empty if there is nothing to say. Nothing in
 * them can end a command.
 */
export function annotations(report: Report, exchanges: readonly Exchange[]): string {
  const cause = causeOf(report, exchanges);
  const following = new Set([...(cause?.requirements ?? []), ...(cause?.advisories ?? [])]);
  const failed = ofKind(report, 'failed');
  const noted = report.requirements.filter(
    (one) => !following.has(one.id) && ['inconclusive', 'warning'].includes(kindOf(one)),
  );
  const errors = [
    ...causeLine(cause, report),
    ...foldedUnder(cause, failed)
      .told.filter(({ id }) => coverOf(report, id) === undefined)
      .map((requirement) => told('error', requirement)),
    ...staleEntries(report).map((one) =>
      command('error', `${one.requirement} in the baseline, ${one.state}`, staleWords(one)),
    ),
  ];
  const notices = failed.flatMap((requirement) => {
    const cover = coverOf(report, requirement.id);
    return cover === undefined ? [] : [told('notice', requirement, ` ${expectedWords(cover)}`)];
  });
  const lines = [errors, noted.map((requirement) => told('warning', requirement)), notices];
  return lines
    .flatMap((ofAKind) => ofAKind.slice(0, maxOfAKind))
    .map((line) => `${line}\n`)
    .join('');
}

/** The cause of the rest, as on the console; no error if the baseline covers all that follows from it. */
function causeLine(cause: Cause | undefined, report: Report): string[] {
  if (cause === undefined) return [];
  const { seen, remedy, requirements } = cause;
  if (requirements.every((id) => coverOf(report, id) !== undefined)) return [];
  const words = `${seen}; what to do: ${remedy}; ${followWords(cause)}`;
  return [command('error', suiteName, cut(words, messageRoom))];
}

function told(kind: AnnotationKind, requirement: ReportedRequirement, known = ''): string {
  const word = requirement.outcome === 'inconclusive' ? ' inconclusive' : known;
  const title = `${requirement.id}${word} (section ${requirement.section})`;
  return command(kind, title, `${requirement.statement} ${cut(saidOf(requirement), messageRoom)}`);
}
