/** Files that somebody else may have written, read within bounds. */
import { NotPlain, readGiven } from '../disk/read-given.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { visible } from '../text/visible.ts';

/** The file holds more than any run writes. The message is a phrase: `holds more than 3000 exchanges`. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/** Several times as much as the report of the longest run has. */
const mostOfReport = 2 * 1024 * 1024;

/** The JSON of a report. Throws TooMuch if no run writes as much, and SyntaxError if it is not JSON. */
export function reportJson(bytes: Uint8Array): unknown {
  if (bytes.length <= mostOfReport) return JSON.parse(Buffer.from(bytes).toString());
  throw new TooMuch(`holds ${bytes.length} bytes, and no report has more than ${mostOfReport}`);
}

/** The contents of a file from somebody else; `right`: what to name instead. Throws a `SettingsError`. */
export function readAs<T>(path: string, right: string, read: (bytes: Uint8Array) => T): T {
  const refuse = (problem: string) => new SettingsError(visible(`${problem}; ${right}`));
  try {
    const bytes = readGiven(path);
    if (bytes === undefined) throw refuse(`cannot read ${path} (ENOENT)`);
    return read(bytes);
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse(`${path} is not JSON`);
    if (error instanceof NotPlain || error instanceof TooMuch) {
      throw refuse(`${path} ${error.message}`);
    }
    throw error;
  }
}
