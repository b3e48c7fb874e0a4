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

/**
 * The stream, without build-server commands that come from printed texts, such as those of a service or of a report.
 */
export function outlet(stream: Output): Outlet {
  /** What stands on the line so far: a command may arrive in two pieces. */
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

/** Writes commands to an outlet, or to the plain stream if no outlet has been made yet. */
export function writeCommands(output: Output, lines: string): void {
  if (isOutlet(output)) output.command(lines);
  else output.write(lines);
}

function isOutlet(output: Output): output is Outlet {
  return 'command' in output;
}

/** The text, made harmless where it would complete a command that the line has begun. */
function continued(begun: string, text: string): string {
  const whole = withoutCommands(begun + text);
  if (whole.startsWith(begun)) return whole.slice(begun.length);
  // The command began earlier on the line: its second half is escaped.
  const code = text.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${code}${withoutCommands(text.slice(1))}`;
}

/** The last line so far, as much of it as could still become a command. */
function lastLine(text: string): string {
  const line = text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  return line.length > longestBeginning ? line.slice(-longestBeginning) : line;
}

const longestBeginning = 1000;
