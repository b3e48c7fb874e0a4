import { createHash, createPrivateKey, type KeyObject, randomInt } from 'node:crypto';
import { realLength } from '../secrets/key-forms.ts';
import { redactor } from '../secrets/redact.ts';
import { inProfile, type RequirementId, requirements } from '../spec/catalogue.ts';
import { listed } from '../text/words.ts';
import { chooseProxy } from './proxy.ts';
import { type Present, present, type Settings } from './settings.ts';
import { SettingsError } from './settings-error.ts';
import { allSettings, serveTable, table, type ValuesOf } from './settings-table.ts';
import { kindHere, refuseShownKeys } from './shown-keys.ts';
import {
  commandLine,
  keysIn,
  labelOf,
  type PlainSettings,
  plainObject,
  readSetting,
  readValues,
  refuseUnknownVariables,
  type Source,
  type Sources,
} from './sources.ts';

interface Occasion {
  /** The embedded reference server, if `--reference` asks for it. */
  readonly reference?: { readonly baseUrl: string; readonly apiKey: string };
  /** A 32-bit signed integer, for a run without seed. */
  readonly random?: () => number;
}

export interface SettingsInput extends Sources, Occasion {}

/** Settings, and the part of them that a report shows. */
export interface GivenSettings {
  readonly settings: Settings;
  /** What was given for the settings that a repetition needs, by flag; never a key. */
  readonly given: Readonly<Record<string, string>>;
}

export interface ReadSettings extends GivenSettings {
  /** The Ed25519 key that signs the certificate. Not among the settings, as those say how to judge. */
  readonly signingKey?: KeyObject;
  /** One line each. */
  readonly warnings: readonly string[];
}

/**
 * All settings of a run on the command line, validated and frozen. Throws a `SettingsError` for the first bad
 * one: one line that names the flag or variable, its value (never a key) and what would be right.
 */
export function readSettings(input: SettingsInput): ReadSettings {
  const { env, dotenv, reference } = input;
  const source = commandLine(input);
  return showingNoKey(keysIn(input), (keys) => {
    refuseUnknownVariables(input);
    if (reference && source.find(table.baseUrl)?.from === 'flag') {
      throw new SettingsError('--base-url and --reference cannot be combined', table.baseUrl.name);
    }
    const read = readRun(source, input, keys);
    // The reference server is on this machine, so no proxy stands before it.
    const proxy = reference ? undefined : chooseProxy(read.settings.baseUrl, { ...dotenv, ...env });
    const settings = Object.freeze({ ...read.settings, ...present({ proxy }) });
    const warnings = reference ? [] : weakKeys(source, settings);
    const missing = namesMissing(settings);
    if (settings.profile === 'full' && missing.length > 0) {
      warnings.push(`no certificate will be issued: it requires ${listed(missing, 'and')}`);
    }
    const signingKey = readSigning(settings, source, reference !== undefined);
    return { ...present({ signingKey }), settings, given: read.given, warnings };
  });
}

/**
 * The settings of a run from a plain object, validated and frozen. Throws a `SettingsError` of one line for
 * the first bad one, an unknown member, or a missing address or key; it names the member.
 */
export function readPlainSettings(
  given: { readonly [Name in keyof PlainSettings]?: PlainSettings[Name] | undefined },
  without: readonly string[] = [],
): GivenSettings {
  if (typeof given !== 'object' || given === null) {
    throw new SettingsError('the settings must be an object, with baseUrl and apiKey');
  }
  const isKey = (value: unknown): value is string => typeof value === 'string' && value !== '';
  return showingNoKey([given.apiKey, given.rateLimitKey].filter(isKey), (keys) =>
    readRun(plainObject(given, without), {}, keys),
  );
}

/** The settings of a run that is given no more than it needs, for tests and the lab: a new setting need not touch those. */
export function defaultSettings(): Omit<Settings, 'baseUrl' | 'apiKey' | 'rateLimitKey' | 'seed'> {
  const needed = { baseUrl: 'http://127.0.0.1/v1', apiKey: 'replaced-by-the-caller' };
  const { settings } = readPlainSettings(needed);
  const { baseUrl: _, apiKey: __, rateLimitKey: ___, seed: ____, ...others } = settings;
  return others;
}

/** The settings of the reference server; without key, it has its own. Throws a `SettingsError`. */
export function readServeSettings(sources: Sources): Present<ValuesOf<typeof serveTable>> {
  refuseUnknownVariables(sources);
  return present(readValues(serveTable, commandLine(sources)));
}

/** Returns the result of `read`. No error of it shows a key, including those that it adds to `keys`. */
function showingNoKey<T>(keys: string[], read: (keys: string[]) => T): T {
  try {
    return read(keys);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const { redact } = redactor(keys, [], true);
    throw new SettingsError(redact(error.message), redact(error.about.setting));
  }
}

const { baseUrl: _, apiKey: __, rateLimitKey: ___, sign: ____, ...ordinary } = table;

/** The settings of a run from any source, validated and frozen. Throws a `SettingsError`; `keys` are told what not to show. */
function readRun(
  source: Source,
  { reference, random = () => randomInt(-(2 ** 31), 2 ** 31) }: Occasion,
  keys: string[],
): GivenSettings {
  const endpoint = reference
    ? { ...reference, rateLimitKey: reference.apiKey }
    : endpointOf(source, keys);
  keys.push(endpoint.apiKey);
  const { only, skip, seed, plan, implementation, implementationVersion, contact, ...values } =
    readValues(ordinary, source);
  const settings = Object.freeze({
    ...endpoint,
    ...present({ ...values, plan: plan ?? (reference && 'business') }),
    ...selectionOf({ only, skip, profile: values.profile }, source),
    seed: seedOf(seed, values.challenge, source) ?? random(),
    implementation: Object.freeze(
      present({ name: implementation, version: implementationVersion, contact }),
    ),
  });
  // Only the plan of core depends on the budget: the other profiles are fixed.
  if (settings.budget !== undefined && settings.profile !== 'core') {
    throw new SettingsError(
      `${labelOf(table.budget, source)} works only with the profile core, not ${settings.profile}`,
      table.budget.name,
    );
  }
  refuseShownKeys(source, keys, reference?.apiKey);
  return { settings, given: recorded(source) };
}

function endpointOf(
  source: Source,
  keys: string[],
): Pick<Settings, 'baseUrl' | 'apiKey' | 'rateLimitKey'> {
  // Keys first: an error about the address must not show them.
  const apiKey = readSetting(table.apiKey, source);
  const rateLimitKey = readSetting(table.rateLimitKey, source) ?? apiKey;
  keys.push(apiKey ?? '', rateLimitKey ?? '');
  const baseUrl = readSetting(table.baseUrl, source);
  if (baseUrl === undefined) {
    throw new SettingsError(`no address: ${source.ways.baseUrl}`, table.baseUrl.name);
  }
  if (apiKey === undefined || rateLimitKey === undefined) {
    throw new SettingsError(`no API key: ${source.ways.apiKey}`, table.apiKey.name);
  }
  return { baseUrl, apiKey, rateLimitKey };
}

/**
 * The requirements of `only`, all if it is absent, without those of `skip`, in the catalogue's order; those outside the
 * profile stay, and are reported as skipped. Throws a `SettingsError` if nothing is left, or nothing that the profile
 * decides.
 */
function selectionOf(
  { only, skip, profile }: Pick<ValuesOf<typeof table>, 'only' | 'skip' | 'profile'>,
  source: Source,
): Pick<Settings, 'selected' | 'partial'> {
  const left = requirements.filter(({ id }) => (only?.includes(id) ?? true) && !skip?.includes(id));
  const names = [table.only, table.skip].map((setting) => source.nameOf(setting)).join(' and ');
  if (!left.some((requirement) => inProfile(requirement, profile))) {
    throw new SettingsError(
      `${names} leave nothing to run in the profile ${profile}; --profile full has every requirement`,
      table.only.name,
    );
  }
  const selected: readonly RequirementId[] = Object.freeze(left.map(({ id }) => id));
  return { selected, partial: left.length < requirements.length };
}

/**
 * The seed that follows from a challenge, a 32-bit signed integer: whoever runs the suite must not be able to try seeds
 * until one asks only what the service can answer.
 */
export function seedOfChallenge(challenge: string): number {
  return createHash('sha256').update(`seed of the challenge ${challenge}`).digest().readInt32BE();
}

/** The seed of the challenge, if there is one, or the one that was given. Throws if both are and differ. */
function seedOf(seed: number | undefined, challenge: string | undefined, source: Source) {
  if (challenge === undefined) return seed;
  const due = seedOfChallenge(challenge);
  if (seed === undefined || seed === due) return due;
  throw new SettingsError(
    `${labelOf(table.seed, source)} "${seed}": a challenge determines the seed, which is ${due}: remove this setting`,
    table.seed.name,
  );
}

/** What was given for the settings that a report lists. */
function recorded(source: Source): Readonly<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const setting of allSettings) {
    const text = source.find(setting)?.text;
    if (setting.unrecorded || text === undefined || text === setting.fallbackText) continue;
    given[setting.flag] = text;
  }
  return given;
}

/** Warns before the run of a key that is too short to be redacted everywhere, or in quotes. */
function weakKeys(source: Source, { apiKey, rateLimitKey }: Settings): string[] {
  const keys = [
    { setting: table.apiKey, key: apiKey },
    ...(rateLimitKey === apiKey ? [] : [{ setting: table.rateLimitKey, key: rateLimitKey }]),
  ];
  return keys.flatMap(({ setting, key }) => {
    const label = labelOf(setting, source);
    // Quotes that a shell would have removed stay in env files of containers and in forms for secrets.
    const isQuoted = /^(["'`]).+\1$/.test(key);
    const may = 'may appear in reports';
    const seen = {
      real: [],
      short: [`${label} is shorter than ${realLength} characters: parts of it ${may}`],
      word: [`${label} is very short, or an ordinary word: it ${may}`],
    };
    return [
      ...seen[kindHere(key)],
      ...(isQuoted ? [`${label} is in quotes, which are sent as part of the key`] : []),
    ];
  });
}

/**
 * The key that signs the certificate of a run. Throws a `SettingsError` if it is not one, or if `--sign` asks for a
 * certificate that the run cannot earn. The variable counts only for a run that can, as it may be in `.env` for all.
 */
function readSigning(
  settings: Settings,
  source: Source,
  isReference: boolean,
): KeyObject | undefined {
  const pem = readSetting(table.sign, source);
  if (pem === undefined) return undefined;
  const because = whyUncertifiable(settings, isReference);
  if (because === undefined) return createPrivateKey(pem);
  if (source.find(table.sign)?.from !== 'flag') return undefined;
  const { flag } = table.sign;
  throw new SettingsError(
    `${flag} signs the certificate of a complete full run: ${because}, or remove ${flag}`,
    table.sign.name,
  );
}

/** What to do if a run can earn no certificate whatever it finds. */
function whyUncertifiable(settings: Settings, isReference: boolean): string | undefined {
  if (isReference) return 'use --base-url instead of --reference';
  if (settings.profile !== 'full') return 'add --profile full';
  if (settings.partial) return 'remove --only and --skip';
  const missing = namesMissing(settings);
  return missing.length > 0 ? `add ${missing.join(', ')}` : undefined;
}

/** The flags of the missing names that a certificate must carry. */
function namesMissing({ implementation: { name, version, contact } }: Settings): string[] {
  return [
    ...(name ? [] : [table.implementation.flag]),
    ...(version ? [] : [table.implementationVersion.flag]),
    ...(contact ? [] : [table.contact.flag]),
  ];
}
