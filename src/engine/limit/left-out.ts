/** Whether the remaining number in answers leaves out the request that they answer. Pure. */
import type { Answered, Exchange } from '../../http/exchange.ts';
import { type Count, countsOf } from '../../judge/model/limit/counts.ts';
import { isServed } from './spent-answers.ts';

/**
 * How many of the requests shown as remaining are not there: the cost of one if some answer shows the whole limit, 0 if
 * an answer that is served shows none, or if windows begin with one less than the limit. Undefined if the answers of
 * the key do not tell: a bucket may be smaller than its limit, and others may use the key.
 */
export function leftOutBy(
  exchanges: readonly Exchange[],
  caller: Answered['caller'],
): number | undefined {
  const counts = countsOf(exchanges, caller).filter(({ exchange }) => isServed(exchange));
  if (counts.some(({ remaining }) => remaining === 0)) return 0;
  const whole = counts.find(({ remaining, limit }) => remaining === limit);
  if (whole !== undefined) return costOf(counts.filter(({ limit }) => limit === whole.limit));
  const begins = counts.filter(({ remaining, limit }) => remaining === limit - 1);
  return begins.length > 1 ? 0 : undefined;
}

/** This many numbers show what one request costs. */
const leastNumbers = 8;

/** The least that the number falls by. */
function costOf(counts: readonly Count[]): number {
  const numbers = [...new Set(counts.map(({ remaining }) => remaining))].sort((a, b) => b - a);
  if (numbers.length < leastNumbers) return 1;
  const falls = numbers.slice(1).map((one, at) => (numbers[at] ?? one) - one);
  return falls.reduce((least, one) => Math.min(least, one));
}
