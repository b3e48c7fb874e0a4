/** What `rejudge` and `verify` do: the traffic of an earlier run is judged again. */
import { realpathSync } from 'node:fs';
import { type Exchange, ended } from '../http/exchange.ts';
import { suiteCredentials } from '../package/credentials.ts';
import { suiteName, suiteVersion } from '../package/package.ts';
import { assembleReport, type Facts } from '../report/assemble.ts';
import { readReports, type Saved } from '../report/read.ts';
import type { Report } from '../report/report.ts';
import { argvOf, shellLine } from '../report/rerun.ts';
import { refuseDefects } from '../run/record.ts';
import { standInKey, standInLimitKey } from '../run/values/stand-in-key.ts';
import { prepareFolder } from '../settings/files.ts';
import { type GivenSettings, readSettings } from '../settings/read-settings.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { shared } from '../settings/settings-table.ts';
import { quoted, visible } from '../text/visible.ts';
import { type Context, type ExitStatus, untilStopped } from './command-context.ts';
import { deliver } from './deliver.ts';

/** Rejudges the run in a folder, writes the reports into another folder, and prints the outcome. */
export async function rejudgeFolder(
  context: Context,
  folder: string,
  out: string,
): Promise<ExitStatus> {
  const recorded = await readReports(folder);
  const given = recordedSettings(recorded);
  prepareFolder(out, '--out');
  if (realpathSync(out) === realpathSync(folder)) {
    throw new SettingsError(
      `--out ${quoted(out)}: must be another folder than that of the run, whose evidence it would overwrite`,
    );
  }
  const now = new Date();
  const { settings } = given;
  const asked = recorded.report.run.startedAt;
  context.stderr.write(
    `${suiteName} ${suiteVersion}: what ${visible(settings.baseUrl)} answered on ${asked}, profile ${settings.profile}, seed ${settings.seed}; nothing is sent\n`,
  );
  return untilStopped(context, async (signal, stopped) => {
    const { report, exchanges } = await rejudge(recorded, given, now, signal, {
      argv: argvOf('rejudge', folder, '--out', out),
    });
    const status = await deliver(context, report, exchanges, { folder: out, stopped: stopped() });
    context.stderr.write(
      `What has changed since the recorded run: ${shellLine(argvOf('compare', folder, out))}\n`,
    );
    return status;
  });
}

/** The report that this suite makes of a run's traffic; writes nothing. Throws `SuiteDefect` if the suite is at fault. */
export async function rejudgeReport(
  report: Report,
  exchanges: readonly Exchange[],
): Promise<Saved> {
  const saved = { report, exchanges };
  const { argv, finishedAt } = report.run;
  const { signal } = new AbortController();
  return rejudge(saved, recordedSettings(saved), new Date(finishedAt), signal, { argv });
}

/** Judges a recorded run with these settings. `moment` is when it is judged; `argv` is in the report. */
async function rejudge(
  { report: recorded, exchanges }: Saved,
  { settings, given }: GivenSettings,
  moment: Date,
  signal: AbortSignal,
  said: Pick<Facts, 'argv'>,
): Promise<Saved> {
  // Loaded here: an error about the recording need not wait for the suites.
  const { runSuites } = await import('../library/run-suites.ts');
  const { startedAt, finishedAt, rejudged } = recorded.run;
  const recording = {
    startedAt: Date.parse(startedAt),
    finishedAt: Date.parse(finishedAt),
    exchanges: ended(exchanges),
  };
  const record = await runSuites(settings, { signal, recording });
  refuseDefects(record);
  const { version, digest } = (rejudged ?? recorded).suite;
  const report = assembleReport(record, settings, {
    ...said,
    suite: suiteCredentials(),
    settings: given,
    rejudged: { startedAt: moment.toISOString(), suite: { version, digest } },
  });
  return { report, exchanges: record.exchanges };
}

/**
 * The settings of a recorded run, with keys that stand in for those that the recording does not hold. Throws a
 * `SettingsError` if they make no run.
 */
export function recordedSettings({ report, exchanges }: Saved): GivenSettings {
  const { run, implementation, profile } = report;
  const given = harmless(run.settings);
  const ownLimitKey = ended(exchanges).some(({ caller }) => caller === 'rate-limit-key');
  try {
    const { settings } = readSettings({
      flags: {
        ...given,
        '--base-url': implementation.baseUrl,
        '--profile': profile,
        '--seed': `${run.seed}`,
        ...(run.plan === null ? {} : { '--plan': run.plan }),
      },
      env: {
        PETSTORE_API_KEY: standInKey(ended(exchanges)),
        ...(ownLimitKey ? { PETSTORE_RATE_LIMIT_API_KEY: standInLimitKey } : {}),
      },
      dotenv: {},
    });
    return { settings, given };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError(`the recorded run cannot be judged again: ${error.message}`);
  }
}

/** The settings in a report that are safe to take over: somebody else may have written it. None names a file. */
function harmless(settings: Readonly<Record<string, string>>): Record<string, string> {
  const taken = Object.values(shared).filter(
    ({ unrecorded, kind }) => !unrecorded && kind.file === undefined,
  );
  return Object.fromEntries(
    Object.entries(settings).filter(([name]) => taken.some(({ flag }) => flag === name)),
  );
}
