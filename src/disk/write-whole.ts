import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file to its end, or leaves what was there before. The bytes go into a new file beside it, which is
 * synchronized and then renamed. A link of that name is replaced and never followed; a file that is replaced keeps its
 * mode. A device, a pipe or a socket, or a link to one, is never replaced: root would take `/dev/null` away from
 * everybody. Throws Node's own error.
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const mode = await modeOf(path);
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  try {
    // `wx`: if anything has that name already, a link included, it is an error.
    await fill(await open(beside, 'wx', mode), text);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Appends to a file; a pipe that nobody reads is an error, not a wait. Throws Node's own error. */
export function append(path: string, text: string): void {
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

async function fill(file: FileHandle, text: string): Promise<void> {
  try {
    // A disk that is nearly full may take only a part of a write, silently; writeFile goes on until that is an error.
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function modeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory()) throw Object.assign(new Error(path), { code: 'EISDIR' });
  const led = found?.isSymbolicLink() ? await stat(path).catch(() => undefined) : found;
  if (led && !led.isFile() && !led.isDirectory()) {
    throw Object.assign(new Error(path), { code: 'ENOTSUP' });
  }
  return found?.isFile() ? found.mode & ~constants.S_IFMT : 0o666;
}
