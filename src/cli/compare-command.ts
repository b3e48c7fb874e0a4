import { dirname, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { diskWords, WriteFailure } from '../disk/failure.ts';
import { writeWhole } from '../disk/write-whole.ts';
import { codeOf, prepareFolder } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { quoted, visible } from '../text/visible.ts';
import { type Context, exitStatus, lookOf, type Switches, type Texts } from './command-context.ts';

const notes = `
Two reports of one implementation, the older one first, give what broke, what was fixed, what is new in the
suite, and which changed: server, suite or settings. More reports, or reports of implementations of different
names, give the matrix. Each report is a conformance.json, or a folder that holds one.

Exit status: 1 if a requirement broke, 0 otherwise, 2 usage or a file that is not a report; 70 a fault of this suite,
74 what is printed could not be written whole.`;

/** What the command line says besides the reports. */
type Wanted = Texts<'format' | 'out'> & Switches<'matrix'>;

/** `compare A B …`: what changed between two reports, or the matrix of several implementations. */
export function compareCommand(context: Context): Command {
  return new Command('compare')
    .description(
      'tell what changed between two reports, or print the matrix of several implementations',
    )
    .argument('<reports...>', 'conformance.json files, or folders that hold one')
    .addOption(
      new Option('--format <name>', 'default: by the ending of --out, else text').choices([
        ...['text', 'markdown', 'html', 'json'],
      ]),
    )
    .option('--out <file>', 'write it to a file instead of standard output')
    .option('--matrix', 'the matrix also for two reports of one implementation')
    .addHelpText('after', notes)
    .action((paths: string[], wanted: Wanted) => compare(context, paths, wanted));
}

async function compare(
  context: Context,
  paths: readonly string[],
  { format: name, out, matrix }: Wanted,
): Promise<void> {
  // Loaded here: the other commands need none of it.
  const { readReportFiles } = await import('../report/read.ts');
  if (paths.length < 2) {
    throw new SettingsError(
      'one report has nothing to be compared with: name two or more, the older one first',
    );
  }
  const { compareReports } = await import('../report/compare.ts');
  const { compareFormats } = await import('../report/compare-view.ts');
  const { certifierOf } = await import('../report/certificate.ts');
  if (out !== undefined) prepareFolder(dirname(resolve(out)), '--out');
  const files = await readReportFiles(paths);
  const compared = files.map((file) => ({ ...file, certifiedBy: certifierOf(file.path) }));
  const comparison = compareReports(compared, matrix);
  const format =
    compareFormats.find((one) => (name ? one.name === name : out?.endsWith(one.ending))) ??
    compareFormats[0];
  const { stdout } = context;
  const look = out === undefined ? lookOf(stdout) : { color: false, width: 100 };
  const text = format.render(comparison, look);
  if (out === undefined) stdout.write(text);
  else {
    await writeWhole(out, text).catch((error: unknown) => refuseFile(out, error));
    stdout.write(`Comparison: ${visible(out)}\n${visible(comparison.summary)}\n`);
  }
  const hasBroken = comparison.kind === 'changes' && comparison.broke.length > 0;
  context.finish(hasBroken ? exitStatus.broke : exitStatus.ok);
}

function refuseFile(out: string, error: unknown): never {
  const words = `--out ${quoted(out)}: must be a file that can be written: ${diskWords(error)}`;
  // A folder or a device is a wrong argument; a full disk is not.
  const isWrong = ['EISDIR', 'ENOTSUP'].includes(codeOf(error));
  throw isWrong ? new SettingsError(words) : new WriteFailure(words);
}
