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

/** The stream, freed of commands that come out of what is printed: of a service's words, of a report's. */
export function outlet(stream: Output): Outlet {
  /** What stands on the line so far: a command may come in two pieces. */
  let begun = '';
  return {
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns;
    },
    hasColors: () => stream.hasColors?.() === true,
    write(text) {
      const harmless = continued(begun, text);
      begun = lastLine(begun + harmless);
      return stream.write(harmless);
    },
    command(lines) {
      begun = '';
      return stream.write(lines);
    },
  };
}

/** Writes commands to a stream, be it the way out or, if that is not made yet, the stream itself. */
export function writeCommands(output: Output, lines: string): void {
  if (isOutlet(output)) output.command(lines);
  else output.write(lines);
}

function isOutlet(output: Output): output is Outlet {
  return 'command' in output;
}

/** What may be written behind what stands on a line already. */
function continued(begun: string, text: string): string {
  const whole = withoutCommands(begun + text);
  if (whole.startsWith(begun)) return whole.slice(begun.length);
  // The command began in what is written: its second half is escaped.
  const code = text.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${code}${withoutCommands(text.slice(1))}`;
}

/** A line's beginning, as far as a command could still come of it. */
function lastLine(text: string): string {
  const line = text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  return line.length > longestBeginning ? line.slice(-longestBeginning) : line;
}

const longestBeginning = 1000;
