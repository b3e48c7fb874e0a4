import type { KeyObject } from 'node:crypto';
import { type Environment, readText } from './files.ts';
import { verifyingKey } from './pem.ts';
import { readSetting } from './sources.ts';
import type { Setting } from './table.ts';

const key: Setting<KeyObject | undefined> = {
  flag: '--key',
  placeholder: 'FILE',
  help: "PEM file with the signer's Ed25519 public key; a signed certificate needs it",
  fallback: undefined,
  parse: verifyingKey,
  file: { of: 'flag', read: (content) => content },
  secret: true,
};

/** The settings of `verify`. */
export const verifyTable: readonly Setting<unknown>[] = [key];

/** The public key of `--key`, if given. Throws a `SettingsError` of one line. */
export function readVerifyingKey(flags: Environment): KeyObject | undefined {
  return readSetting(key, { flags, env: {}, dotenv: {} }, readText);
}
