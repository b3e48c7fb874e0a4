import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../package/digest.ts';
import { packageRoot } from '../../package/package.ts';

/** SHA-256 of the specification that this suite judges by, `docs/specification.md` of the package. */
export function specificationDigest(): string {
  return sha256(readFileSync(join(packageRoot, 'docs', 'specification.md')));
}
