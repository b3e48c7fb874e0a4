import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '../judge/outcome.ts';
import type { PastRun, Report } from './report.ts';

/** Runs that are remembered. */
const maxPast = 30;

/**
 * The runs that wrote into a folder before, from the report that stands in it; nothing if none stands there that can
 * be read: history is never worth a run.
 */
export async function pastRuns(folder: string): Promise<{ readonly history?: PastRun[] }> {
  if (!existsSync(join(folder, 'conformance.json'))) return {};
  // Loaded here: most runs write into an empty folder.
  const { readReport } = await import('./read.ts');
  const before = await readReport(folder).catch(() => undefined);
  if (before === undefined) return {};
  return { history: [...(before.report.history ?? []), pastRun(before.report)].slice(-maxPast) };
}

/** Whom a report judged. The reference server has another address at each start. */
export function whomJudged({ run, implementation }: Report): string {
  return run.argv.includes('--reference') ? 'the reference server' : implementation.baseUrl;
}

function pastRun(report: Report): PastRun {
  const { run, verdict, profile, suite, implementation, requirements } = report;
  const amount = (outcome: Outcome) =>
    requirements.filter(
      (requirement) => requirement.level === 'required' && requirement.outcome === outcome,
    ).length;
  return {
    of: whomJudged(report),
    startedAt: run.startedAt,
    verdict,
    profile,
    suite: suite.version,
    version: implementation.version,
    passed: amount('passed'),
    failed: amount('failed'),
    inconclusive: amount('inconclusive'),
  };
}
