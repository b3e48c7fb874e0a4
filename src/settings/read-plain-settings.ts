import { nearest } from '../text/nearest.ts';
import type { PlainSettings } from './plain-settings.ts';
import { type ReadSettings, readSettings } from './read-settings.ts';
import { quoted, SettingsError } from './settings-error.ts';
import { type Setting, table } from './table.ts';

/** Settings that only a command line has. */
const notPlain: readonly string[] = ['sign', 'baseline', 'debug'];

const members = new Map<string, Setting<unknown>>(
  Object.entries(table).filter(([name]) => !notPlain.includes(name)),
);

/**
 * The settings of a run from a plain object, validated and frozen. Throws a `SettingsError` of one line for
 * the first bad one, an unknown member, or a missing address or key; it names the member.
 */
export function readPlainSettings(
  given: PlainSettings,
  without: readonly string[] = [],
): ReadSettings {
  const known = [...members.keys()].filter((name) => !without.includes(name));
  if (typeof given !== 'object' || given === null) {
    throw new SettingsError('the settings must be an object, with baseUrl and apiKey');
  }
  const texts = Object.entries(given).flatMap(([name, value]) => {
    if (!known.includes(name)) throw unknownMember(name, known);
    return value === undefined ? [] : [[name, textOf(name, value)] as const];
  });
  const { baseUrl, apiKey } = given;
  if (baseUrl === undefined) throw new SettingsError('no address: give baseUrl');
  if (apiKey === undefined) throw new SettingsError('no API key: give apiKey');
  try {
    return readSettings({ ...sourcesOf(texts), dotenv: {} });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError(inMemberNames(error.message));
  }
}

function unknownMember(name: string, known: readonly string[]): SettingsError {
  const also = known.find((one) => one.toLowerCase().endsWith(name.toLowerCase()));
  return new SettingsError(
    `${quoted(name)} is no known setting; did you mean ${also ?? nearest(name, known)}?`,
  );
}

/** A value as a flag would have it, so that the rules of the flag hold. */
function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return `${value}`;
  const list = members.get(name)?.list === true;
  if (list && Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.join(',');
  }
  const due = list ? 'an array of ids, or a string' : 'a string or a number';
  throw new SettingsError(`${name}: must be ${due}`);
}

/** Keys go where the text is the key itself, all others where a report can say how to repeat the run. */
function sourcesOf(texts: readonly (readonly [string, string])[]) {
  const flags: Record<string, string> = {};
  const env: Record<string, string> = {};
  for (const [name, text] of texts) {
    const { flag, variable, secret } = members.get(name) ?? {};
    if (secret && variable !== undefined) env[variable] = text;
    else if (flag !== undefined) flags[flag] = text;
  }
  return { flags, env };
}

/** The suite's words with the names of members in place of flags and variables. */
function inMemberNames(message: string): string {
  return [...members].reduce((text, [name, { flag, variable }]) => {
    const either = [flag, variable].filter((one) => one !== undefined).join('|');
    return text.replace(
      new RegExp(`(?:${either})(?:(?:, | or )(?:${either}))?(?![\\w-])`, 'g'),
      name,
    );
  }, message);
}
