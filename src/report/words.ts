import { silenceFactor } from '../http/silence.ts';
import type { Report } from './report.ts';

/** A duration in seconds for a person: `0.4 s`, `38 s`, `2 min 5 s`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** What silence cost the run, where that was as long as one timeout; undefined where it was less. */
export function silenceWords({ silence }: Report['run']): string | undefined {
  const { seconds, allowedSeconds } = silence;
  if (seconds < allowedSeconds / silenceFactor) return undefined;
  return `${duration(seconds)} lost on requests without an answer (of ${duration(allowedSeconds)} at most)`;
}
