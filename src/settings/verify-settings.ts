import type { KeyObject } from 'node:crypto';
import type { Environment } from './files.ts';
import { verifyingKey } from './pem.ts';
import { settingsOf } from './setting.ts';
import { commandLine, readSetting } from './sources.ts';

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
});

/** The public key of `--key`, if given. Throws a `SettingsError` of one line. */
export function readVerifyingKey(flags: Environment): KeyObject | undefined {
  return readSetting(verifyTable.key, commandLine({ flags, env: {}, dotenv: {} }));
}
