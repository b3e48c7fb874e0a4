import { nearest } from '../text/nearest.ts';
import { codeOf, type Environment, isCertainlyPath, type ReadText } from './files.ts';
import { oneLine, quoted, Refusal, refuse, SettingsError } from './settings-error.ts';
import { knownVariables, type Setting } from './table.ts';

/** Where settings come from, the strongest first. */
export interface Sources {
  /** What the command line gave, by flag, as `{'--seed': '7'}`. */
  readonly flags: Environment;
  readonly env: Environment;
  readonly dotenv: Environment;
}

/** The text of a setting and where it came from. */
export interface Given {
  readonly text: string;
  readonly from: 'flag' | 'environment' | 'dotenv';
  /** As its reader names it: `--seed`, `PETSTORE_SEED`, `PETSTORE_SEED in .env`. */
  readonly label: string;
}

/**
 * What was given for a setting: flag, else environment, else `.env`. An empty variable counts as not set,
 * and hides the same one in `.env`, so that it can be switched off for one command.
 */
export function findGiven(setting: Setting<unknown>, sources: Sources): Given | undefined {
  const { flag, variable } = setting;
  const flagged = flag === undefined ? undefined : sources.flags[flag];
  if (flag !== undefined && flagged !== undefined) {
    return { text: flagged, from: 'flag', label: flag };
  }
  if (variable === undefined) return undefined;
  const set = sources.env[variable];
  const inFile = set === undefined ? sources.dotenv[variable] : undefined;
  if (set) return { text: set, from: 'environment', label: variable };
  if (inFile) return { text: inFile, from: 'dotenv', label: `${variable} in .env` };
  return undefined;
}

/** The value of a setting, its fallback where nothing was given. Throws a `SettingsError` of one line. */
export function readSetting<T>(setting: Setting<T>, sources: Sources, read: ReadText): T {
  const given = findGiven(setting, sources);
  if (given === undefined) return setting.fallback;
  try {
    return setting.parse(textOf(setting, given, read));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new SettingsError(`${given.label}${shown(setting, given)}: ${oneLine(error.message)}`);
  }
}

/**
 * Throws a `SettingsError` for a `PETSTORE_` variable that means nothing, with the nearest one that does.
 * What Kubernetes sets in every container for a service named `petstore` is left alone.
 */
export function refuseUnknownVariables(sources: Pick<Sources, 'env' | 'dotenv'>): void {
  for (const [place, variables] of [
    ['', sources.env],
    [' in .env', sources.dotenv],
  ] as const) {
    for (const [name, value = ''] of Object.entries(variables)) {
      if (!/^petstore_/i.test(name) || knownVariables.includes(name)) continue;
      if (isServiceLink(name, value)) continue;
      const right = nearest(name, knownVariables);
      throw new SettingsError(
        `${oneLine(name)}${place} is no known variable; did you mean ${right}?`,
      );
    }
  }
}

function textOf(setting: Setting<unknown>, given: Given, read: ReadText): string {
  const { text, from } = given;
  if (text === '') return refuse('must not be empty');
  // `--out --seed 7`: the shell lost a value, and the next flag stands in its place.
  if (from === 'flag' && /^--[a-z]/.test(text)) return refuse('must have a value');
  const { file } = setting;
  if (file === undefined || (file.of === 'flag' && from !== 'flag')) return text;
  return file.read(contentOf(text, read));
}

function contentOf(path: string, read: ReadText): string {
  try {
    return read(path);
  } catch (error) {
    return refuse(`must name a readable file (${codeOf(error)})`);
  }
}

function shown(setting: Setting<unknown>, { text, from }: Given): string {
  if (text === '') return '';
  if (setting.secret && (from !== 'flag' || !isCertainlyPath(text))) return '';
  return ` ${(setting.show ?? quoted)(text)}`;
}

/** As Kubernetes documents under "Environment variables" of services. */
function isServiceLink(name: string, value: string): boolean {
  return (
    /_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)$/.test(name) ||
    /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name) ||
    (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value))
  );
}
