import type { Outcome, Verdict } from '../judge/outcome.ts';
import { count, firstOf } from '../text/words.ts';
import type { ReportedRequirement } from './report.ts';

/** What a verdict covers. */
export interface Coverage {
  readonly profile: string;
  /** The requirements that were to be decided, with their outcomes. */
  readonly required: readonly ReportedRequirement[];
  /** Requirements of the profile that `--only` or `--skip` left out. */
  readonly leftOut: number;
  readonly partial: boolean;
  /** Why the run ended early; null if it did not. */
  readonly endedEarly: string | null;
}

const namesShown = 3;

/** How the summary of a partial run describes its selection. */
export const byFlags = 'selected by --only or --skip';

/** The verdict in one sentence: the word, what it covers, how many requirements say so. */
export function summarize(verdict: Verdict, coverage: Coverage): string {
  if (coverage.partial && coverage.required.length === 0) {
    const early =
      coverage.endedEarly === null ? '' : `; the run ended early: ${coverage.endedEarly}`;
    return `${verdict}: what --only and --skip leave is advised or recorded, and decides no verdict${early}`;
  }
  const said = `${verdict} for ${scopeOf(coverage)}`;
  const left = leftOut(coverage);
  switch (verdict) {
    case 'conformant':
      // A partial run must not read like a full one: its scope is named, not a score.
      return coverage.partial ? `${said}${left}` : `${said}: ${passedOf(coverage)}`;
    case 'non-conformant':
      return `${said}: ${failedOf(coverage)}${left}`;
    case 'incomplete':
      return `${said}: ${inconclusiveOf(coverage)}${left}`;
  }
}

function scopeOf({ partial, profile, required }: Coverage): string {
  if (!partial) return `the ${profile} profile`;
  return `the ${count(required.length, 'requirement')} ${byFlags}`;
}

function leftOut({ partial, leftOut }: Coverage): string {
  if (!partial) return '';
  return `; ${leftOut} ${leftOut === 1 ? 'other was' : 'others were'} not judged`;
}

function passedOf({ required }: Coverage): string {
  const passed = withOutcome(required, 'passed').length;
  const exempt = withOutcome(required, 'not-applicable').length;
  const skipped = withOutcome(required, 'skipped').length;
  const beside = [
    ...(exempt > 0 ? [`${exempt} not applicable`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const score = `${passed} of ${count(required.length - exempt, 'requirement')} passed`;
  return beside.length > 0 ? `${score} (${beside.join(', ')})` : score;
}

function failedOf({ required }: Coverage): string {
  const failed = withOutcome(required, 'failed').map((requirement) => requirement.id);
  const inconclusive = withOutcome(required, 'inconclusive').length;
  const exempt = withOutcome(required, 'not-applicable').length;
  const open = inconclusive > 0 ? `, ${inconclusive} inconclusive` : '';
  return `${failed.length} of ${count(required.length - exempt, 'requirement')} failed (${firstOf(failed, namesShown)})${open}`;
}

function inconclusiveOf({ required, endedEarly }: Coverage): string {
  const inconclusive = withOutcome(required, 'inconclusive');
  const exempt = withOutcome(required, 'not-applicable').length;
  const [first] = inconclusive;
  const early = endedEarly === null ? '' : `, because the run ended early: ${endedEarly}`;
  if (first === undefined) return `no requirement passed${early}`;
  const score = `${inconclusive.length} of ${count(required.length - exempt, 'requirement')} inconclusive`;
  return early === '' ? `${score}, first ${first.id}: ${first.reason}` : `${score}${early}`;
}

function withOutcome(requirements: readonly ReportedRequirement[], outcome: Outcome) {
  return requirements.filter((requirement) => requirement.outcome === outcome);
}
