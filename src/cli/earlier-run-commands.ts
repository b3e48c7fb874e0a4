/**
 * The commands `report`, `rejudge` and `verify`: the files of an earlier run, rendered, judged again or verified. Help
 * shows them, so what renders and judges is loaded as they are called.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { certificateName } from '../report/certifiable.ts';
import { refuseLink } from '../settings/files.ts';
import { verifyTable } from '../settings/settings-table.ts';
import { visible } from '../text/visible.ts';
import { addSettingOptions, type Context, flagsOf, type Texts, warn } from './command-context.ts';

const notes = {
  report: `
Exit status: 0 written, 2 usage or not an output folder, 70 internal error, 74 a report could not be written.`,
  rejudge: `
Responses come from traffic.har; nothing is sent and no key is needed. If the recording has no response to a
request, its check is inconclusive.

Exit status: as for run.`,
  verify: `
The files of the run must be in the same folder. Get the public key from the signer, not with the certificate.
Use the build of the suite that judged: certificate.json names its version and SHA-256, and --version prints yours.
A signer creates a key with
  openssl genpkey -algorithm ed25519 -out key.pem
  openssl pkey -in key.pem -pubout -out public.pem
keeps key.pem, publishes public.pem, and signs with run --profile full --sign key.pem.

Exit status: 0 valid, 1 not valid, 2 usage or an unreadable file, 70 internal error, 74 the output could not be written.`,
} as const;

/** `report DIR`: renders the reports of an earlier run again, from its `conformance.json` and `traffic.har`. */
export function reportCommand(context: Context): Command {
  return new Command('report')
    .description('render the reports of a run again')
    .argument('<dir>', 'output folder of a run')
    .addHelpText('after', notes.report)
    .action(async (folder: string) => {
      // Loaded here: the other commands need no renderers.
      const { readReports } = await import('../report/read.ts');
      const { renderedFormats, writeReports } = await import('../report/write.ts');
      const { report, exchanges } = await readReports(folder);
      const written = await writeReports(report, exchanges, folder, renderedFormats);
      if (existsSync(join(folder, certificateName))) {
        warn(context, [
          `${certificateName} lists the digests of these files: run verify to see whether it is still valid`,
        ]);
      }
      context.stdout.write(
        `Reports: ${written.map(visible).join(', ')}\n${visible(report.summary)}\n`,
      );
    });
}

/** `rejudge DIR`: judges the recorded traffic of an earlier run by this suite, without the implementation. */
export function rejudgeCommand(context: Context): Command {
  return new Command('rejudge')
    .description('judge the recorded traffic of a run again; sends nothing')
    .argument('<dir>', 'output folder of a run')
    .option('--out <DIR>', 'output folder (default: rejudged, in the folder of the run)')
    .addHelpText('after', notes.rejudge)
    .action(async (folder: string, { out = ownFolder(folder) }: Texts<'out'>) => {
      const { rejudgeFolder } = await import('./rejudge.ts');
      context.finish(await rejudgeFolder(context, folder, out));
    });
}

/** `verify FILE`: whether a certificate holds, and what it certifies. */
export function verifyCommand(context: Context): Command {
  const command = new Command('verify')
    .description('verify a certificate and the reports next to it')
    .argument('<file>', 'certificate.json or its folder')
    .addHelpText('after', notes.verify);
  addSettingOptions(command, verifyTable);
  return command.action(async (file: string) => {
    const { verify } = await import('./verify.ts');
    await verify(context, file, flagsOf(command));
  });
}

/** The default folder for the new reports. Somebody else may have made the folder of the run, and a link in it. */
function ownFolder(folder: string): string {
  const own = join(folder, 'rejudged');
  refuseLink(own);
  return own;
}
