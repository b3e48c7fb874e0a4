import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file to its end, or leaves what was there before. The bytes go into a new file beside it, are counted
 * on the disk and synchronized, and take the name then: a link of that name is replaced, and never followed.
 * A file that is replaced keeps its mode. `text`: whole, or in pieces, each of which is let go once it is written.
 * Throws Node's own error.
 */
export async function writeWhole(path: string, text: string | Iterable<string>): Promise<void> {
  const mode = await modeOf(path);
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  // Made anew: what somebody put there beforehand, a link too, is an error.
  const file = await open(beside, 'wx', mode);
  try {
    await fill(file, typeof text === 'string' ? [text] : text);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

async function fill(file: FileHandle, pieces: Iterable<string>): Promise<void> {
  let due = 0;
  try {
    for (const piece of pieces) {
      const bytes = Buffer.from(piece);
      due += bytes.length;
      // A disk that is nearly full takes a part and says nothing: writeFile goes on until it says so.
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
  return found?.isFile() ? found.mode & ~constants.S_IFMT : newMode;
}
