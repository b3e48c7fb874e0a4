import type { Verdict } from '../judge/outcome.ts';
import { visible } from '../text/visible.ts';
import { count } from '../text/words.ts';

import {
  applyBaseline,
  type Baseline,
  type JudgedEntry,
  requirementsOf,
  verdictBesideBaseline,
} from './baseline/expected-failure.ts';
import type { Report } from './report.ts';

/** The report with a baseline applied on a day (as 2027-01-31, UTC). Verdict and summary stay. */
export function withBaseline(report: Report, { file, entries }: Baseline, day: string): Report {
  return { ...report, baseline: { file, entries: applyBaseline(report, entries, day) } };
}

/** The verdict that decides the exit status; without a baseline that of the run. */
export function decidingVerdict({ requirements, baseline, verdict }: Report): Verdict {
  return baseline === null ? verdict : verdictBesideBaseline(requirements, baseline.entries);
}

/** The entry that covers the failure of a requirement; undefined if none does. */
export function coverOf({ baseline }: Report, id: string): JudgedEntry | undefined {
  return baseline?.entries.find((one) => one.requirement === id && one.state === 'covered');
}

/** The entries that turn a run red: cured ones and expired ones. */
export function staleEntries({ baseline }: Report): readonly JudgedEntry[] {
  return baseline?.entries.filter(({ state }) => state === 'cured' || state === 'expired') ?? [];
}

/** `until 2027-01-31 (team@example.org)`, harmless. */
export function untilWords({ expires, owner }: JudgedEntry): string {
  return `until ${visible(expires)} (${visible(owner)})`;
}

/** As `untilWords`, with the word `known`. */
export function expectedWords(entry: JudgedEntry): string {
  return `known ${untilWords(entry)}`;
}

/** What is wrong with a stale entry, and what is to be done. */
export function staleWords({ requirement, state, expires, owner }: JudgedEntry): string {
  return state === 'cured'
    ? `${visible(requirement)} passes now: take its entry off the baseline`
    : `${visible(requirement)}: its entry covers nothing since the end of ${visible(expires)} (${visible(owner)}); mend it, or have its owner write another day into the baseline`;
}

/** What the baseline changed, in a few words; empty if there is nothing to say. */
export function baselineSummary({ baseline }: Report): string {
  if (baseline === null) return '';
  const { file, entries } = baseline;
  const days = entries
    .filter(({ state }) => state === 'covered')
    .map(({ expires }) => expires)
    .sort();
  const [first = ''] = days;
  const until = first === days.at(-1) ? `until ${first}` : `the first until ${first}`;
  const parts = [
    ...(days.length > 0 ? [`${count(days.length, 'known failure')} covered, ${until}`] : []),
    ...(['cured', 'expired'] as const).flatMap((state) => {
      const amount = requirementsOf(entries, state).length;
      return amount > 0 ? [`${amount} ${state}`] : [];
    }),
  ];
  return parts.length === 0 ? '' : `${visible(file)}: ${parts.join(', ')}`;
}
