import { type Command, Option } from 'commander';
import { type Environment, readDotenv } from '../settings/files.ts';
import type { Setting } from '../settings/setting.ts';
import { keysIn, type Sources } from '../settings/sources.ts';
import { type Context, warn } from './context.ts';

const groups: readonly (readonly [heading: string, flags: readonly string[]])[] = [
  [
    'Whom to ask:',
    [
      '--base-url',
      '--api-key-file',
      '--rate-limit-key-file',
      '--plan',
      '--category-id',
      '--ca',
      '--reference',
    ],
  ],
  [
    'What to judge:',
    [
      '--profile',
      '--only',
      '--skip',
      '--seed',
      '--baseline',
      '--watch',
      '--dry-run',
      '--challenge',
    ],
  ],
  ['Where to listen:', ['--port', '--host', '--window']],
  [
    'What to write:',
    ['--out', '--implementation', '--implementation-version', '--contact', '--sign'],
  ],
];

/** The heading in the help that a flag stands under; all other flags are bounds. */
export function helpGroupOf(flag: string): string {
  return groups.find(([, flags]) => flags.includes(flag))?.[0] ?? 'What it may cost:';
}

/** Headings of a command whose flags mean something else there than in `run`. */
export type Headings = Readonly<Record<string, readonly string[]>>;

/** Adds the flag of each setting, with variable and default in its help. */
export function addSettingOptions(
  command: Command,
  settings: Readonly<Record<string, Setting<unknown>>>,
  headings: Headings = {},
): void {
  const own = Object.entries(headings);
  for (const setting of Object.values(settings)) {
    if (setting.flag === undefined) continue;
    const option = new Option(`${setting.flag} <${setting.placeholder ?? 'value'}>`, help(setting));
    const { flag } = setting;
    const heading = own.find(([, flags]) => flags.includes(flag))?.[0];
    option.helpGroup(heading ?? helpGroupOf(flag));
    if (setting.list) option.argParser(joined);
    command.addOption(option);
  }
}

/** What a command was given: its flags, the environment and `.env`, whose keys no error shows from now on. */
export function sourcesOf(context: Context, command: Command): Sources {
  const dotenv = readDotenv(context.folder);
  context.keys.push(...keysIn(dotenv.values));
  warn(context, dotenv.warnings);
  return { flags: flagsOf(command), env: context.env, dotenv: dotenv.values };
}

/** What the command line gave for flags with a value, by flag. */
export function flagsOf(command: Command): Environment {
  const flags: Record<string, string> = {};
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName());
    if (option.long !== undefined && typeof value === 'string') flags[option.long] = value;
  }
  return flags;
}

function help({ help, variable, fallbackText }: Setting<unknown>): string {
  const notes = [
    variable === undefined ? '' : variable,
    fallbackText === undefined ? '' : `default: ${fallbackText}`,
  ].filter((note) => note !== '');
  return notes.length === 0 ? help : `${help} (${notes.join('; ')})`;
}

function joined(value: string, previous: string | undefined): string {
  return previous === undefined ? value : `${previous},${value}`;
}
