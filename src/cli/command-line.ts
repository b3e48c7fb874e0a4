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
  return commandLine('run', ...target, ...fixed, ...Object.entries(given).flat());
}

/** A command of this program, quoted for a POSIX shell. */
export function commandLine(...words: readonly (string | undefined)[]): string {
  return [...commandWords, ...words.filter((word) => word !== undefined)]
    .map(shellQuoted)
    .join(' ');
}

/** One word for a POSIX shell. */
export function shellQuoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * The arguments with `--flag=value` as two, so that an error about an unknown flag never shows its value.
 * Throws a `SettingsError` for a flag that would take a key.
 */
export function prepareArguments(argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const flags = argv.slice(0, end).flatMap((argument) => {
    const [, flag, value] = /^(--[^=]+)=([\s\S]*)$/.exec(argument) ?? [];
    refuseKeyFlag(flag ?? argument);
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
