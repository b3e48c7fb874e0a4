import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requiredWith } from './kinds.ts';
import type { PastRun, Report, ReportedRequirement } from './report.ts';

/** Runs that are remembered. */
const maxPast = 30;

/** What is read of a report. */
type Earlier = Pick<Report, 'verdict' | 'profile' | 'implementation' | 'history'> & {
  readonly suite: Pick<Report['suite'], 'version'>;
  readonly run: Pick<Report['run'], 'startedAt' | 'argv'>;
  readonly requirements: readonly Pick<ReportedRequirement, 'level' | 'outcome'>[];
};

/**
 * The earlier runs in a folder, from the report in it; nothing if that cannot be read, as history must never cost a
 * run. Somebody else may have written it, or a run that did not know the keys of this one: `redact` takes them out.
 */
export async function pastRuns(
  folder: string,
  redact: (text: string) => string,
): Promise<{ readonly history?: PastRun[] }> {
  const path = join(folder, 'conformance.json');
  const report = existsSync(path) ? await earlierReport(path).catch(() => undefined) : undefined;
  if (report === undefined) return {};
  const past = [...(report.history ?? []), pastRun(report)].slice(-maxPast);
  return { history: past.map((one) => withTexts(one, redact)) };
}

async function earlierReport(path: string): Promise<Earlier | undefined> {
  // Loaded here, as the first run into a folder finds none.
  const { readAs, reportJson } = await import('./given-file.ts');
  const { published } = await import('../package/validator.ts');
  const isReport = published<Report>('report')();
  const value: unknown = readAs(path, 'a report', reportJson);
  return isReport(value) ? value : undefined;
}

/** Whom a report judged. The reference server has another address at each start. */
export function whomJudged({
  run,
  implementation,
}: Pick<Earlier, 'run' | 'implementation'>): string {
  return run.argv.includes('--reference') ? 'the reference server' : implementation.baseUrl;
}

/** A copy with its free texts changed; everything else consists of known words and forms. */
function withTexts(past: PastRun, change: (text: string) => string): PastRun {
  const { of, suite, version } = past;
  return {
    ...past,
    ...(of === undefined ? {} : { of: change(of) }),
    suite: change(suite),
    version: version === null ? null : change(version),
  };
}

function pastRun(report: Earlier): PastRun {
  const { run, verdict, profile, suite, implementation } = report;
  return {
    of: whomJudged(report),
    startedAt: run.startedAt,
    verdict,
    profile,
    suite: suite.version,
    version: implementation.version,
    passed: requiredWith(report, 'passed').length,
    failed: requiredWith(report, 'failed').length,
    inconclusive: requiredWith(report, 'inconclusive').length,
  };
}
