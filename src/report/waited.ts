import type { Pause } from '../engine/events.ts';
import type { Exchange } from '../http/exchange.ts';
import { duration } from '../text/words.ts';
import type { Report, Wait } from './report.ts';

/** A timer fires a little before or after its time. */
const slackMs = 20;

/**
 * The pauses in which a run waited: those for the rate limit, and those before a question was put again while
 * nothing else was asked.
 */
export function waitsOf(pauses: readonly Pause[], exchanges: readonly Exchange[]): Wait[] {
  return pauses
    .filter((pause) => pause.kind === 'rate-limit' || isOfAll(pause, exchanges))
    .map(({ startedAt, seconds, reason }) => ({ startedAt, seconds, reason }));
}

function isOfAll({ kind, startedAt, seconds }: Pause, exchanges: readonly Exchange[]): boolean {
  const [from, to] = [startedAt + slackMs, startedAt + seconds * 1000 - slackMs];
  if (kind !== 'retry' || from >= to) return false;
  return !exchanges.some((one) => one.startedAt < to && one.finishedAt > from);
}

/** How long a run waited, and for what. */
export function waitedWords({ waits, waitedSeconds: seconds }: Report['run']): string {
  const forLimit = waits.every(({ reason }) => /rate limit|answered 429/.test(reason));
  return `${duration(seconds)} waited${forLimit ? ' for the rate limit' : ''}`;
}

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
