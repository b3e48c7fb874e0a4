import { cut, visible } from '../text/visible.ts';
import { coverOf, knownWords, staleEntries, staleWords } from './known.ts';
import type { Report, ReportedRequirement } from './report.ts';

/** GitHub shows no more than ten of a kind for a step. */
const maxOfAKind = 10;
const messageRoom = 500;

/**
 * Workflow commands for GitHub Actions: an error for each failed row and for each entry of the baseline that
 * is cured or expired, a warning for each row that stayed undecided and for each failed advisory, a notice for
 * each failure that the baseline covers. Empty where there is none. Nothing in them can end a command.
 */
export function annotations(report: Report): string {
  const { requirements } = report;
  const failed = requirements.filter((row) => row.outcome === 'failed' && row.level === 'required');
  const noted = requirements.filter(
    (row) =>
      row.outcome === 'inconclusive' || (row.outcome === 'failed' && row.level === 'advisory'),
  );
  const errors = [
    ...failed
      .filter(({ id }) => coverOf(report, id) === undefined)
      .map((row) => told('error', row)),
    ...staleEntries(report).map((one) =>
      command('error', `${one.requirement} in the baseline, ${one.state}`, staleWords(one)),
    ),
  ];
  const notices = failed.flatMap((row) => {
    const cover = coverOf(report, row.id);
    return cover === undefined ? [] : [told('notice', row, ` ${knownWords(cover)}`)];
  });
  const lines = [errors, noted.map((row) => told('warning', row)), notices];
  return lines
    .flatMap((ofAKind) => ofAKind.slice(0, maxOfAKind))
    .map((line) => `${line}\n`)
    .join('');
}

type AnnotationKind = 'error' | 'warning' | 'notice';

function told(kind: AnnotationKind, row: ReportedRequirement, known = ''): string {
  const word = row.outcome === 'inconclusive' ? ' undecided' : known;
  const title = `${row.id}${word} (section ${row.section})`;
  return command(kind, title, `${row.statement} ${cut(row.reason, messageRoom)}`);
}

function command(kind: AnnotationKind, title: string, message: string): string {
  return `::${kind} title=${property(visible(title))}::${data(visible(message))}`;
}

/** As the toolkit of GitHub Actions escapes what stands behind the last `::`. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
