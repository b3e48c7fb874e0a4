/** Why a file could not be written, by the code of the operating system. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is spent',
  EFBIG: 'the file is larger than allowed',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file, not a folder',
  ENOTSUP: 'a device, a pipe or a socket is in the way',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its links lead in a circle',
  EISDIR: 'a folder of that name is in the way',
  EMFILE: 'this process may open too few files: raise its limit, as with ulimit -n 256',
};

/** `no space is left on the device (ENOSPC)`: what an error of the file system says, in words. */
export function diskWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) return error instanceof Error ? error.message : 'unknown error';
  const reason = reasons[code];
  return reason === undefined ? code : `${reason} (${code})`;
}

/** A result could not be written whole: the verdict stands, and a file of it is missing or an old one. */
export class WriteFailure extends Error {
  override readonly name = 'WriteFailure';
  /** Paths of the files that were written whole nevertheless. */
  readonly written: readonly string[];

  constructor(message: string, written: readonly string[] = []) {
    super(message);
    this.written = written;
  }
}
