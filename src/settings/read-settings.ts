import { type KeyObject, randomInt } from 'node:crypto';
import type { Plan } from '../catalogue/plans.ts';
import { holdsKey, redactor } from '../secrets/redact.ts';
import { type ReadText, readText } from './files.ts';
import { chooseProxy } from './proxy.ts';
import { select } from './selection.ts';
import type { Implementation, Settings } from './settings.ts';
import { SettingsError } from './settings-error.ts';
import { readSigning } from './signing.ts';
import { findGiven, readSetting, refuseUnknownVariables, type Sources } from './sources.ts';
import { allSettings, type Setting, table } from './table.ts';

/** An implementation that the run has started itself. */
export interface Reference {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface SettingsInput extends Sources {
  /** The embedded reference server, where `--reference` asks for it. */
  readonly reference?: Reference;
  /** A 32-bit signed integer, for a run without seed. */
  readonly random?: () => number;
  readonly read?: ReadText;
}

export interface ReadSettings {
  readonly settings: Settings;
  /** The Ed25519 key that signs the certificate. Not among the settings, as those go to the suites' worker. */
  readonly signingKey?: KeyObject;
  /** One line each. */
  readonly warnings: readonly string[];
  /** The setting that names the folder for the reports, for `prepareFolder`. */
  readonly outLabel: string;
  /** What was given for the settings that a repetition needs, by flag; never a key. */
  readonly given: Readonly<Record<string, string>>;
}

/** The plan of the reference server: one whose limit no ordinary run meets, unless one was asked for. */
export function referencePlan(sources: Sources): Plan {
  return readSetting(table.plan, sources, readText) ?? 'business';
}

/** A seed for a run that was given none. */
export function randomSeed(): number {
  return randomInt(-(2 ** 31), 2 ** 31);
}

/**
 * All settings of a run, validated and frozen. Throws a `SettingsError` for the first bad one: one line
 * that names the flag or variable, its value (never a key) and what would be right.
 */
export function readSettings(input: SettingsInput): ReadSettings {
  const secrets = [input.env, input.dotenv].flatMap((variables) => [
    variables.PETSTORE_API_KEY ?? '',
    variables.PETSTORE_RATE_LIMIT_API_KEY ?? '',
  ]);
  try {
    return readAll(input, secrets);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError(redactor(secrets).redact(error.message));
  }
}

function readAll(input: SettingsInput, secrets: string[]): ReadSettings {
  const value: Value = (setting) => readSetting(setting, input, input.read ?? readText);
  refuseUnknownVariables(input);
  const endpoint = endpointOf(input, value, secrets);
  const baseline = value(table.baseline);
  value(table.debug);
  const profile = value(table.profile);
  const settings: Settings = {
    ...endpoint,
    profile,
    ...testDataOf(input, value),
    ...select(value(table.only), value(table.skip), profile),
    ...limitsOf(value),
    ...connectionOf(input, value, endpoint.baseUrl),
    out: value(table.out),
    implementation: implementationOf(value),
    ...(baseline === undefined ? {} : { baseline }),
  };
  refuseShownKeys(input, settings);
  const signing = readSigning(value(table.sign), settings, input);
  return {
    settings: frozen(settings),
    ...(signing.key === undefined ? {} : { signingKey: signing.key }),
    warnings: [...warningsOf(input, settings), ...signing.warnings],
    outLabel: findGiven(table.out, input)?.label ?? '--out',
    given: repeatable(input),
  };
}

type Value = <T>(setting: Setting<T>) => T;
type Endpoint = Pick<Settings, 'baseUrl' | 'apiKey' | 'rateLimitKey'>;

function endpointOf(input: SettingsInput, value: Value, secrets: string[]): Endpoint {
  if (input.reference !== undefined) {
    if (findGiven(table.baseUrl, input)?.from === 'flag') {
      throw new SettingsError('--base-url and --reference exclude each other: give one of the two');
    }
    const { baseUrl, apiKey } = input.reference;
    secrets.push(apiKey);
    return { baseUrl, apiKey, rateLimitKey: apiKey };
  }
  const apiKey = value(table.apiKey);
  const rateLimitKey = value(table.rateLimitKey) ?? apiKey;
  // Keys first: an error about the address must know what not to show.
  secrets.push(apiKey ?? '', rateLimitKey ?? '');
  const baseUrl = value(table.baseUrl);
  if (baseUrl === undefined) {
    throw new SettingsError(
      'no address: give --base-url or PETSTORE_BASE_URL, or --reference to judge the embedded reference server',
    );
  }
  if (apiKey === undefined || rateLimitKey === undefined) {
    throw new SettingsError(
      'no API key: set PETSTORE_API_KEY, or name a file that holds it with --api-key-file',
    );
  }
  return { baseUrl, apiKey, rateLimitKey };
}

function testDataOf(
  input: SettingsInput,
  value: Value,
): Pick<Settings, 'seed' | 'plan' | 'categoryId' | 'runs'> {
  const seed = value(table.seed) ?? (input.random ?? randomSeed)();
  const plan = value(table.plan) ?? (input.reference && 'business');
  const categoryId = value(table.categoryId);
  const runs = value(table.runs);
  return {
    seed,
    ...(plan === undefined ? {} : { plan }),
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(runs === undefined ? {} : { runs }),
  };
}

type Limits =
  | 'maxRequests'
  | 'maxCreations'
  | 'dailyShare'
  | 'maxWait'
  | 'timeout'
  | 'grace'
  | 'concurrency'
  | 'maxBody';

function limitsOf(value: Value): Pick<Settings, Limits> {
  return {
    maxRequests: value(table.maxRequests),
    maxCreations: value(table.maxCreations),
    dailyShare: value(table.dailyShare),
    maxWait: value(table.maxWait),
    timeout: value(table.timeout),
    grace: value(table.grace),
    concurrency: value(table.concurrency),
    maxBody: value(table.maxBody),
  };
}

function connectionOf(
  { reference, env, dotenv }: SettingsInput,
  value: Value,
  baseUrl: string,
): Pick<Settings, 'ca' | 'proxy'> {
  const ca = value(table.ca);
  // The reference server is on this machine, so no proxy stands before it.
  const proxy = reference === undefined ? chooseProxy(baseUrl, { ...dotenv, ...env }) : undefined;
  return { ...(ca === undefined ? {} : { ca }), ...(proxy === undefined ? {} : { proxy }) };
}

function implementationOf(value: Value): Implementation {
  const name = value(table.implementation);
  const version = value(table.implementationVersion);
  const contact = value(table.contact);
  return {
    ...(name === undefined ? {} : { name }),
    ...(version === undefined ? {} : { version }),
    ...(contact === undefined ? {} : { contact }),
  };
}

/** Settings of free text: in these even a short key is meant. */
const freeText: readonly Setting<unknown>[] = [
  table.baseUrl,
  table.implementation,
  table.implementationVersion,
  table.contact,
];
const shortKey = 6;

/** Reports, the command of a repetition and the console show settings as they are: no key may stand in them. */
function refuseShownKeys(input: SettingsInput, { apiKey, rateLimitKey }: Settings): void {
  for (const setting of allSettings) {
    const given = setting.secret ? undefined : findGiven(setting, input);
    if (given === undefined) continue;
    for (const key of [apiKey, rateLimitKey]) {
      if (key.length < shortKey && !freeText.includes(setting)) continue;
      if (!holdsKey(given.text, key)) continue;
      throw new SettingsError(
        `${given.label} holds the API key: must be without it, as reports or the console show it`,
      );
    }
  }
}

function warningsOf(input: SettingsInput, { profile, implementation }: Settings): string[] {
  const { name, version, contact } = implementation;
  const warnings: string[] = [];
  if (profile === 'full' && !(name && version && contact)) {
    warnings.push(
      'no certificate will be given: a full run needs --implementation, --implementation-version and --contact',
    );
  }
  for (const { flag } of [table.apiKey, table.rateLimitKey]) {
    if (input.reference && flag !== undefined && input.flags[flag] !== undefined) {
      warnings.push(`${flag} is not used: the reference server has a key of its own`);
    }
  }
  return warnings;
}

function repeatable(sources: Sources): Readonly<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const setting of allSettings) {
    const text = findGiven(setting, sources)?.text;
    if (!setting.repeat || setting.flag === undefined || text === undefined) continue;
    if (text !== setting.fallbackText) given[setting.flag] = text;
  }
  return given;
}

function frozen(settings: Settings): Settings {
  Object.freeze(settings.selected);
  Object.freeze(settings.implementation);
  return Object.freeze(settings);
}
