import type { Plan } from '../catalogue/plans.ts';
import { redactor } from '../secrets/redact.ts';
import { type ReadText, readText } from './files.ts';
import { integer, seconds } from './parsers.ts';
import { quoted, refuse, SettingsError } from './settings-error.ts';
import { readSetting, refuseUnknownVariables, type Sources } from './sources.ts';
import { type Setting, table } from './table.ts';

/** What the reference server is started with. */
export interface ServeSettings {
  /** 0 for any free one. */
  readonly port: number;
  readonly host: string;
  readonly plan: Plan;
  /** Absent: the reference server's own demo key. */
  readonly apiKey?: string;
  /** Length in seconds of the window that the plan calls a minute; absent: a minute. */
  readonly window?: number;
}

const port: Setting<number> = {
  flag: '--port',
  placeholder: 'N',
  help: 'port to listen on, 0 for any free one',
  fallback: 8080,
  fallbackText: '8080',
  parse: integer(0, 65_535),
};

const host: Setting<string> = {
  flag: '--host',
  placeholder: 'HOST',
  help: 'address to listen on',
  fallback: '127.0.0.1',
  fallbackText: '127.0.0.1',
  parse: (text) =>
    /^[\w.:-]+$/.test(text) ? text : refuse('must be an IP address or a host name'),
};

const window: Setting<number | undefined> = {
  flag: '--window',
  placeholder: 'SECONDS',
  help: "length of the rate limit's window",
  fallback: undefined,
  fallbackText: '60',
  parse: seconds(0.001, 86_400),
};

const plan: Setting<Plan> = {
  ...table.plan,
  help: 'plan whose rate limits hold: free, pro, business or enterprise',
  fallback: 'business',
  fallbackText: 'business',
  parse: (text) => table.plan.parse(text) ?? 'business',
};

const apiKey: Setting<string | undefined> = { ...table.apiKey, fallbackText: 'a demo key' };

/** The settings of `serve`, in the order of its help. */
export const serveTable: readonly Setting<unknown>[] = [port, host, plan, apiKey, window];

/** The settings of the reference server, validated. Throws a `SettingsError` of one line. */
export function readServeSettings(sources: Sources, read: ReadText = readText): ServeSettings {
  refuseUnknownVariables(sources);
  const key = readSetting(apiKey, sources, read);
  try {
    return readOthers(sources, read, key);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError(redactor([key ?? '']).redact(error.message));
  }
}

function readOthers(sources: Sources, read: ReadText, key: string | undefined): ServeSettings {
  const length = readSetting(window, sources, read);
  return {
    port: readSetting(port, sources, read),
    host: readSetting(host, sources, read),
    plan: readSetting(plan, sources, read),
    ...(key === undefined ? {} : { apiKey: key }),
    ...(length === undefined ? {} : { window: length }),
  };
}

/** Why the server could not listen, as an error about the setting that is to blame. */
export function listenError(settings: ServeSettings, code: string): SettingsError {
  const message =
    code === 'EADDRINUSE' || code === 'EACCES'
      ? `--port "${settings.port}": must be a port that is free and allowed, or 0 for any (${code})`
      : `--host ${quoted(settings.host)}: must be an address of this machine (${code})`;
  return new SettingsError(redactor([settings.apiKey ?? '']).redact(message));
}
