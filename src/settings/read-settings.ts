import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomInt,
} from 'node:crypto';
import { kindOf, realLength } from '../secrets/key-forms.ts';
import { redactor } from '../secrets/redact.ts';
import { inProfile, type RequirementId, requirements } from '../spec/catalogue.ts';
import type { Plan } from '../spec/plans.ts';
import { quoted } from '../text/visible.ts';
import { listed } from '../text/words.ts';
import { type Environment, openWarning } from './files.ts';
import { chooseProxy } from './proxy.ts';
import { type Present, present, type Setting, type ValuesOf } from './setting.ts';
import type { Settings } from './settings.ts';
import { SettingsError } from './settings-error.ts';
import { allSettings, serveTable, table, verifyTable } from './settings-table.ts';
import { refuseShownKeys } from './shown-keys.ts';
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
      throw new SettingsError('--base-url and --reference cannot be combined', table.baseUrl.name);
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

/**
 * The settings of a run from a plain object, validated and frozen. Throws a `SettingsError` of one line for
 * the first bad one, an unknown member, or a missing address or key; it names the member.
 */
export function readPlainSettings(
  given: PlainSettings,
  without: readonly string[] = [],
): GivenSettings {
  if (typeof given !== 'object' || given === null) {
    throw new SettingsError('the settings must be an object, with baseUrl and apiKey');
  }
  const { apiKey, rateLimitKey } = given;
  const isKey = (value: unknown): value is string => typeof value === 'string' && value !== '';
  return showingNoKey([apiKey, rateLimitKey].filter(isKey), (keys) =>
    readRun(plainObject(given, without), {}, keys),
  );
}

/** The settings of a run that is given no more than it needs, for tests and the lab: a new setting need not touch those. */
export function defaultSettings(): Omit<Settings, 'baseUrl' | 'apiKey' | 'rateLimitKey' | 'seed'> {
  const needed = { baseUrl: 'http://127.0.0.1/v1', apiKey: 'replaced-by-the-caller' };
  const {
    baseUrl: _,
    apiKey: __,
    rateLimitKey: ___,
    seed: ____,
    ...others
  } = readPlainSettings(needed).settings;
  return others;
}

/** What the reference server is started with; without key, its own demo key. */
export type ServeSettings = Present<ValuesOf<typeof serveTable>>;

/** The settings of the reference server, validated. Throws a `SettingsError` of one line. */
export function readServeSettings(sources: Sources): ServeSettings {
  refuseUnknownVariables(sources);
  const source = commandLine(sources);
  const key = readSetting(serveTable.apiKey, source) ?? '';
  return showingNoKey([key], () => present(readValues(serveTable, source)));
}

/** Why the server could not listen, as an error about the setting in question. */
export function listenError(settings: ServeSettings, code: string): SettingsError {
  const { port, host, apiKey = '' } = settings;
  const ofPort = code === 'EADDRINUSE' || code === 'EACCES';
  const [setting, value, right] = ofPort
    ? [serveTable.port, `${port}`, 'a port that is free and allowed, or 0 for any']
    : [serveTable.host, host, 'an address of this machine'];
  const { redact } = redactor([apiKey], [], true);
  return new SettingsError(
    redact(`${setting.flag} ${quoted(value)}: must be ${right} (${code})`),
    setting.name,
  );
}

/** The settings of `verify`, by its flags. Throws a `SettingsError` of one line. */
export function readVerifySettings(flags: Environment): {
  readonly key?: KeyObject;
  readonly challenge?: string;
} {
  const { key, challenge } = readValues(verifyTable, commandLine({ flags, env: {}, dotenv: {} }));
  return present({ key: key === undefined ? key : createPublicKey(key), challenge });
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

const {
  baseUrl: _address,
  apiKey: _key,
  rateLimitKey: _limitKey,
  sign: _sign,
  debug: _debug,
  ...ordinary
} = table;

/** The settings of a run from any source, validated and frozen. Throws a `SettingsError`; `keys` are told what not to show. */
function readRun(
  source: Source,
  { reference, random = () => randomInt(-(2 ** 31), 2 ** 31), standIn }: RunOccasion,
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
  return { settings, given: repeatable(source) };
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
  if (baseUrl === undefined)
    throw new SettingsError(`no address: ${source.ways.baseUrl}`, table.baseUrl.name);
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
  const left = requirements.filter(({ id }) => (only?.includes(id) ?? true) && !skip.includes(id));
  const names = [table.only, table.skip].map((setting) => source.nameOf(setting)).join(' and ');
  if (left.length === 0) throw new SettingsError(`${names} leave nothing to run`, table.only.name);
  if (!left.some((requirement) => inProfile(requirement, profile))) {
    throw new SettingsError(
      `${names} leave nothing to run in the profile ${profile}`,
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

/** What was given for the settings that a report keeps. The target, the profile and the seed it keeps in any case. */
function repeatable(source: Source): Readonly<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const setting of allSettings.filter(isRepeated)) {
    const text = source.find(setting)?.text;
    if (setting.flag === undefined || text === undefined) continue;
    if (text !== setting.fallbackText) given[setting.flag] = text;
  }
  return given;
}

const placed: readonly Setting<unknown>[] = [table.baseUrl, table.profile, table.seed];

/** Whether the command that repeats a run, and the report, name what was given for a setting. */
export function isRepeated(setting: Setting<unknown>): boolean {
  return setting.shapes !== 'output' && !setting.secret && !placed.includes(setting);
}

function warningsOf({ flags, reference }: SettingsInput, source: Source, settings: Settings) {
  const warnings = reference ? [] : weakKeys(source, settings);
  const missingNames = namesMissing(settings);
  if (settings.profile === 'full' && missingNames.length > 0) {
    warnings.push(`no certificate will be issued: it requires ${listed(missingNames, 'and')}`);
  }
  for (const { flag = '' } of [table.apiKey, table.rateLimitKey]) {
    if (reference && flags[flag] !== undefined) {
      warnings.push(`${flag} is ignored: the reference server has its own key`);
    }
  }
  return warnings;
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
    return [
      ...(kindOf(key) === 'real'
        ? []
        : [`${label} is shorter than ${realLength} characters: parts of it may appear in reports`]),
      ...(isQuoted ? [`${label} is in quotes, which are sent as part of the key`] : []),
    ];
  });
}

/**
 * The key that signs the certificate of a run. Throws a `SettingsError` if it is not one, or if `--sign` asks for a
 * certificate that the run cannot earn. The variable counts only for a whole, full run, as it may be in `.env` for
 * all runs.
 */
function readSigning(
  settings: Settings,
  source: Source,
  reference: boolean,
): { readonly key?: KeyObject; readonly warnings: readonly string[] } {
  const pem = readSetting(table.sign, source);
  const given = source.find(table.sign);
  if (pem === undefined || given === undefined) return { warnings: [] };
  const { label, from, text } = given;
  const unfit = unfitness(settings, reference);
  if (unfit !== undefined && from !== 'flag') return { warnings: [] };
  const absent = namesMissing(settings);
  const because = unfit ?? (absent.length > 0 ? `add ${absent.join(', ')}` : undefined);
  if (because !== undefined) {
    throw new SettingsError(
      `${label} signs the certificate of a complete full run: ${because}, or remove ${label}`,
      table.sign.name,
    );
  }
  return { key: createPrivateKey(pem), warnings: openWarning(`${label} ${quoted(text)}`, text) };
}

/** What to do if a run can earn no certificate whatever it finds. */
function unfitness({ profile, partial }: Settings, reference: boolean): string | undefined {
  if (reference) return 'use --base-url instead of --reference';
  if (profile !== 'full') return 'add --profile full';
  return partial ? 'remove --only and --skip' : undefined;
}

/** The flags of the missing names that a certificate must carry. */
function namesMissing({ implementation: { name, version, contact } }: Settings): string[] {
  return [
    ...(name ? [] : [table.implementation]),
    ...(version ? [] : [table.implementationVersion]),
    ...(contact ? [] : [table.contact]),
  ].flatMap(({ flag }) => flag ?? []);
}
