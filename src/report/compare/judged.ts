import type { Outcome } from '../../judge/outcome.ts';
import { cut } from '../../text/visible.ts';
import { firstOf, utc } from '../../text/words.ts';
import { ofKind, requiredWith } from '../kinds.ts';
import type { ReportFile } from '../read.ts';
import type { Report } from '../report.ts';
import type { Judged } from './comparison.ts';

/** The facts of each report, under a label that no other has. */
export function judgedOf(files: readonly ReportFile[]): Judged[] {
  const labels = labelsOf(files);
  return files.map(({ path, report }, at) => ({
    label: labels[at] ?? path,
    file: path,
    startedAt: report.run.startedAt,
    implementation: {
      name: report.implementation.name,
      version: report.implementation.version,
      baseUrl: report.implementation.baseUrl,
    },
    suite: { version: report.suite.version, digest: report.suite.digest },
    profile: report.profile,
    plan: report.run.plan,
    seed: report.run.seed,
    partial: report.run.partial,
    endedEarly: report.run.endedEarly,
    verdict: report.verdict,
    required: tally(report),
    failedAdvisories: ofKind(report, 'warning').length,
  }));
}

function tally(report: Report): Record<Outcome, number> {
  const count = (outcome: Outcome) => requiredWith(report, outcome).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    inconclusive: count('inconclusive'),
    skipped: count('skipped'),
    'not-applicable': count('not-applicable'),
  };
}

const markRoom = 60;

/** What distinguishes reports, from the best known to the least; the first is never empty. */
const marks: readonly ((file: ReportFile) => string)[] = [
  ({ report: { implementation } }) => cut(implementation.name || implementation.baseUrl, markRoom),
  ({ report: { implementation } }) => cut(implementation.version ?? '', markRoom),
  ({ report: { implementation } }) =>
    implementation.name === null ? '' : `at ${cut(implementation.baseUrl, markRoom)}`,
  ({ report }) => `of ${utc(report.run.startedAt, 'second')}`,
  ({ path }) => path,
];

/** The name with its version, and as much more as it takes to be unique. */
export function labelsOf(files: readonly ReportFile[]): string[] {
  let labels = files.map((file) => joined(file, 2));
  for (let length = 3; length <= marks.length; length += 1) {
    const before = labels;
    labels = before.map((label, at) => {
      const file = files[at];
      const same = before.filter((other) => other === label).length;
      return file && same > 1 ? [label, marks[length - 1]?.(file) ?? ''].join(' ').trim() : label;
    });
  }
  // The same file twice.
  return labels.map((label, at) =>
    labels.indexOf(label) === at ? label : `${label} (argument ${at + 1})`,
  );
}

function joined(file: ReportFile, length: number): string {
  return marks
    .slice(0, length)
    .map((mark) => mark(file))
    .filter((text) => text !== '')
    .join(' ');
}

const namesShown = 5;

/** What a reader must know of the reports before the requirements, a sentence each. */
export function notesOf(reports: readonly Judged[]): string[] {
  const partial = reports.filter((report) => report.partial).map(({ label }) => label);
  const part = 'Only a part of the requirements was judged (--only or --skip)';
  return [
    ...(partial.length > 0
      ? [`${part}, and the others say nothing: ${firstOf(partial, namesShown)}.`]
      : []),
    ...reports.flatMap(({ label, endedEarly }) =>
      endedEarly === null ? [] : [`The run ended early: ${label}: ${endedEarly}`],
    ),
  ];
}

/** What differed between the runs, apart from the implementations. */
export function unevenness(reports: readonly Judged[]): string[] {
  const suites = new Set(reports.map(({ suite }) => suite.digest)).size;
  const others = `${suites} different suites judged (by their digests): requirements go together by their ids.`;
  const differ = (what: string, values: readonly string[]) => {
    const distinct = new Set(values);
    return distinct.size > 1 ? [`The ${what} differ: ${[...distinct].join(', ')}.`] : [];
  };
  return [
    ...(suites > 1 ? [others] : []),
    ...differ(
      'profiles',
      reports.map(({ profile }) => profile),
    ),
    ...differ(
      'plans',
      reports.map(({ plan }) => plan ?? 'unknown'),
    ),
  ];
}
