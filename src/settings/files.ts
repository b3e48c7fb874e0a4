import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'dotenv';
import { quoted } from '../text/visible.ts';
import { SettingsError } from './settings-error.ts';

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The most bytes of a file that a setting names: bundles of certificate authorities have some hundred thousand. */
const mostNamed = 4 * 1024 * 1024;

/**
 * The text of a file that a setting names: UTF-8, or UTF-16 with a byte order mark, as PowerShell writes it. Only a
 * regular file is read: a pipe could keep the program waiting, a device fill the memory. Throws an error with a code.
 */
export function readText(path: string): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw coded('it is not a regular file');
    if (found.size > mostNamed) throw coded('EFBIG');
    return decoded(readFileSync(file));
  } finally {
    closeSync(file);
  }
}

function decoded(bytes: Buffer): string {
  const isUtf16 = bytes.subarray(0, 2).toString('hex') === 'fffe';
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

const coded = (code: string) => Object.assign(new Error(code), { code });

/** The error code of the operating system. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

/** Whether a text is certainly a path: a key that was given instead of one must not be shown. */
export function isCertainlyPath(text: string): boolean {
  // No key ends like this.
  if (/^[^\p{Cc}\s]{1,200}\.(pem|pub|txt)$/iu.test(text)) return true;
  const folder = dirname(text);
  // A key may begin with a slash, and without one its folder would be the present one.
  return existsSync(text) || (folder !== dirname(folder) && existsSync(folder));
}

/** Whether a path leads to a folder. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * The variables of `.env` in a folder, none if there is no such file. The process's environment stays as it is. Throws a
 * `SettingsError` if the file cannot be read.
 */
export function readDotenv(folder: string): Environment {
  const file = join(folder, '.env');
  if (!existsSync(file)) return {};
  try {
    return parse(readText(file));
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
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = codeOf(error);
    const why = code === 'EEXIST' ? 'it is no folder' : code;
    throw new SettingsError(
      `${label} ${quoted(folder)}: must be a writable folder (${why})`,
      'out',
    );
  }
}

/**
 * Refuses a folder that this program chose, below one that it was told of, if it is a link: somebody else may have made
 * it. Throws a `SettingsError`.
 */
export function refuseLink(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new SettingsError(`${quoted(folder)} is a symbolic link: choose another folder with --out`);
}
