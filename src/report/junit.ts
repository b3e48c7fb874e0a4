import type { Exchange } from '../http/exchange.ts';
import { visible, visibleLines } from '../text/visible.ts';
import { element, toXml, type XmlElement } from '../text/xml.ts';
import { coverOf, knownWords, outdatedEntries, remedies } from './baseline.ts';
import { checkLines, type FailureGroup, failedChecks, groupFailures, saidOf } from './failures.ts';
import type { Report, ReportedRequirement } from './report.ts';

/** A requirement as a test case; a failed advisory and a failure that the baseline covers are no failures. */
type Case = ReturnType<typeof caseOf>;

/**
 * JUnit XML as Jenkins reads it (junit-10.xsd of its xUnit plugin): a case for each requirement, in a suite for each
 * chapter, and one for each advisory in a suite of their own. A failed requirement is a `failure`. All else that did not
 * pass is `skipped`, and the word at the head of its message, its type too, tells what it is: `inconclusive`, `skipped`,
 * `not-applicable`, `warning` (an advisory that failed) or `known` (a failure that the baseline covers). The evidence of a
 * cause stands in the first case that it fails. A suite `run` has a wrong key or address as an `error`, and each stale or
 * expired entry of the baseline as a `failure`.
 */
export function junit(report: Report, exchanges: readonly Exchange[]): string {
  const groups = groupFailures(report.requirements, exchanges);
  const cases = report.requirements.map((one) => caseOf(one, report, groups, exchanges));
  const { startedAt, finishedAt } = report.run;
  const suites = [...new Set(cases.map(({ suite }) => suite))].map((name) => {
    const own = cases.filter(({ suite }) => suite === name);
    const failures = numberOf(own, 'failed');
    return element(
      'testsuite',
      {
        name,
        tests: own.length,
        failures,
        errors: 0,
        skipped: own.length - failures - numberOf(own, 'passed'),
        time: seconds(own.reduce((sum, { time }) => sum + time, 0)),
        // The format knows no zone; this is UTC.
        timestamp: startedAt.slice(0, 19),
      },
      own.map((one) => testcase(one, report, exchanges)),
    );
  });
  const ofRun = casesOfRun(report);
  const errors = ofRun.filter(({ kind }) => kind === 'error').length;
  const failures = ofRun.length - errors;
  const runSuite = element(
    'testsuite',
    { name: 'run', tests: ofRun.length, failures, errors, skipped: 0, time: seconds(0) },
    ofRun.map(({ kind, name, type, message }) =>
      element('testcase', { classname: 'run', name, time: seconds(0) }, [
        element(kind, { type, message: visible(message) }),
      ]),
    ),
  );
  const attributes = {
    name: `${report.suite.name} ${report.profile}`,
    tests: cases.length + ofRun.length,
    failures: numberOf(cases, 'failed') + failures,
    errors,
    time: seconds(Date.parse(finishedAt) - Date.parse(startedAt)),
  };
  const whole = [...(ofRun.length > 0 ? [runSuite] : []), ...suites];
  return toXml(element('testsuites', attributes, whole));
}

/** What decides the exit status, but is no requirement. */
function casesOfRun(report: Report) {
  const { misdirected } = report.run;
  const { summary } = report;
  const wrong = { kind: 'error', name: 'key and address', message: summary } as const;
  return [
    ...(misdirected ? [{ ...wrong, type: misdirected.label }] : []),
    ...outdatedEntries(report).map(({ requirement, state }) => ({
      kind: 'failure',
      name: `${requirement} in the baseline`,
      type: state,
      message: remedies[state],
    })),
  ];
}

function caseOf(
  requirement: ReportedRequirement,
  report: Report,
  groups: readonly FailureGroup[],
  exchanges: readonly Exchange[],
) {
  const { id, level, outcome, checks } = requirement;
  const isKnown = coverOf(report, id) !== undefined;
  const failed = level === 'advisory' ? 'warning' : isKnown ? 'known' : 'failed';
  const indexes = new Set(checks.flatMap((check) => check.exchanges));
  const times = [...indexes].flatMap((index) => exchanges[index] ?? []);
  return {
    requirement,
    suite: level === 'advisory' ? 'advisories' : (id.split('.', 1)[0] ?? id),
    status: outcome === 'failed' ? failed : outcome,
    /** What it has in common with others that failed. */
    group: groups.find(({ requirements }) => requirements.includes(requirement)),
    /** Milliseconds between sending and receiving. */
    time: times.reduce((sum, one) => sum + Math.max(0, one.finishedAt - one.startedAt), 0),
  };
}

function testcase(one: Case, report: Report, exchanges: readonly Exchange[]): XmlElement {
  const { requirement, suite, status, time } = one;
  const attributes = { classname: suite, name: visible(requirement.id), time: seconds(time) };
  if (status === 'passed') {
    const doubts = requirement.checks.filter(({ outcome }) => outcome === 'passed');
    const told = visible(doubts.flatMap(({ message }) => message || []).join('; '));
    return element('testcase', attributes, told === '' ? [] : [element('system-out', {}, told)]);
  }
  const cover = status === 'known' ? coverOf(report, requirement.id) : undefined;
  const said = visible(saidOf(requirement));
  const word = cover === undefined ? status : knownWords(cover);
  const message = status === 'failed' ? said : `${word}: ${said}`;
  const kind = status === 'failed' ? 'failure' : 'skipped';
  const content = textOf(one, exchanges).map(visible).join('\n');
  return element('testcase', attributes, [element(kind, { type: status, message }, content)]);
}

/** The requirement, its checks that did not pass, and the evidence of their cause, unless another case has it. */
function textOf({ requirement, group }: Case, exchanges: readonly Exchange[]): string[] {
  const { id, section, statement, checks, outcome } = requirement;
  const told = outcome === 'failed' ? failedChecks(requirement) : checks;
  const [first] = group?.requirements ?? [];
  const isElsewhere = first !== undefined && first !== requirement;
  const cause = group?.usualCause === undefined ? [] : [`usual cause: ${group.usualCause}`];
  return [
    `${id} (section ${section}): ${statement}`,
    ...told
      .filter((check) => check.outcome === outcome)
      .flatMap((check) => [
        check.title,
        ...(check === group?.check ? checkLines(check, exchanges) : visibleLines(check.message)),
      ]),
    ...(isElsewhere ? [`the same cause as ${first.id}, whose case has the evidence`] : cause),
  ];
}

function numberOf(cases: readonly Case[], status: Case['status']): number {
  return cases.filter((one) => one.status === status).length;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
