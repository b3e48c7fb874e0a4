import type { Exchange } from '../http/exchange.ts';
import { type Case, type CaseStatus, casesOf } from './cases.ts';
import type { Report } from './report.ts';

/** The version of the Common Test Report Format that is written. */
const specVersion = '1.0.0';

type CtrfStatus = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/** `other`: neither a pass nor a failure. `rawStatus` holds the suite's own word. */
const statuses: Readonly<Record<CaseStatus, CtrfStatus>> = {
  passed: 'passed',
  failed: 'failed',
  warning: 'other',
  inconclusive: 'other',
  skipped: 'skipped',
  'not-applicable': 'skipped',
};

/**
 * The report in the Common Test Report Format (ctrf.io): one test a check, its suite the section and the
 * requirement. It has no report id, as the same run always gives the same file.
 */
export function ctrf(report: Report, exchanges: readonly Exchange[]) {
  const { suite, implementation, run, verdict, summary, profile, specification } = report;
  const cases = casesOf(report, exchanges);
  const start = Date.parse(run.startedAt);
  const stop = Date.parse(run.finishedAt);
  return {
    reportFormat: 'CTRF',
    specVersion,
    timestamp: run.finishedAt,
    generatedBy: suite.name,
    results: {
      tool: { name: suite.name, version: suite.version },
      summary: { ...countsOf(cases), suites: report.requirements.length, start, stop },
      tests: cases.map(testOf),
      environment: {
        reportName: summary,
        ...(implementation.name !== null && { appName: implementation.name }),
        ...(implementation.version !== null && { appVersion: implementation.version }),
        testEnvironment: implementation.baseUrl,
        extra: { verdict, profile, seed: run.seed, partial: run.partial, specification },
      },
    },
  };
}

function countsOf(cases: readonly Case[]) {
  const counts = { tests: cases.length, passed: 0, failed: 0, skipped: 0, pending: 0, other: 0 };
  for (const { status } of cases) counts[statuses[status]] += 1;
  return counts;
}

function testOf({ requirement, name, status, message, text, milliseconds }: Case) {
  return {
    name,
    status: statuses[status],
    duration: Math.round(milliseconds),
    suite: [`section ${requirement.section}`, requirement.id],
    rawStatus: status,
    tags: [requirement.level],
    labels: { requirement: requirement.id },
    ...(status !== 'passed' && { message, trace: text }),
  };
}
