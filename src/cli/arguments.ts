import { SettingsError } from '../settings/settings-error.ts';

/** A word that may be the name of a command, misspelt or not. No serious key looks like one. */
const commandLike = /^[a-z]{3,9}$/;

/** Flags of the program itself, which stand without a command. */
const ofProgram = /^(?:-h|--help|-V|--version)$/;

/**
 * The arguments, with `run` added if they begin with a flag, and taken away before the name of another command: the
 * script `conformance` of a clone begins with `run`, and `npm run conformance -- compare A B` means that command.
 */
export function commandOf(argv: readonly string[]): readonly string[] {
  const [first = '', second = ''] = argv;
  if (first.startsWith('-') && !ofProgram.test(first)) return ['run', ...argv];
  return first === 'run' && commandLike.test(second) ? argv.slice(1) : argv;
}

/**
 * The arguments with `--flag=value` split in two, so that an error about an unknown flag never shows its value. Throws
 * a `SettingsError` for a flag that would take a key; the flag `--key` of `verify` takes a file.
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
    `${argument} is not a flag, as other users can see arguments: set ${variable}, or name a file that holds the key with ${flag}`,
  );
}
