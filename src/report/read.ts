import { join } from 'node:path';
import type { Exchange } from '../http/exchange.ts';
import { isFolder } from '../settings/files.ts';
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
  return { report, exchanges: readAs(join(folder, 'traffic.har'), ofFolder, exchangesOf) };
}

/**
 * Reads a report alone, without its traffic, from a `conformance.json` or from a folder that holds one. Throws
 * a `SettingsError` that names the file.
 */
export function readReport(named: string): ReportFile {
  const path = isFolder(named) ? join(named, 'conformance.json') : named;
  return { path, report: readAs(path, ofReport, reportIn) };
}
