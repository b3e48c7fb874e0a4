/** A kind of values: how the help writes one, and how its text is read. */
export interface Kind<Value, Given = Value> {
  readonly placeholder: string;
  /** The value of a text. Throws a `WrongValue` that says what would be right. */
  readonly parse: (text: string) => Value;
  /** What is given is the path of a file that holds the text: by the flag alone, or always. */
  readonly file?: 'of the flag' | 'always';
  /** What an error may show of the text, if anything; default all. */
  readonly show?: (text: string) => string | undefined;
  /** Whether the flag may be repeated, its lists joined. */
  readonly list?: true;
  /** Only a type: what a program gives instead of a text. */
  readonly given?: Given;
}

/** In place of a default: what happens if nothing is given, in words; empty if nothing does. */
interface Unset {
  readonly unset: string;
}

export const unset = (words = ''): Unset => ({ unset: words });

export type Group =
  | 'Target'
  | 'What to run'
  | 'Limits'
  | 'Output'
  | 'Listening'
  | 'Access'
  | 'Trust'
  | 'File'
  | 'New entries';

/** A setting as a table states it. A property that is forgotten does not compile. */
export interface Entry<Value, Given = Value> {
  readonly kind: Kind<Value, Given>;
  readonly fallback: Value | Unset;
  /** A part of a sentence, without capital or full stop. */
  readonly help: string;
  /** Its heading in the help. */
  readonly group: Group;
  /** Where it can be given: flags and variables have names that follow from its own, members of a program its own. */
  readonly from: readonly ('flag' | 'variable' | 'member')[];
  /** Whether it is a key, which is never shown. */
  readonly secret?: true;
  /**
   * What it shapes: the questions, what the report says of the implementation, or only where and how results are
   * written. A report keeps the first two, so that the run can be repeated and its traffic judged again.
   */
  readonly shapes: 'questions' | 'report' | 'output';
  /** Its variable, if it is not the one that follows from its name. */
  readonly variable?: string;
}

/** One setting: its names, its help and its rules. Options, help, variables, members and errors follow from it. */
export interface Setting<Value, Given = Value> {
  readonly name: string;
  readonly flag: string | undefined;
  readonly variable: string | undefined;
  readonly kind: Kind<Value, Given>;
  /** The value if nothing is given. */
  readonly fallback: Value;
  /** The same in words; empty if there are none. */
  readonly fallbackText: string;
  readonly help: string;
  readonly group: Group;
  readonly from: readonly ('flag' | 'variable' | 'member')[];
  readonly secret?: true | undefined;
  readonly shapes: Entry<unknown>['shapes'];
}

type Entries = Readonly<Record<string, Entry<unknown>>>;
type Checked<E> = E extends { readonly kind: Kind<infer Value, infer Given> }
  ? Entry<Value, Given>
  : never;
type SettingOf<E> = E extends {
  readonly kind: Kind<infer Value, infer Given>;
  readonly fallback: infer Fallback;
}
  ? Setting<Fallback extends Unset ? Value | undefined : Value, Given>
  : never;

/** The settings of a table, each under its name there. */
export function settingsOf<E extends Entries>(
  entries: E & { readonly [Name in keyof E]: Checked<E[Name]> },
): { readonly [Name in keyof E]: SettingOf<E[Name]> & { readonly from: E[Name]['from'] } };
export function settingsOf(entries: Entries): object {
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, settingOf(name, entry)]),
  );
}

function settingOf(name: string, entry: Entry<unknown>): Setting<unknown> {
  const { kind, from, variable, fallback, ...rules } = entry;
  const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const flag = kind.file === 'of the flag' ? `--${words}-file` : `--${words}`;
  const named = variable ?? `PETSTORE_${words.toUpperCase().replaceAll('-', '_')}`;
  const isUnset = (value: unknown): value is Unset =>
    typeof value === 'object' && value !== null && 'unset' in value;
  return {
    ...rules,
    name,
    kind,
    from,
    flag: from.includes('flag') ? flag : undefined,
    variable: from.includes('variable') ? named : undefined,
    fallback: isUnset(fallback) ? undefined : fallback,
    fallbackText: isUnset(fallback) ? fallback.unset : textOf(fallback),
  };
}

function textOf(fallback: unknown): string {
  if (Array.isArray(fallback)) return fallback.join(',') || 'none';
  return typeof fallback === 'boolean' ? `${Number(fallback)}` : `${fallback}`;
}

/** A setting with another default, and help of its own. */
export function defaulting<Value, Given>(
  setting: Setting<Value | undefined, Given>,
  fallback: Value,
  help: string,
  group: Group,
): Setting<Value, Given> {
  const parse = (text: string) => setting.kind.parse(text) ?? fallback;
  const kind = { ...setting.kind, parse };
  return { ...setting, kind, help, group, fallback, fallbackText: `${fallback}` };
}

/** The values of some settings, under the names of these. */
export type ValuesOf<T> = {
  readonly [Name in keyof T]: T[Name] extends { readonly fallback: infer Value } ? Value : never;
};

/** Without the members that are undefined. */
export type Present<T> = {
  readonly [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  readonly [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<
    T[Name],
    undefined
  >;
};

/** An object without its undefined members. */
export function present<T extends object>(members: T): Present<T>;
export function present(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
