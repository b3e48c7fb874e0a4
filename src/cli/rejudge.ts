import { join } from 'node:path';
import { Command } from 'commander';
import { refuseLink } from '../settings/files.ts';
import { table } from '../settings/table.ts';
import type { Context } from './context.ts';
import { addSettingOptions, flagsOf } from './setting-options.ts';

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
    // Loaded here: the other commands need none of it.
    const { rejudgeFolder } = await import('./rejudging.ts');
    context.finish(await rejudgeFolder(context, folder, out, narrowing));
  });
}

/** The default folder for the new reports. Somebody else may have made the folder of the run, and a link in it. */
function ownFolder(folder: string): string {
  const own = join(folder, 'rejudged');
  refuseLink(own);
  return own;
}
