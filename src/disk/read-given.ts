import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { diskWords } from './failure.ts';

/** The most bytes of a file from somebody else that are read: several times what the longest run writes. */
export const mostGiven = 24 * 1024 * 1024;

/** Why a file from somebody else is not taken. The message is a phrase: `is a symbolic link`, `is not JSON`. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
}

/**
 * The bytes of a file in a folder that somebody else made; undefined if it is missing. Links are not followed, and a
 * device, a pipe or a file of more than `mostGiven` bytes is not read: such a file, or one that cannot be read, throws
 * Unfit.
 */
export function readGiven(path: string): Uint8Array | undefined {
  const file = openPlain(path);
  if (file === undefined) return undefined;
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new Unfit('is not a regular file');
    if (found.size > mostGiven) {
      throw new Unfit(`holds ${found.size} bytes, and no more than ${mostGiven} are read`);
    }
    // As many bytes as it had when it was opened, even if it has grown since.
    const bytes = new Uint8Array(found.size);
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}

/** Without following a link, and without waiting for the other end of a pipe. */
function openPlain(path: string): number | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP' || code === 'EMLINK') throw new Unfit('is a symbolic link');
    // A socket, or a device without a driver.
    if (code === 'ENXIO' || code === 'ENODEV') throw new Unfit('is not a regular file');
    throw new Unfit(`cannot be read: ${diskWords(error)}`);
  }
}
