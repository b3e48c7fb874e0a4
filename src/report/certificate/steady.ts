import { sha256 } from '../../package/digest.ts';
import { SettingsError } from '../../settings/settings-error.ts';
import type { ReadBeside } from './pages.ts';

/**
 * Reads that give the same bytes of a file each time: what is judged is what the digest was taken of. Throws a
 * `SettingsError` where somebody changed the file in between.
 */
export function steady(read: ReadBeside): ReadBeside {
  const digests = new Map<string, string | undefined>();
  return (file) => {
    const bytes = read(file);
    const digest = bytes && sha256(bytes);
    if (digests.has(file) && digests.get(file) !== digest) {
      throw new SettingsError(
        `${file} was changed while it was verified: verify a copy that nobody else writes to`,
      );
    }
    digests.set(file, digest);
    return bytes;
  };
}
