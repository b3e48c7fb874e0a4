import type { Caller } from '../../http/exchange.ts';
import type { Report } from '../report.ts';

/** What the answers said of the rate limit of one caller, by time. */
export interface RateSeries {
  /** Milliseconds since the start of the run, and the requests that remained; by time. */
  readonly points: readonly (readonly [at: number, remaining: number])[];
  /** When a 429 came: milliseconds since the start. */
  readonly refusals: readonly number[];
  /** From, to: milliseconds since the start. Waits at the same time are one. */
  readonly waits: readonly (readonly [from: number, to: number])[];
  /** The highest limit shown; undefined where no answer showed one. */
  readonly limit: number | undefined;
}

/** The rate limit over the run, as a caller was told. Times are clipped to the run. */
export function rateSeries({ run }: Report, caller: Caller): RateSeries {
  const from = Date.parse(run.startedAt);
  const to = Date.parse(run.finishedAt);
  const clip = (at: number) => Math.min(Math.max(at, from), to) - from;
  const own = run.timeline
    .filter((point) => point.caller === caller)
    .toSorted((a, b) => a.at - b.at);
  const limits = own.flatMap(({ limit }) => (limit === null ? [] : [limit]));
  const waits = run.waits.map(
    ({ startedAt, seconds }) => [clip(startedAt), clip(startedAt + seconds * 1000)] as const,
  );
  return {
    points: own.flatMap(({ at, remaining }) =>
      remaining === null || remaining < 0 ? [] : [[clip(at), remaining] as const],
    ),
    refusals: own.filter(({ refused }) => refused).map(({ at }) => clip(at)),
    waits: apart(waits),
    limit: limits.length === 0 ? undefined : limits.reduce((a, b) => Math.max(a, b)),
  };
}

/** Intervals that overlap as one, by time. */
function apart(intervals: RateSeries['waits']): RateSeries['waits'] {
  const merged: (readonly [number, number])[] = [];
  for (const [from, to] of intervals.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) {
      merged.splice(-1, 1, [last[0], Math.max(last[1], to)]);
    } else {
      merged.push([from, to]);
    }
  }
  return merged;
}
