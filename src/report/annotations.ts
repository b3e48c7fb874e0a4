import type { Exchange } from '../http/exchange.ts';
import { suiteName } from '../package/package.ts';
import { firstOf, inOneLine } from '../text/words.ts';
import { remedies } from './baseline.ts';
import { followWords } from './causes.ts';
import { runDocument } from './document.ts';
import type { FailureGroup } from './failures.ts';
import type { Report } from './report.ts';
import { command } from './workflow-command.ts';

/** GitHub shows at most ten of a kind for each step. */
const maxOfAKind = 10;

/**
 * An error for the cause of all, for each cause of failures and each stale entry of the baseline; a warning for each cause
 * of failed advisories and each reason why something is inconclusive. Empty if there is nothing to say.
 */
export function annotations(report: Report, exchanges: readonly Exchange[]): string {
  const { cause, failures, warnings, open, outdated } = runDocument(report, exchanges);
  const whole = cause && `${cause.seen}; what to do: ${cause.remedy}; ${followWords(cause, 3)}`;
  const errors = [
    ...(whole === undefined ? [] : [command('error', suiteName, whole)]),
    ...failures.map((group) => ofGroup('error', group)),
    ...outdated.map(({ requirement, state }) =>
      command('error', `${requirement} in the baseline, ${state}`, remedies[state]),
    ),
  ];
  const warned = [
    ...warnings.map((group) => ofGroup('warning', group)),
    ...open.map(({ ids, reason }) => command('warning', `${firstOf(ids, 3)} inconclusive`, reason)),
  ];
  return [...errors.slice(0, maxOfAKind), ...warned.slice(0, maxOfAKind)]
    .map((line) => `${line}\n`)
    .join('');
}

function ofGroup(
  kind: 'error' | 'warning',
  { requirements, check, usualCause }: FailureGroup,
): string {
  const ids = requirements.map(({ id, section }) => `${id} (section ${section})`);
  const said = inOneLine(check?.message ?? '');
  return command(
    kind,
    firstOf(ids, 3),
    usualCause === undefined ? said : `${said}; usual cause: ${usualCause}`,
  );
}
