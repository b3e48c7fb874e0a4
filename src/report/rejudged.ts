import { utc } from '../text/words.ts';
import type { Report } from './report.ts';

/** That the report is of recorded traffic, in a sentence; undefined for a run. */
export function rejudgedWords({ run, suite }: Report): string | undefined {
  if (run.rejudged === null) return undefined;
  const recorder = run.rejudged.suite;
  const same = recorder.digest === suite.digest;
  const by = same ? 'this same suite' : `another suite, version ${recorder.version}`;
  return `judged again from traffic recorded ${utc(run.startedAt)} by ${by}; nothing was sent`;
}
