import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { diskWords, WriteFailure } from '../disk/failure.ts';
import { writeWhole } from '../disk/write-whole.ts';
import type { Exchange } from '../http/exchange.ts';
import { jsonText } from '../text/visible.ts';
import { badge } from './badge.ts';
import { toHar } from './har.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { page } from './page.ts';
import type { Report } from './report.ts';

/** One file of the output folder. `render` is pure. */
export interface Format {
  readonly name: string;
  readonly render: (report: Report, exchanges: readonly Exchange[]) => string;
}

/** The files that all others are rendered from. */
const sources: readonly Format[] = [
  { name: 'conformance.json', render: (report) => json(report) },
  { name: 'traffic.har', render: ({ suite }, exchanges) => json(toHar(exchanges, suite)) },
];

/** The files for people and for other programs: `report` writes them again. */
export const renderedFormats: readonly Format[] = [
  { name: 'conformance.html', render: page },
  { name: 'conformance.md', render: markdown },
  { name: 'junit.xml', render: junit },
  { name: 'badge.svg', render: badge },
];

/** The files that every run writes. A further format is one more entry. */
export const formats: readonly Format[] = [...sources, ...renderedFormats];

/**
 * Writes every wanted format into the folder, making it if it is missing, and returns the paths. Each file is
 * replaced whole or not at all, and one that cannot be written does not keep back the others. Throws a
 * WriteFailure of one line that names each that could not be written.
 */
export async function writeReports(
  report: Report,
  exchanges: readonly Exchange[],
  folder: string,
  wanted: readonly Format[] = formats,
): Promise<string[]> {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw cannotWrite(folder, error);
  }
  const written: string[] = [];
  const failed: { readonly path: string; readonly error: unknown }[] = [];
  // One after the other: on a disk that is nearly full, the first files still fit, and the others can be made from them.
  for (const format of wanted) {
    const path = join(folder, format.name);
    await writeWhole(path, format.render(report, exchanges)).then(
      () => written.push(path),
      (error: unknown) => failed.push({ path, error }),
    );
  }
  const [first] = failed;
  if (first === undefined) return written;
  throw cannotWrite(failed.map(({ path }) => path).join(', '), first.error, written);
}

function json(value: unknown): string {
  return `${jsonText(value)}\n`;
}

function cannotWrite(paths: string, error: unknown, written: readonly string[] = []) {
  return new WriteFailure(
    `cannot write ${paths}: ${diskWords(error)}; reports are missing; a run writes into another folder with --out or PETSTORE_OUT`,
    written,
  );
}
