import type { Judged } from './comparison.ts';

/** What a reader must know of the reports before the requirements, a sentence each. */
export function notesOf(reports: readonly Judged[]): string[] {
  const partial = reports.filter((report) => report.partial).map(({ label }) => label);
  return [
    ...(partial.length === 0
      ? []
      : [
          `Only a part of the requirements was judged (--only or --skip), and the others say nothing: ${listed(partial)}.`,
        ]),
    ...reports.flatMap(({ label, endedEarly }) =>
      endedEarly === null ? [] : [`The run ended early: ${label}: ${endedEarly}`],
    ),
  ];
}

/** What was not the same for all implementations, beside the implementations. */
export function unevenness(reports: readonly Judged[]): string[] {
  const profiles = distinct(reports.map(({ profile }) => profile));
  const plans = distinct(reports.map(({ plan }) => plan ?? 'unknown'));
  const suites = distinct(reports.map(({ suite }) => suite.digest));
  return [
    ...(suites.length > 1
      ? [
          `${suites.length} different suites judged (by their digests): requirements go together by their ids.`,
        ]
      : []),
    ...(profiles.length > 1 ? [`The profiles differ: ${profiles.join(', ')}.`] : []),
    ...(plans.length > 1 ? [`The plans differ: ${plans.join(', ')}.`] : []),
  ];
}

const shown = 5;

function listed(labels: readonly string[]): string {
  const more = labels.length - shown;
  return `${labels.slice(0, shown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
