import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { Exchange } from '../http/exchange.ts';
import { codeOf } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { escaped } from '../text/visible.ts';
import { badge } from './badge.ts';
import { ctrf } from './ctrf.ts';
import { toHar } from './har.ts';
import { page } from './html/page.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import type { Report } from './report.ts';

/** One file of the output folder. `render` is pure. */
export interface Format {
  readonly name: string;
  readonly render: (report: Report, exchanges: readonly Exchange[]) => string;
}

/** What all the others are rendered from. */
const sources: readonly Format[] = [
  { name: 'conformance.json', render: (report) => json(report) },
  { name: 'traffic.har', render: (report, exchanges) => json(toHar(exchanges, report.suite)) },
];

/** The files for people and for other programs: `report` writes them again. */
export const renderedFormats: readonly Format[] = [
  { name: 'conformance.html', render: page },
  { name: 'conformance.md', render: markdown },
  { name: 'junit.xml', render: junit },
  { name: 'badge.svg', render: badge },
  { name: 'ctrf-report.json', render: (report, exchanges) => json(ctrf(report, exchanges)) },
];

/** The files that every run writes (contract, "Results"). A further format is one more entry. */
export const formats: readonly Format[] = [...sources, ...renderedFormats];

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is spent',
  EFBIG: 'the file is larger than allowed',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file, not a folder',
  EISDIR: 'a folder of that name is in the way',
};

/**
 * Writes every wanted format into the folder, making it where it is missing, and returns the paths. Each file is
 * replaced whole or not at all, and one that cannot be written does not keep back the others. Throws a
 * SettingsError, one line, for the first that could not be written.
 */
export async function writeReports(
  report: Report,
  exchanges: readonly Exchange[],
  folder: string,
  wanted: readonly Format[] = formats,
): Promise<string[]> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw cannotWrite(folder, error);
  });
  const results = await Promise.allSettled(
    wanted.map(async ({ name, render }) => {
      const text = render(report, exchanges);
      const path = join(folder, name);
      await writeFileAtomic(path, text).catch((error: unknown) => {
        throw cannotWrite(path, error);
      });
      return path;
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/** What `JSON.stringify` leaves as it is and a terminal does not: in JSON an escape says the same. */
const acting = /[\u007f-\u009f\p{Bidi_Control}\u2028\u2029]/gu;

function json(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(acting, escaped)}\n`;
}

function cannotWrite(path: string, error: unknown): Error {
  const code = codeOf(error);
  const reason = reasons[code];
  return new SettingsError(
    `cannot write ${path}: ${reason ? `${reason} (${code})` : code}; name a folder that can be written with --out or PETSTORE_OUT`,
  );
}
