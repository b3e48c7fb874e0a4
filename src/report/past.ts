import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requiredWith } from './kinds.ts';
import type { PastRun, Report } from './report.ts';

/** Runs that are remembered. */
const maxPast = 30;

/**
 * The earlier runs in a folder, from the report in it; nothing if that cannot be read, as history must never cost a
 * run. Somebody else may have written it, or a run that did not know the keys of this one: `redact` takes them out.
 */
export async function pastRuns(
  folder: string,
  redact: (text: string) => string,
): Promise<{ readonly history?: PastRun[] }> {
  if (!existsSync(join(folder, 'conformance.json'))) return {};
  // Loaded here: most runs write into an empty folder.
  const { readReport } = await import('./read.ts');
  const before = await readReport(folder).catch(() => undefined);
  if (before === undefined) return {};
  const { report } = before;
  const past = [...(report.history ?? []), pastRun(report)].slice(-maxPast);
  return { history: past.map((one) => withTexts(one, redact)) };
}

/** Whom a report judged. The reference server has another address at each start. */
export function whomJudged({ run, implementation }: Report): string {
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

function pastRun(report: Report): PastRun {
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
