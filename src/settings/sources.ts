import { didYouMean } from '../text/nearest.ts';
import { quoted, visible } from '../text/visible.ts';
import { codeOf, type Environment, isCertainlyPath, readText } from './files.ts';
import { refuse, SettingsError, WrongValue } from './settings-error.ts';
import { knownVariables, type Setting, shared, table, type ValuesOf } from './settings-table.ts';
import { attempted } from './value-kinds.ts';

/** What the command line, the environment and `.env` gave, the strongest first. */
export interface Sources {
  /** What the command line gave, by flag, as `{'--seed': '7'}`. */
  readonly flags: Environment;
  readonly env: Environment;
  readonly dotenv: Environment;
}

/** The text of a setting and where it came from. */
export interface Given {
  readonly text: string;
  readonly from: 'flag' | 'variable' | 'member';
  /** As its reader names it: `--seed`, `PETSTORE_SEED`, `PETSTORE_SEED in .env`, `seed`. */
  readonly label: string;
}

type AnySetting = Setting<unknown, unknown>;

/** Where settings come from, and what they are called there. */
export interface Source {
  find(setting: AnySetting): Given | undefined;
  /** What its reader calls a setting that was not given. */
  nameOf(setting: AnySetting): string;
  /** How to give an address or a key if there is none. */
  readonly ways: Readonly<Record<'baseUrl' | 'apiKey', string>>;
}

/**
 * The settings of a command line: the flag wins over the environment, that over `.env`. An empty variable counts as not
 * set, and hides the same one in `.env`, so that it can be switched off for one command.
 */
export function commandLine({ flags, env, dotenv }: Sources): Source {
  return {
    find({ flag, variable }) {
      const flagged = flags[flag];
      if (flagged !== undefined) return { text: flagged, from: 'flag', label: flag };
      if (variable === undefined) return undefined;
      const set = env[variable];
      const text = set ?? dotenv[variable];
      if (!text) return undefined;
      const label = set === undefined ? `${variable} in .env` : variable;
      return { text, from: 'variable', label };
    },
    nameOf: ({ flag }) => flag,
    ways: {
      baseUrl:
        'set --base-url or PETSTORE_BASE_URL (run --reference judges the embedded reference server)',
      apiKey: 'set PETSTORE_API_KEY, or pass a file with --api-key-file',
    },
  };
}

type Members = typeof shared;
type GivenFor<S> = S extends Setting<unknown, infer Given> ? Given : never;
type Needed = 'baseUrl' | 'apiKey';

/**
 * The settings of a run as a plain object: those of the command line under their names in the library, with the same
 * rules and defaults (`run --help`, and docs/library.md). `apiKey` and `rateLimitKey` are the keys themselves; times
 * are in seconds. Nothing is read from the environment or from `.env`.
 */
export type PlainSettings = { readonly [Name in Needed]: GivenFor<Members[Name]> } & {
  readonly [Name in Exclude<keyof Members, Needed>]?: GivenFor<Members[Name]> | undefined;
};

/** The settings that a program gives as an object. Throws a `SettingsError` for a member that is none or has no text. */
export function plainObject(given: object, without: readonly string[]): Source {
  const known = Object.values<AnySetting>(shared).filter(({ name }) => !without.includes(name));
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    const setting = known.find((one) => one.name === name) ?? unknownMember(name, known);
    if (value !== undefined) texts.set(name, asText(setting, value));
  }
  return {
    find({ name }) {
      const text = texts.get(name);
      return text === undefined ? undefined : { text, from: 'member', label: name };
    },
    nameOf: ({ name }) => name,
    ways: { baseUrl: 'set baseUrl', apiKey: 'set apiKey' },
  };
}

function unknownMember(name: string, known: readonly AnySetting[]): never {
  const names = known.map((setting) => setting.name);
  const near = didYouMean(name, names, `; the settings are ${names.join(', ')}`);
  throw new SettingsError(`${quoted(name)} is not a known setting${near}`, name);
}

/** A value as a flag would have it, so that the rules of the flag hold. */
function asText({ name, kind }: AnySetting, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return `${value}`;
  if (kind.list && Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.join(',');
  }
  const right = kind.list ? 'an array of ids, or a string' : 'a string or a number';
  throw new SettingsError(`${name}: must be ${right}`, name);
}

/** The keys in environment and `.env`, and in the files that a command line names: no error may show one. */
export function keysIn({ env, dotenv }: Omit<Sources, 'flags'>, argv: readonly string[] = []) {
  return [table.apiKey, table.rateLimitKey].flatMap(({ variable = '', flag }) => {
    const words = argv.flatMap((word) => word.split(/(?<=^--[^=]+)=/));
    const files = words.filter((_, at) => words[at - 1] === flag);
    const read = files.map((file) => attempted(() => readText(file).trim()) ?? '');
    return [env[variable] ?? '', dotenv[variable] ?? '', ...read];
  });
}

/** What a reader calls a setting: the place that its value came from, or its flag. */
export function labelOf(setting: AnySetting, source: Source): string {
  return source.find(setting)?.label ?? source.nameOf(setting);
}

/** The value of a setting, its fallback if nothing was given. Throws a `SettingsError` of one line. */
export function readSetting<T>(setting: Setting<T, unknown>, source: Source): T {
  const given = source.find(setting);
  if (given === undefined) return setting.fallback;
  try {
    return setting.kind.parse(valueText(setting, given));
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    const value = shown(setting, given);
    const words = value === undefined ? given.label : `${given.label} ${quoted(value)}`;
    throw new SettingsError(`${words}: ${visible(error.message)}`, setting.name);
  }
}

/** The values of some settings. Throws a `SettingsError` for the first bad one. */
export function readValues<T extends Readonly<Record<string, AnySetting>>>(
  settings: T,
  source: Source,
): ValuesOf<T>;
export function readValues(settings: Readonly<Record<string, AnySetting>>, source: Source): object {
  return Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, readSetting(setting, source)]),
  );
}

/** As Kubernetes documents under "Environment variables" of services. */
const serviceLink = /_SERVICE_(HOST|PORT)|_PORT_\d+_|_PORT=(tcp|udp|sctp):/;

/**
 * Throws a `SettingsError` for an unknown `PETSTORE_` variable, with the nearest known one. What Kubernetes sets in
 * every container for a service named `petstore` is ignored.
 */
export function refuseUnknownVariables({ env, dotenv }: Sources): void {
  for (const [place, variables] of Object.entries({ '': env, ' in .env': dotenv })) {
    for (const [name, value = ''] of Object.entries(variables)) {
      if (!/^petstore_/i.test(name) || knownVariables.includes(name)) continue;
      if (serviceLink.test(`${name}=${value}`)) continue;
      const near = didYouMean(name, knownVariables, '; run --help lists them');
      // Somebody may have swapped a variable and its value, the key.
      const named = /^petstore(?:_[a-z]{1,15})+$/i.test(name) ? name : 'PETSTORE_… (not shown)';
      throw new SettingsError(`${named}${place} is not a known variable${near}`, named);
    }
  }
}

/** Whether what was given is the path of a file, and not the value itself. */
export function namesFile({ kind }: AnySetting, { from }: Given): boolean {
  return kind.file === 'always' || (kind.file === 'of the flag' && from === 'flag');
}

function valueText(setting: AnySetting, given: Given): string {
  const { text, from } = given;
  if (text === '') return refuse('must not be empty');
  // `--out --seed 7`: the shell lost a value, and the next flag was taken for it.
  if (from === 'flag' && /^--[a-z]/.test(text)) return refuse('must have a value');
  if (!namesFile(setting, given)) return text;
  const content = contentOf(setting, given);
  if (setting.kind.file === 'always') return content;
  return content.replace(/\r?\n$/, '') || refuse('must be a file with the key; it is empty');
}

function contentOf(setting: AnySetting, given: Given): string {
  try {
    return readText(given.text);
  } catch (error) {
    const unseen = shown(setting, given) === undefined;
    const why = unseen ? '; the value is not shown, as it may be a key' : '';
    return refuse(`must be a readable file (${codeOf(error)})${why}`);
  }
}

/** What an error may show of a value: nothing of a key, even if it was given instead of its file. */
function shown(setting: AnySetting, given: Given): string | undefined {
  const { text } = given;
  const isFile = namesFile(setting, given) && isCertainlyPath(text);
  if (text === '' || (setting.secret && !isFile)) return undefined;
  return setting.kind.show === undefined ? text : setting.kind.show(text);
}
