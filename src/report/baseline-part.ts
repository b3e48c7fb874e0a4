import { cut } from '../text/visible.ts';
import type { EntryState } from './baseline/expected-failure.ts';
import { baselineSummary } from './expected.ts';
import { placeOf } from './kinds.ts';
import type { Report } from './report.ts';
import { cell, code, type Part, partOf, plain, type TableRow, tableOf, text } from './view/view.ts';

const reasonRoom = 160;
const ownerRoom = 60;

const stateWords: Readonly<Record<EntryState, string>> = {
  covered: 'covered',
  cured: 'cured: passes now, so take the entry off',
  expired: 'expired: covers nothing any more',
  'not-judged': 'not judged in this run',
};

/** The known failures of the baseline, and what became of each; nothing without a baseline. */
export function baselinePart(report: Report): Part[] {
  const { baseline } = report;
  if (baseline === null) return [];
  const requirements = baseline.entries.map(
    ({ requirement, state, expires, owner, reason }): TableRow => ({
      cells: [
        [[code(requirement, `#${placeOf(requirement)}`)]],
        ...[stateWords[state], expires, cut(owner, ownerRoom), cut(reason, reasonRoom)].map(cell),
      ],
    }),
  );
  const words = baselineSummary(report) || `${baseline.file}: no entry mattered here`;
  const head = ['id', 'state', 'until', 'owner', 'reason'];
  return partOf('baseline', `Baseline (${requirements.length})`, [
    text([plain(`${words}. The verdict heeds none of it.`)]),
    tableOf(head, requirements),
  ]);
}
