import { type Command, Option } from 'commander';
import { type Environment, readDotenv } from '../settings/files.ts';
import type { Group, Setting } from '../settings/setting.ts';
import { keysIn, type Sources } from '../settings/sources.ts';
import { type Context, warn } from './context.ts';

/** Adds the flag of each setting, with variable and default in its help, under the heading of its group. */
export function addSettingOptions(
  command: Command,
  settings: Readonly<Record<string, Setting<unknown>>>,
): void {
  for (const setting of Object.values(settings)) {
    if (setting.flag === undefined) continue;
    const option = new Option(`${setting.flag} <${setting.kind.placeholder}>`, help(setting));
    option.helpGroup(headingOf(setting.group));
    if (setting.kind.list) option.argParser(joined);
    command.addOption(option);
  }
}

/** The heading of a group in the help. */
export const headingOf = (group: Group): string => `${group}:`;

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
    fallbackText === '' ? '' : `default: ${fallbackText}`,
  ].filter((note) => note !== '');
  return notes.length === 0 ? help : `${help} (${notes.join('; ')})`;
}

function joined(value: string, previous: string | undefined): string {
  return previous === undefined ? value : `${previous},${value}`;
}
