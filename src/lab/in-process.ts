import type { RunRecord } from '../engine/record.ts';
import type { Clock } from '../http/clock.ts';
import { runSuites } from '../library/run-suites.ts';
import { labFigures } from '../package/credentials.ts';
import { assembleReport } from '../report/assemble.ts';
import type { Report } from '../report/report.ts';
import type { Settings } from '../settings/settings.ts';

/** Runs every check, and gives what came of it. */
export async function judgeHere(
  settings: Settings,
  clock: Clock,
): Promise<{ readonly record: RunRecord; readonly report: Report }> {
  const { signal } = new AbortController();
  const record = await runSuites(settings, { signal, clock });
  return { record, report: reportOf(record, settings) };
}

/** The report of what the lab found out about a server. */
export function reportOf(record: RunRecord, settings: Settings): Report {
  return assembleReport(record, settings, {
    suite: { name: 'lab', version: '0', digest: '0'.repeat(64), lab: labFigures },
    argv: ['lab'],
    settings: {},
  });
}
