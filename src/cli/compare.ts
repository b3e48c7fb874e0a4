import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { diskWords, WriteFailure } from '../disk/failure.ts';
import { writeWhole } from '../disk/write-whole.ts';
import type { Comparison } from '../report/compare/comparison.ts';
import type { CompareFormat } from '../report/compare/document.ts';
import { codeOf, prepareFolder } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { didYouMean } from '../text/nearest.ts';
import { quoted, visible } from '../text/visible.ts';
import { type Context, lookOf, type Switches, type Texts } from './context.ts';
import { exitStatus } from './exit-status.ts';

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
    .option(
      '--format <name>',
      'text, markdown, html or json (default: by the ending of --out, else text)',
    )
    .option('--out <file>', 'write it to a file instead of standard output')
    .option('--matrix', 'the matrix also for two reports of one implementation')
    .addHelpText('after', notes)
    .action(async (paths: string[], { format: name, out, matrix }: Wanted) => {
      if (paths.length < 2) {
        const { refuseFolderOfReports } = await import('../report/read.ts');
        for (const path of paths) refuseFolderOfReports(path);
        throw new SettingsError(
          'one report has nothing to be compared with: name two or more, the older one first',
        );
      }
      // Loaded here: the other commands need none of it.
      const { compareFormats } = await import('../report/compare/document.ts');
      const { compareReports } = await import('../report/compare/comparison.ts');
      const { certifierOf } = await import('../report/certificate/verify.ts');
      const { readReportFiles } = await import('../report/read.ts');
      const format = formatOf(name, out, compareFormats);
      if (out !== undefined) prepareFolder(dirname(resolve(out)), '--out');
      const files = await readReportFiles(paths);
      const compared = files.map((file) => ({ ...file, certifiedBy: certifierOf(file.path) }));
      const comparison = compareReports(compared, matrix);
      if (out === undefined) print(context, comparison, format);
      else await write(context, comparison, format, out);
      const broke = comparison.kind === 'changes' && comparison.broke.length > 0;
      context.finish(broke ? exitStatus.broke : exitStatus.ok);
    });
}

/** The format that is asked for, else that of the file's ending, else text. */
function formatOf(
  name: string | undefined,
  out: string | undefined,
  known: readonly CompareFormat[],
): CompareFormat {
  const found = known.find((format) =>
    name === undefined ? out?.endsWith(format.ending) : format.name === name,
  );
  if (found) return found;
  const names = known.map((format) => format.name);
  if (name !== undefined) {
    throw new SettingsError(
      `--format ${quoted(name)}: must be ${names.join(', ')}${didYouMean(name, names)}`,
    );
  }
  const [first] = known;
  if (first === undefined) throw new Error('there is no format');
  return first;
}

function print({ stdout }: Context, comparison: Comparison, format: CompareFormat): void {
  stdout.write(format.render(comparison, lookOf(stdout)));
}

async function write(
  { stdout }: Context,
  comparison: Comparison,
  format: CompareFormat,
  out: string,
): Promise<void> {
  const text = format.render(comparison, { color: false, width: 100 });
  await writeWhole(out, text).catch((error: unknown) => {
    const words = `--out ${quoted(out)}: must be a file that can be written: ${diskWords(error)}`;
    // A folder or a device is a wrong argument; a full disk is not.
    const isWrong = ['EISDIR', 'ENOTSUP'].includes(codeOf(error));
    throw isWrong ? new SettingsError(words) : new WriteFailure(words);
  });
  stdout.write(`Comparison: ${visible(out)}\n${visible(comparison.summary)}\n`);
}
