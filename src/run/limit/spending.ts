/**
 * Spends the rate limit of a key, as carefully as possible: most of it some at a time, and the last of it together with
 * requests above it, all sent before any is answered, so that none goes on after a 429 (section 8.4). The requirements
 * only read the result.
 */

import { type Answered, header } from '../../http/exchange.ts';
import { waitReasons } from '../../http/pacing.ts';
import { retryAfterMs } from '../../http/rate-state.ts';
import {
  type Operation,
  type RepeatableOperation,
  repeatableOperations,
} from '../../spec/operations.ts';
import { inconclusive, orNothing } from '../requests/outcomes.ts';
import {
  fitsReset,
  isAway,
  isBanned,
  isOwnReason,
  isRefused,
  isServed,
  isSharedLate,
  leastOf,
  mostServed,
  type Round,
  remainingOf,
  roundingMs,
  type Spending,
  stateOf,
} from './spent-responses.ts';

/** What spending needs of the run. */
export interface Spender {
  /** Sends a request with the key to spend, which would succeed; any answer counts. */
  readonly ask: (request: SpendingRequest) => Promise<Answered>;
  /** A list without a key, the first request after the end of a window: its headers are judged like any others. */
  readonly askWithoutKey: () => Promise<Answered>;
  readonly now: () => number;
  readonly sleep: (ms: number, reason: string) => Promise<void>;
  readonly requestsLeft: () => number;
  /** Requests in flight at first. */
  readonly concurrency: number;
  /** The longest single wait, in milliseconds. */
  readonly maxWaitMs: number;
}

/** The query of the cheapest list. */
export const cheapestQuery = '?limit=1';

/** `list`: the cheapest one. `otherList`: one with another query, which may be another route. */
export type SpendingRequest = 'list' | 'otherList' | Exclude<RepeatableOperation, 'listPets'>;

/** A request of each operation that may be sent again and again. */
const each = repeatableOperations.map((one) => (one === 'listPets' ? 'otherList' : one));

/** The most requests in flight, however small the part of a limit that they bring down; `--concurrency 1` is kept. */
export const mostAtOnce = 32;

/** Requests beyond the limit that a round and its recovery may take. */
const mostBeyond = 40;

const mostRounds = 2;

/** Spends the limit, asks above it, waits as indicated, and asks again. Once more if that left something open. */
export async function spend(spender: Spender): Promise<Spending> {
  const rounds: Round[] = [];
  let begun = await freshWindow(spender);
  let told: Spending | undefined;
  for (;;) {
    const spending = spendRound(spender, rounds, begun);
    // What the first round has shown remains, whatever becomes of the second.
    const round = told === undefined ? await spending : await orNothing(spending);
    if (round === undefined) return told ?? inconclusive('no request was answered');
    rounds.push(round);
    const recovered = await recover(spender, round);
    told = {
      rounds: [...rounds],
      recovery: [...(told?.recovery ?? []), ...recovered.recovery],
      below: [...(told?.below ?? []), ...recovered.below],
      ...(recovered.notTried === undefined ? {} : { notTried: recovered.notTried }),
    };
    const isWell =
      recovered.notTried === undefined &&
      recovered.recovery.every((one) => isServed(one) || isOwnReason(one));
    const again = round.refused.length > 0 && isOpen(rounds) && rounds.length < mostRounds;
    const { limit } = stateOf(round.served[0] ?? begun);
    if (!again || !isWell || round.above.length > 0 || limit + mostBeyond > spender.requestsLeft())
      return told;
    begun = recovered.recovery.at(-1) ?? begun;
  }
}

/** Whether another round may tell more: of an operation that was not refused, or of a 429 that came early. */
function isOpen(rounds: readonly Round[]): boolean {
  const refused = new Set(rounds.flatMap((one) => one.refused).map(({ operation }) => operation));
  const isClear = rounds.every(
    ({ served, volley }) => volley.length > 0 && served.some((one) => remainingOf(one) === 0),
  );
  return !isClear || repeatableOperations.some((one) => !refused.has(one));
}

/** The answer of the service; while a gateway answers for it, it is asked again. */
async function askNow(spender: Spender, request: SpendingRequest): Promise<Answered> {
  for (let times = 0; ; times += 1) {
    const answer = await spender.ask(request);
    if (!isAway(answer) || times === mostPauses) return answer;
    await spender.sleep(awayMs, waitReasons.mayPass(answer.response.status));
  }
}

const mostPauses = 3;
const awayMs = 1500;

/** The first request of a window of its own, or of one that is nearly whole. */
async function freshWindow(spender: Spender): Promise<Answered> {
  for (let waits = 0; ; waits += 1) {
    const first = await firstServed(spender);
    const { limit, remaining, resetsAt } = stateOf(first);
    if (limit + mostBeyond > spender.requestsLeft()) {
      inconclusive(
        `the limit of ${limit} is more than the ${spender.requestsLeft()} requests that --max-requests leaves: a key of a smaller plan can be spent in its place (--rate-limit-key-file)`,
      );
    }
    const toReset = resetsAt - spender.now();
    if (toReset > spender.maxWaitMs) {
      inconclusive(
        `the limit shown resets in ${Math.ceil(toReset / 1000)} s, beyond --max-wait of ${spender.maxWaitMs / 1000} s`,
      );
    }
    // Replicas whose clocks differ may show a reset too early.
    if (waits === 2 || remaining >= 0.95 * limit || toReset <= 0) return first;
    // Once so long that a reset which is still shown then, without a key, is a past one whatever the clocks.
    const isLater = waits === 0 && toReset + clocksMs <= spender.maxWaitMs;
    await spender.sleep(toReset + (isLater ? clocksMs : 0), waitReasons.toSpend);
    if (isLater) await orNothing(spender.askWithoutKey());
  }
}

/** More than clocks differ by, in milliseconds. */
const clocksMs = 32_000;

/** How long a caller may be locked out for the bad log-ins of the run. */
const lockMs = 61_000;

/** The first answer that is served; waits for the end of a lock-out, and for the time in a 429. */
async function firstServed(spender: Spender): Promise<Answered> {
  let first = await askNow(spender, 'list');
  for (let waits = 0; isBanned(first); waits += 1) {
    if (waits === 2 || lockMs > spender.maxWaitMs) {
      inconclusive(
        `the key whose limit is to be used up gets ${first.response.status}: it is not a valid key, it may not list, or its caller is locked out for the bad log-ins of this run`,
      );
    }
    await spender.sleep(lockMs, waitReasons.lockedOut);
    first = await askNow(spender, 'list');
  }
  if (!isRefused(first)) return first;
  const wait = retryAfterMs(first.response, first.finishedAt) ?? Number.POSITIVE_INFINITY;
  if (wait > spender.maxWaitMs) {
    inconclusive('the first request to spend the limit with was answered 429');
  }
  await spender.sleep(wait + slackMs, waitReasons.indicated);
  const second = await askNow(spender, 'list');
  if (isRefused(second)) {
    inconclusive('requests with the key were answered 429 before the limit was used up');
  }
  return second;
}

/** The state of a round. */
interface State {
  /** Served in the present window. */
  served: Answered[];
  apart: Operation[];
  left: number;
  /** The latest reset shown. */
  resetsAt: number;
  /** Requests in flight. */
  atOnce: number;
  /** How many requests came free during the last batch, and what each of them cost. */
  freed: number;
  cost: number;
  windows: number;
  /** Requests that the run may still send. */
  requestsLeft: number;
  /** Pauses because requests at once were refused, by a gateway or another limit. */
  pauses: number;
}

async function spendRound(
  spender: Spender,
  before: readonly Round[],
  begun: Answered,
): Promise<Round> {
  const { concurrency } = spender;
  const left = isServed(begun) ? stateOf(begun).remaining : 1;
  const served = isServed(begun) ? [begun] : [];
  const state: State = {
    served,
    apart: [],
    left,
    resetsAt: stateOf(begun).resetsAt,
    atOnce: concurrency,
    freed: 0,
    cost: 1,
    windows: 0,
    requestsLeft: spender.requestsLeft(),
    pauses: 0,
  };
  // If a 429 came before the number shown said so, this run's own count tells when the next is due.
  const early = before.find(({ volley }) => volley.length === 0);
  const mostOwn = early?.served.length ?? Number.POSITIVE_INFINITY;
  for (let volleys = 0; ; ) {
    refuseVain(spender, state);
    const due = Math.min(state.left, Math.max(0, mostOwn - state.served.length));
    const isLast = due <= (state.atOnce === 1 ? 0 : state.atOnce);
    // More of each if requests come free while these are under way.
    const times = state.atOnce === 1 ? 1 : 3 + Math.min(3, state.freed);
    const mix = isLast ? mixOf(before.length, times) : [];
    const asked = isLast ? volleyOf(due, state, mix) : belowLimit(due, state);
    const answers = await answersTo(spender, asked, state.atOnce === 1);
    const batch = answers.flatMap((one) => one ?? []);
    const ofMix = isLast ? answers.slice(-mix.length).flatMap((one) => one ?? []) : [];
    state.requestsLeft = spender.requestsLeft();
    take(state, batch, isLast ? due : undefined);
    if (await isPassing(spender, state, { batch, isLast })) continue;
    const again = await alone(spender, ofMix);
    batch.push(...again);
    const refused = batch.filter(isRefused);
    const isStrange = batch.some((one) => !isServed(one) && !isRefused(one) && !isOwnReason(one));
    const round = {
      served: state.served,
      apart: state.apart,
      volley: isLast ? batch : [],
      mix: [...ofMix, ...again].filter((one) => !isOtherRoute(one, due, state)),
      refused,
    };
    const most = mostServed(state.served);
    const isOver = state.served.length > most && !beganAnew(state.served);
    if (isOver && isSharedLate(state.served) && refused.length === 0) {
      return { ...round, ...(await askLate(spender)) };
    }
    const above = isOver && !isSharedLate(state.served) ? state.served.slice(most) : [];
    volleys += isLast ? 1 : 0;
    if (refused.length > 0 || isStrange || isOver || volleys === mostVolleys) {
      return { ...round, above };
    }
  }
}

/** So many volleys that are all served show that the number shown has nothing to do with what is enforced. */
const mostVolleys = 4;

const lists = (many: number): SpendingRequest[] => Array.from({ length: many }, () => 'list');

/** Some of each kind, beginning with another one in each round: if one place is left, another takes it. */
function mixOf(turn: number, times: number): SpendingRequest[] {
  const turned = each.map((one, at) => each[(at + turn) % each.length] ?? one);
  return Array.from({ length: times }, () => turned).flat();
}

/** Lists, and shortly before the last of them the others: they must be served as long as any remain. */
function belowLimit(left: number, { atOnce }: State): readonly SpendingRequest[] {
  const isNear = atOnce > 2 && left - atOnce <= mostNear;
  return isNear ? ['createPet', 'getPet', ...lists(atOnce - 2)] : lists(atOnce);
}

const mostNear = 6;

/** What is left, what comes free meanwhile, and the mix above it. */
function volleyOf(
  left: number,
  { atOnce, freed, cost }: State,
  mix: readonly SpendingRequest[],
): readonly SpendingRequest[] {
  return atOnce === 1 ? mix : [...lists(Math.ceil(left / cost) + freed), ...mix];
}

/** The answers to requests that are sent at once, or one after the other; none to a creation that is not allowed any more. */
async function answersTo(
  spender: Spender,
  asked: readonly SpendingRequest[],
  oneByOne: boolean,
): Promise<(Answered | undefined)[]> {
  const ask = oneByOne ? (one: SpendingRequest) => askNow(spender, one) : spender.ask;
  const send = (one: SpendingRequest) => (one === 'createPet' ? orNothing(ask(one)) : ask(one));
  if (!oneByOne) return Promise.all(asked.map(send));
  const answers: (Answered | undefined)[] = [];
  for (const one of asked) answers.push(await send(one));
  return answers;
}

/** Whether a 429 came long before the limit shown is spent, and says another wait: another limit refused it. */
function isOfOther(answer: Answered, { served, left }: State): boolean {
  const last = served.at(-1);
  if (!isRefused(answer) || last === undefined || left <= mostAtOnce) return false;
  return !fitsReset(answer, last);
}

/**
 * Whether requests sent at once were refused by a gateway, or by another limit than the one shown. Then it waits until
 * they are let through again, and fewer go out at once.
 */
async function isPassing(
  spender: Spender,
  state: State,
  { batch, isLast }: { readonly batch: readonly Answered[]; readonly isLast: boolean },
): Promise<boolean> {
  const others = batch.filter((one) => isOfOther(one, state));
  const isOfGateway = batch.some(isAway) && !batch.some(isRefused);
  if (state.atOnce === 1 || !(isOfGateway || others.length > 0)) return false;
  const [passing] = batch.filter((one) => !isServed(one));
  state.pauses += 1;
  if (state.pauses > mostPauses) {
    inconclusive(
      `requests sent at once are answered ${passing?.response.status} while ${state.left} are shown as remaining: if the service takes only some at once, use --concurrency 1`,
    );
  }
  const waits = others.map((one) => retryAfterMs(one.response, one.finishedAt) ?? 0);
  const ms = Math.max(awayMs, ...waits);
  if (ms > spender.maxWaitMs) inconclusive('another limit than the one shown refused requests');
  await spender.sleep(ms, waitReasons.gateway);
  state.atOnce = Math.max(1, Math.floor(state.atOnce / 2));
  if (!isLast) return true;
  const alone = await spender.ask('list');
  // Alone as well: it is the answer of the service to a request above the limit.
  if (isAway(alone)) return false;
  take(state, [alone], undefined);
  if (isRefused(alone)) [state.atOnce, state.left] = [1, 0];
  return true;
}

/** Each operation of a mix to which only a gateway answered, asked alone: a service may take only some at once. */
async function alone(spender: Spender, mix: readonly Answered[]): Promise<Answered[]> {
  const stopped = new Set(mix.filter(isAway).flatMap((one) => one.operation ?? []));
  const answers: Answered[] = [];
  for (const operation of stopped) {
    const isTold = mix.some((one) => one.operation === operation && !isAway(one));
    const answer = isTold ? undefined : await orNothing(spender.ask(requestOf(operation)));
    if (answer) answers.push(answer);
  }
  return answers;
}

/** Whether the number shown was nearly the whole limit again after much less, as when a service restarts. */
function beganAnew(served: readonly Answered[]): boolean {
  const shares = served.map((one) => remainingOf(one) / stateOf(one).limit);
  const low = shares.findIndex((share) => share < 0.7);
  return low !== -1 && shares.slice(low).some((share) => share > 0.9);
}

/** Nodes may share a count so many milliseconds late. */
const sharedLateMs = 9000;

/** What is served of a mix once every node must know that the limit is spent: it is above the limit. */
async function askLate(
  spender: Spender,
): Promise<Pick<Round, 'above' | 'volley' | 'mix' | 'refused'>> {
  await spender.sleep(sharedLateMs, waitReasons.sharedLate);
  const volley = await Promise.all(mixOf(0, 1).map(spender.ask));
  return {
    volley,
    mix: volley,
    refused: volley.filter(isRefused),
    above: volley.filter(isServed),
  };
}

/** Takes the answers of a batch. `due`: how many were left, if it is a volley. */
function take(state: State, batch: readonly Answered[], due: number | undefined): void {
  const before = state.left;
  const served = batch.filter(isServed);
  const ofLists = served.filter(({ operation }) => operation === 'listPets');
  if (beginsWindow(state, ofLists)) {
    state.windows += 1;
    state.served = ofLists;
    state.left = leastOf(ofLists);
    state.resetsAt = newestOf(ofLists);
    return;
  }
  // What is counted with the lists shows less than was left.
  const isApart = (one: Answered) =>
    hasOtherLimit(one, state) || showsMore(one, due ?? before, state);
  const apart = served.filter((one) => one.operation !== 'listPets' && isApart(one));
  state.apart = [...new Set([...state.apart, ...apart.flatMap((one) => one.operation ?? [])])];
  state.served = state.served.filter(
    ({ operation }) => operation !== undefined && !state.apart.includes(operation),
  );
  const counted = served.filter((one) => {
    const { operation, request } = one;
    // A list of another query may be another route, with a count of its own.
    if (operation === 'listPets')
      return request.url.endsWith(`/pets${cheapestQuery}`) || !isApart(one);
    return operation !== undefined && !state.apart.includes(operation);
  });
  if (counted.length === 0) return;
  state.served.push(...counted);
  state.left = leastOf(counted);
  state.resetsAt = Math.max(state.resetsAt, newestOf(counted));
  if (due !== undefined) return;
  const fall = before - state.left;
  state.freed = Math.max(0, counted.length - fall);
  state.cost = Math.max(1, Math.floor(fall / counted.length));
  // At this pace the requests that the run may send would not bring the rest down.
  const isTooSlow = state.left * counted.length > fall * (state.requestsLeft - mostBeyond);
  const isSlow = isTooSlow || 2 * state.freed > counted.length;
  if (isSlow && state.atOnce > 1 && state.pauses === 0) {
    state.atOnce = Math.min(mostAtOnce, 2 * state.atOnce);
  }
}

const leastApart = 3;

const showsMore = (one: Answered, due: number, { freed }: State): boolean =>
  remainingOf(one) > due + freed + leastApart;

/** Whether an answer shows another limit than lists do. */
function hasOtherLimit(one: Answered, { served }: State): boolean {
  const list = served.findLast(({ operation }) => operation === 'listPets');
  return list !== undefined && stateOf(list).limit !== stateOf(one).limit;
}

/** Whether a list is of another route than the one that spent the limit: with a count of its own, or out of a cache. */
const isOtherRoute = (one: Answered, due: number, state: State): boolean =>
  one.operation === 'listPets' &&
  isServed(one) &&
  (showsMore(one, due, state) || header(one.response, 'Age') !== undefined);

const newestOf = (answers: readonly Answered[]): number =>
  Math.max(...answers.map((one) => stateOf(one).resetsAt));

/** Whether lists show a later reset, and so much more than before that a window has ended meanwhile. */
function beginsWindow({ served, left, resetsAt }: State, ofLists: readonly Answered[]): boolean {
  const [first] = ofLists;
  if (first === undefined || served.length === 0) return false;
  const isLater = newestOf(ofLists) - resetsAt > roundingMs;
  return isLater && leastOf(ofLists) > left + stateOf(first).limit / 2;
}

/** Ends a round that would not spend the limit. */
function refuseVain(spender: Spender, { served, left, windows, atOnce }: State): void {
  const [first] = served;
  if (spender.requestsLeft() < atOnce + mostBeyond) {
    inconclusive(
      `${served.length} requests did not bring the remaining ones to 0 (--max-requests)`,
    );
  }
  if (first === undefined) return;
  const { limit, remaining } = stateOf(first);
  if (windows > 1) {
    inconclusive(`the limit of ${limit} reset twice before it was spent: answers come too slowly`);
  }
  if (served.length > 2 * limit + 4 * mostAtOnce) {
    inconclusive(
      `${served.length} requests lowered what remains from ${remaining} to ${left}: it comes free as fast as this run asks`,
    );
  }
}

/** Added to the indicated time: clocks of whole seconds, and timers that end early. */
const slackMs = 1000;
const timerSlackMs = 20;

/** Asks each refused operation again when its 429 says so, and below the limit what was answered otherwise above it. */
async function recover(
  spender: Spender,
  round: Round,
): Promise<Pick<Spending, 'recovery' | 'below' | 'notTried'>> {
  const recovery: Answered[] = [];
  const [first] = round.refused;
  const strange = round.mix.filter((one) => !isServed(one) && !isRefused(one));
  if (first === undefined && strange.length === 0) {
    return { recovery, below: [], notTried: 'no request was refused' };
  }
  // Several 429s came together: the time by which each of them says that it may be asked again.
  const ends = round.refused.map(
    (one) => one.finishedAt + (retryAfterMs(one.response, one.finishedAt) ?? 0),
  );
  const resets = round.served.map((one) => stateOf(one).resetsAt);
  const until = Math.max(...(first === undefined ? resets : ends));
  if (until - spender.now() > spender.maxWaitMs) {
    const seconds = Math.ceil((until - spender.now()) / 1000);
    return {
      recovery,
      below: [],
      notTried: `the indicated wait of ${seconds} s is beyond --max-wait`,
    };
  }
  for (const operation of new Set(round.refused.flatMap((one) => one.operation ?? []))) {
    const refused = round.refused.find((one) => one.operation === operation) ?? first;
    if (refused === undefined) continue;
    const asked = await askAgain(spender, refused, { until, round });
    if (typeof asked === 'string') return { recovery, below: [], notTried: asked };
    recovery.push(asked);
    if (isRefused(asked)) return { recovery, below: [] };
  }
  await waitUntil(spender, until);
  const below: Answered[] = [];
  for (const operation of new Set(strange.flatMap((one) => one.operation ?? []))) {
    below.push(await askNow(spender, requestOf(operation)));
  }
  return { recovery, below };
}

const requestOf = (operation: Operation): SpendingRequest =>
  operation === 'listPets' ? 'list' : operation;

async function waitUntil(spender: Spender, time: number): Promise<void> {
  const ms = time - spender.now();
  if (ms > 0) await spender.sleep(ms + timerSlackMs, waitReasons.indicated);
}

/** The answer after the indicated time, or after a second more; or why it does not tell. */
async function askAgain(
  spender: Spender,
  first: Answered,
  { until, round }: { readonly until: number; readonly round: Round },
): Promise<Answered | string> {
  const operation = first.operation ?? 'listPets';
  let last = first;
  for (const slack of [0, slackMs]) {
    const ms = retryAfterMs(last.response, last.finishedAt);
    if (ms === undefined) return 'a 429 did not say when to retry';
    await waitUntil(spender, Math.max(last.finishedAt + ms + slack, until));
    last = await askNow(spender, requestOf(operation));
    if (isBanned(last) && operation !== 'createPet') return banned(last);
    if (last.response.status === 403) {
      // A key that may not create may list; one that is banned may not.
      const list = await askNow(spender, 'list');
      return isBanned(list) ? banned(list) : last;
    }
    if (!isRefused(last)) return last;
  }
  return blockedOrShared(spender, { first, refused: last, round });
}

const banned = ({ response }: Answered) =>
  `the key was answered ${response.status} after 429s: it may be banned for a time, as section 8.4 announces`;

/**
 * A request is refused still. If its 429s wait for the whole limit, the key is blocked; if for a part of it, others who
 * use the key may have come first, unless all of the limit turns out to have come back at once.
 */
async function blockedOrShared(
  spender: Spender,
  { first, refused, round }: { first: Answered; refused: Answered; round: Round },
): Promise<Answered | string> {
  const waitsForAll = (one: Answered) => {
    const wait = retryAfterMs(one.response, one.finishedAt) ?? 0;
    return one.finishedAt + wait >= stateOf(one).resetsAt - slackMs;
  };
  const resets = new Set(round.served.map(({ response }) => header(response, 'X-RateLimit-Reset')));
  const isFar = stateOf(first).resetsAt - first.finishedAt > 2 * slackMs;
  if (resets.size === 1 && isFar && waitsForAll(first) && waitsForAll(refused)) return refused;
  const end = spender.now() + spender.maxWaitMs;
  let last = refused;
  for (let tries = 0; isRefused(last) && tries < mostTries; tries += 1) {
    if (stateOf(last).resetsAt + slackMs > end) break;
    await waitUntil(spender, stateOf(last).resetsAt + slackMs);
    last = await askNow(spender, requestOf(refused.operation ?? 'listPets'));
    const { limit, remaining } = stateOf(last);
    if (isServed(last) && remaining >= limit / 2) return refused;
  }
  return 'requests were refused after the indicated time: others who use the key may have come first';
}

/** So often it is asked again where others may have spent what came free. */
const mostTries = 4;
