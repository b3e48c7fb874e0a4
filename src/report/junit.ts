import { create } from 'xmlbuilder2';
import type { Exchange } from '../http/exchange.ts';
import { visibleLines } from '../text/visible.ts';
import { type Case, type CaseStatus, casesOf } from './cases.ts';
import type { Report } from './report.ts';

/**
 * JUnit XML as Jenkins reads it (junit-10.xsd of its xUnit plugin): one case a check, the requirement as its
 * class. A failed check is a `failure`. All else that is no pass is `skipped`, and the word at the head of its
 * message, its type too, tells what it is: `inconclusive`, `skipped`, `not-applicable` or `warning` (an
 * advisory that failed).
 */
export function junit(report: Report, exchanges: readonly Exchange[]): string {
  const cases = casesOf(report, exchanges);
  const { startedAt, finishedAt } = report.run;
  const counts = { tests: cases.length, failures: numberOf(cases, 'failed'), errors: 0 };
  const time = seconds(Date.parse(finishedAt) - Date.parse(startedAt));
  const name = `${report.suite.name} ${report.profile}`;
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', {
    name,
    ...counts,
    time,
  });
  const suite = root.ele('testsuite', {
    name,
    ...counts,
    skipped: cases.length - counts.failures - numberOf(cases, 'passed'),
    time,
    // The format knows no zone; this is UTC.
    timestamp: startedAt.slice(0, 19),
  });
  const properties = suite.ele('properties');
  for (const [property, value] of Object.entries(propertiesOf(report))) {
    properties.ele('property', { name: property, value: xmlText(value) });
  }
  for (const one of cases) addCase(suite, one);
  return `${root.end({ prettyPrint: true })}\n`;
}

function addCase(suite: ReturnType<typeof create>, one: Case): void {
  const { row, name, status, message, text, milliseconds } = one;
  const element = suite.ele('testcase', {
    classname: xmlText(row.id),
    name: xmlText(name),
    time: seconds(milliseconds),
  });
  if (status === 'failed') {
    element.ele('failure', { type: 'failed', message: xmlText(message) }).txt(xmlText(text));
  } else if (status !== 'passed') {
    element
      .ele('skipped', { type: status, message: xmlText(`${status}: ${message}`) })
      .txt(xmlText(text));
  }
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

/** Without what XML 1.0 forbids in a document (section 2.2, `Char`), made visible instead. */
function xmlText(text: string): string {
  return (
    visibleLines(text)
      .join('\n')
      .replace(/[\ufffe\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`)
      // The builder resolves entities in what it is given: `&lt;` is to stay four characters.
      .replaceAll('&', '&amp;')
  );
}
