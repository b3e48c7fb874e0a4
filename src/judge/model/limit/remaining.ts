import type { Plan } from '../../../catalogue/plans.ts';
import { placeOf } from '../../defined.ts';
import type { Finding } from '../../outcome.ts';
import { wasAway } from './away.ts';
import {
  type Count,
  groupsBy,
  horizonOf,
  isBefore,
  isOfFiltered,
  mostFreed,
  rateHeaders,
} from './counts.ts';
import { type Agree, interruptionIn } from './interruption.ts';
import { lagMs, mayBeLate } from './late.ts';
import { lasts, leastChain, longestWithoutFall } from './without-fall.ts';

const id = 'rate.remaining-true';

/** A rise that lasts longer than this is worth a look once every node must know. */
const doubtedMs = 1000;

/** A reset is shown in whole seconds: one that stands still for longer does not move with each request. */
export const standsMs = 1200;

/** This many others must have shown that the count falls with them. */
const leastOthers = 10;

/**
 * Judges the counts of one key: within one window they fall with the requests, whatever operation and status. `counts`
 * in the order of asking. Fails only what no limiter could show that refills or slides, is shared late, has a count for
 * each operation, or serves others with the same key.
 */
export function judgeRemaining(counts: readonly Count[], plan: Plan | undefined): Finding[] {
  const windows = windowsOf(counts, plan).filter((one) => one.counts.length >= leastChain);
  const judged = windows.map((one) => ({
    ...one,
    problem: problemIn(one) ?? problemIn(beforePause(one)),
  }));
  const failed = judged.filter(({ problem }) => problem !== undefined);
  const isExcused = isInterrupted(failed) || isWithoutStore(failed, counts);
  return judged.flatMap(({ problem, counts: shown }): Finding[] => {
    if (problem !== undefined && !isExcused) return [problem];
    return shown.map(({ exchange }) => ({ id, exchange: exchange.index, at: placeOf(exchange) }));
  });
}

/** Whether the service lost its counts once in the run, which shows in each of these windows. */
function isInterrupted(windows: readonly Window[]): boolean {
  const times = windows.map(({ counts, freed }) => interruptionIn(counts, freed, agreeing(freed)));
  const known = times.filter((time) => time !== undefined);
  return known.length === times.length && Math.max(...known) - Math.min(...known) <= doubtedMs;
}

/** Whether the service was without its store of counts for some seconds of the run. */
function isWithoutStore([window, ...others]: readonly Window[], all: readonly Count[]): boolean {
  if (window === undefined || others.length > 0) return false;
  return wasAway(window.counts, all, agreeing(window.freed));
}

const agreeing =
  (freed: number): Agree =>
  (counts) =>
    problemIn({ counts, freed }) === undefined;

/** Whether a count rose, unless nodes share it late: a run that ends sooner must look again. */
export function mayHaveRisen(counts: readonly Count[], plan: Plan | undefined): boolean {
  return windowsOf(counts, plan).some(
    (one) => risen(one.counts, { freed: one.freed, lag: doubtedMs }) !== undefined,
  );
}

/** Counts that can be compared, with the calls that may come free in a millisecond. */
interface Window {
  readonly counts: readonly Count[];
  readonly freed: number;
}

function windowsOf(counts: readonly Count[], plan: Plan | undefined): Window[] {
  return groupsBy(counts, (one) => one.limit).flatMap((ofLimit) => {
    const freed = mostFreed(ofLimit, plan);
    const windows = groupsBy(ofLimit, (one) => one.resetsAt);
    return windows.map((shown) => ({ counts: judgeable(shown, ofLimit), freed }));
  });
}

function problemIn({ counts, freed }: Window): Finding | undefined {
  return uncounted(counts, freed) ?? emptyFor(counts) ?? risen(counts, { freed, lag: lagMs });
}

/** A count that stands where it stood before a pause, in which every node got to know it, is judged without those after. */
function beforePause({ counts, freed }: Window): Window {
  const pause = counts.findLastIndex((one, at) => {
    const before = counts[at - 1];
    return before !== undefined && one.sentAt - before.answeredAt >= lagMs;
  });
  const shown = counts[pause - 1]?.remaining;
  const stands = counts.slice(pause).every(({ remaining }) => remaining === shown);
  return { counts: pause > 0 && stands ? counts.slice(0, pause) : [], freed };
}

const place = ({ exchange }: Count): string => placeOf(exchange);

/**
 * The answers with one shown reset in which calls can only have come free evenly. A log of calls frees them in lumps:
 * one that resets with its last call moves its reset, one that resets with its oldest frees nothing before. If the key
 * was fresh, nothing can leave before the first window is over.
 */
function judgeable(shown: readonly Count[], ofLimit: readonly Count[]): Count[] {
  const [first] = ofLimit;
  const fresh = first !== undefined && first.remaining >= first.limit - 1;
  const freshUntil = fresh ? first.sentAt + 0.9 * horizonOf([first]) : Number.NEGATIVE_INFINITY;
  const begin = Math.min(...shown.map(({ answeredAt }) => answeredAt));
  const end = Math.max(...shown.map(({ sentAt }) => sentAt));
  const stands = end - begin > standsMs;
  return shown.filter(
    ({ answeredAt }) => answeredAt < freshUntil || (stands && end - answeredAt > standsMs),
  );
}

type Kind = (count: Count) => string | undefined;

/** The kinds of requests that a count might leave out. */
const kinds: readonly Kind[] = [
  ({ exchange }) => exchange.operation,
  place,
  ({ exchange }) => (exchange.response.status >= 400 ? 'requests refused' : undefined),
];

/** Requests of one kind with which the count does not fall, though it falls with all others. */
function uncounted(counts: readonly Count[], freed: number): Finding | undefined {
  for (const kindOf of kinds) {
    for (const kind of new Set(counts.map(kindOf))) {
      if (kind === undefined) continue;
      const others = counts.filter((one) => kindOf(one) !== kind);
      if (others.length < leastOthers) continue;
      const isOwn = (one: Count) => kindOf(one) === kind;
      const chain = longestWithoutFall(counts, isOwn, freed);
      // At least as many counts as others show: nodes that share late, or answers in another order.
      const usual = longestWithoutFall(counts, (one) => !isOwn(one), freed);
      if (chain.score < Math.max(leastChain, 2 * usual.score + 2)) continue;
      if (usual.counts.length >= leastPause && 2 * lasts(usual.counts) >= lasts(chain.counts))
        continue;
      if (mayBeLate(chain.counts, { counts, freed, isOwn })) continue;
      return stuck(chain.counts, kind, areOthersStill(chain.counts, counts));
    }
  }
  return undefined;
}

/** This many others must show more: then it is not chance that just these came from a node that knows better. */
const leastAboveZero = 5;

/** Requests of one kind, and no others, that all show 0 though more of the operation are served after them. */
function emptyFor(counts: readonly Count[]): Finding | undefined {
  for (const kindOf of kinds) {
    for (const kind of new Set(counts.map(kindOf))) {
      const empty = counts.filter((one) => kindOf(one) === kind);
      const [first, last] = [empty[0], empty.at(-1)];
      const others = counts.filter((one) => kindOf(one) !== kind);
      if (kind === undefined || first === undefined || last === undefined) continue;
      if (empty.length < leastChain || others.length < leastAboveZero) continue;
      if (empty.some(({ remaining }) => remaining > 0)) continue;
      if (others.some(({ remaining }) => remaining === 0)) continue;
      const { operation } = first.exchange;
      const after = others.findLast(
        (one) => one.exchange.operation === operation && isBefore(first, one),
      );
      if (after === undefined) continue;
      const also = empty.map(({ exchange }) => exchange.index);
      const problem =
        `${rateHeaders.remaining} is 0 in each of ${empty.length} answers (${kind}), and ` +
        `${after.remaining} in a later one of the operation, before the reset that all of them show`;
      return { id, exchange: after.exchange.index, also, at: place(last), problem };
    }
  }
  return undefined;
}

/** This many answers in a row without a fall show a count that is written at intervals. */
const leastPause = 3;

/** Whether requests of other kinds right before or after a chain did not lower the count either. */
function areOthersStill(chain: readonly Count[], counts: readonly Count[]): boolean {
  const [first, last] = [chain[0], chain.at(-1)];
  if (first === undefined || last === undefined) return false;
  const [begin, end] = [counts.indexOf(first), counts.indexOf(last)];
  const before = counts.slice(0, begin);
  const moved = before.findLastIndex(({ remaining }) => remaining !== first.remaining);
  const after = counts.slice(end + 1);
  const fallen = after.findIndex(({ remaining }) => remaining < last.remaining);
  // The one that lowered the count to this number is the earliest that shows it.
  return before.length - moved > 2 || (after.length > 0 && fallen !== 0);
}

function stuck(chain: readonly Count[], kind: string, others: boolean): Finding | undefined {
  const [first, last] = [chain[0], chain.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    id,
    exchange: last.exchange.index,
    also: chain.slice(0, -1).map(({ exchange }) => exchange.index),
    at: place(last),
    problem:
      `${rateHeaders.remaining} did not fall over ${chain.length} requests (${kind}), from ` +
      `${first.remaining} to ${last.remaining}, ${others ? 'nor with others right before or after them, ' : ''}` +
      'and falls with others in the same window',
  };
}

/** What may have a count of its own: an operation, and its filtered lists. */
const countedFor = (count: Count): string =>
  isOfFiltered(count) ? 'filtered lists' : (count.exchange.operation ?? '');

/** A count that is higher, once every node must know what was asked before, than it was then. */
function risen(counts: readonly Count[], known: Known): Finding | undefined {
  for (const own of groupsBy(counts, countedFor)) {
    for (const later of own) {
      const earlier = own.find((one) => rose(one, later, own, known));
      if (earlier === undefined) continue;
      return {
        id,
        exchange: later.exchange.index,
        also: [earlier.exchange.index],
        at: place(later),
        problem: riseOf(earlier, later, own),
      };
    }
  }
  return undefined;
}

function riseOf(one: Count, later: Count, own: readonly Count[]): string {
  const asked = own.filter((other) => isBefore(one, other) && isBefore(other, later)).length + 1;
  const how = later.remaining > one.remaining ? 'rose' : 'fell only';
  return (
    `${rateHeaders.remaining} ${how} from ${one.remaining} to ${later.remaining} over ${asked} requests ` +
    'of the operation, before the reset that both answers show'
  );
}

/** What may have come free in a millisecond, and after how many milliseconds every node knows what was asked. */
interface Known {
  readonly freed: number;
  readonly lag: number;
}

function rose(one: Count, later: Count, own: readonly Count[], { freed, lag }: Known): boolean {
  if (later.sentAt - one.answeredAt < lag) return false;
  const free = freed * (later.answeredAt - one.sentAt) + 1;
  // The count if every request between them had been known: a true count needs no closer look.
  const between = later.exchange.index - one.exchange.index;
  if (later.remaining <= one.remaining - between + free) return false;
  const known = own.filter(
    (other) => isBefore(one, other) && other.answeredAt <= later.sentAt - lag,
  ).length;
  return later.remaining > one.remaining - known + free;
}
