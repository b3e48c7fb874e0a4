import type { ReportedRequirement } from './report.ts';

/**
 * What a requirement's first failed check says, in one line: title, what was expected and what was received, and how
 * many more failed. The reason of the outcome if none did.
 */
export function saidOf({
  outcome,
  reason,
  checks,
}: Pick<ReportedRequirement, 'outcome' | 'reason' | 'checks'>): string {
  const failed = checks.filter((check) => check.outcome === 'failed');
  const [first] = failed;
  if (outcome !== 'failed' || first === undefined) return reason;
  const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : '';
  return `${first.title}: ${inOneLine(first.message)}${more}`;
}

/** Lines of a message one behind the other. */
export function inOneLine(message: string): string {
  return message
    .trim()
    .split(/\s*\n\s*/)
    .join('; ');
}
