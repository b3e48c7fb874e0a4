import { dirname, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { diskWords, WriteFailure } from '../disk/failure.ts';
import { writeWhole } from '../disk/write-whole.ts';
import { codeOf, prepareFolder } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { quoted, visible } from '../text/visible.ts';
import { type Context, exitStatus, lookOf, type Switches, type Texts } from './command-context.ts';

const notes = `
Two reports of one implementation, the older one first: what broke, what was fixed, what is new in the suite,
and whether server, suite or settings changed. More reports, or different implementation names: the matrix.

Exit status: 1 if a requirement broke, 3 if none did and the newer run is incomplete, 0 otherwise, 2 usage or not a
report, 70 internal error, 74 the output could not be written.`;

/** What the command line says besides the reports. */
type Wanted = Texts<'format' | 'out'> & Switches<'matrix'>;

/** `compare A B …`: what changed between two reports, or the matrix of several implementations. */
export function compareCommand(context: Context): Command {
  return new Command('compare')
    .description('show what changed between two reports, or a matrix of several implementations')
    .argument('<reports...>', 'conformance.json files, or output folders')
    .addOption(
      new Option('--format <name>', 'default: by the extension of --out, or text').choices([
        ...['text', 'markdown', 'html', 'json'],
      ]),
    )
    .option('--out <file>', 'write to a file instead of standard output')
    .option('--matrix', 'show the matrix even for two reports of one implementation')
    .addHelpText('after', notes)
    .action((paths: string[], wanted: Wanted) => compare(context, paths, wanted));
}

async function compare(
  context: Context,
  paths: readonly string[],
  { format: name, out, matrix }: Wanted,
): Promise<void> {
  // Loaded here: the other commands need none of it.
  const { readReport } = await import('../report/read.ts');
  if (paths.length < 2) {
    throw new SettingsError('only one report: name two or more, the older one first');
  }
  const { compareFormats, compareReports, isNewerOpen } = await import('../report/compare.ts');
  if (out !== undefined) prepareFolder(dirname(resolve(out)), '--out');
  const files = paths.map(readReport);
  const comparison = compareReports(files, matrix);
  const format =
    compareFormats.find((one) => (name ? one.name === name : out?.endsWith(one.ending))) ??
    compareFormats[0];
  const { stdout } = context;
  const look = out === undefined ? lookOf(stdout) : { color: false };
  const text = format.render(comparison, look);
  if (out === undefined) stdout.write(text);
  else {
    await writeWhole(out, text).catch((error: unknown) => refuseFile(out, error));
    stdout.write(`Comparison: ${visible(out)}\n${visible(comparison.summary)}\n`);
  }
  const isChange = comparison.kind === 'changes';
  const isOpen = isChange && isNewerOpen(comparison.reports);
  const hasBroken = isChange && comparison.broke.length > 0;
  context.finish(hasBroken ? exitStatus.broke : isOpen ? exitStatus.incomplete : exitStatus.ok);
}

function refuseFile(out: string, error: unknown): never {
  const words = `--out ${quoted(out)}: must be a file that can be written: ${diskWords(error)}`;
  // A folder or a device is a wrong argument; a full disk is not.
  const isWrong = ['EISDIR', 'ENOTSUP'].includes(codeOf(error));
  throw isWrong ? new SettingsError(words) : new WriteFailure(words);
}
