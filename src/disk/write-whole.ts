import { createHash, randomBytes } from 'node:crypto';
import { constants, lstatSync, readlinkSync, rmSync } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { entriesIn } from './names.ts';

/**
 * Writes a file to its end, or leaves what was there before. The bytes go into a new file beside it, which is
 * synchronized and checked for its size, and then renamed. A link of that name is replaced and never followed; a file
 * that is replaced keeps its mode. A device, a pipe or a socket, or a link to one, is never replaced: root would take
 * `/dev/null` away from everybody. `text` comes whole or in pieces, each of which is released once it is written. What
 * a killed process (SIGKILL) left of the same file is removed. Throws Node's own error.
 */
export async function writeWhole(path: string, text: string | Iterable<string>): Promise<void> {
  const mode = await modeOf(path);
  removeLeftovers(path);
  const own = `${process.pid}-${here()}${randomBytes(3).toString('hex')}`;
  const beside = join(dirname(path), `.${basename(path)}.${own}`);
  begin(beside);
  try {
    // `wx`: if anything has that name already, a link included, it is an error.
    await fill(await open(beside, 'wx', mode), typeof text === 'string' ? [text] : text);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  } finally {
    end(beside);
  }
}

/**
 * Removes what processes that are gone have left beside a file: regular files with names as `writeWhole` makes them,
 * and nothing else. Whether a process elsewhere, as in another container, is gone cannot be known here: its files are
 * removed once nothing was written to them for an hour. What cannot be read or removed stays.
 */
export function removeLeftovers(path: string): void {
  const folder = dirname(path);
  const start = `.${basename(path)}.`;
  for (const { name } of entriesIn(folder)) {
    const [, pid, where] =
      /^(\d{1,10})-([0-9a-f]{6})[0-9a-f]{6}$/.exec(name.slice(start.length)) ?? [];
    if (pid === undefined || !name.startsWith(start)) continue;
    const left = join(folder, name);
    if (unfinished.has(left) || (where === here() && isOfAnother(Number(pid)))) continue;
    try {
      const found = lstatSync(left);
      const isRecent = Date.now() - found.mtimeMs < longestWriteMs;
      if (found.isFile() && (where === here() || !isRecent)) rmSync(left);
    } catch {
      // It belongs to somebody else, or another process has removed it.
    }
  }
}

/** Far longer than a file takes to be written. */
const longestWriteMs = 3_600_000;

/**
 * Names the place in which process ids are unique, in six hexadecimal digits: the machine, and on Linux its PID
 * namespace. Each container has its own, and its first process has the id 1.
 */
function here(): string {
  known ??= createHash('sha256')
    .update(`${hostname()} ${pidNamespace()}`)
    .digest('hex')
    .slice(0, 6);
  return known;
}

let known: string | undefined;

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Whether another process of that number is there. */
function isOfAnother(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Files that are not whole yet: a process that ends now removes them. */
const unfinished = new Set<string>();
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function begin(path: string): void {
  unfinished.add(path);
  if (unfinished.size > 1) return;
  process.on('exit', removeUnfinished);
  for (const signal of signals) process.on(signal, onSignal);
}

function end(path: string): void {
  unfinished.delete(path);
  if (unfinished.size > 0) return;
  process.off('exit', removeUnfinished);
  for (const signal of signals) process.off(signal, onSignal);
}

function removeUnfinished(): void {
  for (const path of unfinished) rmSync(path, { force: true });
}

/**
 * If anybody else listens for the signal, that listener decides; otherwise the process ends as it would without this
 * one.
 */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeUnfinished();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
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

const newMode = 0o666;

async function modeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory()) throw Object.assign(new Error(path), { code: 'EISDIR' });
  const led = found?.isSymbolicLink() ? await stat(path).catch(() => undefined) : found;
  if (led && !led.isFile() && !led.isDirectory()) {
    throw Object.assign(new Error(path), { code: 'ENOTSUP' });
  }
  return found?.isFile() ? found.mode & ~constants.S_IFMT : newMode;
}
