/** `npm run release`: adds this suite's version and digest to docs/releases.json. */

import { writeWhole } from '../disk/write-whole.ts';
import { suiteDigest } from './digest.ts';
import { suiteVersion } from './package.ts';
import { readReleases, releasesFile, withRelease } from './releases.ts';

const releases = withRelease(readReleases(), {
  version: suiteVersion,
  digest: suiteDigest(),
});
await writeWhole(releasesFile, `${JSON.stringify(releases, null, 2)}\n`);
