import type { Exchange } from '../exchange.ts';

/**
 * A run endures this many times `--timeout` of requests without an answer in all, and then ends. Two of the three
 * operations may be dead and the third still gets its verdict: a dead one costs eleven timeouts at most.
 */
export const silenceFactor = 30;

/** Milliseconds that were lost on exchanges without an answer, added up even if they overlap. */
export function silenceOf(exchanges: readonly Exchange[]): number {
  return exchanges
    .filter(({ failure }) => failure !== undefined)
    .reduce((lost, { startedAt, finishedAt }) => lost + Math.max(0, finishedAt - startedAt), 0);
}
