import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

const ofDependency = ['npx', '--no', '--', suiteName];
/** The script of package.json that is the program in a clone. */
const ofClone = ['npm', 'run', '--silent', 'conformance', '--'];

/**
 * The words that start the program in a shell, in a clone or as a dependency. `--no`: if the dependency is not
 * installed, npx must not fetch whatever has its name. `--`: otherwise npx takes flags for its own.
 */
export const commandWords: readonly string[] = existsSync(join(packageRoot, 'package-lock.json'))
  ? ofClone
  : ofDependency;
