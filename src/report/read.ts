import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { Exchange } from '../exchange/exchange.ts';
import { packageRoot } from '../package.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { exchangesOf } from './from-har.ts';
import type { Report } from './report.ts';

/** A report that was written before, and its traffic. */
export interface Saved {
  readonly report: Report;
  readonly exchanges: readonly Exchange[];
}

/** Reads `conformance.json` and `traffic.har` of a folder. Throws a `SettingsError` that names the file. */
export async function readReports(folder: string): Promise<Saved> {
  const reportPath = join(folder, 'conformance.json');
  const trafficPath = join(folder, 'traffic.har');
  const saved = await readJson(reportPath);
  const har = await readJson(trafficPath);
  const isReport = await reportValidator();
  if (!isReport(saved)) {
    const [first] = isReport.errors ?? [];
    const where = first ? `: ${first.instancePath || '/'} ${first.message ?? ''}` : '';
    throw new SettingsError(
      `${reportPath} is no report of this version${where}; name a folder that a run wrote`,
    );
  }
  const exchanges = exchangesOf(har);
  if (exchanges === undefined) {
    throw new SettingsError(
      `${trafficPath} is no traffic of this version of the suite; name a folder that a run wrote`,
    );
  }
  return { report: saved, exchanges };
}

/** The JSON of a file that a run wrote. Throws a `SettingsError` that names it. */
export async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new SettingsError(`cannot read ${path} (${code}); name a folder that a run wrote`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new SettingsError(`${path} holds no JSON; name a folder that a run wrote`);
  }
}

async function reportValidator() {
  const path = join(packageRoot, 'schemas', 'report.schema.json');
  const schema: unknown = JSON.parse(await readFile(path, 'utf8'));
  if (typeof schema !== 'object' || schema === null) throw new Error(`${path} holds no schema`);
  const ajv = new Ajv2020({ strict: true });
  addFormatsModule.default(ajv);
  return ajv.compile<Report>(schema);
}
