/** Refuses keys in settings that reports or the console show. */
import { kindOf } from '../secrets/kinds.ts';
import { holdingOneOf, holdsKey } from '../secrets/redact.ts';
import { ordinaryTexts } from './ordinary.ts';
import type { Setting } from './setting.ts';
import { SettingsError } from './settings-error.ts';
import type { Given, Source } from './sources.ts';
import { table } from './table.ts';

/** Settings of free text: even a short key in them is one, and so is half of a long one. */
const freeText: readonly Setting<unknown>[] = [
  table.implementation,
  table.implementationVersion,
  table.contact,
  table.challenge,
];

/** Addresses, paths and similar: half a key can be an ordinary word of theirs, as in `out/conformance`. */
const heldWhole: readonly Setting<unknown>[] = [
  table.baseUrl,
  table.out,
  table.baseline,
  table.ca,
  table.categoryId,
];

/** Secrets that may have been given as the path of a file, which errors and warnings show. */
const secretFiles: readonly Setting<unknown>[] = [table.apiKey, table.rateLimitKey, table.sign];

const shortKey = 6;

/**
 * Reports, the command to repeat a run and the console show settings as they are: no key may be in them, nor half of
 * one in free text. Settings with a fixed set of words or numbers are not searched, as a key may share a word with them
 * by chance.
 */
export function refuseShownKeys(
  source: Source,
  baseUrl: string,
  keys: readonly string[],
  own = '',
): void {
  // Everybody knows the address, and the key of the reference server.
  const foreign = keys.filter((key) => key !== own && kindOf(key) === 'real');
  const holdsHalf = holdingOneOf(foreign, ordinaryTexts({ baseUrl }));
  const long = keys.filter((key) => key.length >= shortKey);
  const named = keys.filter((key) => kindOf(key) !== 'word');
  const holdsOne = (text: string, some: readonly string[]) =>
    some.some((key) => holdsKey(text, key));
  for (const [setting, given] of foundOf(source, freeText)) {
    const meant = setting === table.challenge ? long : keys;
    if (holdsOne(given.text, meant)) throw refusal(setting, given, 'the API key');
    if (holdsHalf(given.text)) throw refusal(setting, given, 'half of the API key');
  }
  for (const [setting, given] of foundOf(source, heldWhole)) {
    const meant = setting === table.baseUrl ? keys : long;
    if (holdsOne(given.text, meant)) throw refusal(setting, given, 'the API key');
  }
  for (const [setting, given] of foundOf(source, secretFiles)) {
    const isPath = given.from === 'flag' || setting.file?.of === 'all';
    if (isPath && holdsOne(given.text, named)) throw refusal(setting, given, 'the API key');
  }
}

function foundOf(source: Source, settings: readonly Setting<unknown>[]) {
  return settings.flatMap((setting): readonly (readonly [Setting<unknown>, Given])[] => {
    const given = source.find(setting);
    return given === undefined ? [] : [[setting, given]];
  });
}

function refusal(setting: Setting<unknown>, { label }: Given, what: string): SettingsError {
  const problem = 'must be without it, as reports or the console show it';
  return new SettingsError(`${label} holds ${what}: ${problem}`, {
    setting: setting.name,
    problem,
  });
}
