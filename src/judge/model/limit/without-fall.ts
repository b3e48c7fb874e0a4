import { type Count, isBefore } from './counts.ts';

/** Requests with which a count did not fall, in the order of asking. */
export interface Chain {
  /** How many there are and how far the count rose, minus what may have come free meanwhile. */
  readonly score: number;
  readonly counts: readonly Count[];
}

/** This many answers in a row without a fall, while others fall, are not chance of rounding or order. */
export const leastChain = 4;

/** Milliseconds from the first request of a chain to its last answer. */
export function lasts(counts: readonly Count[]): number {
  const [first, last] = [counts[0], counts.at(-1)];
  return first === undefined || last === undefined ? 0 : last.answeredAt - first.sentAt;
}

/** A count, those that were asked while it was under way and show the same number, and where those after it begin. */
interface Placed {
  readonly count: Count;
  readonly mates: Count[];
  readonly next: number;
}

/**
 * The longest chain of such counts with nothing else in between: what is given back for one kind raises the count of
 * all.
 */
export function longestWithoutFall(
  counts: readonly Count[],
  isOfKind: (count: Count) => boolean,
  freed: number,
): Chain {
  const stretches: Count[][] = [[]];
  for (const count of counts) {
    if (isOfKind(count)) stretches.at(-1)?.push(count);
    else if (stretches.at(-1)?.length !== 0) stretches.push([]);
  }
  const chains = stretches.map((stretch) => longestIn(stretch, freed));
  return chains.reduce((best, one) => (one.score > best.score ? one : best), none);
}

const none: Chain = { score: 0, counts: [] };

/** This many of a stretch are enough; each is compared with each. */
const mostHeld = 400;

/**
 * The most requests of which the last shows no less than the first, and those that were surely counted in between show
 * something from the one to the other: kinds of one operation that are counted separately show it only where they
 * change. Requests under way together with one of the two each count if they show the very same number: if requests are
 * counted, each shows another one, in whatever order. `counts` in the order of asking, of one reset.
 */
function longestIn(counts: readonly Count[], freed: number): Chain {
  const placed = placedIn(counts.slice(0, mostHeld));
  let best: Chain = none;
  for (const [at, last] of placed.entries()) {
    const together = [last.count, ...last.mates];
    const alone = together.length - Math.floor(freed * spanOf(together));
    if (alone > best.score) best = { score: alone, counts: together };
    for (const one of placed.slice(0, at)) {
      if (!isWithoutFall(one.count, last.count)) continue;
      const between = placed.slice(one.next, at).filter(({ count }) => isBetween(count, one, last));
      const ends = [one.count, last.count, ...matesOf(one, last)];
      // What is given back says as much as what is not counted.
      const given = Math.min(riseBetween(one.count, last.count), between.length);
      const free = freed * (last.count.answeredAt - one.count.answeredAt);
      const score = between.length + ends.length + given - free;
      if (score <= best.score) continue;
      best = { score, counts: [...between.map(({ count }) => count), ...ends] };
    }
  }
  return { ...best, counts: best.counts.toSorted((a, b) => a.exchange.index - b.exchange.index) };
}

/** Milliseconds in which they were counted, at most: in a bucket, as many as come free meanwhile show the same. */
function spanOf(counts: readonly Count[]): number {
  const begin = Math.min(...counts.map(({ sentAt }) => sentAt));
  return Math.max(...counts.map(({ answeredAt }) => answeredAt)) - begin;
}

function isBetween(count: Count, one: Placed, last: Placed): boolean {
  const { remaining } = count;
  const isWithin = one.count.remaining <= remaining && remaining <= last.count.remaining;
  return isWithin && isBefore(count, last.count);
}

/** How far a count rose from one answer to another; operations may have a count each. */
export function riseBetween(one: Count, later: Count): number {
  return one.exchange.operation === later.exchange.operation ? later.remaining - one.remaining : 0;
}

function isWithoutFall(one: Count, later: Count): boolean {
  // From 0 nothing falls.
  return one.remaining > 0 && one.remaining <= later.remaining && isBefore(one, later);
}

function placedIn(counts: readonly Count[]): Placed[] {
  const placed = counts.map((count, at): Placed => {
    let next = at + 1;
    for (let other = counts[next]; other !== undefined && !isBefore(count, other); ) {
      next += 1;
      other = counts[next];
    }
    return { count, mates: [], next };
  });
  for (const [at, one] of placed.entries()) {
    for (const other of placed.slice(at + 1, one.next)) {
      if (one.count.remaining === 0 || one.count.remaining !== other.count.remaining) continue;
      one.mates.push(other.count);
      other.mates.push(one.count);
    }
  }
  return placed;
}

/** The mates of the first that were surely counted before the last, and those of the last that came after the first. */
function matesOf(one: Placed, last: Placed): Count[] {
  return [
    ...one.mates.filter((mate) => isBefore(mate, last.count)),
    ...last.mates.filter((mate) => isBefore(one.count, mate)),
  ];
}
