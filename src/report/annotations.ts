import type { Report, ReportedRequirement } from './report.ts';
import { cut, visible } from './visible.ts';

/** GitHub shows no more than ten of a kind for a step. */
const maxOfAKind = 10;
const messageRoom = 500;

/**
 * Workflow commands for GitHub Actions: an error for each failed row, a warning for each that stayed
 * undecided and for each failed advisory. Empty where there is none. Nothing in them can end a command.
 */
export function annotations({ requirements }: Report): string {
  const failed = requirements.filter((row) => row.outcome === 'failed' && row.level === 'required');
  const noted = requirements.filter(
    (row) =>
      row.outcome === 'inconclusive' || (row.outcome === 'failed' && row.level === 'advisory'),
  );
  const lines = [
    ...failed.slice(0, maxOfAKind).map((row) => command('error', row)),
    ...noted.slice(0, maxOfAKind).map((row) => command('warning', row)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function command(kind: 'error' | 'warning', row: ReportedRequirement): string {
  const word = row.outcome === 'inconclusive' ? ' undecided' : '';
  const title = visible(`${row.id}${word} (section ${row.section})`);
  const message = `${row.statement} ${cut(row.reason, messageRoom)}`;
  return `::${kind} title=${property(title)}::${data(visible(message))}`;
}

/** As the toolkit of GitHub Actions escapes what stands behind the last `::`. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
