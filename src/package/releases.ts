import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './package.ts';

/** A suite that was handed out. */
export interface Release {
  readonly version: string;
  /** As `suite.digest` of a report: SHA-256 over all that decides a verdict. */
  readonly digest: string;
}

/** Where the digests of the released suites stand. */
export const releasesFile = join(packageRoot, 'docs', 'releases.json');

/** The releases that this suite knows of, the oldest first. Throws if the package is damaged. */
export function readReleases(): Release[] {
  const value: unknown = JSON.parse(readFileSync(releasesFile, 'utf8'));
  if (Array.isArray(value) && value.every(isRelease)) return value;
  throw new Error('docs/releases.json is not a list of releases');
}

function isRelease(value: unknown): value is Release {
  if (typeof value !== 'object' || value === null) return false;
  if (!('version' in value) || !('digest' in value)) return false;
  const { version, digest } = value;
  return typeof version === 'string' && typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest);
}

/** The releases with one more. Throws if its version was released with another digest. */
export function withRelease(releases: readonly Release[], release: Release): Release[] {
  const before = releases.find(({ version }) => version === release.version);
  if (before === undefined) return [...releases, release];
  if (before.digest === release.digest) return [...releases];
  throw new Error(
    `${release.version} was released as ${before.digest}, and this is ${release.digest}: give it another version`,
  );
}
