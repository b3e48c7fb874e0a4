import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sha256 } from '../../package/digest.ts';

/** The results of a long task that may be interrupted: a file with one result a line. */
export interface Journal<Entry> {
  /** How many results there are, including those of an earlier part of this task. */
  readonly size: number;
  has(key: string): boolean;
  add(entry: Entry): void;
  /** The results of these, as far as they are known. */
  of(keys: readonly string[]): Entry[];
  /** What an earlier task found under this key: not a result of this one, but a good guess. */
  readonly earlier: (key: string) => Entry | undefined;
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
  const read = lines.flatMap((line) => lineOf(line, isEntry));
  const isOld = first !== title || anew;
  const old = isOld ? [] : read.filter((one) => !one.isEarlier).map(({ entry }) => entry);
  const earlier = read.filter((one) => isOld || one.isEarlier).map(({ entry }) => entry);
  mkdirSync(dirname(file), { recursive: true });
  const kept = [...earlier.map((one) => ({ earlier: one })), ...old];
  writeFileSync(file, [title, ...kept.map((one) => JSON.stringify(one)), ''].join('\n'));
  const known = new Map(old.map((entry) => [keyOf(entry), entry]));
  const guesses = new Map(earlier.map((entry) => [keyOf(entry), entry]));
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
    earlier: (key) => guesses.get(key),
  };
}

interface Line<Entry> {
  readonly entry: Entry;
  /** Whether another work found it. */
  readonly isEarlier: boolean;
}

function lineOf<Entry>(line: string, isEntry: (value: unknown) => value is Entry): Line<Entry>[] {
  try {
    const value: unknown = JSON.parse(line);
    if (isEntry(value)) return [{ entry: value, isEarlier: false }];
    const earlier = typeof value === 'object' && value !== null && 'earlier' in value;
    if (!earlier || !isEntry(value.earlier)) return [];
    return [{ entry: value.earlier, isEarlier: true }];
  } catch {
    return [];
  }
}
