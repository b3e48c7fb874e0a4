import { commandWords } from '../package.ts';
import type { Settings } from '../settings/settings.ts';
import { SettingsError } from '../settings/settings-error.ts';

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
  return [...commandWords, 'run', ...target, ...fixed, ...Object.entries(given).flat()]
    .map(shellQuoted)
    .join(' ');
}

/** The command that takes off a baseline what passed in the run whose reports are in a folder. */
export function cureCommandLine(folder: string, file: string): string {
  return [...commandWords, 'baseline', 'update', folder, '--baseline', file, '--only-cured']
    .map(shellQuoted)
    .join(' ');
}

/** One word for a POSIX shell. */
export function shellQuoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * The arguments with `--flag=value` as two, so that an error about an unknown flag never shows its value.
 * Throws a `SettingsError` for a flag that would take a key; that of `verify` takes a file.
 */
export function prepareArguments(argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const flags = argv.slice(0, end).flatMap((argument) => {
    const [, flag, value] = /^(--[^=]+)=([\s\S]*)$/.exec(argument) ?? [];
    if (argv[0] !== 'verify') refuseKeyFlag(flag ?? argument);
    return flag === undefined || value === undefined ? [argument] : [flag, value];
  });
  return [...flags, ...argv.slice(end)];
}

function refuseKeyFlag(argument: string): void {
  if (!/^--?(rate-?limit-?)?(api-?)?(key|token)$/i.test(argument)) return;
  const [variable, flag] = /rate/i.test(argument)
    ? ['PETSTORE_RATE_LIMIT_API_KEY', '--rate-limit-key-file']
    : ['PETSTORE_API_KEY', '--api-key-file'];
  throw new SettingsError(
    `${argument} is no flag, as other users can see arguments: set ${variable}, or name a file that holds the key with ${flag}`,
  );
}
