import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { type Exchange, ended } from '../http/exchange.ts';
import type { Recording } from '../http/replay.ts';
import { traceOf } from '../http/trace.ts';
import { firstFault, published, type Shape, validatorOf } from '../package/validator.ts';
import { isFolder } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { visible } from '../text/visible.ts';
import { readAs, reportJson } from './given.ts';
import { exchangesOf } from './read-har.ts';
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
async function readTrafficOf(
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
async function readShape<T>(
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
