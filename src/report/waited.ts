import type { Wait } from './report.ts';

/**
 * Seconds that a run waited, until it finished (milliseconds since the epoch): requests in flight wait at the same
 * time, and an interrupted run waits no longer, so time counts once.
 */
export function waitedSeconds(
  waits: readonly Pick<Wait, 'startedAt' | 'seconds'>[],
  finishedAt: number,
): number {
  let waited = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { startedAt, seconds } of waits.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const end = Math.min(startedAt + seconds * 1000, finishedAt);
    waited += Math.max(0, end - Math.max(startedAt, until));
    until = Math.max(until, end);
  }
  return Math.round(waited) / 1000;
}
