import type { Exchange } from '../http/exchange.ts';
import { visibleLines } from '../text/visible.ts';
import { element, toXml, type XmlElement } from '../text/xml.ts';
import { type Case, type CaseStatus, casesOf } from './cases.ts';
import type { Report } from './report.ts';

/**
 * JUnit XML as Jenkins reads it (junit-10.xsd of its xUnit plugin): a suite for each chapter, one case a check,
 * the requirement as its class. A failed check is a `failure`. All else that did not pass is `skipped`, and the
 * word at the head of its message, its type too, tells what it is: `inconclusive`, `skipped`, `not-applicable`
 * or `warning` (an advisory that failed).
 */
export function junit(report: Report, exchanges: readonly Exchange[]): string {
  const cases = casesOf(report, exchanges);
  const { startedAt, finishedAt } = report.run;
  const chapters = [...new Set(cases.map(chapterOf))];
  const suites = chapters.map((chapter) => {
    const own = cases.filter((one) => chapterOf(one) === chapter);
    return element(
      'testsuite',
      {
        name: chapter,
        ...countsOf(own),
        skipped: own.length - numberOf(own, 'failed') - numberOf(own, 'passed'),
        time: seconds(own.reduce((sum, one) => sum + one.milliseconds, 0)),
        // The format knows no zone; this is UTC.
        timestamp: startedAt.slice(0, 19),
      },
      [properties(report), ...own.map(testcase)],
    );
  });
  const name = `${report.suite.name} ${report.profile}`;
  const time = seconds(Date.parse(finishedAt) - Date.parse(startedAt));
  return toXml(element('testsuites', { name, ...countsOf(cases), time }, suites));
}

function chapterOf({ requirement }: Case): string {
  return requirement.id.split('.', 1)[0] ?? requirement.id;
}

function countsOf(cases: readonly Case[]) {
  return { tests: cases.length, failures: numberOf(cases, 'failed'), errors: 0 };
}

function properties(report: Report): XmlElement {
  const all = Object.entries(propertiesOf(report)).map(([name, value]) =>
    element('property', { name, value: shown(value) }),
  );
  return element('properties', {}, all);
}

function testcase({ requirement, name, status, message, text, milliseconds }: Case): XmlElement {
  const attributes = { classname: requirement.id, name: shown(name), time: seconds(milliseconds) };
  if (status === 'passed') return element('testcase', attributes);
  const kind = status === 'failed' ? 'failure' : 'skipped';
  const words = status === 'failed' ? message : `${status}: ${message}`;
  return element('testcase', attributes, [
    element(kind, { type: status, message: shown(words) }, shown(text)),
  ]);
}

function propertiesOf(report: Report): Readonly<Record<string, string>> {
  const { verdict, summary, profile, suite, specification, implementation, run } = report;
  return {
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
  };
}

function numberOf(cases: readonly Case[], status: CaseStatus): number {
  return cases.filter((one) => one.status === status).length;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function shown(text: string): string {
  return visibleLines(text).join('\n');
}
