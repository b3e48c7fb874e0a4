import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { visible } from '../text/visible.ts';

/** All that a run may write into its folder. */
const filesOfRun: readonly string[] = [
  ...['conformance.json', 'traffic.har', 'conformance.html', 'conformance.md', 'junit.xml'],
  ...['badge.svg', 'certificate.json'],
];

/**
 * Removes the reports of an earlier run from a folder, by their names and nothing else; returns the names of those that
 * were there. Throws a `SettingsError` if one cannot be removed.
 */
export function removeReports(folder: string): string[] {
  return [...filesOfRun, ...bodiesIn(folder)].filter((name) => {
    const path = join(folder, name);
    try {
      rmSync(path);
      return true;
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return false;
      throw new SettingsError(
        `${visible(path)} cannot be removed (${codeOf(error)}) and would be mixed with the reports of this run; choose another folder with --out`,
      );
    }
  });
}

/** The long bodies that curl lines of failures read. */
function bodiesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^request-\d+\.body$/.test(name));
  } catch {
    // Whoever writes into the folder says what is wrong with it.
    return [];
  }
}
