import { commandWords } from '../package/package.ts';
import type { Settings } from '../settings/settings.ts';
import { shellQuoted } from '../text/shell.ts';

/**
 * The command that repeats a run: target, profile, seed, and what else was given. Quoted for a POSIX shell;
 * never holds a key, which `PETSTORE_API_KEY` must give again.
 */
export function runCommandLine(
  settings: Pick<Settings, 'baseUrl' | 'profile' | 'seed'>,
  given: Readonly<Record<string, string>>,
  reference: boolean,
): string {
  const target = reference ? ['--reference'] : ['--base-url', settings.baseUrl];
  const fixed = ['--profile', settings.profile, '--seed', `${settings.seed}`];
  return commandLine('run', ...target, ...fixed, ...Object.entries(given).flat());
}

/** The command that takes off a baseline what passed in the run whose reports are in a folder. */
export function cureCommandLine(folder: string, file: string): string {
  return commandLine('baseline', 'update', folder, '--baseline', file, '--only-cured');
}

/** A command of this program, quoted for a POSIX shell. */
export function commandLine(...words: readonly (string | undefined)[]): string {
  return [...commandWords, ...words.filter((word) => word !== undefined)]
    .map(shellQuoted)
    .join(' ');
}
