import type { KeyObject } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeLeftovers } from '../../disk/write-whole.ts';
import { codeOf } from '../../settings/files.ts';
import { SettingsError } from '../../settings/settings-error.ts';
import { type Envelope, seal } from './envelope.ts';
import type { Statement } from './statement.ts';

/** Name of the certificate in the folder of the reports. */
export const certificateName = 'certificate.json';

/** The text of `certificate.json`. There is only one for each certificate, so no byte of it can differ. */
export function fileText(certificate: Statement | Envelope): string {
  return `${JSON.stringify(certificate, null, 2)}\n`;
}

/** The Statement as `certificate.json` holds it, in a signed envelope if there is a key. */
export function certificateText(statement: Statement, key: KeyObject | undefined): string {
  return fileText(key === undefined ? statement : seal(JSON.stringify(statement), key));
}

/**
 * Removes the certificate of an earlier run, which would not fit the next reports. Throws a `SettingsError` if that
 * fails.
 */
export function removeCertificate(folder: string): void {
  const path = join(folder, certificateName);
  try {
    rmSync(path, { force: true });
    removeLeftovers(path);
  } catch (error) {
    throw new SettingsError(
      `${path} cannot be removed (${codeOf(error)}): it would lie beside the reports of another run; name another folder with --out`,
    );
  }
}
