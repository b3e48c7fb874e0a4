import { type KeyObject, randomInt } from 'node:crypto';
import type { Plan } from '../catalogue/plans.ts';
import { type KeyKind, kindOf, realLength } from '../secrets/kinds.ts';
import { redactor } from '../secrets/redact.ts';
import { listed } from '../text/words.ts';
import { seedOfChallenge } from './challenge-seed.ts';
import { chooseProxy } from './proxy.ts';
import { select } from './selection.ts';
import { present, type Settings } from './settings.ts';
import { reworded, SettingsError } from './settings-error.ts';
import { refuseShownKeys } from './shown-keys.ts';
import { namesMissing, readSigning } from './signing.ts';
import {
  commandLine,
  keysIn,
  labelOf,
  readSetting,
  readValues,
  refuseUnknownVariables,
  type Source,
  type Sources,
} from './sources.ts';
import { allSettings, table } from './table.ts';

/** An implementation that the run has started itself. */
export interface Reference {
  readonly baseUrl: string;
  readonly apiKey: string;
}

interface RunOccasion {
  /** The embedded reference server, if `--reference` asks for it. */
  readonly reference?: Reference;
  /** A 32-bit signed integer, for a run without seed. */
  readonly random?: () => number;
  /** The key if none is given; for what sends nothing to the service. */
  readonly standIn?: string;
}

export interface SettingsInput extends Sources, RunOccasion {}

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
  /** The setting that names the folder for the reports, for `prepareFolder`. */
  readonly outLabel: string;
}

/** The plan of the reference server: the given one, or one whose limit no ordinary run meets. */
export function referencePlan(sources: Sources): Plan {
  return readSetting(table.plan, commandLine(sources)) ?? 'business';
}

/**
 * All settings of a run on the command line, validated and frozen. Throws a `SettingsError` for the first bad
 * one: one line that names the flag or variable, its value (never a key) and what would be right.
 */
export function readSettings(input: SettingsInput): ReadSettings {
  const { env, dotenv, reference } = input;
  const source = commandLine(input);
  return showingNoKey(keysIn(env, dotenv), (keys) => {
    refuseUnknownVariables(input);
    readSetting(table.debug, source);
    if (reference && source.find(table.baseUrl)?.from === 'flag') {
      throw new SettingsError('--base-url and --reference exclude each other: give one of the two');
    }
    const read = readRun(source, input, keys);
    // The reference server is on this machine, so no proxy stands before it.
    const proxy = reference ? undefined : chooseProxy(read.settings.baseUrl, { ...dotenv, ...env });
    const settings = Object.freeze({ ...read.settings, ...present({ proxy }) });
    const signing = readSigning(settings, source, reference !== undefined);
    return {
      ...present({ signingKey: signing.key }),
      settings,
      given: read.given,
      warnings: [...warningsOf(input, source, settings), ...signing.warnings],
      outLabel: labelOf(table.out, source),
    };
  });
}

/** Returns the result of `read`. No error of it shows a key, including those that it adds to `keys`. */
export function showingNoKey<T>(keys: string[], read: (keys: string[]) => T): T {
  try {
    return read(keys);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw reworded(error, redactor(keys, [], true).redact);
  }
}

const {
  baseUrl: _address,
  apiKey: _key,
  rateLimitKey: _limitKey,
  sign: _sign,
  debug: _debug,
  ...ordinary
} = table;

/** The settings of a run from any source, validated and frozen. Throws a `SettingsError`; `keys` are told what not to show. */
export function readRun(
  source: Source,
  { reference, random = randomSeed, standIn }: RunOccasion,
  keys: string[],
): GivenSettings {
  const endpoint = reference
    ? { ...reference, rateLimitKey: reference.apiKey }
    : endpointOf(source, keys, standIn);
  keys.push(endpoint.apiKey);
  const { only, skip, seed, plan, implementation, implementationVersion, contact, ...values } =
    readValues(ordinary, source);
  const settings = Object.freeze({
    ...endpoint,
    ...present({ ...values, plan: plan ?? (reference && 'business') }),
    ...select(only, skip, values.profile, source.names),
    seed: seedOf(seed, values.challenge, source) ?? random(),
    implementation: Object.freeze(
      present({ name: implementation, version: implementationVersion, contact }),
    ),
  });
  refuseBudget(source, settings);
  refuseShownKeys(source, settings.baseUrl, keys, reference?.apiKey);
  return { settings, given: repeatable(source) };
}

/** Only the plan of core depends on the budget: the other profiles are fixed. */
function refuseBudget(source: Source, { profile, budget }: Settings): void {
  if (budget === undefined || profile === 'core') return;
  const problem = `is for the profile core, and this one is ${profile}`;
  const label = labelOf(table.budget, source);
  throw new SettingsError(`${label} ${problem}`, { setting: table.budget.name, problem });
}

/** The seed of the challenge, if there is one, or the one that was given. Throws if both are and differ. */
function seedOf(seed: number | undefined, challenge: string | undefined, source: Source) {
  if (challenge === undefined) return seed;
  const due = seedOfChallenge(challenge);
  if (seed === undefined || seed === due) return due;
  const problem = `under a challenge the seed follows from it, and is ${due}: leave this out`;
  const label = labelOf(table.seed, source);
  throw new SettingsError(`${label} "${seed}": ${problem}`, {
    setting: table.seed.name,
    value: `${seed}`,
    problem,
  });
}

/** A seed for a run that was given none. */
function randomSeed(): number {
  return randomInt(-(2 ** 31), 2 ** 31);
}

function endpointOf(
  source: Source,
  keys: string[],
  standIn: string | undefined,
): Pick<Settings, 'baseUrl' | 'apiKey' | 'rateLimitKey'> {
  // Keys first: an error about the address must not show them.
  const apiKey = readSetting(table.apiKey, source) ?? standIn;
  const rateLimitKey = readSetting(table.rateLimitKey, source) ?? apiKey;
  keys.push(apiKey ?? '', rateLimitKey ?? '');
  const baseUrl = readSetting(table.baseUrl, source);
  // An address may be a secret, too.
  const why = apiKey === undefined ? (source.noKey?.() ?? '') : '';
  if (baseUrl === undefined) throw new SettingsError(`no address: ${source.ways.baseUrl}${why}`);
  if (apiKey === undefined || rateLimitKey === undefined) {
    throw new SettingsError(`no API key: ${source.ways.apiKey}${why}`);
  }
  return { baseUrl, apiKey, rateLimitKey };
}

/** Warns before the run of a key that is too short to be redacted everywhere. */
function weakKeys(source: Source, { apiKey, rateLimitKey }: Settings): string[] {
  const keys = [
    { setting: table.apiKey, key: apiKey },
    ...(rateLimitKey === apiKey ? [] : [{ setting: table.rateLimitKey, key: rateLimitKey }]),
  ];
  return keys.flatMap(({ setting, key }) => {
    const label = labelOf(setting, source);
    const words = weakWords[kindOf(key)];
    return [
      ...(words === undefined ? [] : [`${label} is ${words}`]),
      ...(isQuoted(key) ? [`${label} is in quotes, which are sent as a part of the key`] : []),
    ];
  });
}

/** Quotes that a shell would have removed stay in env files of containers and in forms for secrets. */
const isQuoted = (key: string) => /^(["'`]).+\1$/.test(key);

const weakWords: Readonly<Record<KeyKind, string | undefined>> = {
  real: undefined,
  short: `shorter than ${realLength} characters: a part of it is not taken out of reports`,
  word: 'an ordinary word or number, or very short: it is taken out of reports only if it is sent as a key or is all of a value',
};

function warningsOf({ flags, reference }: SettingsInput, source: Source, settings: Settings) {
  const warnings: string[] = reference ? [] : weakKeys(source, settings);
  const missing = namesMissing(settings);
  if (settings.profile === 'full' && missing.length > 0) {
    warnings.push(`no certificate will be given: it needs ${listed(missing, 'and')}`);
  }
  for (const { flag = '' } of [table.apiKey, table.rateLimitKey]) {
    if (reference && flags[flag] !== undefined) {
      warnings.push(`${flag} is not used: the reference server has a key of its own`);
    }
  }
  return warnings;
}

function repeatable(source: Source): Readonly<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const setting of allSettings) {
    const text = source.find(setting)?.text;
    if (setting.repeat === false || setting.secret) continue;
    if (setting.flag === undefined || text === undefined) continue;
    if (text !== setting.fallbackText) given[setting.flag] = text;
  }
  return given;
}
