import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeLeftovers } from '../../disk/write-whole.ts';
import { codeOf } from '../../settings/files.ts';
import { SettingsError } from '../../settings/settings-error.ts';
import { certificateName } from './name.ts';

/**
 * Removes the certificate of an earlier run, which the next reports would not bear out. Throws a
 * `SettingsError` if it cannot be removed.
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
