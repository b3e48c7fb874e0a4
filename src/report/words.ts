import { silenceFactor } from '../http/silence.ts';
import { count, duration } from '../text/words.ts';
import type { Report } from './report.ts';

/** What silence cost the run, where that was as long as one timeout; undefined where it was less. */
export function silenceWords({ silence }: Report['run']): string | undefined {
  const { seconds, allowedSeconds } = silence;
  if (seconds < allowedSeconds / silenceFactor) return undefined;
  return `${duration(seconds)} lost on requests without an answer (of ${duration(allowedSeconds)} at most)`;
}

/** How many requests there were; of a recording that was judged again, none was sent. */
export function requestWords({ requests, rejudged }: Report['run']): string {
  return `${count(requests, 'request')}${rejudged === null ? '' : ' in the recording'}`;
}
