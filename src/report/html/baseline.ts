import { type ComponentChild, h } from 'preact';
import { visible } from '../../text/visible.ts';
import type { EntryState, JudgedEntry } from '../baseline/expected-failure.ts';
import { baselineSummary } from '../expected.ts';
import type { Report } from '../report.ts';
import { shownId } from './requirements.ts';

const stateWords: Readonly<Record<EntryState, string>> = {
  covered: 'covered',
  cured: 'cured: passes now, so take the entry off',
  expired: 'expired: covers nothing any more',
  'not-judged': 'not judged in this run',
};

/** The known failures that the run was given, and what became of each; nothing where it was given none. */
export function baselineSection(report: Report): ComponentChild {
  const { baseline } = report;
  if (baseline === null) return null;
  const head = ['Requirement', 'State', 'Until', 'Owner', 'Reason'];
  return h(
    'section',
    { id: 'baseline', 'aria-labelledby': 'baseline-title' },
    h('h2', { id: 'baseline-title' }, `Baseline (${baseline.entries.length})`),
    h('p', null, 'Failures that a team knows of and answers for. The verdict heeds none of them.'),
    h('p', null, baselineSummary(report) || `${visible(baseline.file)}: no entry mattered here`),
    baseline.entries.length > 0 &&
      h('table', null, [
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            head.map((title) => h('th', { scope: 'col' }, title)),
          ),
        ),
        h('tbody', null, baseline.entries.map(line)),
      ]),
  );
}

function line({ requirement, state, expires, owner, reason }: JudgedEntry): ComponentChild {
  return h('tr', null, [
    h('td', null, h('a', { href: `#${shownId(requirement)}` }, visible(requirement))),
    h('td', null, stateWords[state]),
    h('td', null, h('time', { dateTime: expires }, visible(expires))),
    h('td', null, visible(owner)),
    h('td', null, visible(reason)),
  ]);
}
