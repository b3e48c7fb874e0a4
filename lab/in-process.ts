import type { RunRecord } from '../src/engine/record.ts';
import type { Clock } from '../src/http/clock.ts';
import { runSuites } from '../src/library/run-suites.ts';
import { labFigures } from '../src/package/figures.ts';
import { assembleReport } from '../src/report/assemble.ts';
import type { Report } from '../src/report/report.ts';
import type { Settings } from '../src/settings/settings.ts';

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
