import type { Exchange } from './exchange.ts';

/**
 * A run endures so many times `--timeout` of requests without an answer, all added up, and then ends. Two of
 * the three operations may be dead and the third still gets its verdict: a dead one costs eleven at most.
 */
export const silenceFactor = 30;

/** Milliseconds that were lost on exchanges without an answer; those at the same time count each. */
export function silenceOf(exchanges: readonly Exchange[]): number {
  return exchanges
    .filter(({ failure }) => failure !== undefined)
    .reduce((lost, { startedAt, finishedAt }) => lost + Math.max(0, finishedAt - startedAt), 0);
}
