import { type Operation, operationNames } from '../../catalogue/operations.ts';
import type { Answered } from '../../http/exchange.ts';
import {
  isServed,
  isSharedLate,
  limitOf,
  mostServed,
  remainingAfter,
  roundingMs,
  servedAbove,
  stateOf,
} from './spent-answers.ts';

export interface RoundStart {
  /** What was already served of its window. */
  readonly begun: readonly Answered[];
  /** Whether this run's own count says what remains, as the number shown comes late. */
  readonly byOwnCount: boolean;
  /** This many that are shown as left are not there: the number leaves out the request that it answers. */
  readonly leftOut: number;
  /** What remained by the last answers before, if that is known. */
  readonly shown: number | undefined;
  /** Operations that have shown a separate count, and whether it was looked for. */
  readonly apart: readonly Operation[];
  readonly isProbed: boolean;
}

/** The answers to a round so far. */
export class Counted {
  /** Served since the present window began. */
  served: readonly Answered[];
  /** What remained by the last answers; undefined before any. */
  #shown: number | undefined;
  #asked = 0;
  #looks = 0;
  #windows = 0;
  /** What was shown before the last batch; 0 if nothing is known. */
  #lowest = 0;
  #newestReset = 0;
  #horizonMs = 0;

  readonly #byOwnCount: boolean;
  readonly #leftOut: number;
  readonly #apart: Set<Operation>;
  #probes: number;
  #probed: Probed = { batch: [], left: 0 };
  /** What one request of each other operation cost together; undefined until it is known, and once it is not needed. */
  #costOfOthers: number | undefined;

  constructor({ begun, byOwnCount, leftOut, shown, apart, isProbed }: RoundStart) {
    this.#shown = byOwnCount ? undefined : shown;
    this.#leftOut = leftOut;
    this.#apart = new Set(apart);
    this.#probes = isProbed ? probedBelow.length : 0;
    this.served = begun;
    this.#byOwnCount = byOwnCount;
  }

  /** What remains by the last answers; 1 before any. */
  get left(): number {
    if (this.#shown === undefined) return 1;
    return this.#byOwnCount ? this.#shown : Math.max(0, this.#shown - this.#leftOut);
  }

  take(batch: readonly Answered[]): void {
    const before = this.left;
    this.#lowest = this.#asked === 0 ? 0 : (this.#shown ?? 1);
    const lists = batch.filter((one) => isServed(one) && one.operation === 'listPets');
    if (this.#probed.batch.length > 0 && lists.length > 0) this.#learnApart(lists);
    if (before === 0) this.#learnAbove(batch);
    const served = batch.filter((one) => isServed(one) && !this.#isApart(one));
    const states = served.map((one) => ({ ...stateOf(one), at: one.finishedAt }));
    const newest = Math.max(this.#newestReset, ...states.map(({ resetsAt }) => resetsAt));
    this.#horizonMs = Math.max(this.#horizonMs, ...states.map((one) => one.resetsAt - one.at));
    if (served.length > 0) {
      this.#shown = remainingAfter(served, this.#horizonMs);
    }
    const isNew =
      this.#asked > 0 && newest - this.#newestReset > roundingMs && this.#refilled(before, served);
    this.#windows += isNew ? 1 : 0;
    this.served = isNew ? served : [...this.served, ...served];
    this.#newestReset = newest;
    this.#asked += batch.length;
    if (this.#byOwnCount && served.length > 0) {
      this.#shown = Math.max(0, limitOf(served) - this.served.length);
    }
  }

  /** Operations that show a separate count. */
  get apart(): readonly Operation[] {
    return [...this.#apart];
  }

  /** Whether it is time to see which operations have a separate count: lists have lowered theirs by then. */
  get mayProbe(): boolean {
    const share = probedBelow[this.#probes];
    const [first] = this.served;
    // What a probe showed is compared with the lists after it.
    if (share === undefined || first === undefined || this.#probed.batch.length > 0) return false;
    // A bucket may hold less than its limit.
    return this.left > leastApart && this.left <= (stateOf(first).remaining + 1) * share;
  }

  /** Takes answers to other operations, sent together while lists have some left; the next lists tell what they show. */
  probe(batch: readonly Answered[]): void {
    this.#probes += 1;
    this.#probed = { batch, left: this.left };
    // If there is one count for all, the probe has lowered it.
    const served = batch.filter(isServed);
    if (served.length > 0) this.#shown = Math.min(this.#shown ?? 1, remainingAfter(served));
    const cost = Math.max(this.#probed.left - this.left, batch.length);
    this.#costOfOthers = served.length === batch.length ? cost : undefined;
  }

  /**
   * The other operations, once, before so few are left that they could not be asked any more: each must be served as long
   * as one remains. None if what they cost is not known, or if one has a count of its own.
   */
  lastOthers(spender: { readonly concurrency: number }): readonly Operation[] {
    const needed = (this.#costOfOthers ?? Number.POSITIVE_INFINITY) + spareOfOthers;
    const isTime = this.left >= needed && this.left - this.together(spender) < needed;
    if (!isTime || this.#probed.batch.length > 0 || this.#apart.size > 0) return [];
    this.#costOfOthers = undefined;
    return others;
  }

  /** What other operations showed between two batches of lists: a single count for all keeps falling. */
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

  /** Other operations that each show a whole limit when lists have none left count by themselves, unless nodes count. */
  #learnAbove(batch: readonly Answered[]): void {
    const others = batch.filter((one) => isServed(one) && one.operation !== 'listPets');
    const operations = new Set(others.flatMap(({ operation }) => operation ?? []));
    const areWhole = others.map(stateOf).every(({ limit, remaining, resetsAt }) => {
      return remaining === limit - 1 && Math.abs(resetsAt - this.#newestReset) <= roundingMs;
    });
    // One count that began anew shows one less to the second of them.
    if (operations.size < 2 || !areWhole || isSharedLate(this.served)) return;
    for (const operation of operations) this.#apart.add(operation);
    this.served = this.served.filter((one) => !this.#isApart(one));
  }

  #isApart({ operation }: Answered): boolean {
    return operation !== undefined && this.#apart.has(operation);
  }

  /** Whether so much more is left than before that a window has ended meanwhile: the count begins anew. */
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
    const spent = stateOf(first).remaining - (this.#shown ?? 0);
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

  /** Why going on would not spend the limit; undefined if it may. */
  vain(requestsLeft: number): string | undefined {
    const [first] = this.served;
    if (first === undefined) return undefined;
    const { limit, remaining } = stateOf(first);
    const asked = this.served.length;
    if (this.#windows > 1) {
      return `the limit of ${limit} reset twice before ${this.#asked} requests had spent it: answers come too slowly`;
    }
    const fallen = remaining - (this.#shown ?? remaining);
    const { finishedAt } = this.served.at(-1) ?? first;
    // A count may be shared some seconds late: it then shows only earlier requests.
    const counted = this.served.filter((one) => finishedAt - one.finishedAt >= sharedLateMs).length;
    const needed = fallen > 0 ? (this.left * counted) / fallen : Number.POSITIVE_INFINITY;
    const mostNeeded = 4 * limit + 20 - asked;
    if (this.left === 0 || counted < leastAsked) return undefined;
    if (needed <= Math.min(requestsLeft, mostNeeded)) return undefined;
    if (this.left > requestsLeft) {
      return `${this.left} requests remain, more than --max-requests leaves`;
    }
    const seen = `${asked} requests lowered what remains by ${Math.max(0, fallen)}, from ${remaining} to ${this.left}`;
    const isCapped = fallen > 0 && needed <= mostNeeded;
    return isCapped
      ? `${seen}: the ${requestsLeft} requests that --max-requests leaves do not spend it`
      : `${seen}: the limit comes free ${fallen > 0 ? 'nearly ' : ''}as fast as this run asks; more at once (--concurrency) may spend it`;
  }

  ended() {
    const most = mostServed(this.served);
    const above = servedAbove(this.served, most);
    const lowest = Math.min(this.#lowest, this.#shown ?? 1);
    const leftOut = this.#leftOut;
    return { served: this.served, most, above, lowest, leftOut, apart: this.apart } as const;
  }
}

/** What lists do not ask. */
export const others: readonly Operation[] = operationNames.filter((one) => one !== 'listPets');

/** More than they cost must remain, as a bucket refills while the cost is seen. */
const spareOfOthers = 1;

/** A separate count of an operation shows more than that of the lists, at least by this. */
const leastApart = 3;

/** It is looked for when these shares of what lists began with are left: at one of them it may be as high by chance. */
const probedBelow = [0.6, 0.3];

interface Probed {
  readonly batch: readonly Answered[];
  /** What remained for lists before. */
  readonly left: number;
}

/** Nodes share a count within this many milliseconds. */
const sharedLateMs = 6_000;

/** This many requests show whether a limit can be spent at all. */
const leastAsked = 40;

/** Pauses to see whether a count is shared late; together some seconds. */
const mostLooks = 2;

/** Milliseconds of a pause to see whether the count is only shared late. */
export const lookMs = 5000;
