import { existsSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { requirements } from '../catalogue/catalogue.ts';
import { findingsTitle } from '../judge/findings.ts';
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
 * The folder that the command to run again writes to: one in the run's own (`out`), or beside it where that is such a
 * folder itself, and none that is there. Of a folder that is not below the working folder, or of an odd name, nothing is
 * said, as reports are handed on. `taken` tells of a path whether something is there.
 */
export function freeFolder(out: string, taken: (path: string) => boolean = existsSync): string {
  const own = relative('', out);
  const parent = isAgainFolder(own) ? dirname(own) : own || '.';
  const proposed = parent === '.' ? 'again' : `${parent.split(sep).join('/')}/again`;
  const first = isAgainFolder(proposed) ? proposed : againFolder;
  const isFree = (folder: string) => resolve(folder) !== resolve(out) && !taken(folder);
  let folder = first;
  for (let number = 2; !isFree(folder); number += 1) folder = `${first}-${number}`;
  return folder;
}

/** Whether a folder is one that a run proposes: below the working folder, of plain names, the last of them `again`. */
export function isAgainFolder(folder: string): boolean {
  return /^(?:\w[\w.-]*\/)*again(?:-\d+)?$/.test(folder);
}

/** The command of the report's run, writing elsewhere. */
export function againCommand({ run: { argv, again } }: Report): string {
  return shellLine([...without(argv, '--out'), '--out', again ?? againFolder]);
}

/** The same for one requirement, and what its finding needs: it takes the place of `--only` and `--skip`. */
export function rerunCommand(report: Report, id: string): string {
  const { again = againFolder, argv } = report.run;
  const rest = without(argv, '--only', '--skip', '--out');
  const only = [id, askedBy(report, id)].filter((one) => one !== undefined).join(',');
  return shellLine([...rest, '--only', only, '--out', again]);
}

/** Another requirement, or a gap, whose question showed that this one fails: asked alone, it would not be seen. */
function askedBy({ requirements: reported, observations }: Report, id: string): string | undefined {
  const own = reported.find((one) => one.id === id)?.checks ?? [];
  const failed = own.filter(({ outcome }) => outcome === 'failed');
  const shown = new Set(failed.flatMap(({ exchanges }) => exchanges));
  const shows = ({ exchanges }: { readonly exchanges: readonly number[] }) =>
    exchanges.some((index) => shown.has(index));
  if (failed.some(({ title }) => title !== findingsTitle)) return undefined;
  if (own.some((one) => one.title !== findingsTitle && shows(one))) return undefined;
  const others = reported.filter((one) => one.id !== id && ofChecks.has(one.id));
  return (
    others.find(({ checks }) => checks.some((one) => one.title !== findingsTitle && shows(one))) ??
    observations.find(shows)
  )?.id;
}

/** Those that put questions of their own; the others are judged by what these have asked. */
const ofChecks: ReadonlySet<string> = new Set(
  requirements.filter(({ decidedBy }) => decidedBy === 'checks').map(({ id }) => id),
);

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
