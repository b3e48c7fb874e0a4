import { relative, sep } from 'node:path';
import { findingsTitle } from '../judge/verdict.ts';
import { commandWords } from '../package/package.ts';
import type { Settings } from '../settings/settings.ts';
import { requirements } from '../spec/catalogue.ts';
import { shellQuoted } from '../text/words.ts';
import type { Report } from './report.ts';

/**
 * The words of the command that repeats a run: target, profile, seed, and the other given settings. They never hold a
 * key; `PETSTORE_API_KEY` must provide it again.
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
 * The folder for the command that runs again: `again` in that of the run. If that lies outside of the working folder, or
 * has an odd name, it is not mentioned, as reports are handed on.
 */
export function againFolderIn(out: string): string {
  const own = relative('', out).split(sep).join('/');
  if (own === '') return 'again';
  return /^(?:\w[\w.-]*\/)*\w[\w.-]*$/.test(own) ? `${own}/again` : againFolder;
}

/** The command of the run, with another folder for the reports. */
export function againCommand({ run: { argv, again } }: Report): string {
  return shellLine([...repeatable(argv), '--out', again ?? againFolder]);
}

/** The same for some requirements and for what showed their failures, instead of `--only` and `--skip`. */
export function rerunCommand(report: Report, ...ids: readonly string[]): string {
  const { again = againFolder, argv } = report.run;
  const rest = without(repeatable(argv), '--only', '--skip');
  const only = new Set([...ids, ...ids.flatMap((id) => askedBy(report, id) ?? [])]);
  return shellLine([...rest, '--only', [...only].join(','), '--out', again]);
}

/** The requirement or gap whose question showed that this one fails: asked alone, the failure would not be seen. */
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

/** Requirements that ask questions of their own; the others are judged by those. */
const ofChecks: ReadonlySet<string> = new Set(
  requirements.filter(({ decidedBy }) => decidedBy === 'checks').map(({ id }) => id),
);

/** A challenge is for one run: a second one would find the animals of the first. The seed that followed from it stays. */
const repeatable = (argv: readonly string[]) => without(argv, '--out', '--challenge', '--sign');

/** The words without some options and their values. */
function without(argv: readonly string[], ...options: readonly string[]): string[] {
  const isOption = (word: string | undefined) => word !== undefined && options.includes(word);
  return argv.filter((word, at) => !isOption(word) && !isOption(argv[at - 1]));
}

/** The command that removes from a baseline what passed in the run of a folder. */
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
