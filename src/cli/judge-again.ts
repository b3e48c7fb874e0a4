import { refuseDefects } from '../engine/record.ts';
import type { Exchange } from '../http/exchange.ts';
import { suiteCredentials } from '../package/credentials.ts';
import { assembleReport, type Facts } from '../report/assemble.ts';
import type { Saved } from '../report/read.ts';
import { type RecordedRun, recordedRunOf } from '../report/recorded-run.ts';
import type { Report } from '../report/report.ts';
import type { GivenSettings } from '../settings/read-settings.ts';
import { recordedSettings } from './recorded-settings.ts';

/**
 * The report that this suite makes of a run's recorded traffic, in this process; sends nothing and writes nothing.
 * Throws a `SettingsError` if the report says of no run, and `SuiteDefect` if the suite is at fault.
 */
export async function judgeAgain(report: Report, exchanges: readonly Exchange[]): Promise<Saved> {
  const run = recordedRunOf(report, exchanges, 'conformance.json');
  const { argv } = report.run;
  const { signal } = new AbortController();
  const at = new Date(run.recording.finishedAt);
  return judgeRecorded(run, recordedSettings(run, {}), at, signal, { argv });
}

/** Judges a recorded run with these settings. `moment` is when it is judged; `argv` and `again` are in the report. */
export async function judgeRecorded(
  { recording, suite }: RecordedRun,
  { settings, given }: GivenSettings,
  moment: Date,
  signal: AbortSignal,
  { argv, again }: Pick<Facts, 'argv' | 'again'>,
): Promise<Saved> {
  // Loaded here: most commands need no suites.
  const { runSuites } = await import('../library/run-suites.ts');
  const record = await runSuites(settings, { signal, recording });
  refuseDefects(record);
  const report = assembleReport(record, settings, {
    suite: suiteCredentials(),
    argv,
    ...(again !== undefined && { again }),
    settings: given,
    rejudged: { startedAt: moment.toISOString(), suite },
  });
  return { report, exchanges: record.exchanges };
}
