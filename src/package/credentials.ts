import { suiteDigest } from './digest.ts';
import { labFigures } from './figures.ts';
import { suiteName, suiteVersion } from './package.ts';

/** The suite, and what it proved of itself in its lab before it was published. */
export interface Credentials {
  readonly name: string;
  readonly version: string;
  /** SHA-256 over all that decides a verdict, in hexadecimal. */
  readonly digest: string;
  readonly lab: {
    readonly faultsFound: number;
    readonly faults: number;
    readonly variantsWronged: number;
    readonly variants: number;
  };
}

/** Who judges, as every report says: this suite, to the byte, and what it proved of itself. */
export function suiteCredentials(): Credentials {
  return { name: suiteName, version: suiteVersion, digest: suiteDigest(), lab: labFigures };
}
