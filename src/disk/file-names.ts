import { type Dirent, opendirSync } from 'node:fs';

/** So many names of a folder are read: somebody else may have put millions there. */
export const mostNames = 20_000;

/** What a folder holds, as far as that is read, one at a time; nothing if it cannot be read. */
export function* entriesIn(folder: string): Iterable<Dirent> {
  try {
    const opened = opendirSync(folder, { bufferSize: 256 });
    try {
      for (let count = 0; count < mostNames; count += 1) {
        const entry = opened.readSync();
        if (entry === null) return;
        yield entry;
      }
    } finally {
      opened.closeSync();
    }
  } catch {
    // It is gone, or no folder that this process may read: whoever needs it says so.
  }
}
