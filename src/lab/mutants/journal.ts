import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sha256 } from '../../package/digest.ts';

/** The results of a long task that may be interrupted: a file with one result a line. */
export interface Journal<Entry> {
  has(key: string): boolean;
  add(entry: Entry): void;
  /** The results of these, as far as they are known. */
  of(keys: readonly string[]): Entry[];
}

export interface JournalOptions<Entry> {
  readonly file: string;
  /** All that the results depend on; results of other tasks are dropped. */
  readonly about: readonly string[];
  readonly isEntry: (value: unknown) => value is Entry;
  readonly keyOf: (entry: Entry) => string;
  /** Whether to forget the results of an earlier part; default no. */
  readonly anew?: boolean;
}

/** Opens the journal of a task. A last line that was cut off by an interruption is left out. */
export function openJournal<Entry>(options: JournalOptions<Entry>): Journal<Entry> {
  const { file, about, isEntry, keyOf, anew = false } = options;
  const title = JSON.stringify({ work: sha256(about.join('\n')) });
  const [first, ...lines] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const isOther = first !== title || anew;
  const old = isOther ? [] : lines.flatMap((line) => entryIn(line, isEntry));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, [title, ...old.map((one) => JSON.stringify(one)), ''].join('\n'));
  const known = new Map(old.map((entry) => [keyOf(entry), entry]));
  return {
    has: (key) => known.has(key),
    add(entry) {
      known.set(keyOf(entry), entry);
      appendFileSync(file, `${JSON.stringify(entry)}\n`);
    },
    of: (keys) => keys.flatMap((key) => known.get(key) ?? []),
  };
}

function entryIn<Entry>(line: string, isEntry: (value: unknown) => value is Entry): Entry[] {
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? [value] : [];
  } catch {
    return [];
  }
}
