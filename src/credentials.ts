import { suiteDigest } from './digest.ts';
import { labFigures } from './lab/figures.ts';
import { suiteName, suiteVersion } from './package.ts';
import type { Credentials } from './report/report.ts';

/** Who judges, as every report says: this suite, to the byte, and what it proved of itself. */
export function suiteCredentials(): Credentials {
  return { name: suiteName, version: suiteVersion, digest: suiteDigest(), lab: labFigures };
}
