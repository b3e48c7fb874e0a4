import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from './package.ts';

/** SHA-256 of a text or of bytes, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** `src`, or `bundle`, which holds all that the package runs. */
const own = dirname(dirname(fileURLToPath(import.meta.url)));

/** The code that the package runs, in a clone as well. */
export const bundle = join(packageRoot, 'dist/bundle');

/** Files that decide nothing: the servers to be judged, and what the lab proved. */
const idle =
  /^src\/(lab|reference|catalogue\/openapi)\/|^src\/package\/(figures|release)\.|^bundle\/(servers\/|chunks\/figures\.)|^schemas\/openapi\.json$|\.d\.ts$/;

/**
 * SHA-256 over everything that decides a verdict: the code that runs, the suites and the schemas, each file
 * with its name, in the order of names. Two reports with the same digest were judged by the same suite. The same code
 * has one digest in the bundle, which the command of a clone runs, too, and another in files of its own, as tests run it.
 */
export function suiteDigest(home = own): string {
  const hash = createHash('sha256');
  const code = dirname(home);
  const folders = home === bundle ? [home] : [home, join(code, 'suites')];
  folders.push(join(packageRoot, 'schemas'));
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
