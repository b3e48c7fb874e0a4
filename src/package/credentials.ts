import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteDigest } from './digest.ts';
import { packageRoot, suiteName, suiteVersion } from './package.ts';

/** What the suite proved of itself in its lab before it was published. */
interface LabFigures {
  readonly faultsFound: number;
  readonly faults: number;
  readonly variantsWronged: number;
  readonly variants: number;
}

/** The suite, and what it proved of itself. */
export interface Credentials {
  readonly name: string;
  readonly version: string;
  /** SHA-256 over all that decides a verdict, in hexadecimal. */
  readonly digest: string;
  readonly lab: LabFigures;
}

/** Where `npm run lab -- --publish` writes the figures. */
const labFile = join(packageRoot, 'docs', 'lab.json');

/** What the whole lab measured, as far as reports say it. */
interface Measured {
  readonly core: { readonly found: number; readonly of: number };
  readonly conformant: { readonly servers: number; readonly accused: readonly string[] };
}

const { core, conformant }: Measured = JSON.parse(readFileSync(labFile, 'utf8'));

export const labFigures: LabFigures = {
  faultsFound: core.found,
  faults: core.of,
  variantsWronged: conformant.accused.length,
  variants: conformant.servers,
};

/** Who judges, as every report says: this suite, to the byte, and what it proved of itself. */
export function suiteCredentials(): Credentials {
  return { name: suiteName, version: suiteVersion, digest: suiteDigest(), lab: labFigures };
}
