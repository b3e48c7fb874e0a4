import { type ComponentChild, h } from 'preact';
import type { Report, ReportedRequirement } from '../report.ts';

/** How the page sorts requirements: a failed advisory is a warning, all that was not judged is left out. */
export type Kind = 'failed' | 'undecided' | 'warning' | 'passed' | 'left-out';

export const kinds: readonly Kind[] = ['failed', 'undecided', 'warning', 'passed', 'left-out'];

export const kindWords: Readonly<Record<Kind, { readonly word: string; readonly mark: string }>> = {
  failed: { word: 'failed', mark: '✕' },
  undecided: { word: 'undecided', mark: '?' },
  warning: { word: 'warning', mark: '!' },
  passed: { word: 'passed', mark: '✓' },
  'left-out': { word: 'not judged', mark: '–' },
};

export function kindOf({ outcome, level }: ReportedRequirement): Kind {
  switch (outcome) {
    case 'passed':
      return 'passed';
    case 'failed':
      return level === 'required' ? 'failed' : 'warning';
    case 'inconclusive':
      return 'undecided';
    case 'skipped':
    case 'not-applicable':
      return 'left-out';
  }
}

export function ofKind(report: Report, kind: Kind): ReportedRequirement[] {
  return report.requirements.filter((requirement) => kindOf(requirement) === kind);
}

/** A word with a mark and a colour: the colour says nothing that the word does not. */
export function pill(kind: Kind): ComponentChild {
  const { word, mark } = kindWords[kind];
  return h('span', { class: `pill ${kind}` }, h('span', { 'aria-hidden': true }, mark), ` ${word}`);
}
