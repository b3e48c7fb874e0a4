import { didYouMean } from '../text/nearest.ts';
import { quoted } from '../text/visible.ts';
import type { PlainSettings } from './plain-settings.ts';
import { type GivenSettings, readRun, showingNoKey } from './read-settings.ts';
import type { Setting } from './setting.ts';
import { SettingsError } from './settings-error.ts';
import type { Source } from './sources.ts';
import { table } from './table.ts';

const { sign: _sign, baseline: _baseline, debug: _debug, wait: _wait, ...ofLibrary } = table;
const members = new Map<string, Setting<unknown>>(Object.entries(ofLibrary));

/**
 * The settings of a run from a plain object, validated and frozen. Throws a `SettingsError` of one line for
 * the first bad one, an unknown member, or a missing address or key; it names the member.
 */
export function readPlainSettings(
  given: PlainSettings,
  without: readonly string[] = [],
): GivenSettings {
  const known = [...members.keys()].filter((name) => !without.includes(name));
  if (typeof given !== 'object' || given === null) {
    throw new SettingsError('the settings must be an object, with baseUrl and apiKey');
  }
  const { apiKey, rateLimitKey } = given;
  const isKey = (value: unknown): value is string => typeof value === 'string' && value !== '';
  return showingNoKey([apiKey, rateLimitKey].filter(isKey), (keys) => {
    const texts = new Map<string, string>();
    for (const [name, value] of Object.entries(given)) {
      if (!known.includes(name)) throw unknownMember(name, known);
      if (value !== undefined) texts.set(name, asText(name, value));
    }
    return readRun(membersOf(texts), {}, keys);
  });
}

function membersOf(texts: ReadonlyMap<string, string>): Source {
  return {
    find({ name }) {
      const text = texts.get(name);
      return text === undefined ? undefined : { text, from: 'member', label: name };
    },
    names: { only: 'only', skip: 'skip', profile: 'profile' },
    ways: { baseUrl: 'give baseUrl', apiKey: 'give apiKey' },
    keyNames: 'apiKey',
  };
}

function unknownMember(name: string, known: readonly string[]): SettingsError {
  const others = `; the settings are ${known.join(', ')}`;
  return new SettingsError(
    `${quoted(name)} is not a known setting${didYouMean(name, known, others)}`,
  );
}

/** A value as a flag would have it, so that the rules of the flag hold. */
function asText(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return `${value}`;
  const list = members.get(name)?.list === true;
  if (list && Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.join(',');
  }
  const problem = `must be ${list ? 'an array of ids, or a string' : 'a string or a number'}`;
  throw new SettingsError(`${name}: ${problem}`, { setting: name, problem });
}
