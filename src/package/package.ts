import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The nearest folder with a manifest: sources are in `src/`, built files in `dist/src/` and `dist/bundle/`. */
function rootAbove(folder: string): string {
  const parent = dirname(folder);
  return existsSync(join(folder, 'package.json')) || parent === folder ? folder : rootAbove(parent);
}

/** Folder of the package, absolute: suites, schemas and reports are found from it. */
export const packageRoot: string = rootAbove(dirname(fileURLToPath(import.meta.url)));

const manifest: { readonly name: string; readonly version: string } = JSON.parse(
  readFileSync(join(packageRoot, 'package.json'), 'utf8'),
);

export const { name: suiteName, version: suiteVersion } = manifest;

/** The `User-Agent` of a run with this profile. */
export const userAgent = (profile: string): string =>
  `${suiteName}/${suiteVersion} (profile ${profile})`;

/**
 * The words that start the program of a package in a shell, from a folder. `--no`: if the dependency is not installed, npx
 * must not fetch whatever has its name. `--`: otherwise npx takes flags for its own.
 */
export function commandFrom(folder: string, root: string): string[] {
  if (/[\\/]node_modules[\\/]/.test(root)) return ['npx', '--no', '--', suiteName];
  if (folder === root) return ['npm', 'run', '--silent', 'conformance', '--'];
  const main = join(root, 'dist/bundle/cli/main.js');
  return ['node', main.startsWith(join(folder, '/')) ? relative(folder, main) : main];
}

/** The words that start this program in a shell. */
export const commandWords = () => commandFrom(process.cwd(), packageRoot);
