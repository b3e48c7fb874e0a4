import { silenceFactor } from '../http/retries/silence.ts';
import { count, duration, utc } from '../text/words.ts';
import type { Report } from './report.ts';

/** The time lost in silence, if at least one timeout; else nothing. */
function silenceWords({ silence }: Report['run']): string[] {
  const { seconds, allowedSeconds } = silence;
  if (seconds < allowedSeconds / silenceFactor) return [];
  return [
    `${duration(seconds)} lost on requests without an answer (of ${duration(allowedSeconds)} at most)`,
  ];
}

/** The number of requests; of a recording that was judged again, none was sent. */
export function requestWords({ requests, rejudged }: Report['run']): string {
  return `${count(requests, 'request')}${rejudged === null ? '' : ' in the recording'}`;
}

/** How long a run waited, and for what. */
function waitedWords({ waits, waitedSeconds: seconds }: Report['run']): string {
  const forLimit = waits.every(({ reason }) => /rate limit|answered 429/.test(reason));
  return `${duration(seconds)} waited${forLimit ? ' for the rate limit' : ''}`;
}

/** What a run cost in requests, in animals if they are wanted, and in time spent on waiting. */
export function costWords(run: Report['run'], ...animals: readonly string[]): string[] {
  return [requestWords(run), ...animals, waitedWords(run), ...silenceWords(run)];
}

/** Says that the report is of recorded traffic; undefined for a run. */
export function rejudgedWords({ run, suite }: Report): string | undefined {
  if (run.rejudged === null) return undefined;
  const recorder = run.rejudged.suite;
  const same = recorder.digest === suite.digest;
  const by = same ? 'this same suite' : `another suite, version ${recorder.version}`;
  return `judged again from traffic recorded ${utc(run.startedAt)} by ${by}; nothing was sent`;
}
