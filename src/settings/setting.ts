import type { Parser } from './parsers.ts';

interface Rules<T> {
  readonly placeholder?: string;
  readonly help: string;
  readonly parse: Parser<T>;
  /**
   * The value is read from a file: the flag names the file, or flag, variable and member all do. `read` extracts the
   * value.
   */
  readonly file?: { readonly of: 'flag' | 'all'; readonly read?: Parser<string> };
  /** A value that nothing may show. */
  readonly secret?: true;
  /** What an error may show of the value; default all. */
  readonly show?: (text: string) => string;
  /** Whether the flag may be repeated, its lists joined. */
  readonly list?: true;
  /** The command that repeats a run does not need it, or places it itself. */
  readonly repeat?: false;
}

/** A setting as a table states it; what it does not say follows from its name, as in `maxBody`. */
export interface Entry<T> extends Rules<T> {
  /** Default `--max-body`. */
  readonly flag?: string | null;
  /** Default `PETSTORE_MAX_BODY`. */
  readonly variable?: string | null;
  /** The value if nothing was given; default none. */
  readonly fallback?: T;
  /** The default in words, for the help; default the fallback itself. */
  readonly fallbackText?: string;
}

/** One setting: its names, its help and its rules. Options, help, known variables and errors follow from it. */
export interface Setting<T> extends Rules<T> {
  readonly name: string;
  readonly flag: string | undefined;
  readonly variable: string | undefined;
  readonly fallback: T;
  readonly fallbackText: string | undefined;
}

type ValueOf<E> = E extends { readonly parse: Parser<infer T> }
  ? T | (E extends { readonly fallback: unknown } ? never : undefined)
  : never;

/** The settings of a table, each under its name there. */
export function settingsOf<E extends Readonly<Record<string, Entry<unknown>>>>(
  entries: E,
): { readonly [Name in keyof E]: Setting<ValueOf<E[Name]>> };
export function settingsOf(entries: Readonly<Record<string, Entry<unknown>>>): object {
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, named(name, entry)]),
  );
}

/** The setting with a default of its own, and other help. */
export function defaulting<T>(
  setting: Setting<T | undefined>,
  fallback: T,
  help: string,
): Setting<T> {
  return {
    ...setting,
    help,
    fallback,
    fallbackText: `${fallback}`,
    parse: (text, keyNames) => setting.parse(text, keyNames) ?? fallback,
  };
}

function named(name: string, entry: Entry<unknown>): Setting<unknown> {
  const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const {
    flag = `--${words}`,
    variable = `PETSTORE_${words.toUpperCase().replaceAll('-', '_')}`,
    fallback,
    fallbackText = ['number', 'string'].includes(typeof fallback) ? `${fallback}` : undefined,
  } = entry;
  const names = { flag: flag ?? undefined, variable: variable ?? undefined };
  return { ...entry, name, ...names, fallback, fallbackText };
}
