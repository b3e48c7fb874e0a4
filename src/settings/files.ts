import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'dotenv';
import { quoted } from '../text/visible.ts';
import { SettingsError } from './settings-error.ts';

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The most bytes of a file that a setting names: bundles of certificate authorities have some hundred thousand. */
const mostNamed = 4 * 1024 * 1024;

/**
 * Reads a file that a setting names, as UTF-8: also a pipe (`<(pass show key)`), but not an endless device, which would
 * fill the memory: EFBIG. Throws Node's own error.
 */
export function readText(path: string): string {
  const file = openSync(path, 'r');
  try {
    const pieces: Buffer[] = [];
    for (let left = mostNamed; left >= 0; ) {
      const piece = Buffer.allocUnsafe(64 * 1024);
      const count = readSync(file, piece, 0, piece.length, null);
      if (count === 0) return Buffer.concat(pieces).toString('utf8');
      pieces.push(piece.subarray(0, count));
      left -= count;
    }
    throw Object.assign(new Error(`${path} is too long`), { code: 'EFBIG' });
  } finally {
    closeSync(file);
  }
}

/** The error code of the operating system. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

/** Whether a text is certainly a path: a key that was given instead of one must not be shown. */
export function isCertainlyPath(text: string): boolean {
  // No key ends like this.
  if (/^[^\p{Cc}\s]{1,200}\.(pem|pub|txt)$/iu.test(text)) return true;
  return existsSync(text) || (/[\\/]/.test(text) && existsSync(dirname(text)));
}

/** Whether a path leads to a folder. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * The variables of `.env` in a folder, none if there is no such file, and a warning if others can
 * read a key in it. The process's environment stays as it is. Throws a `SettingsError` if the file
 * cannot be read.
 */
export function readDotenv(folder: string): { values: Environment; warnings: string[] } {
  const file = join(folder, '.env');
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return { values: {}, warnings: [] };
    // Reading a pipe would wait until somebody writes into it.
    if (!found.isFile()) throw Object.assign(new Error(file), { code: 'it is not a regular file' });
    const values = parse(readText(file));
    return { values, warnings: warningsOf(values, file) };
  } catch (error) {
    throw new SettingsError(`.env cannot be read (${codeOf(error)}): must be a readable text file`);
  }
}

/**
 * Makes the folder for the reports if there is none, and tests that files can be put into it. `label`
 * is the setting that it comes from. Throws a `SettingsError`.
 */
export function prepareFolder(folder: string, label: string): void {
  try {
    makeFolder(resolve(folder));
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = codeOf(error);
    const why = code === 'EEXIST' ? 'it is a file' : code;
    throw new SettingsError(
      `${label} ${quoted(folder)}: must be a folder that can be made and written to (${why})`,
    );
  }
}

/**
 * Refuses a folder that this program chose, below one that it was told of, if it is a link: somebody else may have made
 * it. Throws a `SettingsError`.
 */
export function refuseLink(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new SettingsError(
    `${quoted(folder)} is a symbolic link, and may lead anywhere: name another folder with --out`,
  );
}

/** Level by level: Node's own recursive mkdir never returns below some folders, such as /proc. */
function makeFolder(folder: string, ofFile = 'EEXIST'): void {
  if (existsSync(folder)) {
    if (statSync(folder).isDirectory()) return;
    throw Object.assign(new Error('a file is in the way'), { code: ofFile });
  }
  makeFolder(dirname(folder), 'ENOTDIR');
  mkdirSync(folder);
}

/** The mode of a file that other users can access, as in `644`; undefined if they cannot, or if it is not known. */
export function openMode(path: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const { mode } = statSync(path, { throwIfNoEntry: false }) ?? { mode: 0 };
  return (mode & 0o077) === 0 ? undefined : (mode & 0o777).toString(8);
}

function warningsOf(values: Environment, file: string): string[] {
  const holdsKey = Boolean(values.PETSTORE_API_KEY || values.PETSTORE_RATE_LIMIT_API_KEY);
  const mode = openMode(file);
  if (!holdsKey || mode === undefined) return [];
  return [`.env holds a key and is open to other users (mode ${mode}); run: chmod 600 .env`];
}
