import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { packageRoot } from './package.ts';

/** SHA-256 of a text or of bytes, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * SHA-256 over all that the package runs, its dependencies among it, and over the schemas: each file with its name, in
 * the order of names. Two reports with the same digest were judged by the same suite. A clone must be built.
 */
export function suiteDigest(root = packageRoot): string {
  const hash = createHash('sha256');
  for (const file of ['dist/bundle', 'schemas'].flatMap((folder) => filesOf(join(root, folder)))) {
    const name = relative(root, file).replaceAll(sep, '/');
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
