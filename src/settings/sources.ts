import { didYouMean } from '../text/nearest.ts';
import { quoted, visible } from '../text/visible.ts';
import { codeOf, type Environment, isCertainlyPath, readText } from './files.ts';
import { forkWords } from './fork.ts';
import type { Setting } from './setting.ts';
import type { ValuesOf } from './settings.ts';
import { refuse, SettingsError, WrongValue } from './settings-error.ts';
import { knownVariables, table } from './table.ts';

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

/** Where settings come from, and what they are called there. */
export interface Source {
  find(setting: Setting<unknown>): Given | undefined;
  readonly names: Readonly<Record<'only' | 'skip' | 'profile', string>>;
  /** How to give an address or a key if there is none. */
  readonly ways: Readonly<Record<'baseUrl' | 'apiKey', string>>;
  /** Why a key may be missing although one is expected, as words after how to give it; empty if nothing is known. */
  readonly noKey?: () => string;
  /** The settings that a key goes into. */
  readonly keyNames: string;
}

/**
 * The settings of a command line: the flag wins over the environment, that over `.env`. An empty variable counts as not
 * set, and hides the same one in `.env`, so that it can be switched off for one command.
 */
export function commandLine({ flags, env, dotenv }: Sources): Source {
  return {
    find({ flag, variable }) {
      const flagged = flag === undefined ? undefined : flags[flag];
      if (flag !== undefined && flagged !== undefined) {
        return { text: flagged, from: 'flag', label: flag };
      }
      if (variable === undefined) return undefined;
      const set = env[variable];
      const text = set ?? dotenv[variable];
      if (!text) return undefined;
      const label = set === undefined ? `${variable} in .env` : variable;
      return { text, from: 'variable', label };
    },
    names: { only: '--only', skip: '--skip', profile: '--profile' },
    ways: {
      baseUrl:
        'give --base-url or PETSTORE_BASE_URL, or --reference to judge the embedded reference server',
      apiKey: 'set PETSTORE_API_KEY, or name a file that holds it with --api-key-file',
    },
    noKey: () => forkWords(env),
    keyNames: 'PETSTORE_API_KEY or --api-key-file',
  };
}

/** The keys in environment and `.env`: no error may show one. */
export function keysIn(...places: readonly Environment[]): string[] {
  return places.flatMap((variables) =>
    [table.apiKey, table.rateLimitKey].map(({ variable = '' }) => variables[variable] ?? ''),
  );
}

/** What a reader calls a setting: the place that its value came from, or its flag. */
export function labelOf(setting: Setting<unknown>, source: Source): string {
  return source.find(setting)?.label ?? setting.flag ?? setting.name;
}

/** The value of a setting, its fallback if nothing was given. Throws a `SettingsError` of one line. */
export function readSetting<T>(setting: Setting<T>, source: Source): T {
  const given = source.find(setting);
  if (given === undefined) return setting.fallback;
  try {
    return setting.parse(valueText(setting, given), source.keyNames);
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    const problem = visible(error.message);
    const value = shown(setting, given);
    const about = { setting: setting.name, problem, ...(value === undefined ? {} : { value }) };
    const words = value === undefined ? given.label : `${given.label} ${quoted(value)}`;
    throw new SettingsError(`${words}: ${problem}`, about);
  }
}

/** The values of some settings. Throws a `SettingsError` for the first bad one. */
export function readValues<T extends Readonly<Record<string, Setting<unknown>>>>(
  settings: T,
  source: Source,
): ValuesOf<T>;
export function readValues(
  settings: Readonly<Record<string, Setting<unknown>>>,
  source: Source,
): object {
  return Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, readSetting(setting, source)]),
  );
}

/**
 * Throws a `SettingsError` for an unknown `PETSTORE_` variable, with the nearest known one. What Kubernetes sets in
 * every container for a service named `petstore` is ignored.
 */
export function refuseUnknownVariables({ env, dotenv }: Sources): void {
  for (const [place, variables] of Object.entries({ '': env, ' in .env': dotenv })) {
    for (const [name, value = ''] of Object.entries(variables)) {
      if (!/^petstore_/i.test(name) || knownVariables.includes(name)) continue;
      if (isServiceLink(name, value)) continue;
      throw new SettingsError(
        `${visible(name)}${place} is not a known variable${didYouMean(name, knownVariables, '; run --help lists them')}`,
      );
    }
  }
}

function valueText(setting: Setting<unknown>, given: Given): string {
  const { file } = setting;
  const { text, from } = given;
  if (text === '') return refuse('must not be empty');
  // `--out --seed 7`: the shell lost a value, and the next flag was taken for it.
  if (from === 'flag' && /^--[a-z]/.test(text)) return refuse('must have a value');
  if (file === undefined || (file.of === 'flag' && from !== 'flag')) return text;
  const content = contentOf(setting, given);
  return file.read?.(content, '') ?? content;
}

function contentOf(setting: Setting<unknown>, given: Given): string {
  try {
    return readText(given.text);
  } catch (error) {
    const unseen = shown(setting, given) === undefined;
    const why = unseen ? '; what was given is not shown, as it may be a key' : '';
    return refuse(`must name a readable file (${codeOf(error)})${why}`);
  }
}

/** What an error may show of a value: nothing of a key, even if it was given instead of its file. */
function shown(setting: Setting<unknown>, { text, from }: Given): string | undefined {
  const { secret, show, file } = setting;
  const namesFile = from === 'flag' || file?.of === 'all';
  if (text === '' || (secret && !(namesFile && isCertainlyPath(text)))) return undefined;
  return show?.(text) ?? text;
}

/** As Kubernetes documents under "Environment variables" of services. */
function isServiceLink(name: string, value: string): boolean {
  return (
    /_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)$/.test(name) ||
    /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name) ||
    (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value))
  );
}
