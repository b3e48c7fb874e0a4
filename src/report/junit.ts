import type { Exchange } from '../http/exchange.ts';
import type { CheckResult, Outcome } from '../judge/outcome.ts';
import { visible, visibleLines } from '../text/visible.ts';
import { element, toXml, type XmlElement } from '../text/xml.ts';
import { coverOf, knownWords, outdatedEntries, remedies } from './baseline.ts';
import { cardOf, type FailureGroup, groupFailures } from './failures.ts';
import type { Report, ReportedRequirement } from './report.ts';

/** One check, or a requirement without checks, as a test case. */
interface Case {
  readonly requirement: ReportedRequirement;
  readonly check: CheckResult;
  /** The outcome of the check; a failed advisory and a failure that the baseline covers are no failures. */
  readonly status: Outcome | 'warning' | 'known';
  /** What it has in common with others that failed. */
  readonly group: FailureGroup | undefined;
}

/**
 * JUnit XML as Jenkins reads it (junit-10.xsd of its xUnit plugin): a suite for each chapter, one case a check,
 * the requirement as its class. A failed check is a `failure`. All else that did not pass is `skipped`, and the
 * word at the head of its message, its type too, tells what it is: `inconclusive`, `skipped`, `not-applicable`,
 * `warning` (an advisory that failed) or `known` (a failure that the baseline covers). The evidence of a cause stands in
 * the first case that it fails. A suite `run` has a wrong key or address as an `error`, and each stale or expired entry
 * of the baseline as a `failure`.
 */
export function junit(report: Report, exchanges: readonly Exchange[]): string {
  const groups = groupFailures(report.requirements, exchanges);
  const cases = report.requirements.flatMap((requirement) => casesOf(requirement, report, groups));
  const { startedAt, finishedAt } = report.run;
  const chapters = [...new Set(cases.map(chapterOf))];
  const suites = chapters.map((chapter) => {
    const own = cases.filter((one) => chapterOf(one) === chapter);
    const time = own.reduce((sum, one) => sum + timeOf(one, exchanges), 0);
    const skipped = own.length - numberOf(own, 'failed') - numberOf(own, 'passed');
    // The format knows no zone; this is UTC.
    const timestamp = startedAt.slice(0, 19);
    const attributes = { name: chapter, ...countsOf(own), skipped, time: seconds(time), timestamp };
    return element('testsuite', attributes, [
      properties(report),
      ...own.map((one) => testcase(one, report, exchanges)),
    ]);
  });
  const ofRun = casesOfRun(report);
  const errors = ofRun.filter(({ kind }) => kind === 'error').length;
  const failures = ofRun.length - errors;
  const { tests, failures: failed } = countsOf(cases);
  const all = { tests: tests + ofRun.length, failures: failed + failures, errors };
  const runSuite = element(
    'testsuite',
    { name: 'run', tests: ofRun.length, failures, errors, skipped: 0, time: '0.000' },
    ofRun.map(({ kind, id, name, type, message }) =>
      element('testcase', { classname: id, name, time: '0.000' }, [
        element(kind, { type, message: shown(message) }),
      ]),
    ),
  );
  const name = `${report.suite.name} ${report.profile}`;
  const time = seconds(Date.parse(finishedAt) - Date.parse(startedAt));
  const whole = [...(ofRun.length > 0 ? [runSuite] : []), ...suites];
  return toXml(element('testsuites', { name, ...all, time }, whole));
}

/** What decides the exit status, but is no requirement. */
function casesOfRun(report: Report) {
  const { misdirected } = report.run;
  return [
    ...(misdirected
      ? [
          {
            kind: 'error',
            id: 'run',
            name: 'key and address',
            type: misdirected.label,
            message: report.summary,
          },
        ]
      : []),
    ...outdatedEntries(report).map(({ requirement, state }) => ({
      kind: 'failure',
      id: requirement,
      name: 'its entry in the baseline',
      type: state,
      message: remedies[state],
    })),
  ];
}

function casesOf(
  requirement: ReportedRequirement,
  report: Report,
  groups: readonly FailureGroup[],
): Case[] {
  const isKnown = coverOf(report, requirement.id) !== undefined;
  const failed = requirement.level === 'advisory' ? 'warning' : isKnown ? 'known' : 'failed';
  const { checks, outcome, reason } = requirement;
  const whole = { title: 'the whole requirement', outcome, message: reason, exchanges: [] };
  return (checks.length > 0 ? checks : [whole]).map((check) => ({
    requirement,
    check,
    status: check.outcome === 'failed' ? failed : check.outcome,
    group:
      check.outcome === 'failed'
        ? groups.find(({ requirements }) => requirements.includes(requirement))
        : undefined,
  }));
}

function testcase(one: Case, report: Report, exchanges: readonly Exchange[]): XmlElement {
  const { requirement, check, status } = one;
  const time = seconds(timeOf(one, exchanges));
  const attributes = { classname: requirement.id, name: shown(check.title), time };
  if (status === 'passed') {
    const doubt = check.message === '' ? [] : [element('system-out', {}, shown(check.message))];
    return element('testcase', attributes, doubt);
  }
  const cover = status === 'known' ? coverOf(report, requirement.id) : undefined;
  const said = visibleLines(check.message).join('; ');
  const word = cover === undefined ? status : knownWords(cover);
  const message = status === 'failed' ? said : `${word}: ${said}`;
  const kind = status === 'failed' ? 'failure' : 'skipped';
  const content = textOf(one, exchanges).map(shown).join('\n');
  return element('testcase', attributes, [element(kind, { type: status, message }, content)]);
}

function textOf({ requirement, check, group }: Case, exchanges: readonly Exchange[]) {
  const { title, message, exchange, evidence } = cardOf(check, exchanges);
  const [first] = group?.requirements ?? [];
  const isTold = first !== undefined && first !== requirement;
  const cause = group?.usualCause === undefined ? [] : [`usual cause: ${group.usualCause}`];
  return [
    `${requirement.id} (section ${requirement.section}): ${requirement.statement}`,
    title,
    ...message,
    ...(isTold
      ? [`the same cause as ${first.id}, whose case has the evidence`]
      : [...(exchange === '' ? [] : [exchange]), ...evidence, ...cause]),
  ];
}

function chapterOf({ requirement }: Case): string {
  return requirement.id.split('.', 1)[0] ?? requirement.id;
}

function countsOf(cases: readonly Case[]) {
  return { tests: cases.length, failures: numberOf(cases, 'failed'), errors: 0 };
}

function numberOf(cases: readonly Case[], status: Case['status']): number {
  return cases.filter((one) => one.status === status).length;
}

function properties(report: Report): XmlElement {
  const { verdict, summary, profile, suite, specification, implementation, run } = report;
  const all = {
    verdict,
    summary,
    profile,
    partial: String(run.partial),
    seed: String(run.seed),
    'suite.name': suite.name,
    'suite.version': suite.version,
    'specification.version': specification.version,
    'implementation.name': implementation.name ?? '',
    'implementation.version': implementation.version ?? '',
    'implementation.baseUrl': implementation.baseUrl,
    command: run.command,
    ...(run.trace === undefined ? {} : { trace: run.trace }),
  };
  const each = Object.entries(all).map(([name, value]) =>
    element('property', { name, value: shown(value) }),
  );
  return element('properties', {}, each);
}

/** Milliseconds between sending and receiving, over the exchanges of a case. */
function timeOf({ check }: Case, exchanges: readonly Exchange[]): number {
  const times = check.exchanges.flatMap((index) => exchanges[index] ?? []);
  return times.reduce((sum, one) => sum + Math.max(0, one.finishedAt - one.startedAt), 0);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function shown(text: string): string {
  return visible(text);
}
