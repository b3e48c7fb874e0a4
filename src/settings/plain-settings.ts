import type { Plan, Profile } from '../spec/plans.ts';
import { nearest } from './nearest.ts';
import { type ReadSettings, readSettings } from './read-settings.ts';
import { quoted, SettingsError } from './settings-error.ts';
import { type Setting, table } from './table.ts';

/**
 * The settings of a run as a plain object: those of the command line, under the names of this package, with
 * the same rules and defaults. Nothing is read from the environment or from `.env`.
 */
export interface PlainSettings {
  /** Address of the implementation, with its version segment and without trailing slash. */
  readonly baseUrl: string;
  /** The API key itself. */
  readonly apiKey: string;
  /** The key whose rate limit the full profile spends; default `apiKey`. */
  readonly rateLimitKey?: string | undefined;
  /** `read-only` creates nothing, `core` (default) creates animals, `full` also spends a rate limit. */
  readonly profile?: Profile | undefined;
  /** Plan of the API key; default unknown. */
  readonly plan?: Plan | undefined;
  /** A category that exists, an int64; default: taken from a listed animal, else 1. */
  readonly categoryId?: string | number | bigint | undefined;
  /** Decides all generated data, a 32-bit signed integer; default random. */
  readonly seed?: number | undefined;
  /** Generated cases for each property, 1 to 1000; default: each property's own number. */
  readonly runs?: number | undefined;
  /** Decide these alone: ids, and patterns as `auth.*`. */
  readonly only?: string | readonly string[] | undefined;
  /** Leave these out: ids, and patterns as `auth.*`. */
  readonly skip?: string | readonly string[] | undefined;
  /** Most requests that a run may send; default 2000. */
  readonly maxRequests?: number | undefined;
  /** Most animals that a run may create; default 60. */
  readonly maxCreations?: number | undefined;
  /** Percent of a daily quota that a run may spend where it can see one; default 10. */
  readonly dailyShare?: number | undefined;
  /** Seconds, 0 to 86400: the longest wait for the rate limit; default 120. */
  readonly maxWait?: number | undefined;
  /** Seconds, up to 600: the longest wait for one answer; default 10. */
  readonly timeout?: number | undefined;
  /** Seconds, 0 to 600: time for reads to catch up with writes; default 5. */
  readonly grace?: number | undefined;
  /** Requests in flight at once, 1 to 32; default 4. */
  readonly concurrency?: number | undefined;
  /** Path of a PEM file with further certificate authorities. */
  readonly ca?: string | undefined;
  /** Name of the implementation, for the report. */
  readonly implementation?: string | undefined;
  readonly implementationVersion?: string | undefined;
  /** Whom to ask about it. */
  readonly contact?: string | undefined;
  /** Folder for the report's files; default: none are written. */
  readonly out?: string | undefined;
}

/** Settings that only a command line has. */
const notPlain: readonly string[] = ['baseline', 'debug'];

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
