import { withoutCommands } from '../text/visible.ts';

/** A stream to print to. */
export interface Output {
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

/** Writes commands to an outlet, or to the plain stream if no outlet has been made yet. */
export function writeCommands(output: Output | Outlet, lines: string): void {
  if ('command' in output) output.command(lines);
  else output.write(lines);
}
