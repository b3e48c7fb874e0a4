import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { refuseDefects } from '../engine/record.ts';
import { suiteCredentials } from '../package/credentials.ts';
import { suiteName, suiteVersion } from '../package/package.ts';
import { assembleReport } from '../report/assemble.ts';
import { argvOf, freeFolder, shellLine } from '../report/command-line.ts';
import { type Environment, prepareFolder } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { table } from '../settings/table.ts';
import { quoted, visible } from '../text/visible.ts';
import type { Context } from './context.ts';
import { deliver } from './deliver.ts';
import type { ExitStatus } from './exit-status.ts';
import { recordedSettings } from './recorded-settings.ts';
import { addSettingOptions, flagsOf } from './setting-options.ts';
import { untilStopped } from './signals.ts';

const notes = `
Every question is answered out of traffic.har; nothing is sent, and no key is needed. One that the recording
cannot answer leaves its check inconclusive. --only and --skip narrow what is judged.

Exit status: as of run.`;

/** `rejudge DIR`: judges the recorded traffic of an earlier run by this suite, without the implementation. */
export function rejudgeCommand(context: Context): Command {
  const command = new Command('rejudge')
    .description('judge the recorded traffic of a run again, by this suite; sends nothing')
    .argument('<dir>', 'folder that a run wrote its reports to')
    .option(
      '--out <DIR>',
      'folder for the new reports (default: rejudged, in the folder of the run)',
    )
    .addHelpText('after', notes);
  addSettingOptions(command, { only: table.only, skip: table.skip });
  return command.action(async (folder: string) => {
    const { '--out': out = ownFolder(folder), ...narrowing } = flagsOf(command);
    context.finish(await rejudge(context, folder, out, narrowing));
  });
}

/** The folder for the new reports if none was named: of whoever handed over the run, and so no link. */
function ownFolder(folder: string): string {
  const own = join(folder, 'rejudged');
  if (!lstatSync(own, { throwIfNoEntry: false })?.isSymbolicLink()) return own;
  throw new SettingsError(
    `${quoted(own)} is a symbolic link, and may lead anywhere: name a folder with --out`,
  );
}

async function rejudge(
  context: Context,
  folder: string,
  out: string,
  narrowing: Environment,
): Promise<ExitStatus> {
  const { readRecordedRun } = await import('../report/recorded-run.ts');
  const recorded = await readRecordedRun(folder);
  const { settings, given } = recordedSettings(recorded, narrowing);
  prepareFolder(out, '--out');
  if (realpathSync(out) === realpathSync(folder)) {
    throw new SettingsError(
      `--out ${quoted(out)}: must be another folder than that of the run, whose evidence it would overwrite`,
    );
  }
  const startedAt = new Date().toISOString();
  const asked = new Date(recorded.recording.startedAt).toISOString();
  context.stderr.write(
    `${suiteName} ${suiteVersion}: what ${visible(settings.baseUrl)} answered on ${asked}, profile ${settings.profile}, seed ${settings.seed}; nothing is sent\n`,
  );
  const { recording } = recorded;
  const { runSuites } = await import('../library/run-suites.ts');
  return untilStopped(context, async (signal, stopped) => {
    const record = await runSuites(settings, { signal, recording });
    refuseDefects(record);
    const report = assembleReport(record, settings, {
      suite: suiteCredentials(),
      argv: argvOf('rejudge', folder, '--out', out, ...Object.entries(narrowing).flat()),
      again: freeFolder(out),
      settings: given,
      rejudged: { startedAt, suite: recorded.suite },
    });
    const status = await deliver(context, report, record.exchanges, {
      folder: out,
      stopped: stopped(),
    });
    context.stderr.write(
      `What has changed since the recorded run: ${shellLine(argvOf('compare', folder, out))}\n`,
    );
    return status;
  });
}
