import { realpathSync } from 'node:fs';
import { suiteName, suiteVersion } from '../package/package.ts';
import { argvOf, freeFolder, shellLine } from '../report/command-line.ts';
import { readRecordedRun } from '../report/recorded-run.ts';
import { type Environment, prepareFolder } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { quoted, visible } from '../text/visible.ts';
import type { Context } from './context.ts';
import { deliver } from './deliver.ts';
import type { ExitStatus } from './exit-status.ts';
import { judgeRecorded } from './judge-again.ts';
import { recordedSettings } from './recorded-settings.ts';
import { untilStopped } from './signals.ts';

/** Judges the recorded run in a folder, writes the reports into another folder, and prints the outcome. */
export async function judgeRecording(
  context: Context,
  folder: string,
  out: string,
  narrowing: Environment,
): Promise<ExitStatus> {
  const recorded = await readRecordedRun(folder);
  const given = recordedSettings(recorded, narrowing);
  prepareFolder(out, '--out');
  if (realpathSync(out) === realpathSync(folder)) {
    throw new SettingsError(
      `--out ${quoted(out)}: must be another folder than that of the run, whose evidence it would overwrite`,
    );
  }
  const now = new Date();
  const { settings } = given;
  const asked = new Date(recorded.recording.startedAt).toISOString();
  context.stderr.write(
    `${suiteName} ${suiteVersion}: what ${visible(settings.baseUrl)} answered on ${asked}, profile ${settings.profile}, seed ${settings.seed}; nothing is sent\n`,
  );
  return untilStopped(context, async (signal, stopped) => {
    const { report, exchanges } = await judgeRecorded(recorded, given, now, signal, {
      argv: argvOf('rejudge', folder, '--out', out, ...Object.entries(narrowing).flat()),
      again: freeFolder(out),
    });
    const status = await deliver(context, report, exchanges, {
      folder: out,
      stopped: stopped(),
    });
    context.stderr.write(
      `What has changed since the recorded run: ${shellLine(argvOf('compare', folder, out))}\n`,
    );
    return status;
  });
}
