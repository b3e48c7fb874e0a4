import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const name = 'petstore-conformance';

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** Sources are in `src/`, built files in `dist/src/` and `dist/bundle/`: the root is where the package's own manifest is. */
function findRoot(folder: string): { root: string; manifest: Manifest } {
  const file = join(folder, 'package.json');
  if (existsSync(file)) {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isManifest(manifest) && manifest.name === name) return { root: folder, manifest };
  }
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`no package.json of ${name} above ${import.meta.url}`);
  return findRoot(parent);
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false;
  return 'name' in value && 'version' in value && typeof value.version === 'string';
}

const found = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Folder of the package, absolute: suites, schemas and reports are found from it. */
export const packageRoot: string = found.root;

export const suiteName: string = found.manifest.name;

export const suiteVersion: string = found.manifest.version;

/** The `User-Agent` of a run with this profile. */
export const userAgent = (profile: string): string =>
  `${suiteName}/${suiteVersion} (profile ${profile})`;

/** The script of package.json that is the program in a clone, as `npm run conformance -- compare A B`. */
const script = 'conformance';

const ofDependency = ['npx', '--no', '--', suiteName];
const ofClone = ['npm', 'run', '--silent', script, '--'];

/**
 * The words that start the program in a shell, as a dependency or in a clone. `--no`: if the dependency is not
 * installed, npx must not fetch whatever has its name. `--`: otherwise npx takes flags for its own.
 */
export const commandWords: readonly string[] = packageRoot.split(sep).includes('node_modules')
  ? ofDependency
  : ofClone;
