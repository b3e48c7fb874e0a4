import { type Command, Option } from 'commander';
import { append } from '../disk/write-whole.ts';
import type { Verdict } from '../judge/outcome.ts';
import type { Look } from '../report/view.ts';
import { redactor } from '../secrets/redact.ts';
import { codeOf, type Environment, readDotenv } from '../settings/files.ts';
import type { Setting } from '../settings/settings-table.ts';
import { ordinaryTexts } from '../settings/shown-keys.ts';
import type { Sources } from '../settings/sources.ts';
import { visible, withoutCommands } from '../text/visible.ts';

/** What somebody may type at, as `process.stdin` is. */
export type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** What the program gets from the process. */
export interface Surroundings {
  readonly env: Environment;
  /** The working folder; `.env` is looked for in it. */
  readonly folder: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** What is typed; absent if nobody does. */
  readonly stdin?: Input;
  /** Keys known so far, which nothing printed may show. Commands add what they read. */
  readonly keys: string[];
}

/** What a command gets of it. */
export interface Context extends Surroundings {
  readonly stdout: Outlet;
  readonly stderr: Outlet;
  /** Sets the exit status; 0 if it is not called. */
  finish(status: ExitStatus): void;
}

/** Flags of a command that stand alone, by the names that commander gives them. */
export type Switches<Name extends string> = { readonly [Flag in Name]?: true };
/** Flags with a text. */
export type Texts<Name extends string> = { readonly [Flag in Name]?: string };

/** Columns of a stream; some terminals say 0. */
export const widthOf = (output: Output): number => output.columns || 80;

/** How a text is to look on a stream. */
export function lookOf(output: Output): Look {
  const color = output.isTTY === true && output.hasColors?.() === true;
  return { color };
}

/** Prints warnings, a line each, free of keys: a warning may name a file that is named after a key. */
export function warn(
  { stderr, keys }: Pick<Context, 'stderr' | 'keys'>,
  warnings: readonly string[],
): void {
  const { redact } = redactor(keys, ordinaryTexts({ baseUrl: '' }));
  for (const warning of warnings) stderr.write(`warning: ${redact(warning)}\n`);
}

/** Appends to the file that GitHub Actions names for the step, where it does; returns a warning if it cannot be written. */
export function appendForStep(
  env: Environment,
  variable: 'GITHUB_STEP_SUMMARY' | 'GITHUB_OUTPUT',
  text: () => string,
): string[] {
  const path = env[variable];
  if (!path) return [];
  try {
    append(path, text());
    return [];
  } catch (error) {
    return [`${variable} "${visible(path)}" cannot be written (${codeOf(error)})`];
  }
}

/** Exit statuses, as README lists them. */
export const exitStatus = {
  ok: 0,
  nonConformant: 1,
  /** `compare`: a requirement broke. */
  broke: 1,
  usage: 2,
  incomplete: 3,
  /** EX_SOFTWARE of sysexits: neither a verdict nor a mistake of the caller. */
  internal: 70,
  /** EX_IOERR of sysexits: there is a verdict, but one of its files, or what was printed, is not whole. */
  notWritten: 74,
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

export const statusOfVerdict: Readonly<Record<Verdict, ExitStatus>> = {
  conformant: exitStatus.ok,
  'non-conformant': exitStatus.nonConformant,
  incomplete: exitStatus.incomplete,
};

/** Adds the flag of each setting, with variable and default in its help, under the heading of its group. */
export function addSettingOptions(
  command: Command,
  settings: Readonly<Record<string, Setting<unknown, unknown>>>,
): void {
  for (const setting of Object.values(settings)) {
    const { flag, kind, group = 'Options' } = setting;
    const option = new Option(`${flag} <${kind.placeholder}>`, help(setting));
    option.helpGroup(`${group}:`);
    if (kind.list) option.argParser(joined);
    command.addOption(option);
  }
}

/** What a command was given: its flags, the environment and `.env`. */
export function sourcesOf(context: Context, command: Command): Sources {
  return { flags: flagsOf(command), env: context.env, dotenv: readDotenv(context.folder) };
}

/** What the command line gave for flags with a value, by flag. */
export function flagsOf(command: Command): Environment {
  const flags: Record<string, string> = {};
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName());
    if (option.long !== undefined && typeof value === 'string') flags[option.long] = value;
  }
  return flags;
}

function help({ help, variable, fallbackText }: Setting<unknown, unknown>): string {
  const notes = [variable ?? '', fallbackText && `default: ${fallbackText}`].filter(Boolean);
  return notes.length === 0 ? help : `${help} (${notes.join('; ')})`;
}

function joined(value: string, previous: string | undefined): string {
  return previous === undefined ? value : `${previous},${value}`;
}

/** A stream to print to. */
interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number | undefined;
  hasColors?(): boolean;
}

/** The one way out of the program: no line that is written is a command to a build server. */
export interface Outlet extends Output {
  /** Writes whole lines as they are: the commands that this program itself gives. */
  command(lines: string): unknown;
}

/** The stream, without build-server commands that come from printed texts, such as those of a service or of a report. */
export function outlet(stream: Output): Outlet {
  return {
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns;
    },
    hasColors: () => stream.hasColors?.() === true,
    write: (text) => stream.write(withoutCommands(text)),
    command: (lines) => stream.write(lines),
  };
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type StopSignal = (typeof stopSignals)[number];

// npm passes on a Ctrl-C that this process has already got from the terminal: the two are one.
const echoMs = 300;

/**
 * Runs a task that SIGINT, SIGTERM and SIGHUP end early: its signal is aborted, and it is to write what it has so far.
 * The second argument of the task gives the exit status once a signal has come.
 */
export async function untilStopped<T>(
  { stderr }: Pick<Context, 'stderr'>,
  task: (signal: AbortSignal, stopped: () => ExitStatus | undefined) => Promise<T>,
): Promise<T> {
  let stoppedBy: StopSignal | undefined;
  const abort = new AbortController();
  const ignoreSignals = onStopSignal((signal) => {
    stoppedBy = signal;
    stderr.write(`${signal}: stopping; a second signal ends it at once\n`);
    abort.abort();
  });
  try {
    return await task(abort.signal, () => stoppedBy && exitStatus[stoppedBy]);
  } finally {
    ignoreSignals();
  }
}

/**
 * Calls `stop` at the first SIGINT, SIGTERM or SIGHUP; a second one ends the process at once. The returned function
 * stops listening.
 */
export function onStopSignal(stop: (signal: StopSignal) => void): () => void {
  let act = (first: StopSignal) => {
    act = () => {};
    // A round of events later, so that an echo that came while the process was busy is one, too.
    const arm = () => {
      act = (second) => process.exit(exitStatus[second]);
    };
    setTimeout(setImmediate, echoMs, arm).unref();
    stop(first);
  };
  const listener = (signal: StopSignal) => act(signal);
  for (const signal of stopSignals) process.on(signal, listener);
  return () => {
    for (const signal of stopSignals) process.off(signal, listener);
  };
}
