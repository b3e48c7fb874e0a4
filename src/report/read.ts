import { join } from 'node:path';
import type { Exchange } from '../http/exchange.ts';
import { traceOf } from '../http/trace.ts';
import { isFolder } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { visible } from '../text/visible.ts';
import { readAs, reportIn } from './given.ts';
import { exchangesOf } from './read-har.ts';
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
  const report = readAs(join(folder, 'conformance.json'), ofFolder, reportIn);
  return { report, exchanges: trafficOf(report.run, folder) };
}

/**
 * Reads `traffic.har` of a folder, each exchange at its own index. Refuses requests that carry another trace than the
 * run: two runs that write into one folder at once leave the report of one and the traffic of the other.
 */
function trafficOf({ trace }: Report['run'], folder: string): Exchange[] {
  const path = join(folder, 'traffic.har');
  const exchanges = readAs(path, ofFolder, exchangesOf);
  const isOfAnother = (exchange: Exchange) => (traceOf(exchange) ?? trace) !== trace;
  if (trace === undefined || !exchanges.some(isOfAnother)) return exchanges;
  throw new SettingsError(
    visible(
      `${path} is of another run than conformance.json, as if two had written into one folder at once: run again, each with a folder of its own by --out`,
    ),
  );
}

/**
 * Reads a report alone, without its traffic, from a `conformance.json` or from a folder that holds one. Throws
 * a `SettingsError` that names the file.
 */
export async function readReport(named: string): Promise<ReportFile> {
  const path = isFolder(named) ? join(named, 'conformance.json') : named;
  return { path, report: readAs(path, ofReport, reportIn) };
}

/** Reads several; throws for the first that is not a report. */
export async function readReportFiles(paths: readonly string[]): Promise<ReportFile[]> {
  const files: ReportFile[] = [];
  // One after the other: the first bad one is the one that is named.
  for (const named of paths) files.push(await readReport(named));
  return files;
}
