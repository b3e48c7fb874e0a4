import type { Look } from '../report/view.ts';
import { redactor } from '../secrets/redact.ts';
import type { Environment } from '../settings/files.ts';
import { ordinaryTexts } from '../settings/shown-keys.ts';
import { keysIn } from '../settings/sources.ts';
import type { ExitStatus } from './exit-status.ts';
import type { Outlet, Output } from './outlet.ts';

/** A terminal that somebody types at, as `process.stdin` is. */
export interface Input {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
  on(event: 'data', listener: (typed: Uint8Array | string) => void): unknown;
  off(event: 'data', listener: (typed: Uint8Array | string) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** What the program gets from the process. */
export interface Surroundings {
  readonly env: Environment;
  /** The working folder; `.env` is looked for in it. */
  readonly folder: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** What is typed; absent if nobody does. */
  readonly stdin?: Input;
  /** Keys known so far: no error may show one. Commands add what they read. */
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

/** Columns of a stream, 80 if they are not known. */
export function widthOf(output: Output): number {
  // Some terminals say 0.
  return output.columns || 80;
}

/** How a text is to look on a stream. */
export function lookOf(output: Output): Look {
  const color = output.isTTY === true && output.hasColors?.() === true;
  return { color, width: widthOf(output) };
}

/** Prints warnings, a line each, free of keys: a warning may name a file that is named after a key. */
export function warn(
  { stderr, keys, env }: Pick<Context, 'stderr' | 'keys' | 'env'>,
  warnings: readonly string[],
): void {
  if (warnings.length === 0) return;
  const { redact } = redactor([...keys, ...keysIn(env)], ordinaryTexts({ baseUrl: '' }));
  for (const warning of warnings) stderr.write(`warning: ${redact(warning)}\n`);
}
