import type { Outcome, Verdict } from '../judge/outcome.ts';
import type { Report, ReportedRequirement } from './report.ts';
import type { Tone } from './view/view.ts';

/** How a requirement is shown: a failed advisory is a warning; all that was not judged is left out. */
export type Kind = Exclude<Tone, 'plain'>;

export const kinds: readonly Kind[] = ['failed', 'inconclusive', 'warning', 'passed', 'left-out'];

export const kindWords: Readonly<Record<Kind, { readonly word: string; readonly mark: string }>> = {
  failed: { word: 'failed', mark: '✕' },
  inconclusive: { word: 'inconclusive', mark: '?' },
  warning: { word: 'warning', mark: '!' },
  passed: { word: 'passed', mark: '✓' },
  'left-out': { word: 'not judged', mark: '–' },
};

export const verdictKinds: Readonly<Record<Verdict, Kind>> = {
  conformant: 'passed',
  'non-conformant': 'failed',
  incomplete: 'inconclusive',
};

export function kindOf({ outcome, level }: Pick<ReportedRequirement, 'outcome' | 'level'>): Kind {
  switch (outcome) {
    case 'passed':
    case 'inconclusive':
      return outcome;
    case 'failed':
      return level === 'required' ? 'failed' : 'warning';
    case 'skipped':
    case 'not-applicable':
      return 'left-out';
  }
}

export function ofKind(report: Report, kind: Kind): ReportedRequirement[] {
  return report.requirements.filter((requirement) => kindOf(requirement) === kind);
}

/** The required requirements with an outcome. */
export function requiredWith<One extends Pick<ReportedRequirement, 'level' | 'outcome'>>(
  { requirements }: { readonly requirements: readonly One[] },
  outcome: Outcome,
): One[] {
  return requirements.filter((one) => one.level === 'required' && one.outcome === outcome);
}

/** The anchor of a requirement or a gap on the page. */
export function placeOf(id: string): string {
  return `row-${id.replaceAll(/[^a-z0-9-]/g, '-')}`;
}
