import type { Operation } from '../catalogue/operations.ts';
import { type Answered, header } from '../http/exchange.ts';
import { type RateState, readRateState } from '../http/rate-state.ts';
import { groupsBy } from '../judge/model/counts.ts';
import { inconclusive } from './outcomes.ts';

/** Whether the request was served as one that is within the limit. */
export function isServed({ response }: Answered): boolean {
  return response.status === 200 || response.status === 201;
}

/** Refused for another reason than the limit: an animal that has gone, a store that takes no more, a key that may not create. */
export function isOwnReason({ operation, response }: Answered): boolean {
  if (operation === 'createPet') return [400, 403, 409, 507].includes(response.status);
  return operation === 'getPet' && [404, 410].includes(response.status);
}

export function stateOf(answer: Answered): Required<RateState> {
  const { limit, remaining, resetsAt } = readRateState(answer.response, answer.finishedAt);
  if (limit === undefined || remaining === undefined || resetsAt === undefined) {
    return inconclusive('the answers do not show what remains and until when');
  }
  return { limit, remaining, resetsAt };
}

export interface RoundStart {
  /** What was served of its window already. */
  readonly begun: readonly Answered[];
  /** Whether what remains is told by this run's own count, as the number shown comes late. */
  readonly byOwnCount: boolean;
  /** So many were shown as left when the limit was spent: the number leaves out the request that it answers. */
  readonly leftOut: number;
  /** Operations that have shown a count of their own, and whether it was looked for. */
  readonly apart: readonly Operation[];
  readonly isProbed: boolean;
}

/** What a round has been answered so far. */
export class Counted {
  /** Served since the present window began. */
  served: readonly Answered[];
  /** What the last answers showed to remain; 1 before any. */
  left = 1;
  #asked = 0;
  #looks = 0;
  #windows = 0;
  /** What remained before the last batch; 0 if nothing is known of it. */
  #lowest = 0;
  #newestReset = 0;
  #horizonMs = 0;

  readonly #byOwnCount: boolean;
  readonly #leftOut: number;
  readonly #apart: Set<Operation>;
  #probes: number;
  #probed: Probed = { batch: [], left: 0 };

  constructor({ begun, byOwnCount, leftOut, apart, isProbed }: RoundStart) {
    this.#leftOut = leftOut;
    this.#apart = new Set(apart);
    this.#probes = isProbed ? probedBelow.length : 0;
    this.served = begun;
    this.#byOwnCount = byOwnCount;
  }

  take(batch: readonly Answered[]): void {
    const before = this.left;
    this.#lowest = this.#asked === 0 ? 0 : before;
    const lists = batch.filter((one) => isServed(one) && one.operation === 'listPets');
    if (this.#probed.batch.length > 0 && lists.length > 0) this.#learnApart(lists);
    const served = batch.filter((one) => isServed(one) && !this.#isApart(one));
    const states = served.map((one) => ({ ...stateOf(one), at: one.finishedAt }));
    const newest = Math.max(this.#newestReset, ...states.map(({ resetsAt }) => resetsAt));
    this.#horizonMs = Math.max(this.#horizonMs, ...states.map((one) => one.resetsAt - one.at));
    if (served.length > 0) {
      this.left = Math.max(0, remainingAfter(served, this.#horizonMs) - this.#leftOut);
    }
    const isNew =
      this.#asked > 0 && newest - this.#newestReset > roundingMs && this.#refilled(before, served);
    this.#windows += isNew ? 1 : 0;
    this.served = isNew ? served : [...this.served, ...served];
    this.#newestReset = newest;
    this.#asked += batch.length;
    if (this.#byOwnCount && served.length > 0) {
      this.left = Math.max(0, limitOf(served) - this.served.length);
    }
  }

  /** Operations that show a count of their own. */
  get apart(): readonly Operation[] {
    return [...this.#apart];
  }

  /** Whether it is time to see which operations have a count of their own: lists have lowered theirs by then. */
  get mayProbe(): boolean {
    const share = probedBelow[this.#probes];
    if (share === undefined || this.served.length === 0 || this.left <= leastApart) return false;
    return this.left <= limitOf(this.served.slice(-1)) * share;
  }

  /** Takes answers to other operations, sent together while lists have some left; the next lists tell what they show. */
  probe(batch: readonly Answered[]): void {
    this.#probes += 1;
    this.#probed = { batch, left: this.left };
    // If there is one count for all, the probe has lowered it.
    const served = batch.filter(isServed);
    if (served.length > 0) this.left = Math.min(this.left, remainingOf(served));
  }

  /** What other operations showed between two batches of lists: one count for all falls all through. */
  #learnApart(lists: readonly Answered[]): void {
    const { batch, left } = this.#probed;
    this.#probed = { batch: [], left: 0 };
    const now = remainingAfter(lists, this.#horizonMs);
    for (const one of batch) {
      const isRefused = one.response.status === 429;
      if (one.operation === undefined || !(isServed(one) || isRefused)) continue;
      const state = stateOf(one);
      const isBetween = state.remaining <= left + leastApart && now <= state.remaining + leastApart;
      const isOther = state.limit !== limitOf(lists) || (now <= left && !isBetween);
      if (isRefused || isOther) this.#apart.add(one.operation);
    }
    this.served = [...this.served, ...batch.filter((one) => isServed(one) && !this.#isApart(one))];
  }

  #isApart({ operation }: Answered): boolean {
    return operation !== undefined && this.#apart.has(operation);
  }

  /** Whether so much more is left than before that a window has ended meanwhile: what counts begins anew. */
  #refilled(before: number, served: readonly Answered[]): boolean {
    if (served.length === 0) return false;
    const limit = limitOf(served);
    const nearlyFull = this.left >= limit - 2 * served.length;
    return this.left > before + limit / 2 || (nearlyFull && this.left > before + 2 * served.length);
  }

  /** As many as surely remain, by what each has cost so far. */
  together({ concurrency }: { readonly concurrency: number }): number {
    const [first] = this.served;
    const most = Math.min(concurrency, this.left);
    if (first === undefined || this.served.length < 2) return most;
    const spent = stateOf(first).remaining - this.left;
    const cost = Math.max(1, Math.round(spent / (this.served.length - 1)));
    return Math.max(1, Math.min(most, Math.floor(this.left / cost)));
  }

  /** Whether this run has asked for no more than the limit. */
  get isBelow(): boolean {
    return this.served.length > 0 && this.served.length <= limitOf(this.served.slice(-1));
  }

  get over(): boolean {
    return this.served.length > mostServed(this.served);
  }

  /** Whether a pause and another look fit before the reset. */
  mayLookAgain(now: number): boolean {
    if (!this.over || this.#looks === mostLooks) return false;
    const last = this.served.at(-1);
    const fits = last !== undefined && stateOf(last).resetsAt - now > 2 * lookMs;
    this.#looks += fits ? 1 : 0;
    return fits;
  }

  /** Why going on would spend requests and not the limit; undefined if it may. */
  vain(requestsLeft: number): string | undefined {
    const [first] = this.served;
    if (first === undefined) return undefined;
    const { limit, remaining } = stateOf(first);
    const asked = this.served.length;
    if (this.#windows > 1) {
      return `the limit of ${limit} reset twice before ${this.#asked} requests had spent it: answers come too slowly`;
    }
    const fallen = remaining - this.left;
    const { finishedAt } = this.served.at(-1) ?? first;
    // A count may be shared some seconds late: what it shows is of the requests before.
    const counted = this.served.filter((one) => finishedAt - one.finishedAt >= sharedLateMs).length;
    const needed = fallen > 0 ? (this.left * counted) / fallen : Number.POSITIVE_INFINITY;
    const allowed = Math.min(requestsLeft, 4 * limit + 20 - asked);
    if (this.left === 0 || counted < leastAsked || needed <= allowed) return undefined;
    if (this.left > requestsLeft) {
      return `${this.left} requests remain, more than --max-requests leaves`;
    }
    return `${asked} requests lowered what remains by ${Math.max(0, fallen)}, from ${remaining} to ${this.left}: the limit comes free as fast as this run asks`;
  }

  ended() {
    const most = mostServed(this.served);
    const above = servedAbove(this.served, most);
    const lowest = Math.min(this.#lowest, this.left);
    return { served: this.served, most, above, lowest, apart: this.apart } as const;
  }
}

/** A count of an operation's own shows more than that of the lists, by this at least. */
const leastApart = 3;

/** It is looked for where these shares of the lists' count are left: at one of them it may stand as high. */
const probedBelow = [0.6, 0.3];

interface Probed {
  readonly batch: readonly Answered[];
  /** What remained for lists before. */
  readonly left: number;
}

const remaining = (one: Answered): number => stateOf(one).remaining;

/** The lowest number shown, of the newest reset. */
export function remainingOf(batch: readonly Answered[]): number {
  const newest = Math.max(...batch.map((one) => stateOf(one).resetsAt));
  return Math.min(...batch.filter((one) => stateOf(one).resetsAt === newest).map(remaining));
}

/** Nodes share a count within so many milliseconds. */
const sharedLateMs = 6_000;

/** So many requests show whether a limit can be spent at all. */
const leastAsked = 40;

/** Pauses to see whether a count is shared late; together some seconds. */
const mostLooks = 2;

const limitOf = (batch: readonly Answered[]): number =>
  Math.max(...batch.map((one) => stateOf(one).limit));

/**
 * How many requests a conformant service may serve from a fresh window on: its limit. Where the reset moves, as of
 * a sliding window or a bucket, what comes free in the meantime is served, too: then it may show 0 no more
 * often than that.
 */
export function mostServed(served: readonly Answered[]): number {
  const [first] = served;
  const last = served.at(-1);
  if (first === undefined || last === undefined) return 1;
  const resets = served.map((one) => Number(header(one.response, 'X-RateLimit-Reset')));
  const { limit } = stateOf(first);
  if (Math.max(...resets) === Math.min(...resets)) return limit;
  const freed = freedWithin(served, limit, longestAhead(served));
  const atNothing = served.filter((one) => remaining(one) === 0).length;
  return atNothing > freed + 3 ? limit + freed : Number.POSITIVE_INFINITY;
}

/**
 * What was served beyond the limit. Nodes that share a count late show numbers twice and serve some more; then
 * only what was asked seconds after the limit was spent, when every node knew of it.
 */
function servedAbove(served: readonly Answered[], most: number): readonly Answered[] {
  const above = served.slice(most);
  const last = served[most - 1];
  if (above.length === 0 || last === undefined || !isSharedLate(served.slice(0, most)))
    return above;
  return above.filter(({ startedAt }) => startedAt - last.finishedAt >= sharedMs);
}

/**
 * Whether two answers to one operation showed the same number in one window: no count that is kept in one place
 * does.
 */
export function isSharedLate(served: readonly Answered[]): boolean {
  const shown = served.filter((one) => stateOf(one).remaining > 0);
  const numbers = shown.map((one) => `${one.operation} ${stateOf(one).remaining}`);
  return new Set(numbers).size < numbers.length;
}

/** Whether one number was shown far more often than a bucket could keep it by refilling: it is written now and then. */
export function isWrittenLate(served: readonly Answered[]): boolean {
  const longest = longestAhead(served);
  return groupsBy(served, remaining).some(
    (alike) =>
      alike.every((one) => remaining(one) > 0) &&
      alike.length > 2 * freedWithin(alike, limitOf(alike), longest) + leastAlike,
  );
}

/** The farthest that a reset shown lies ahead, in milliseconds, at least one. */
function longestAhead(served: readonly Answered[]): number {
  return Math.max(...served.map((one) => stateOf(one).resetsAt - one.finishedAt), 1);
}

/** How many requests come free while these are answered, of a limit that comes free within so many milliseconds. */
function freedWithin(answers: readonly Answered[], limit: number, withinMs: number): number {
  const [first] = answers;
  const last = answers.at(-1);
  if (first === undefined || last === undefined) return 0;
  return Math.ceil((limit * (last.finishedAt - first.startedAt)) / withinMs);
}

/** So many more than come free are no chance of a batch. */
const leastAlike = 10;

/** What remains after a batch: the lowest number of its newest window. */
function remainingAfter(batch: readonly Answered[], horizonMs: number): number {
  const states = batch.map(stateOf);
  const newest = Math.max(...states.map(({ resetsAt }) => resetsAt));
  // Whole seconds, and replicas whose clocks differ: a window's reset may seem to move by as much.
  const near = Math.max(roundingMs, horizonMs / 2);
  const current = states.filter(({ resetsAt }) => newest - resetsAt < near);
  return Math.min(...current.map(({ remaining }) => remaining));
}

/** Milliseconds of a pause to see whether the count is only shared late. */
export const lookMs = 5000;

/** Milliseconds after which every node knows what the others have counted. */
const sharedMs = 9000;

/** Whole seconds: a reset may seem to move by as many milliseconds. */
const roundingMs = 1500;
