/** Files that somebody else may have written, read within bounds. */
import { readGiven, Unfit } from '../disk/read-given.ts';
import { firstFault, published } from '../package/validator.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { visible } from '../text/visible.ts';
import type { Report } from './report.ts';

/** The value of a JSON text. Throws Unfit if it is none. */
export function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    throw new Unfit('is not JSON');
  }
}

/** Several times as much as the report of the longest run has. */
const mostOfReport = 2 * 1024 * 1024;

const isReport = published<Report>('report');

/** The report in a `conformance.json`. Throws Unfit if it is none, or larger than any. */
export function reportIn(bytes: Uint8Array): Report {
  if (bytes.length > mostOfReport) {
    throw new Unfit(`holds ${bytes.length} bytes, and no report has more than ${mostOfReport}`);
  }
  const value = jsonIn(bytes);
  const isRight = isReport();
  if (isRight(value)) return value;
  throw new Unfit(`is not a report of this version: ${firstFault(isRight.errors ?? [])}`);
}

/** The contents of a file from somebody else; `right`: what to name instead. Throws a `SettingsError`. */
export function readAs<T>(path: string, right: string, read: (bytes: Uint8Array) => T): T {
  const refuse = (problem: string) => new SettingsError(visible(`${problem}; ${right}`));
  try {
    const bytes = readGiven(path);
    if (bytes === undefined) throw refuse(`cannot read ${path} (ENOENT)`);
    return read(bytes);
  } catch (error) {
    throw error instanceof Unfit ? refuse(`${path} ${error.message}`) : error;
  }
}
