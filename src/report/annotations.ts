import type { Exchange } from '../http/exchange.ts';
import { suiteName } from '../package/package.ts';
import { firstOf, inOneLine } from '../text/words.ts';
import { type AnnotationKind, command } from './annotation.ts';
import { coverOf, knownWords, remedies } from './baseline.ts';
import { followWords } from './causes.ts';
import { runDocument } from './document.ts';
import { type FailureGroup, saidOf } from './failures.ts';
import type { Report } from './report.ts';

/** GitHub shows at most ten of a kind for each step. */
const maxOfAKind = 10;

/**
 * An error for each cause of failures and each stale entry of the baseline, a warning for each reason why something is
 * inconclusive and each cause of failed advisories, a notice for each known failure. Empty if there is nothing to say.
 */
export function annotations(report: Report, exchanges: readonly Exchange[]): string {
  const { cause, failures, warnings, open, known, outdated } = runDocument(report, exchanges);
  const isAllKnown = cause?.follows.every(({ id }) => coverOf(report, id) !== undefined);
  const errors = [
    ...(cause === undefined || isAllKnown
      ? []
      : [
          command(
            'error',
            suiteName,
            `${cause.seen}; what to do: ${cause.remedy}; ${followWords(cause, 3)}`,
          ),
        ]),
    ...failures.map((group) => ofGroup('error', group)),
    ...outdated.map(({ requirement, state }) =>
      command('error', `${requirement} in the baseline, ${state}`, remedies[state]),
    ),
  ];
  const warned = [
    ...warnings.map((group) => ofGroup('warning', group)),
    ...open.map(({ ids, reason }) => command('warning', `${firstOf(ids, 3)} inconclusive`, reason)),
  ];
  const notices = known.flatMap(({ requirements, entry }) =>
    requirements.map((one) => command('notice', `${one.id} ${knownWords(entry)}`, saidOf(one))),
  );
  return [errors, warned, notices]
    .flatMap((ofAKind) => ofAKind.slice(0, maxOfAKind))
    .map((line) => `${line}\n`)
    .join('');
}

function ofGroup(kind: AnnotationKind, { requirements, check, usualCause }: FailureGroup): string {
  const ids = requirements.map(({ id, section }) => `${id} (section ${section})`);
  const said = inOneLine(check?.message ?? '');
  return command(
    kind,
    firstOf(ids, 3),
    usualCause === undefined ? said : `${said}; usual cause: ${usualCause}`,
  );
}
