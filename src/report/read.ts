import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { RequirementId } from '../catalogue/catalogue.ts';
import { entriesIn } from '../disk/names.ts';
import { NotPlain, readGiven } from '../disk/read-given.ts';
import { type Exchange, ended } from '../http/exchange.ts';
import type { Recording } from '../http/replay/replay.ts';
import { traceOf } from '../http/trace.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { firstFault, published, type Shape, validatorOf } from '../package/validator.ts';
import { isFolder } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { cut, visible } from '../text/visible.ts';
import { shellQuoted } from '../text/words.ts';
import { exchangesOf } from './har.ts';
import type { Rejudged, Report } from './report.ts';

/** A report that was written before, and its traffic. */
export interface Saved {
  readonly report: Report;
  readonly exchanges: readonly Exchange[];
}

/** A report and the file that holds it. */
export interface ReportFile {
  readonly path: string;
  readonly report: Report;
}

const ofFolder = 'name a folder that a run wrote';
const ofReport = 'name a conformance.json that a run wrote, or the folder that holds one';

/** Reads `conformance.json` and `traffic.har` of a folder. Throws a `SettingsError` that names the file. */
export async function readReports(folder: string): Promise<Saved> {
  const report = await reportIn(join(folder, 'conformance.json'), ofFolder);
  return { report, exchanges: await readTrafficOf(report.run, folder) };
}

/**
 * Reads `traffic.har` of a folder, each exchange at its own index. Throws a `SettingsError` that names the file, also
 * if its requests carry another trace than the run: two runs that write into one folder at once leave the report of one
 * and the traffic of the other.
 */
export async function readTrafficOf(
  { trace }: { readonly trace?: string | undefined },
  folder: string,
): Promise<Exchange[]> {
  const exchanges = await readTraffic(folder);
  const isOfAnother = (exchange: Exchange) => (traceOf(exchange) ?? trace) !== trace;
  if (trace === undefined || !exchanges.some(isOfAnother)) return exchanges;
  throw new SettingsError(
    visible(
      `${join(folder, 'traffic.har')} is of another run than conformance.json, as if two had written into one folder at once: run again, each with a folder of its own by --out`,
    ),
  );
}

async function readTraffic(folder: string): Promise<Exchange[]> {
  const path = join(folder, 'traffic.har');
  const exchanges = readAs(path, ofFolder, exchangesOf);
  if (exchanges !== undefined) return exchanges;
  throw new SettingsError(
    visible(`${path} is not traffic of this version of the suite; ${ofFolder}`),
  );
}

/**
 * Reads a report alone, without its traffic, from a `conformance.json` or from a folder that holds one. Throws
 * a `SettingsError` that names the file.
 */
export async function readReport(named: string): Promise<ReportFile> {
  const path = reportPath(named);
  if (path !== named) refuseFolderOfReports(named);
  return { path, report: await reportIn(path, ofReport) };
}

/** The file of a report that is named by its own path, or by that of its folder. */
function reportPath(named: string): string {
  return isFolder(named) ? join(named, 'conformance.json') : named;
}

/** The most bytes of all reports that are compared: some hundreds of ordinary ones. */
const mostOfReports = 64 * 1024 * 1024;

/** Throws a `SettingsError` if the reports that are named are too big together. */
function refuseTooMany(paths: readonly string[]): void {
  const sizes = paths.map((path) => statSync(reportPath(path), { throwIfNoEntry: false })?.size);
  const bytes = sizes.reduce<number>((sum, size = 0) => sum + size, 0);
  if (bytes <= mostOfReports) return;
  throw new SettingsError(
    `${paths.length} reports hold ${bytes} bytes together, and no more than ${mostOfReports} are read at once; name fewer`,
  );
}

/** Reads several; throws for the first that is not a report, and if they are too many. */
export async function readReportFiles(paths: readonly string[]): Promise<ReportFile[]> {
  refuseTooMany(paths);
  const files: ReportFile[] = [];
  // One after the other: the first bad one is the one that is named.
  for (const named of paths) files.push(await readReport(named));
  return files;
}

/** Tells whether a value is a report, by `schemas/report.schema.json`. */
export const reportValidator = published<Report>('report');

async function reportIn(path: string, right: string): Promise<Report> {
  return readShape(path, reportValidator(), 'report of this version', right);
}

/** The contents of a JSON file that must be a `what`. Throws a `SettingsError` that names file and place. */
export async function readShape<T>(
  path: string,
  isRight: ValidateFunction<T>,
  what: string,
  right: string = ofFolder,
): Promise<T> {
  const value = readAs(path, right, reportJson);
  if (isRight(value)) return value;
  const fault = firstFault(isRight.errors ?? []);
  throw new SettingsError(visible(`${path} is not a ${what}: ${fault}; ${right}`));
}

const shown = 3;

/** Throws a `SettingsError` for a folder without a report whose subfolders hold reports, and names these. */
export function refuseFolderOfReports(folder: string): void {
  if (isFile(join(folder, 'conformance.json'))) return;
  const below = [...entriesIn(folder)]
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .filter((path) => isFile(join(path, 'conformance.json')))
    .sort();
  if (below.length === 0) return;
  const more = below.length - shown;
  const named = `${below.slice(0, shown).map(shellQuoted).join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
  throw new SettingsError(visible(`${folder} holds no report itself; name those in it: ${named}`));
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** A file that somebody else may have written, read within bounds. */

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

/** JSON in a file from somebody else, checked against bounds before a parser turns it into values. */

/** The file holds more than any run writes. The message is a phrase: `holds more than 3000 exchanges`. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/** What a file may hold. */
export interface Bounds {
  /** Objects, arrays and commas: what costs memory beyond its own bytes. */
  readonly marks: number;
  /** How deep it may nest. */
  readonly depth: number;
}

export const openObject = 0x7b;
export const openArray = 0x5b;
const closeObject = 0x7d;
const closeArray = 0x5d;
const comma = 0x2c;
const quote = 0x22;
const backslash = 0x5c;

/** Is called for each bracket with its position and the depth of the value around it. */
export interface Watcher {
  opened?(mark: number, at: number, depth: number): void;
  closed?(at: number, depth: number): void;
}

/** Reads a text once, and keeps nothing. Throws TooMuch; the parser decides whether it is JSON at all. */
export function watch(bytes: Uint8Array, bounds: Bounds, watcher: Watcher = {}): void {
  let depth = 0;
  let marks = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const mark = bytes[at];
    if (mark === quote) {
      at = endOfString(bytes, at);
    } else if (mark === comma) marks += 1;
    else if (mark === openObject || mark === openArray) {
      watcher.opened?.(mark, at, depth);
      depth += 1;
      marks += 1;
      if (depth > bounds.depth) throw new TooMuch(`nests more than ${bounds.depth} deep`);
    } else if (mark === closeObject || mark === closeArray) {
      depth -= 1;
      watcher.closed?.(at, depth);
    }
    if (marks > bounds.marks) throw new TooMuch(`holds more than ${bounds.marks} values`);
  }
}

/** The position of the closing quote of a string; the end of the text if there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    const mark = bytes[at];
    if (mark === quote) return at;
    if (mark === backslash) at += 1;
  }
  return bytes.length;
}

/** The value of a JSON text within its bounds. Throws TooMuch, and SyntaxError if it is not JSON. */
export function boundedJson(bytes: Uint8Array, bounds: Bounds): unknown {
  watch(bytes, bounds);
  return parsed(bytes);
}

/** The value of a JSON text. Throws SyntaxError. */
export function parsed(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
}

/** What is needed to judge a run again. Another version of the suite may have written the rest of its report. */
export interface RecordedRun {
  readonly recording: Recording;
  readonly baseUrl: string;
  readonly profile: string;
  readonly seed: number;
  readonly plan: string | null;
  /** What was given beyond the defaults, by flag. */
  readonly settings: Readonly<Record<string, string>>;
  /** The suite that recorded it. */
  readonly suite: Rejudged['suite'];
}

const text = { type: 'string' } as const;
const suite = {
  type: 'object',
  required: ['version', 'digest'],
  properties: { version: text, digest: text },
} as const;

const savedReport = {
  type: 'object',
  required: ['formatVersion', 'profile', 'suite', 'implementation', 'run'],
  properties: {
    formatVersion: { const: 1 },
    profile: text,
    suite,
    implementation: { type: 'object', required: ['baseUrl'], properties: { baseUrl: text } },
    run: {
      type: 'object',
      required: ['startedAt', 'finishedAt', 'seed', 'plan', 'settings'],
      properties: {
        startedAt: text,
        finishedAt: text,
        seed: { type: 'integer' },
        plan: { type: ['string', 'null'] },
        settings: { type: 'object', additionalProperties: text },
        trace: text,
        rejudged: {
          type: ['object', 'null'],
          required: ['suite'],
          properties: { suite },
        },
      },
    },
  },
} as const;

/** What a report must say of its run to be judged again. */
type SavedReport = Shape<typeof savedReport>;

const isSaved = validatorOf(savedReport);

/**
 * Reads what a folder holds of a run: `conformance.json` and `traffic.har`, whichever version of the suite
 * wrote them. Throws a `SettingsError` that names the file.
 */
export async function readRecordedRun(folder: string): Promise<RecordedRun> {
  const reportPath = join(folder, 'conformance.json');
  const saved = await readShape(reportPath, isSaved, 'report of a run');
  return recordedRunOf(saved, await readTrafficOf(saved.run, folder), reportPath);
}

/** What is needed to judge a run again, from its report and traffic. Throws a `SettingsError` that names the report. */
export function recordedRunOf(
  saved: SavedReport,
  exchanges: readonly Exchange[],
  reportPath: string,
): RecordedRun {
  const { implementation, profile, run } = saved;
  const { seed, plan, settings } = run;
  const { version, digest } = (run.rejudged ?? saved).suite;
  return {
    recording: {
      startedAt: momentOf(run.startedAt, reportPath),
      finishedAt: momentOf(run.finishedAt, reportPath),
      exchanges: ended(exchanges),
    },
    baseUrl: implementation.baseUrl,
    profile,
    seed,
    plan,
    settings,
    suite: { version, digest },
  };
}

function momentOf(iso: string, path: string): number {
  const moment = Date.parse(iso);
  if (!Number.isNaN(moment)) return moment;
  throw new SettingsError(`${path} holds no time of its run; name a folder that a run wrote`);
}

/** Bounds the text of a report: its writer keeps within them, and reports from others are checked against them. */

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
