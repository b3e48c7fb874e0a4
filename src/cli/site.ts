import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { diskWords, WriteFailure } from '../disk/failure.ts';
import { writeWhole } from '../disk/write-whole.ts';
import type { SavedRun } from '../report/compare/site.ts';
import { codeOf, isFolder, prepareFolder, refuseLink } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { quoted, visible } from '../text/visible.ts';
import { count, listed } from '../text/words.ts';
import type { Context } from './context.ts';

/** So many pages that an earlier site left are named. */
const mostLeft = 3;

const notes = `
The folder holds index.html with the matrix, a page for each implementation with its runs and its badge, and a page
for each requirement. Plain files: they work from disk and on any web server. Reports of one implementation, by its
name, are its history; the latest is in the matrix.

Exit status: 0 written, 2 usage or a file that is not a report; 70 a fault of this suite, 74 a page could not be written
whole.`;

/** `site REPORTS… --out DIR`: a folder of pages about several implementations, to be published. */
export function siteCommand(context: Context): Command {
  return new Command('site')
    .description('write a folder of pages about several implementations, to be published')
    .argument('<reports...>', 'folders that runs wrote, or conformance.json files')
    .requiredOption('--out <dir>', 'folder for the pages')
    .addHelpText('after', notes)
    .action(async (paths: string[], { out }: { readonly out: string }) => {
      // Loaded here: the other commands need no renderers.
      const { mostOfReports, refuseTooMany } = await import('../report/read.ts');
      const { siteOf } = await import('../report/compare/site.ts');
      const runs: SavedRun[] = [];
      refuseTooMany(paths, mostOfReports.ofSite);
      // One after the other: the first bad one is the one that is named.
      for (const path of paths) runs.push(await savedRun(path));
      const files = siteOf(runs);
      prepareFolder(out, '--out');
      for (const folder of foldersOf(files)) refuseLink(join(out, folder));
      for (const { path, render } of files) await write(join(out, path), await render());
      const told = `${count(files.length, 'file')} about ${count(runs.length, 'report')}`;
      context.stdout.write(`Site: ${visible(join(out, 'index.html'))}, ${told}\n`);
      const left = await leftPages(
        out,
        files.map(({ path }) => path),
      );
      if (left.length > 0) context.stderr.write(`${leftWords(left)}\n`);
    });
}

/** The folders of the site below its own, each once. */
function foldersOf(files: readonly { readonly path: string }[]): Set<string> {
  const folders = new Set<string>();
  for (const { path } of files) {
    for (let at = dirname(path); at !== '.'; at = dirname(at)) folders.add(at);
  }
  return folders;
}

/** A report, with its traffic if that stands beside it. */
async function savedRun(named: string): Promise<SavedRun> {
  const { readReport, readTrafficOf } = await import('../report/read.ts');
  const folder = isFolder(named) ? named : dirname(named);
  const file = await readReport(named);
  if (!existsSync(join(folder, 'traffic.har'))) return { ...file, exchanges: () => [] };
  // Read once before anything is written, so that a bad file is reported at once; read again for its page.
  const traffic = () => readTrafficOf(file.report.run, folder);
  await traffic();
  return { ...file, exchanges: traffic };
}

/** Pages in the folder that do not belong to this site: an earlier one may have written them. */
async function leftPages(out: string, written: readonly string[]): Promise<string[]> {
  const all = await readdir(join(out, 'implementations'), { recursive: true });
  const known = new Set(written.map((path) => join(out, path)));
  return all
    .map((name) => join(out, 'implementations', name))
    .filter((path) => path.endsWith('.html') && !known.has(path))
    .toSorted();
}

function leftWords(left: readonly string[]): string {
  const shown = left.slice(0, mostLeft).map(quoted);
  const others = left.length > mostLeft ? [`${left.length - mostLeft} more`] : [];
  return `note: of no report that was named: ${listed([...shown, ...others], 'and')}; delete what an earlier site left, or write to an empty folder`;
}

async function write(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeWhole(path, text);
  } catch (error) {
    const words = `cannot write ${quoted(path)}: ${diskWords(error)}; name a folder with --out`;
    // A file in the way is a wrong argument; a full disk is not.
    const inTheWay = ['EISDIR', 'ENOTDIR', 'EEXIST'].includes(codeOf(error));
    throw inTheWay ? new SettingsError(words) : new WriteFailure(words);
  }
}
