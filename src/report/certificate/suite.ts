import type { Credentials } from '../../package/credentials.ts';
import type { Release } from '../../package/releases.ts';
import { differenceOf } from './difference.ts';

/** Compares the suite that judged with the one that verifies. */
export interface SuiteMatch {
  readonly same: boolean;
  /** Why it cannot be trusted; undefined if it can. */
  readonly problem?: string;
  /** In a line: which it is. */
  readonly told: string;
  /** In a line: what is not known of it. */
  readonly unknown?: string;
}

/** Compares the suite that a report names with the one that verifies, and with the releases known here. */
export function matchSuite(
  judged: Credentials,
  own: Credentials,
  releases: readonly Release[],
): SuiteMatch {
  if (judged.digest === own.digest) return sameSuite(judged, own);
  const named = `${judged.name} ${judged.version} (sha256 ${judged.digest})`;
  if (judged.name !== own.name) {
    return {
      same: false,
      problem: `it was judged by ${named}, which is not ${own.name}`,
      told: '',
    };
  }
  const release = releases.find(({ version }) => version === judged.version);
  const due = judged.version === own.version ? own.digest : release?.digest;
  if (due !== undefined && due !== judged.digest) {
    return {
      same: false,
      problem: `it was judged by a suite that calls itself ${judged.version} and was changed: its digest is ${judged.digest}, that of ${judged.version} is ${due}`,
      told: '',
    };
  }
  const told = `judged by ${named}, as it was released`;
  if (release !== undefined) return { same: false, told };
  return { same: false, told, unknown: `the suite that judged, ${named}: no release known here` };
}

function sameSuite(judged: Credentials, own: Credentials): SuiteMatch {
  const found = differenceOf(judged, own);
  const told = `this same suite judged: ${own.name} ${own.version} (sha256 ${own.digest})`;
  if (found === undefined) return { same: true, told };
  const problem = `/suite${found.at} is ${found.first}; the suite with this digest says ${found.second}`;
  return { same: true, problem, told };
}
