import type { Environment } from '../settings/files.ts';
import type { ExitStatus } from './exit-status.ts';

/** A stream to print to. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  hasColors?(): boolean;
}

/** What a command gets from the process. */
export interface Context {
  readonly env: Environment;
  /** The working folder; `.env` is looked for in it. */
  readonly folder: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Keys known so far: no error may show one. Commands add what they read. */
  readonly keys: string[];
  /** Sets the exit status; 0 where it is not called. */
  finish(status: ExitStatus): void;
}

/** Columns of a stream, 80 if they are not known. */
export function widthOf(output: Output): number {
  return output.columns ?? 80;
}

/** Prints warnings, a line each. */
export function warn({ stderr }: Pick<Context, 'stderr'>, warnings: readonly string[]): void {
  for (const warning of warnings) stderr.write(`warning: ${warning}\n`);
}
