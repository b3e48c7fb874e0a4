import { expect, test } from 'vitest';
import { matchSuite } from '../report/certificate/verify.ts';
import { suiteDigest } from './digest.ts';
import { suiteName, suiteVersion } from './package.ts';
import { readReleases, withRelease } from './releases.ts';

const lab = { faultsFound: 1, faults: 1, variantsWronged: 0, variants: 1 };
const suite = (version: string, digest: string) => ({
  name: suiteName,
  version,
  digest: digest.repeat(64),
  lab,
});
const own = suite('1.1.0', 'a');
const releases = [{ version: '1.0.0', digest: 'b'.repeat(64) }];

test('the list of releases is one, and no version stands there twice', () => {
  const versions = readReleases().map(({ version }) => version);
  expect(new Set(versions).size).toBe(versions.length);
});

test('a release is added once, and never under another digest', () => {
  const release = { version: suiteVersion, digest: suiteDigest() };
  const once = withRelease([], release);
  expect(once).toEqual([release]);
  expect(withRelease(once, release)).toEqual(once);
  expect(() => withRelease(once, { ...release, digest: 'c'.repeat(64) })).toThrow(
    /: give it another version$/,
  );
});

test('the suite that judged is this one, a release, unknown, or changed', () => {
  expect(matchSuite(own, own, releases)).toMatchObject({ same: true });
  expect(matchSuite(suite('1.0.0', 'b'), own, releases)).toEqual({
    same: false,
    told: expect.stringMatching(/^judged by \S+ 1\.0\.0 .*, as it was released$/),
  });
  expect(matchSuite(suite('1.2.0', 'c'), own, releases)).toMatchObject({
    same: false,
    unknown: expect.stringContaining('no release known here'),
  });
});

test.each([
  ['this version with another digest', suite('1.1.0', 'c'), /calls itself 1\.1\.0 and was changed/],
  ['a release with another digest', suite('1.0.0', 'c'), /calls itself 1\.0\.0 and was changed/],
  ['another name', { ...suite('1.0.0', 'c'), name: 'other' }, /which is not petstore-conformance/],
])('%s is refused', (_, judged, why) => {
  expect(matchSuite(judged, own, releases).problem).toMatch(why);
});
