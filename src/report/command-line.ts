import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandWords } from '../package/package.ts';
import type { Settings } from '../settings/settings.ts';
import { shellQuoted } from '../text/shell.ts';
import type { Report } from './report.ts';

/**
 * The words of the command that repeats a run: target, profile, seed, and what else was given. Never holds a
 * key, which `PETSTORE_API_KEY` must give again.
 */
export function runArguments(
  settings: Pick<Settings, 'baseUrl' | 'profile' | 'seed'>,
  given: Readonly<Record<string, string>>,
  reference: boolean,
): string[] {
  const target = reference ? ['--reference'] : ['--base-url', settings.baseUrl];
  const fixed = ['--profile', settings.profile, '--seed', `${settings.seed}`];
  return argvOf('run', ...target, ...fixed, ...Object.entries(given).flat());
}

const againFolder = 'reports/again';

/**
 * The folder that the command to run again writes to: none that is there, and so not the one (`out`) of the report
 * that names it, either. `taken` tells of a path whether something is there.
 */
export function freeFolder(out: string, taken: (path: string) => boolean = existsSync): string {
  const isFree = (folder: string) => resolve(folder) !== resolve(out) && !taken(folder);
  let folder = againFolder;
  for (let number = 2; !isFree(folder); number += 1) folder = `${againFolder}-${number}`;
  return folder;
}

/** The command of the report's run, writing elsewhere. */
export function againCommand({ run: { argv, again } }: Report): string {
  return shellLine([...without(argv, '--out'), '--out', again ?? againFolder]);
}

/** The same for one requirement alone: it takes the place of `--only` and `--skip`. */
export function rerunCommand({ run }: Report, id: string): string {
  const { again = againFolder } = run;
  const rest = without(run.argv, '--only', '--skip', '--out');
  return shellLine([...rest, '--only', id, '--out', again]);
}

/** The words without some options and their values. */
function without(argv: readonly string[], ...options: readonly string[]): string[] {
  const isOption = (word: string | undefined) => word !== undefined && options.includes(word);
  return argv.filter((word, at) => !isOption(word) && !isOption(argv[at - 1]));
}

/** The command that takes off a baseline what passed in the run whose reports are in a folder. */
export function cureCommandLine(folder: string, file: string): string {
  return shellLine(argvOf('baseline', 'update', folder, '--baseline', file, '--only-cured'));
}

/** The words of a command of this program. */
export function argvOf(...words: readonly (string | undefined)[]): string[] {
  return [...commandWords, ...words.filter((word) => word !== undefined)];
}

/** A command as a POSIX shell reads it. */
export function shellLine(argv: readonly string[]): string {
  return argv.map(shellQuoted).join(' ');
}
