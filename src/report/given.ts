/**
 * Files that somebody else may have written, read within bounds. The writer of a report keeps its texts within them,
 * too.
 */

import { NotPlain, readGiven } from '../disk/read-given.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import { cut, visible } from '../text/visible.ts';

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

/** Messages of a report are kept whole up to so many characters; an ordinary report has some thousands. */
const wholeMessages = 100_000;

/** Characters of each message beyond that: 170 checks, and the reasons made of them, fit into `mostText`. */
const messageRoom = 800;

/** Characters of an answer where the specification is silent. */
export const answerRoom = 4000;

/** The most characters of all texts and names in a report that is read; each line counts as `lineCost` more. */
const mostText = 400 * 1024;
const lineCost = 40;

/** The most checks of such a report, twice as many as the suite has: each shows an exchange. */
const mostChecks = 350;

/** The most characters of its command, and of its settings: the page has a command for each failure. */
const mostCommand = 10_000;

type Checks = ReadonlyMap<RequirementId, readonly CheckResult[]>;

/**
 * The checks of a run. If their messages are too long together, as when a service is quoted in most of them, each is
 * cut.
 */
export function withinRoom(checks: Checks): Checks {
  let length = 0;
  for (const results of checks.values()) {
    for (const { message } of results) length += costOf(message);
  }
  if (length <= wholeMessages) return checks;
  const short = (result: CheckResult) => ({ ...result, message: cut(result.message, messageRoom) });
  return new Map([...checks].map(([id, results]) => [id, results.map(short)]));
}

/** Throws TooMuch if a parsed report has more text or checks than any run writes, as pages repeat them. */
export function refuseOverlong(value: unknown): void {
  const left = { text: mostText, checks: mostChecks, command: mostCommand, settings: mostCommand };
  visit(value, (name, part) => {
    if (name === 'checks' && Array.isArray(part)) left.checks -= part.length;
    if (left.checks < 0) throw new TooMuch(`holds more than ${mostChecks} checks`);
    if (name === 'argv') left.command -= textOf(part);
    if (name === 'settings') left.settings -= textOf(part);
    if (left.command < 0 || left.settings < 0) {
      throw new TooMuch(`holds a command or settings of more than ${mostCommand} characters`);
    }
    if (typeof part === 'string') left.text -= costOf(part);
    if (left.text < 0) throw new TooMuch(`holds more than ${mostText} characters of text`);
  });
}

type Told = (name: string, part: unknown) => void;

/** Calls `told` for each member and element, outer ones first. */
function visit(value: unknown, told: Told): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    told(name, part);
    visit(part, told);
  }
}

/** Characters of all texts in a value. */
function textOf(value: unknown): number {
  let length = 0;
  visit(value, (_, part) => {
    if (typeof part === 'string') length += part.length;
  });
  return length;
}

/** Every line becomes an element of a page. */
function costOf(text: string): number {
  let cost = text.length;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) cost += lineCost;
  return cost;
}
