import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '../settings/settings-error.ts';
import { shellQuoted } from '../text/shell.ts';
import { visible } from '../text/visible.ts';

const shown = 3;

/** Throws a `SettingsError` for a folder that holds no report itself and has folders with reports in it, and names these. */
export function refuseFolderOfReports(folder: string): void {
  if (isFile(join(folder, 'conformance.json'))) return;
  const below = foldersIn(folder).filter((name) => isFile(join(name, 'conformance.json')));
  if (below.length === 0) return;
  const more = below.length - shown;
  const named = `${below.slice(0, shown).map(shellQuoted).join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
  throw new SettingsError(visible(`${folder} holds no report itself; name those in it: ${named}`));
}

function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name))
      .sort();
  } catch {
    // No folder, or none that may be read: what is wrong with it is told by whoever reads it.
    return [];
  }
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
