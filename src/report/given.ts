/** Files that somebody else may have written, read within bounds. */
import { NotPlain, readGiven } from '../disk/read-given.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { visible } from '../text/visible.ts';

/** Several times as much as the report of the longest run has. */
const mostOfReport = 2 * 1024 * 1024;
const bounds = { marks: 150_000, depth: 50 } as const;

/** The JSON of a report. Throws TooMuch if no run writes as much, and SyntaxError if it is not JSON. */
export function reportJson(bytes: Uint8Array): unknown {
  if (bytes.length <= mostOfReport) return boundedJson(bytes, bounds);
  throw new TooMuch(`holds ${bytes.length} bytes, and no report has more than ${mostOfReport}`);
}

/** The contents of a file from somebody else; `right`: what to name instead. Throws a `SettingsError`. */
export function readAs<T>(path: string, right: string, read: (bytes: Uint8Array) => T): T {
  try {
    const bytes = readGiven(path);
    if (bytes !== undefined) return read(bytes);
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new SettingsError(`${visible(path)} is not JSON; ${right}`);
    }
    if (!(error instanceof NotPlain || error instanceof TooMuch)) throw error;
    throw new SettingsError(visible(`${path} ${error.message}; ${right}`));
  }
  throw new SettingsError(visible(`cannot read ${path} (ENOENT); ${right}`));
}

/** The file holds more than any run writes. The message is a phrase: `holds more than 3000 exchanges`. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/** What a file may hold: objects, arrays and commas, which cost memory beyond their bytes, and how deep it nests. */
interface Bounds {
  readonly marks: number;
  readonly depth: number;
}

/** Reads a text once, and keeps nothing. Throws TooMuch; the parser decides whether it is JSON at all. */
function refuseBeyond(bytes: Uint8Array, bounds: Bounds): void {
  let depth = 0;
  let marks = 0;
  let isString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const mark = String.fromCharCode(bytes[at] ?? 0);
    if (isString && mark === '\\') at += 1;
    if (mark === '"') isString = !isString;
    if (isString) continue;
    if (mark === '{' || mark === '[') depth += 1;
    if (mark === '}' || mark === ']') depth -= 1;
    if (mark === ',' || mark === '{' || mark === '[') marks += 1;
    if (depth > bounds.depth) throw new TooMuch(`nests more than ${bounds.depth} deep`);
    if (marks > bounds.marks) throw new TooMuch(`holds more than ${bounds.marks} values`);
  }
}

/** The value of a JSON text within its bounds. Throws TooMuch, and SyntaxError if it is not JSON. */
export function boundedJson(bytes: Uint8Array, bounds: Bounds): unknown {
  refuseBeyond(bytes, bounds);
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
}
