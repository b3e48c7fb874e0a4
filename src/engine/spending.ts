/** Spends the rate limit of a key, once, as carefully as it can be done; the rows only read the result. */

import { type Operation, operationNames } from '../catalogue/operations.ts';
import { type Answered, header } from '../http/exchange.ts';
import { type RateState, readRateState, retryAfterMs } from '../http/rate-state.ts';
import { undecided } from './outcomes.ts';

/** What spending needs of the run. */
export interface Spender {
  /** One request of each operation with the key to spend; a 429 is an answer here. */
  readonly ask: (operation: Operation) => Promise<Answered>;
  readonly now: () => number;
  readonly sleep: (ms: number, reason: string) => Promise<void>;
  readonly requestsLeft: () => number;
  /** Requests in flight at once. */
  readonly concurrency: number;
  /** Milliseconds for one wait. */
  readonly maxWaitMs: number;
}

/** The requests of one round, and where they led. */
export interface Round {
  /** Served since the present window began, in the order of asking; the volley's too. */
  readonly served: readonly Answered[];
  /** How many of these a sound service may serve; see `mostServed`. */
  readonly most: number;
  /** One request of each operation, sent together when none remained; empty where a 429 came before. */
  readonly volley: readonly Answered[];
  /** Every 429. */
  readonly refused: readonly Answered[];
  /** What the last answer before the volley, or before the first 429, showed to remain. */
  readonly lowest: number;
}

/** What spending showed. `recovery`: for each operation the last answer after the indicated time. */
export interface Spending {
  readonly rounds: readonly Round[];
  readonly recovery: readonly Answered[];
  /** Why recovery was not tried, or not on every operation. */
  readonly notTried?: string;
}

/** A refilling bucket may serve one of a volley rightly; then another round tells. */
export const mostRounds = 3;

/** Requests beyond the limit that the volley and the recovery may take. */
const mostBeyond = 20;

/** Spends the limit, asks for each operation beyond it, waits as indicated, and asks again. */
export async function spend(spender: Spender): Promise<Spending> {
  const rounds: Round[] = [];
  let begun = await awaitFreshWindow(spender);
  for (;;) {
    const round = await spendRound(spender, rounds.length, begun);
    begun = [];
    rounds.push(round);
    const [refusal] = round.refused;
    if (refusal === undefined) return { rounds, recovery: [], notTried: 'no request was refused' };
    const recovered = await recover(spender, round.refused);
    const served = recovered.recovery.every(isServed) && recovered.notTried === undefined;
    if (!served || rounds.length === mostRounds || !mayBeRefill(round)) {
      return { rounds, ...recovered };
    }
  }
}

/** What a request of each operation is answered that is not above the limit. */
const ordinary: Readonly<Record<Operation, readonly number[]>> = {
  listPets: [200],
  createPet: [400],
  getPet: [404, 410],
};

/** Whether the request was served as one that is within the limit. */
export function isServed({ operation, response }: Answered): boolean {
  return operation !== undefined && ordinary[operation].includes(response.status);
}

/** Some of the volley were refused and some served: as by a bucket that had just refilled. */
function mayBeRefill({ volley, served, most }: Round): boolean {
  const refused = volley.filter(({ response }) => response.status === 429).length;
  return served.length <= most && refused > 0 && refused < volley.length;
}

function stateOf(answer: Answered): Required<RateState> {
  const { limit, remaining, resetsAt } = readRateState(answer.response, answer.finishedAt);
  if (limit === undefined || remaining === undefined || resetsAt === undefined) {
    return undecided('the answers do not show what remains and until when');
  }
  return { limit, remaining, resetsAt };
}

/**
 * Asks where the count stands, and waits for the reset where more than this request is spent already. Gives
 * the request where it is the first of its window.
 */
async function awaitFreshWindow(spender: Spender): Promise<Answered[]> {
  const first = await spender.ask('listPets');
  if (first.response.status === 429) undecided('the limit of the key is spent by others');
  const { limit, remaining, resetsAt } = stateOf(first);
  if (limit + mostBeyond > spender.requestsLeft()) {
    undecided(`the limit of ${limit} is beyond what --max-requests leaves`);
  }
  const toReset = resetsAt - spender.now();
  if (toReset > spender.maxWaitMs) {
    undecided(
      `the limit shown resets in ${Math.ceil(toReset / 1000)} s, beyond --max-wait of ${spender.maxWaitMs / 1000} s`,
    );
  }
  if (remaining >= limit - 1) return [first];
  if (toReset > 0) await spender.sleep(toReset, 'the limit is to be spent from its reset on');
  return [];
}

async function spendRound(
  spender: Spender,
  turn: number,
  begun: readonly Answered[],
): Promise<Round> {
  let served = [...begun];
  let lowest = Number.POSITIVE_INFINITY;
  let looked = false;
  const ended = (part: Pick<Round, 'volley' | 'refused'>): Round => {
    return { served, most: mostServed(served), lowest, ...part };
  };
  for (let left = 1; ; lowest = left) {
    if (spender.requestsLeft() < spender.concurrency + operationNames.length) {
      undecided(`${served.length} requests did not bring the remaining ones to 0 (--max-requests)`);
    }
    const volley = left === 0;
    const asked = volley
      ? inTurn(turn)
      : Array.from({ length: Math.min(spender.concurrency, left) }, list);
    const batch = await Promise.all(asked.map(spender.ask));
    const refused = batch.filter(({ response }) => response.status === 429);
    served.push(...batch.filter(isServed));
    const strange = batch.some((one) => !isServed(one) && !refused.includes(one));
    const over = served.length > mostServed(served);
    if (served.length > mostAsked(served)) {
      undecided(`${served.length} requests did not bring the remaining ones to 0`);
    }
    // Within a second a reset that moves looks like one that stands.
    if (over && left > 0 && !looked) {
      looked = true;
      await spender.sleep(lookMs, 'to see whether the time of reset moves');
      continue;
    }
    if (refused.length > 0 || strange || over) {
      return ended({ volley: volley || strange ? batch : [], refused });
    }
    const now = remainingAfter(batch);
    // A window has ended meanwhile: what counts begins anew.
    if (now > lowest + limitOf(batch) / 2) served = batch;
    left = now;
  }
}

const list = (): Operation => 'listPets';

const limitOf = (batch: readonly Answered[]): number =>
  Math.max(...batch.map((one) => stateOf(one).limit));

/** Each operation once, from another one on in each round: where one place is left, another takes it. */
function inTurn(turn: number): Operation[] {
  return operationNames.map(
    (_, at) => operationNames[(at + turn) % operationNames.length] ?? 'listPets',
  );
}

/**
 * How many requests a sound service may serve from a fresh window on: its limit. Where the reset moves, as of
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
  const states = served.map((one) => ({ one, ...stateOf(one) }));
  const longest = Math.max(...states.map(({ one, resetsAt }) => resetsAt - one.finishedAt), 1);
  const freed = Math.ceil((limit * (last.finishedAt - first.startedAt)) / longest);
  const atNothing = states.filter(({ remaining }) => remaining === 0).length;
  return atNothing > freed + 3 ? limit + freed : Number.POSITIVE_INFINITY;
}

/** Where so many did not spend the limit, it comes free faster than this run can ask. */
function mostAsked(served: readonly Answered[]): number {
  const [first] = served;
  return first === undefined ? 1 : 4 * stateOf(first).limit + 20;
}

/** What remains after a batch: the lowest number of its newest window. */
function remainingAfter(batch: readonly Answered[]): number {
  const states = batch.map(stateOf);
  const newest = Math.max(...states.map(({ resetsAt }) => resetsAt));
  // Whole seconds and a clock of whole seconds: a window's reset may seem to move by as much.
  const current = states.filter(({ resetsAt }) => newest - resetsAt < 1500);
  return Math.min(...current.map(({ remaining }) => remaining));
}

/** Asks each refused operation again when its 429 says so. A bucket may have a place for one at a time. */
async function recover(
  spender: Spender,
  refused: readonly Answered[],
): Promise<Pick<Spending, 'recovery' | 'notTried'>> {
  const recovery: Answered[] = [];
  for (const one of refused) {
    if (one.operation === undefined) continue;
    const asked = await askAgain(spender, one, one.operation);
    if (typeof asked === 'string') return { recovery, notTried: asked };
    recovery.push(asked);
    if (asked.response.status === 429) break;
  }
  return { recovery };
}

/** The answer after the indicated time, or after a second more; or why it was not waited for. */
async function askAgain(
  spender: Spender,
  refused: Answered,
  operation: Operation,
): Promise<Answered | string> {
  let last = refused;
  for (const slack of [0, slackMs]) {
    const ms = retryAfterMs(last.response, last.finishedAt);
    if (ms === undefined) return 'a 429 did not say when to retry';
    const wait = last.finishedAt + ms + slack - spender.now();
    if (wait > spender.maxWaitMs) {
      return `the indicated wait of ${Math.ceil(wait / 1000)} s is beyond --max-wait`;
    }
    if (wait > 0) await spender.sleep(wait + timerSlackMs, 'as the 429 indicated');
    last = await spender.ask(operation);
    if (last.response.status !== 429) return last;
  }
  return last;
}

const slackMs = 1000;
const lookMs = 1100;
const timerSlackMs = 20;
