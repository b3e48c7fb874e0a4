import { placeOf } from '../../defined.ts';
import { type Count, isBefore, isOfFiltered } from './counts.ts';
import type { Agree } from './interruption.ts';

/** A store of counts that is restarted or changed over is away for seconds, in milliseconds. */
const longestAwayMs = 5000;

/** This many answers in a row with one number are worth a look. */
const leastStill = 4;

/** This many must show that the count goes on after its last number. */
const leastLater = 2;

/** This many requests of a kind must have lowered the count at other times: then the service counts them. */
const leastCounted = 4;

/** Fewer are enough if nothing else can have lowered the count to what they show. */
const leastSurelyCounted = 2;

/**
 * Whether the service was without its store of counts once, for some seconds, if that alone explains counts which
 * otherwise contradict each other: all answers of that time show one number, the last or the whole limit; the kinds of
 * request asked then lower the count at other times, at least those before and after the others; and the count goes on.
 * `counts` in the order of asking, of one reset, `all` of every one.
 */
export function wasAway(counts: readonly Count[], all: readonly Count[], agree: Agree): boolean {
  const still = longestStill(counts);
  const [first, second, last] = [still[0], still[1], still.at(-1)];
  if (first === undefined || second === undefined || last === undefined) return false;
  // The first may be the last one that was counted.
  if (still.length < leastStill || last.sentAt - second.answeredAt > longestAwayMs) return false;
  const isOther = (one: Count) => isBefore(one, first) || isBefore(last, one);
  const later = counts.filter((one) => isBefore(last, one));
  if (later.some((one) => one.remaining >= first.remaining)) return false;
  // A last number that stays to the end need not be that of a store which comes back.
  if (first.remaining < first.limit - 1 && later.length < leastLater) return false;
  const counted = all.filter((one) => isOther(one) && isCounted(one, all));
  const isOften = (one: Count) =>
    counted.filter((other) => isAlike(one, other)).length >= leastCounted;
  if (still.every(isOften) && agree(counts.filter(isOther))) return true;
  // The last request before the store went away shows the same number as those after it.
  const sure = surelyCounted(all).filter((one) => isOther(one) || one === first);
  const knownBy = (least: number) =>
    still.filter((one) => sure.filter((other) => isAlike(one, other)).length >= least);
  if (isExplainedBy(knownBy(leastSurelyCounted), { still, counts, agree })) return true;
  // If none of several kinds were counted, not all of them would have lowered the count once.
  const once = knownBy(1);
  const isOfSeveral = new Set(once.map(kindOf)).size > 1;
  return isOfSeveral && isExplainedBy(once, { still, counts, agree });
}

/** Whether the last answers of a run show one number: a store that is away may come back. */
export function isStillAtEnd(counts: readonly Count[]): boolean {
  const last = counts.slice(-leastStill);
  return last.length === leastStill && last.every((one) => one.remaining === last[0]?.remaining);
}

interface Stillness {
  readonly still: readonly Count[];
  readonly counts: readonly Count[];
  readonly agree: Agree;
}

/**
 * Whether the store was away from the first to the last of these, and all else agrees: they are surely counted, and two
 * such requests never show one number. If they are many, it was also away for the others that show it.
 */
function isExplainedBy(known: readonly Count[], { still, counts, agree }: Stillness): boolean {
  const [begin, end] = [known[0], known.at(-1)];
  if (begin === undefined || end === undefined || !isBefore(begin, end)) return false;
  const isMeanwhile = (one: Count) =>
    known.length >= leastStill || (!isBefore(one, begin) && !isBefore(end, one));
  return agree(counts.filter((one) => !still.includes(one) || !isMeanwhile(one)));
}

/** The most answers in a row that show one number above 0. */
function longestStill(counts: readonly Count[]): readonly Count[] {
  let [longest, now]: Count[][] = [[], []];
  for (const count of counts) {
    now = now?.at(-1)?.remaining === count.remaining ? [...now, count] : [count];
    if (count.remaining > 0 && now.length > (longest?.length ?? 0)) longest = now;
  }
  return longest ?? [];
}

/** Whether the count fell with this request and all that were asked since the answer before it. */
function isCounted(count: Count, counts: readonly Count[]): boolean {
  const before = counts.findLast((one) => isBefore(one, count));
  if (before === undefined) return false;
  return before.remaining - count.remaining >= count.exchange.index - before.exchange.index;
}

/** Those that were asked while nothing else was under way, alone or together, if the count fell with all of them. */
function surelyCounted(counts: readonly Count[]): Count[] {
  const batches = batchesOf(counts);
  return batches.flatMap((batch, at) => {
    const before = batches[at - 1];
    if (before === undefined) return [];
    return leastOf(before) - leastOf(batch) >= lastIndexOf(batch) - lastIndexOf(before)
      ? batch
      : [];
  });
}

/** The counts in the order of asking, parted when none was under way. */
function batchesOf(counts: readonly Count[]): Count[][] {
  const batches: Count[][] = [];
  for (const count of counts) {
    const batch = batches.at(-1);
    if (batch === undefined || batch.every((one) => isBefore(one, count))) batches.push([count]);
    else batch.push(count);
  }
  return batches;
}

const leastOf = (batch: readonly Count[]) => Math.min(...batch.map(({ remaining }) => remaining));

const lastIndexOf = (batch: readonly Count[]) => batch.at(-1)?.exchange.index ?? 0;

/** What a service might tell apart when it counts: the operation, the answer, and whether a list is filtered. */
const kindOf = (count: Count): string =>
  isOfFiltered(count) ? 'filtered' : placeOf(count.exchange);

const isAlike = (one: Count, other: Count): boolean => kindOf(one) === kindOf(other);
