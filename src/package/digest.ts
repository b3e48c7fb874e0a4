import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from './package.ts';

/** SHA-256 of a text or of bytes, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** `src` and `suites` stand side by side, in a checkout and among built files. */
const code = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Files that decide nothing. The package leaves most of them out, and yet has the digest of a clone. */
const idle =
  /^src\/(lab|reference|catalogue\/openapi)\/|^src\/package\/(figures|release)\.|^schemas\/openapi\.json$|\.d\.ts$/;

/**
 * SHA-256 over everything that decides a verdict: the code that runs, the suites and the schemas, each file
 * with its name, in the order of names. Two reports with the same digest were judged by the same suite.
 */
export function suiteDigest(): string {
  const hash = createHash('sha256');
  const folders = [join(code, 'src'), join(code, 'suites'), join(packageRoot, 'schemas')];
  for (const file of folders.flatMap(filesOf)) {
    const name = relative(file.startsWith(code) ? code : packageRoot, file).replaceAll(sep, '/');
    if (idle.test(name)) continue;
    hash.update(`${name}\0${sha256(readFileSync(file))}\n`);
  }
  return hash.digest('hex');
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
