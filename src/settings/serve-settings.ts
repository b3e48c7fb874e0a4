import type { Plan } from '../catalogue/plans.ts';
import { redactor } from '../secrets/redact.ts';
import { quoted } from '../text/visible.ts';
import { integer, seconds } from './parsers.ts';
import { showingNoKey } from './read-settings.ts';
import { defaulting, settingsOf } from './setting.ts';
import { type Present, present, type ValuesOf } from './settings.ts';
import { refuse, SettingsError } from './settings-error.ts';
import {
  commandLine,
  readSetting,
  readValues,
  refuseUnknownVariables,
  type Sources,
} from './sources.ts';
import { table } from './table.ts';

/** The settings of `serve`, in the order of its help. */
export const serveTable = {
  ...settingsOf({
    port: {
      placeholder: 'N',
      variable: null,
      help: 'port to listen on, 0 for any free one',
      fallback: 8080,
      parse: integer(0, 65_535),
    },
    host: {
      placeholder: 'HOST',
      variable: null,
      help: 'address to listen on',
      fallback: '127.0.0.1',
      parse: (text: string) =>
        /^[\w.:-]+$/.test(text) ? text : refuse('must be an IP address or a host name'),
    },
  }),
  plan: defaulting<Plan>(
    table.plan,
    'business',
    'plan whose rate limits hold: free, pro, business or enterprise',
  ),
  apiKey: { ...table.apiKey, fallbackText: 'a demo key' },
  ...settingsOf({
    window: {
      placeholder: 'SECONDS',
      variable: null,
      help: "length of the rate limit's window",
      fallbackText: '60',
      parse: seconds(0.001, 86_400),
    },
  }),
};

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
  const message =
    code === 'EADDRINUSE' || code === 'EACCES'
      ? `--port "${settings.port}": must be a port that is free and allowed, or 0 for any (${code})`
      : `--host ${quoted(settings.host)}: must be an address of this machine (${code})`;
  return new SettingsError(redactor([settings.apiKey ?? ''], [], true).redact(message));
}
