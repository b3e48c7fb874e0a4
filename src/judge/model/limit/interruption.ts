import { type Count, isBefore } from './counts.ts';
import { longestWithoutFall } from './without-fall.ts';

/** A service that starts again may be asked this many at once, of which any may be answered first. */
const mostAtOnce = 10;

/** A count that begins anew falls from then on: this many in a row without a fall belong to something else. */
const leastStill = 4;

/** Whether some counts can be true together. */
export type Agree = (counts: readonly Count[]) => boolean;

/**
 * When the service lost what it had counted, if that alone explains counts which otherwise contradict each other: it
 * has started again and counts from the whole limit. `counts` in the order of asking, of one reset; `freed` per
 * millisecond; `agree` tells whether some of them can be true.
 */
export function interruptionIn(
  counts: readonly Count[],
  freed: number,
  agree: Agree,
): number | undefined {
  const beginnings = counts.filter((one, at) => isBeginning(one, counts.slice(0, at)));
  const [first] = beginnings;
  if (first === undefined || beginnings.some((one) => isBefore(first, one))) return undefined;
  const isExplained = beginnings.some((one) => isRestart(one, counts, freed, agree));
  return isExplained ? first.sentAt : undefined;
}

/** Whether it shows nearly the whole limit, and the answer before it showed much less. */
function isBeginning(one: Count, before: readonly Count[]): boolean {
  if (one.remaining < one.limit - mostAtOnce) return false;
  const last = before.findLast((other) => isBefore(other, one));
  return last !== undefined && last.remaining + mostAtOnce < one.remaining;
}

/** Whether all agree before it, and all agree from it on. What was under way with it may belong to either. */
function isRestart(one: Count, counts: readonly Count[], freed: number, agree: Agree): boolean {
  const before = counts.filter((other) => isBefore(other, one));
  const after = counts.filter((other) => other === one || isBefore(one, other));
  if (longestWithoutFall(after, () => true, freed).score >= leastStill) return false;
  return agree(before) && agree(after);
}
