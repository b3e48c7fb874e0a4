import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { entriesIn } from '../disk/names.ts';
import type { Exchange } from '../http/exchange.ts';
import { traceOf } from '../http/trace.ts';
import { firstFault, published } from '../package/validator.ts';
import { isFolder } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { visible } from '../text/visible.ts';
import { shellQuoted } from '../text/words.ts';
import { exchangesOf } from './from-har.ts';
import { readAs, reportJson } from './given-file.ts';
import type { Report } from './report.ts';

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
