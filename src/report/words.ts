import { silenceFactor } from '../http/retries/silence.ts';
import { count, duration, utc } from '../text/words.ts';
import type { Report } from './report.ts';

/** The time lost in silence, if at least one timeout; else undefined. */
export function silenceWords({ silence }: Report['run']): string | undefined {
  const { seconds, allowedSeconds } = silence;
  if (seconds < allowedSeconds / silenceFactor) return undefined;
  return `${duration(seconds)} lost on requests without an answer (of ${duration(allowedSeconds)} at most)`;
}

/** The number of requests; of a recording that was judged again, none was sent. */
export function requestWords({ requests, rejudged }: Report['run']): string {
  return `${count(requests, 'request')}${rejudged === null ? '' : ' in the recording'}`;
}

/** How long a run waited, and for what. */
export function waitedWords({ waits, waitedSeconds: seconds }: Report['run']): string {
  const forLimit = waits.every(({ reason }) => /rate limit|answered 429/.test(reason));
  return `${duration(seconds)} waited${forLimit ? ' for the rate limit' : ''}`;
}

/** Says that the report is of recorded traffic; undefined for a run. */
export function rejudgedWords({ run, suite }: Report): string | undefined {
  if (run.rejudged === null) return undefined;
  const recorder = run.rejudged.suite;
  const same = recorder.digest === suite.digest;
  const by = same ? 'this same suite' : `another suite, version ${recorder.version}`;
  return `judged again from traffic recorded ${utc(run.startedAt)} by ${by}; nothing was sent`;
}
