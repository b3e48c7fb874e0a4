import type { Environment } from './files.ts';
import { verifyingKey } from './keys.ts';
import { challengeToken } from './parsers.ts';
import { settingsOf } from './setting.ts';
import type { ValuesOf } from './settings.ts';
import { commandLine, readValues } from './sources.ts';

/** The settings of `verify`. */
export const verifyTable = settingsOf({
  key: {
    placeholder: 'FILE',
    variable: null,
    help: "PEM file with the signer's Ed25519 public key; a signed certificate needs it",
    parse: verifyingKey,
    file: { of: 'flag' },
    secret: true,
  },
  challenge: {
    placeholder: 'TOKEN',
    variable: null,
    help: 'the token that you gave to whoever ran the suite: the run must be bound to it',
    parse: challengeToken,
  },
});

/** What `verify` is given. */
export type VerifySettings = ValuesOf<typeof verifyTable>;

/** The settings of `verify`, by its flags. Throws a `SettingsError` of one line. */
export function readVerifySettings(flags: Environment): VerifySettings {
  return readValues(verifyTable, commandLine({ flags, env: {}, dotenv: {} }));
}
