/** Spends the rate limit of a key, once, as carefully as it can be done; the rows only read the result. */
import { type RateState, readRateState, retryAfterMs } from '../client/rate-state.ts';
import type { Answered } from '../exchange/exchange.ts';
import { type Operation, operationNames } from '../spec/operations.ts';
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
  /** Served, in the order of asking; the volley's too. */
  readonly served: readonly Answered[];
  /** One request of each operation, sent together when none remained; empty where a 429 came before. */
  readonly volley: readonly Answered[];
  /** Every 429. */
  readonly refused: readonly Answered[];
  /** The lowest number of remaining requests that an answer showed before the first 429. */
  readonly lowest: number;
  /** Requests in flight when the first 429 came: so much lower the true number may have been. */
  readonly inFlight: number;
}

/** What spending showed. `recovery`: the requests after the indicated time; empty where none was indicated. */
export interface Spending {
  readonly rounds: readonly Round[];
  readonly recovery: readonly Answered[];
  /** Why recovery was not tried. */
  readonly notTried?: string;
}

/** A refilling bucket may serve one of a volley rightly; then another round tells. */
const mostRounds = 3;

/** Below this part of the limit a window is not fresh enough to count what it serves. */
const fresh = 0.9;

/** Spends the limit, asks for each operation beyond it, waits as indicated, and asks again. */
export async function spend(spender: Spender): Promise<Spending> {
  const rounds: Round[] = [];
  await awaitFreshWindow(spender);
  for (;;) {
    const round = await spendRound(spender);
    rounds.push(round);
    const [refusal] = round.refused;
    if (refusal === undefined) return { rounds, recovery: [], notTried: 'no request was refused' };
    const recovered = await recover(spender, round.refused);
    const last = rounds.length === mostRounds || !mayBeRefill(round);
    if (last || recovered.notTried !== undefined) return { rounds, ...recovered };
    if (recovered.recovery.at(-1)?.response.status === 429) return { rounds, ...recovered };
  }
}

/** Some of the volley were refused and some served: as by a bucket that had just refilled. */
function mayBeRefill({ volley }: Round): boolean {
  const refused = volley.filter(({ response }) => response.status === 429).length;
  return refused > 0 && refused < volley.length;
}

function stateOf(answer: Answered): Required<RateState> {
  const { limit, remaining, resetsAt } = readRateState(answer.response, answer.finishedAt);
  if (limit === undefined || remaining === undefined || resetsAt === undefined) {
    return undecided('the answers do not show what remains and until when');
  }
  return { limit, remaining, resetsAt };
}

/** Asks where the count stands, and waits for the reset where much of it is spent already. */
async function awaitFreshWindow(spender: Spender): Promise<void> {
  const first = await spender.ask('listPets');
  if (first.response.status === 429) undecided('the limit of the key is spent by others');
  const { limit, remaining, resetsAt } = stateOf(first);
  // Twice: a window may end while it is spent.
  if (limit * 2 > spender.requestsLeft()) {
    undecided(`the limit of ${limit} is beyond what --max-requests leaves`);
  }
  const toReset = resetsAt - spender.now();
  if (toReset > spender.maxWaitMs) {
    undecided(
      `the limit shown resets in ${Math.ceil(toReset / 1000)} s, beyond --max-wait of ${spender.maxWaitMs / 1000} s`,
    );
  }
  if (remaining >= limit * fresh || toReset <= 0) return;
  await spender.sleep(toReset, 'the limit is to be spent from its reset on');
}

async function spendRound(spender: Spender): Promise<Round> {
  const served: Answered[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  let left = 1;
  const bound = Math.min(spender.requestsLeft() - operationNames.length, mostToSpend(served));
  for (let sent = 0; left > 0; ) {
    const size = Math.min(spender.concurrency, left);
    sent += size;
    if (sent > Math.max(bound, mostToSpend(served))) {
      undecided(`${served.length} requests did not bring the remaining ones to 0`);
    }
    const batch = await Promise.all(Array.from({ length: size }, () => spender.ask('listPets')));
    const refused = batch.filter(({ response }) => response.status === 429);
    served.push(...batch.filter(({ response }) => response.status !== 429));
    if (refused.length > 0) return { served, volley: [], refused, lowest, inFlight: size };
    const strange = batch.find(({ response }) => response.status !== 200);
    if (strange) return { served, volley: [strange], refused: [], lowest, inFlight: size };
    left = remainingAfter(batch);
    lowest = Math.min(lowest, left);
  }
  const volley = await Promise.all(operationNames.map(spender.ask));
  const refused = volley.filter(({ response }) => response.status === 429);
  served.push(...volley.filter((one) => !refused.includes(one)));
  return { served, volley, refused, lowest, inFlight: volley.length };
}

/** Three windows' worth: more only where the count never falls. */
function mostToSpend(served: readonly Answered[]): number {
  const [first] = served;
  return first === undefined ? 1 : 3 * stateOf(first).limit + 10;
}

/** What remains after a batch: the lowest number of its newest window. */
function remainingAfter(batch: readonly Answered[]): number {
  const states = batch.map(stateOf);
  const newest = Math.max(...states.map(({ resetsAt }) => resetsAt));
  // Whole seconds and a clock of whole seconds: a window's reset may seem to move by as much.
  const current = states.filter(({ resetsAt }) => newest - resetsAt < 1500);
  return Math.min(...current.map(({ remaining }) => remaining));
}

async function recover(
  spender: Spender,
  refused: readonly Answered[],
): Promise<Pick<Spending, 'recovery' | 'notTried'>> {
  const times = refused.map((one) => {
    const ms = retryAfterMs(one.response, one.finishedAt);
    return ms === undefined ? undefined : one.finishedAt + ms;
  });
  const indicated = times.filter((time) => time !== undefined);
  if (indicated.length === 0) return { recovery: [], notTried: 'no 429 said when to retry' };
  const wait = Math.max(...indicated) - spender.now();
  if (wait > spender.maxWaitMs) {
    const seconds = Math.ceil(wait / 1000);
    return { recovery: [], notTried: `the indicated wait of ${seconds} s is beyond --max-wait` };
  }
  await spender.sleep(Math.max(0, wait) + timerSlackMs, 'as the 429 indicated');
  const first = await spender.ask('listPets');
  if (first.response.status !== 429) return { recovery: [first] };
  await spender.sleep(slackMs, 'the indicated time has passed; once more');
  return { recovery: [first, await spender.ask('listPets')] };
}

const slackMs = 1000;
const timerSlackMs = 20;
