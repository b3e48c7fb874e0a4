/** A file that somebody else may have written, read within bounds. */
import { NotPlain, readGiven } from '../disk/read-given.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { visible } from '../text/visible.ts';
import { boundedJson, TooMuch } from './given-json.ts';
import { refuseOverlong } from './room.ts';

/** Several times as much as the report of the longest run has. */
const mostOfReport = 2 * 1024 * 1024;
const bounds = { marks: 150_000, depth: 50 } as const;

/** The JSON of a report. Throws TooMuch if no run writes as much, and SyntaxError if it is not JSON. */
export function reportJson(bytes: Uint8Array): unknown {
  if (bytes.length <= mostOfReport) {
    const value = boundedJson(bytes, bounds);
    refuseOverlong(value);
    return value;
  }
  throw new TooMuch(`holds ${bytes.length} bytes, and no report has more than ${mostOfReport}`);
}

/** The contents of a file from somebody else; `right`: what to name instead. Throws a `SettingsError`. */
export function readAs<T>(path: string, right: string, read: (bytes: Uint8Array) => T): T {
  try {
    const bytes = readGiven(path);
    if (bytes !== undefined) return read(bytes);
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new SettingsError(`${visible(path)} holds no JSON; ${right}`);
    }
    if (!(error instanceof NotPlain || error instanceof TooMuch)) throw error;
    throw new SettingsError(visible(`${path} ${error.message}; ${right}`));
  }
  throw new SettingsError(visible(`cannot read ${path} (ENOENT); ${right}`));
}
