/** Counts that are true, and shown late. */
import { type Count, isBefore } from './counts.ts';
import { lasts, leastChain, longestWithoutFall, riseBetween } from './without-fall.ts';

/** Nodes may share a count this late, in milliseconds; the specification asks for no more. */
export const lagMs = 10_000;

/** The counts of a window, how many calls may come free in a millisecond, and which counts are of the judged kind. */
interface Judged {
  readonly counts: readonly Count[];
  readonly freed: number;
  readonly isOwn: (count: Count) => boolean;
}

/** Whether requests that do not lower a count may be counted, and shown late. */
export function mayBeLate(chain: readonly Count[], { counts, freed, isOwn }: Judged): boolean {
  return (
    mayBeReadLate(chain, counts) ||
    mayBeOwnReadLate(chain, counts) ||
    isOneRise(chain, counts, freed) ||
    isOfManyNodes(chain, counts, isOwn)
  );
}

/**
 * Whether such requests lower the count, and nodes that know more or less of them answer by chance: it falls with them
 * while nothing else is asked, and it rises, which no count does that leaves them out.
 */
function isOfManyNodes(
  chain: readonly Count[],
  counts: readonly Count[],
  isOwn: (count: Count) => boolean,
): boolean {
  const [first, last] = [chain[0], chain.at(-1)];
  if (first === undefined || last === undefined || lasts(chain) > lagMs) return false;
  if (last.remaining <= first.remaining) return false;
  const falls = counts.filter((later, at) => {
    if (!isOwn(later)) return false;
    const from = counts.slice(0, at).findLastIndex((one) => isBefore(one, later));
    const before = counts[from];
    return (
      before !== undefined &&
      counts.slice(from, at).every(isOwn) &&
      later.remaining < before.remaining
    );
  });
  return falls.length >= leastChain;
}

/**
 * A count that is read late stands still for as long as nothing was asked some time before. It does not rise again and
 * again.
 */
function mayBeReadLate(chain: readonly Count[], counts: readonly Count[]): boolean {
  const [first, last] = [chain[0], chain.at(-1)];
  if (first === undefined || last === undefined) return true;
  const rises = chain.filter(
    ({ remaining }, at) => remaining > (chain[at - 1]?.remaining ?? remaining),
  );
  if (rises.length >= leastChain) return false;
  if (isStillForAll(first, last, counts)) return true;
  const before = counts.filter(
    (one) => one.sentAt <= first.sentAt && one.sentAt >= first.sentAt - lagMs,
  );
  const quiet = before.map((one, at) => one.sentAt - (before[at - 1] ?? one).sentAt);
  return spanOf(chain, counts) <= Math.max(0, ...quiet);
}

/**
 * Milliseconds that a chain lasts; if the window shows elsewhere that its count is late, from the first sending to the
 * last, like those between earlier requests: how long the last answer takes says nothing then.
 */
function spanOf(chain: readonly Count[], counts: readonly Count[]): number {
  const isLate = counts.some((later, at) => {
    const one = counts[at - 1];
    return one && isBefore(one, later) && riseBetween(one, later) >= leastChain;
  });
  const sent = chain.map(({ sentAt }) => sentAt);
  return isLate ? Math.max(...sent) - Math.min(...sent) : lasts(chain);
}

/**
 * Whether a count that falls rose once, before every node must know it: an answer that came from the count itself is
 * followed by those of a copy that lags behind.
 */
function isOneRise(chain: readonly Count[], counts: readonly Count[], freed: number): boolean {
  const rises = chain.map((one, at) => one.remaining - (chain[at - 1] ?? one).remaining);
  const most = Math.max(...rises);
  const at = rises.indexOf(most);
  const further = rises.filter((rise, other) => other !== at && rise >= leastChain);
  if (most < leastChain || further.length > 0) return false;
  if (lasts(chain) > lagMs) return false;
  return [chain.slice(0, at), chain.slice(at)].every(
    (part) =>
      isStill(part, counts) || longestWithoutFall(part, () => true, freed).score < leastChain,
  );
}

/** Whether no request at all lowers the count meanwhile. One that shows the whole limit has counted none before either. */
function isStill(part: readonly Count[], counts: readonly Count[]): boolean {
  const [{ remaining: shown, limit } = { remaining: 0, limit: 0 }] = part;
  const begin = Math.min(...part.map(({ sentAt }) => sentAt));
  const end = Math.max(...part.map(({ answeredAt }) => answeredAt));
  const all = counts.filter(({ sentAt, answeredAt }) => sentAt >= begin && answeredAt <= end);
  return shown < limit && all.every(({ remaining }) => remaining === shown);
}

/** Whether it may be the operation's own count that is read late: others had shown less than it before. */
function mayBeOwnReadLate(chain: readonly Count[], counts: readonly Count[]): boolean {
  const [first, last] = [chain[0], chain.at(-1)];
  if (first === undefined || last === undefined) return true;
  // A count that is read late stands still; it does not rise, except for answers in another order.
  if (riseBetween(first, last) >= leastChain) return false;
  const isAlike = ({ exchange }: Count) => exchange.operation === first.exchange.operation;
  const before = counts.filter((one) => isBefore(one, first) && !isAlike(one));
  const isApart = before.some((one) => one.remaining + leastChain < first.remaining);
  const own = counts.filter(isAlike);
  return isApart && fallsAlone(own) && mayBeReadLate(chain, own);
}

/** Whether the count falls with requests of an operation while nothing else is asked: then it counts them, if late. */
function fallsAlone(own: readonly Count[]): boolean {
  const falls = own.filter((later, at) => {
    const one = own[at - 1];
    const isNext = one !== undefined && later.exchange.index - one.exchange.index === 1;
    return isNext && isBefore(one, later) && later.remaining < one.remaining;
  });
  return falls.length >= leastChain;
}

/** Whether a window has just opened, and no request of any kind lowers the count yet. */
function isStillForAll(first: Count, last: Count, counts: readonly Count[]): boolean {
  if (last.answeredAt - first.sentAt > lagMs) return false;
  if (counts.some((one) => one.answeredAt < first.sentAt && one.remaining !== first.remaining)) {
    return false;
  }
  return (
    counts
      // Of those under way with the last, some may have been counted after it.
      .filter((one) => isBefore(one, last))
      .every((one) => one.remaining >= first.remaining)
  );
}
