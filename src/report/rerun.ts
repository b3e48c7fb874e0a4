import { commandWords } from '../package/package.ts';
import type { Settings } from '../settings/settings.ts';
import { shared } from '../settings/settings-table.ts';
import { shellQuoted } from '../text/words.ts';
import type { Report } from './report.ts';

/**
 * The words of the command that repeats a run: target, profile, seed, and the other given settings. They never hold a
 * key; `PETSTORE_API_KEY` must provide it again.
 */
export function runArguments(
  { baseUrl, profile, seed, out }: Pick<Settings, 'baseUrl' | 'profile' | 'seed' | 'out'>,
  given: Readonly<Record<string, string>>,
  reference: boolean,
): string[] {
  const target = reference ? ['--reference'] : ['--base-url', baseUrl];
  const folder = out === shared.out.fallback ? [] : ['--out', out];
  const fixed = ['--profile', profile, '--seed', `${seed}`, ...folder];
  return argvOf('run', ...target, ...fixed, ...Object.entries(given).flat());
}

/** The command that repeats a run. A challenge is for one run: a second one would find the animals of the first. */
export function repeatCommand({ run: { argv } }: Report): string {
  return shellLine(without(argv, '--challenge', '--sign'));
}

/** How to repeat one requirement, with the flag between backticks. */
export const repeatOne =
  'For one requirement add `--only ID`. A pass then proves nothing: some faults need earlier requests of the run.';

/** The words without some options and their values. */
function without(argv: readonly string[], ...options: readonly string[]): string[] {
  const isOption = (word: string | undefined) => word !== undefined && options.includes(word);
  return argv.filter((word, at) => !isOption(word) && !isOption(argv[at - 1]));
}

/** The words of a command of this program. */
export function argvOf(...words: readonly (string | undefined)[]): string[] {
  return [...commandWords(), ...words.filter((word) => word !== undefined)];
}

/** A command as a POSIX shell reads it. */
export function shellLine(argv: readonly string[]): string {
  return argv.map(shellQuoted).join(' ');
}
