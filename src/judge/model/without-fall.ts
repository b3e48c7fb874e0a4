import { type Count, isBefore } from './counts.ts';

/** Requests with which a count did not fall, in the order of asking. */
export interface Chain {
  /** How many they are and how far it rose, less what may have come free meanwhile. */
  readonly score: number;
  readonly counts: readonly Count[];
}

/** A count, those that were asked while it was under way and show the very same, and where those after it begin. */
interface Placed {
  readonly count: Count;
  readonly mates: Count[];
  readonly next: number;
}

/** The longest chain of such counts, nothing else between: what is given back for one kind raises the count of all. */
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

/**
 * The most requests of which the last shows no less than the first, though all were counted from the one to the other.
 * Of those under way together with one of the two each counts that shows the very same number: where requests are
 * counted each shows another one, in whatever order. `counts` in the order of asking, of one reset.
 */
function longestIn(counts: readonly Count[], freed: number): Chain {
  const placed = placedIn(counts);
  let best: { readonly score: number; readonly ends: readonly Placed[] } = { score: 0, ends: [] };
  for (const [at, last] of placed.entries()) {
    const alone = 1 + last.mates.length;
    if (alone > best.score) best = { score: alone, ends: [last] };
    // How many of those from a place on were surely counted before the last one.
    const surely = Array.from({ length: at + 1 }, () => 0);
    for (let place = at - 1; place >= 0; place -= 1) {
      const one = placed[place];
      if (one === undefined) continue;
      surely[place] = (surely[place + 1] ?? 0) + (isBefore(one.count, last.count) ? 1 : 0);
      if (!isWithoutFall(one.count, last.count)) continue;
      const counted = 2 + (surely[one.next] ?? 0) + matesOf(one, last).length;
      // What is given back tells as much as what is not counted.
      const length = counted + riseBetween(one.count, last.count);
      const score = length - freed * (last.count.answeredAt - one.count.answeredAt);
      if (score > best.score) best = { score, ends: [one, last] };
    }
  }
  return { score: best.score, counts: chainOf(counts, best.ends) };
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

/** The mates of the first that were surely counted before the last, and those of the last that were after the first. */
function matesOf(one: Placed, last: Placed): Count[] {
  return [
    ...one.mates.filter((mate) => isBefore(mate, last.count)),
    ...last.mates.filter((mate) => isBefore(one.count, mate)),
  ];
}

function chainOf(counts: readonly Count[], ends: readonly Placed[]): readonly Count[] {
  const [one, last] = ends;
  if (one === undefined) return [];
  const mates = last === undefined ? one.mates : matesOf(one, last);
  const inIt = new Set([...ends.map(({ count }) => count), ...mates]);
  return counts.filter(
    (count) =>
      inIt.has(count) ||
      (last !== undefined && isBefore(one.count, count) && isBefore(count, last.count)),
  );
}
