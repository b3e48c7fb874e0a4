import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sha256 } from '../../package/digest.ts';

/** What is known of a work that may be interrupted: a file with one result a line. */
export interface Journal<Entry> {
  /** How many results there are, those of an earlier part of this work among them. */
  readonly size: number;
  has(key: string): boolean;
  add(entry: Entry): void;
  /** The results of these, as far as they are known. */
  of(keys: readonly string[]): Entry[];
}

export interface JournalOptions<Entry> {
  readonly file: string;
  /** All that the results depend on; results of another work are forgotten. */
  readonly about: readonly string[];
  readonly isEntry: (value: unknown) => value is Entry;
  readonly keyOf: (entry: Entry) => string;
  /** Whether to forget what an earlier part of the work has found; default no. */
  readonly anew?: boolean;
}

/** Opens the journal of a work. A last line that an interruption cut off is left out. */
export function openJournal<Entry>(options: JournalOptions<Entry>): Journal<Entry> {
  const { file, about, isEntry, keyOf, anew = false } = options;
  const title = JSON.stringify({ work: sha256(about.join('\n')) });
  const [first, ...lines] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const old = first === title && !anew ? lines.flatMap((line) => read(line, isEntry)) : [];
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, [title, ...old.map((one) => JSON.stringify(one)), ''].join('\n'));
  const known = new Map(old.map((entry) => [keyOf(entry), entry]));
  return {
    get size() {
      return known.size;
    },
    has: (key) => known.has(key),
    add(entry) {
      known.set(keyOf(entry), entry);
      appendFileSync(file, `${JSON.stringify(entry)}\n`);
    },
    of: (keys) => keys.flatMap((key) => known.get(key) ?? []),
  };
}

function read<Entry>(line: string, isEntry: (value: unknown) => value is Entry): Entry[] {
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? [value] : [];
  } catch {
    return [];
  }
}
