import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file to its end, or leaves what was there before. The bytes go into a new file beside it, which is
 * synchronized and checked for its size, and then renamed. A link of that name is replaced and never followed; a file
 * that is replaced keeps its mode. A device, a pipe or a socket, or a link to one, is never replaced: root would take
 * `/dev/null` away from everybody. `text` comes whole or in pieces, each of which is released once it is written. What
 * a process that was killed left of the same file is removed once it is an hour old. Throws Node's own error.
 */
export async function writeWhole(path: string, text: string | Iterable<string>): Promise<void> {
  const mode = await modeOf(path);
  removeLeftovers(path);
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  try {
    // `wx`: if anything has that name already, a link included, it is an error.
    await fill(await open(beside, 'wx', mode), typeof text === 'string' ? [text] : text);
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

/**
 * Makes a folder, and those above it. Node's own `recursive` never returns below /proc, where a folder cannot be made in
 * one that exists. Throws Node's own error.
 */
export function makeFolder(folder: string): void {
  const isMade = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isMade()) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isMade()) throw error;
  }
}

/** Far longer than a file takes to be written. */
const longestWriteMs = 3_600_000;

/**
 * Removes what processes that were killed have left beside a file: regular files with names as `writeWhole` makes them,
 * to which nothing was written for an hour, and nothing else. What cannot be read or removed stays.
 */
export function removeLeftovers(path: string): void {
  const start = `.${basename(path)}.`;
  for (const name of namesIn(dirname(path))) {
    if (!name.startsWith(start) || !/^[0-9a-f]{12}$/.test(name.slice(start.length))) continue;
    const left = join(dirname(path), name);
    try {
      const found = lstatSync(left);
      if (found.isFile() && Date.now() - found.mtimeMs > longestWriteMs) rmSync(left);
    } catch {
      // It belongs to somebody else, or another process has removed it.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Whoever writes into the folder says what is wrong with it.
    return [];
  }
}

async function fill(file: FileHandle, pieces: Iterable<string>): Promise<void> {
  let due = 0;
  try {
    for (const piece of pieces) {
      const bytes = Buffer.from(piece);
      due += bytes.length;
      // A disk that is nearly full may take only a part of a write, silently; writeFile goes on until that is an error.
      await file.writeFile(bytes);
    }
    await file.sync();
    const { size } = await file.stat();
    if (size !== due) {
      throw Object.assign(new Error(`${size} of ${due} bytes were kept`), { code: 'EIO' });
    }
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
