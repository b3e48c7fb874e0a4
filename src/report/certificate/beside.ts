/** The files beside a certificate. */
import type { Exchange } from '../../http/exchange.ts';
import { sha256 } from '../../package/digest.ts';
import { SettingsError } from '../../settings/settings-error.ts';
import type { Report } from '../report.ts';
import { type Format, formats } from '../write.ts';

/** Reads a file beside the certificate; undefined if it is missing. */
export type ReadBeside = (name: string) => Uint8Array | undefined;

/**
 * Reads that give the same bytes of a file each time, so that what is judged is what the digest was taken of. Throws a
 * `SettingsError` if somebody changed the file in between.
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

/** The files that differ by a byte from what this suite writes for a report and its traffic. */
export function foreignPages(
  report: Report,
  exchanges: readonly Exchange[],
  read: ReadBeside,
): string[] {
  return formats
    .filter((format) => !isOwn(format, report, exchanges, read))
    .map(({ name }) => name);
}

function isOwn(
  { name, render, pieces = (...of) => [render(...of)] }: Format,
  report: Report,
  exchanges: readonly Exchange[],
  read: ReadBeside,
): boolean {
  const bytes = read(name);
  if (bytes === undefined) return false;
  let at = 0;
  for (const piece of pieces(report, exchanges)) {
    const due = Buffer.from(piece);
    if (!due.equals(bytes.subarray(at, at + due.length))) return false;
    at += due.length;
  }
  return at === bytes.length;
}
