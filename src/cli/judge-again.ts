import { refuseDefects } from '../engine/record.ts';
import type { Exchange } from '../http/exchange.ts';
import { suiteCredentials } from '../package/credentials.ts';
import { assembleReport } from '../report/assemble.ts';
import type { Saved } from '../report/read.ts';
import { recordedRunOf } from '../report/recorded-run.ts';
import type { Report } from '../report/report.ts';
import { recordedSettings } from './recorded-settings.ts';

/**
 * The report that this suite makes of a run's recorded traffic, in this process; sends nothing and writes nothing.
 * Throws a `SettingsError` if the report says of no run, and `SuiteDefect` if the suite is at fault.
 */
export async function judgeAgain(report: Report, exchanges: readonly Exchange[]): Promise<Saved> {
  const recorded = recordedRunOf(report, exchanges, 'conformance.json');
  const { settings, given } = recordedSettings(recorded, {});
  // Loaded here: most commands need no suites.
  const { runSuites } = await import('../library/run-suites.ts');
  const { recording } = recorded;
  const signal = new AbortController().signal;
  const record = await runSuites(settings, { signal, recording });
  refuseDefects(record);
  const again = assembleReport(record, settings, {
    suite: suiteCredentials(),
    argv: report.run.argv,
    settings: given,
    rejudged: {
      startedAt: new Date(recording.finishedAt).toISOString(),
      suite: recorded.suite,
    },
  });
  return { report: again, exchanges: record.exchanges };
}
