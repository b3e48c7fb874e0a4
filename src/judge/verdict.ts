import type { CheckResult, Outcome, Verdict } from './outcome.ts';

/** An outcome and why, in one sentence. */
export interface Decision {
  readonly outcome: Outcome;
  readonly reason: string;
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * The outcome of a requirement from those of its checks: one failure fails it, one inconclusive check leaves it
 * inconclusive, and it passes only if at least one check did. No checks: inconclusive.
 */
export function decideRequirement(checks: readonly CheckResult[]): Decision {
  const of = (outcome: Outcome) => checks.filter((check) => check.outcome === outcome);
  const failed = of('failed');
  const [firstFailed] = failed;
  if (firstFailed) {
    const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : '';
    return {
      outcome: 'failed',
      reason: `${firstFailed.title}: ${firstLine(firstFailed.message)}${more}`,
    };
  }
  const [undecided] = of('inconclusive');
  if (undecided) {
    return {
      outcome: 'inconclusive',
      reason: `${undecided.title}: ${firstLine(undecided.message)}`,
    };
  }
  const passed = of('passed');
  if (passed.length > 0) {
    return { outcome: 'passed', reason: `${plural(passed.length, 'check')} passed` };
  }
  const [exempt] = of('not-applicable');
  if (exempt) return { outcome: 'not-applicable', reason: firstLine(exempt.message) };
  const [skipped] = of('skipped');
  if (skipped) return { outcome: 'skipped', reason: firstLine(skipped.message) };
  return { outcome: 'inconclusive', reason: 'the run ended before it was decided' };
}

/**
 * The verdict for a profile, from the outcomes of the requirements that it covers. A run that decided nothing is never
 * conformant.
 */
export function decideVerdict(required: readonly Outcome[]): Verdict {
  if (required.includes('failed')) return 'non-conformant';
  if (required.includes('inconclusive') || !required.includes('passed')) return 'incomplete';
  return 'conformant';
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
