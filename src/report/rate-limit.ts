import type { Pause } from '../engine/events.ts';
import { type Exchange, header, isAnswered } from '../http/exchange.ts';
import type { RatePoint, Wait } from './report.ts';

/** A timer fires a little before or after its time. */
const slackMs = 20;

/**
 * The pauses in which the run waited: those for the rate limit, and those before a retry while nothing else was asked.
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

/**
 * Seconds that a run waited until it finished (milliseconds since the epoch). Overlapping waits count once, and an
 * interrupted run stops waiting.
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

/** What each answer said about the rate limit of its caller (section 8), in the order of asking. */
export function timelineOf(exchanges: readonly Exchange[]): RatePoint[] {
  return exchanges
    .filter(isAnswered)
    .map(({ index, finishedAt, caller, response }) => ({
      exchange: index,
      at: finishedAt,
      caller,
      limit: numberIn(header(response, 'X-RateLimit-Limit')),
      remaining: numberIn(header(response, 'X-RateLimit-Remaining')),
      reset: numberIn(header(response, 'X-RateLimit-Reset')),
      refused: response.status === 429,
    }))
    .filter(({ limit, remaining, refused }) => limit !== null || remaining !== null || refused)
    .sort((a, b) => a.exchange - b.exchange);
}

/** A number in a header; null if it is not one, so that charts leave it out. */
function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : null;
}
