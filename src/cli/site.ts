import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { writeWhole } from '../disk/write-whole.ts';
import type { SavedRun } from '../report/compare/site.ts';
import { codeOf, prepareFolder } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { quoted, visible } from '../text/visible.ts';
import { count } from '../text/words.ts';
import type { Context } from './context.ts';

const notes = `
The folder holds index.html with the matrix, a page for each implementation with its runs and its badge, and a page
for each requirement. Plain files: they work from disk and on any web server. Reports of one implementation, by its
name, are its history; the latest stands in the matrix.`;

/** `site REPORTS… --out DIR`: a folder of pages about several implementations, to be published. */
export function siteCommand(context: Context): Command {
  return new Command('site')
    .description('a folder of pages about several implementations, to be published')
    .argument('<reports...>', 'folders that runs wrote, or conformance.json files')
    .requiredOption('--out <dir>', 'folder for the pages')
    .addHelpText('after', notes)
    .action(async (paths: string[], { out }: { readonly out: string }) => {
      prepareFolder(out, '--out');
      // Loaded here: the other commands need no renderers.
      const { siteOf } = await import('../report/compare/site.ts');
      const runs: SavedRun[] = [];
      // One after the other: the first bad one is the one that is named.
      for (const path of paths) runs.push(await savedRun(path));
      const files = siteOf(runs);
      for (const { path, render } of files) await write(join(out, path), render());
      const told = `${count(files.length, 'file')} about ${count(runs.length, 'report')}`;
      context.stdout.write(`Site: ${visible(join(out, 'index.html'))}, ${told}\n`);
    });
}

/** A report, with its traffic if that stands beside it. */
async function savedRun(named: string): Promise<SavedRun> {
  const { readReport, readReports } = await import('../report/read.ts');
  const isFolder = statSync(named, { throwIfNoEntry: false })?.isDirectory() === true;
  const folder = isFolder ? named : dirname(named);
  if (!existsSync(join(folder, 'traffic.har')))
    return { ...(await readReport(named)), exchanges: [] };
  const { path, report } = await readReport(named);
  return { path, report, exchanges: (await readReports(folder)).exchanges };
}

async function write(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeWhole(path, text);
  } catch (error) {
    throw new SettingsError(
      `cannot write ${quoted(path)} (${codeOf(error)}); name a folder with --out`,
    );
  }
}
