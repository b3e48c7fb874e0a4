import type { Outcome, Verdict } from '../judge/outcome.ts';
import { count, firstOf } from '../text/words.ts';
import type { Misdirection, ReportedRequirement } from './report.ts';

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
  readonly misdirected: Misdirection | undefined;
}

const namesShown = 3;

/** How the summary of a partial run describes its selection. */
export const byFlags = 'selected by --only or --skip';

/** The verdict in one sentence: the word, what it covers, and what decided it. */
export function summarize(verdict: Verdict, coverage: Coverage): string {
  const { profile, required, leftOut, partial, endedEarly, misdirected } = coverage;
  const early = endedEarly === null ? '' : `the run ended early: ${endedEarly}`;
  if (partial && required.length === 0 && misdirected === undefined) {
    const words = 'what --only and --skip leave is advised or recorded, and decides no verdict';
    return `${verdict}: ${words}${early === '' ? '' : `; ${early}`}`;
  }
  const scope = partial
    ? `the ${count(required.length, 'requirement')} ${byFlags}`
    : `the ${profile} profile`;
  const others = `${leftOut} ${leftOut === 1 ? 'other was' : 'others were'} not judged`;
  const why = {
    conformant: () => `${count(withOutcome(required, 'passed').length, 'requirement')} passed`,
    'non-conformant': () => failedOf(required),
    incomplete: () => (early === '' ? openOf(required) : early),
  }[verdict];
  const said = misdirected ? `${misdirected.seen}; ${misdirected.remedy}` : why();
  return `${verdict} for ${scope}: ${said}${partial && misdirected === undefined ? `; ${others}` : ''}`;
}

function failedOf(required: Coverage['required']): string {
  const failed = withOutcome(required, 'failed').map(({ id }) => id);
  const open = withOutcome(required, 'inconclusive').length;
  const beside = open > 0 ? `, ${open} inconclusive` : '';
  return `${count(failed.length, 'requirement')} failed (${firstOf(failed, namesShown)})${beside}`;
}

function openOf(required: Coverage['required']): string {
  const open = withOutcome(required, 'inconclusive');
  const [first] = open;
  if (first === undefined) return 'no requirement passed';
  return `${count(open.length, 'requirement')} inconclusive, first ${first.id}: ${first.reason}`;
}

function withOutcome(requirements: Coverage['required'], outcome: Outcome) {
  return requirements.filter((requirement) => requirement.outcome === outcome);
}
