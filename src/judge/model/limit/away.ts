import { placeOf } from '../../defined.ts';
import { type Count, isBefore } from './counts.ts';
import type { Agree } from './interruption.ts';

/** A store of counts that is restarted or changed over is away for seconds, in milliseconds. */
const longestAwayMs = 5000;

/** This many answers in a row with one number are worth a look. */
const leastStill = 4;

/** This many requests of a kind must have lowered the count at other times: then the service counts them. */
const leastCounted = 4;

/**
 * Whether the service was without its store of counts once, for some seconds, if that alone explains counts which
 * otherwise contradict each other: all answers of that time show one number, the last or the whole limit; each kind of
 * request asked then lowers the count at other times; and the count goes on. `counts` in the order of asking, of one
 * reset, `all` of every one.
 */
export function wasAway(counts: readonly Count[], all: readonly Count[], agree: Agree): boolean {
  const still = longestStill(counts);
  const [first, last] = [still[0], still.at(-1)];
  if (first === undefined || last === undefined || still.length < leastStill) return false;
  if (last.answeredAt - first.sentAt > longestAwayMs) return false;
  const isOther = (one: Count) => one.answeredAt < first.sentAt || one.sentAt > last.answeredAt;
  const others = counts.filter(isOther);
  const later = others.filter((one) => isBefore(last, one));
  if (later.some((one) => one.remaining >= first.remaining)) return false;
  // A last number that stays to the end need not be that of a store which comes back.
  if (first.remaining < first.limit - 1 && later.length < leastStill) return false;
  const counted = all.filter((one) => isOther(one) && isCounted(one, all)).map(kindOf);
  const isOfCounted = (one: Count) =>
    counted.filter((kind) => kind === kindOf(one)).length >= leastCounted;
  return still.every(isOfCounted) && agree(others);
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

/** What a service might tell apart when it counts: the operation, the answer, and whether a list is filtered. */
const kindOf = ({ exchange }: Count): string =>
  /[?&]status=/.test(exchange.request.url) ? 'filtered' : placeOf(exchange);
