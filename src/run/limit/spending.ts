/**
 * Uses up the rate limit of a key, as carefully as possible: most of it some lists at a time, and the last of it together
 * with requests above it, all sent before any response comes, so that nothing is sent after a 429 (section 8.4). The
 * requirements only read the result. What two rounds cannot decide is inconclusive.
 */

import { type Answered, header } from '../../http/exchange.ts';
import { retryAfterMs } from '../../http/rate-state.ts';
import {
  isRepeatable,
  type Operation,
  type RepeatableOperation,
  repeatableOperations,
} from '../../spec/operations.ts';
import { inconclusive, orUndefined } from '../requests/outcomes.ts';
import {
  apartBy,
  earlyRefusalIn,
  isAway,
  isBanned,
  isFixedWindow,
  isOwnReason,
  isPastCount,
  isRefused,
  isServed,
  leastOf,
  type Round,
  remainingOf,
  resetsAtOf,
  roundingMs,
  type Spending,
  servedAbove,
  stateOf,
} from './spent-responses.ts';

/** Why a run waits while it spends a limit, in the words of its reports. */
const waitReasons = {
  toSpend: 'waiting for a fresh window, then using it up on purpose',
  lockedOut: 'the caller may be locked out for bad log-ins',
  indicated: 'as the 429 indicated',
  mayPass: (status: number) => `${status}, which may pass`,
  gateway: 'a gateway answered, which may pass',
  sharedLate: 'to see whether the count is only shared late',
} as const;

/** What spending needs of the run. */
export interface Spender {
  /** Sends a request with the key to spend, which would succeed; any response counts. */
  readonly send: (request: SpendingRequest) => Promise<Answered>;
  /** A list without a key, the first request after the end of a window: its headers are judged like any others. */
  readonly sendWithoutKey: () => Promise<Answered>;
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

/** The most requests in flight; `--concurrency 1` is kept. */
export const mostAtOnce = 32;

/** Requests beyond the limit that a round and its recovery may take. */
const mostBeyond = 40;

/** How often a request is sent again while a gateway answers it, and after which pause. */
const mostPauses = 3;
const awayMs = 1500;

/** More than clocks differ by, in milliseconds. */
const clocksMs = 32_000;

/** How long a caller may be locked out for the bad log-ins of the run. */
const lockMs = 61_000;

/** Nodes may share a count so many milliseconds late. */
const sharedLateMs = 9000;

/** Added to the indicated time: clocks of whole seconds, and timers that end early. */
const slackMs = 1000;
const timerSlackMs = 20;

/** Uses up the limit, sends requests above it, waits as indicated, and sends them again. Once more if that left something open. */
export async function spend(spender: Spender): Promise<Spending> {
  const first = await spendRound(spender, await freshWindow(spender));
  const once: Spending = { rounds: [first], ...(await recover(spender, first)) };
  const begun = once.recovery.findLast(isServed);
  const isWell =
    once.notTried === undefined && once.recovery.every((one) => isServed(one) || isOwnReason(one));
  if (begun === undefined || !isWell || !isOpen(first)) return once;
  if (stateOf(begun).limit + mostBeyond > spender.requestsLeft()) return once;
  // What the first round has shown remains, whatever becomes of the second.
  const second = await orUndefined(spendRound(spender, begun, first));
  if (second === undefined) return once;
  const { recovery, below, notTried } = await recover(spender, second);
  return {
    rounds: [first, second],
    recovery: [...once.recovery, ...recovery],
    below: [...once.below, ...below],
    notTried,
  };
}

/** Whether another round may tell more: of an operation that was not refused, or of a 429 that came early. */
function isOpen(round: Round): boolean {
  if (round.above.length > 0) return false;
  const refused = round.refused.map(({ operation }) => operation);
  return (
    earlyRefusalIn(round) !== undefined ||
    repeatableOperations.some((one) => !refused.includes(one))
  );
}

/** The response of the service; while a gateway answers for it, the request is sent again. */
async function sendPatiently(spender: Spender, request: SpendingRequest): Promise<Answered> {
  for (let pauses = 0; ; pauses += 1) {
    const answer = await spender.send(request);
    if (!isAway(answer) || pauses === mostPauses) return answer;
    await spender.sleep(awayMs, waitReasons.mayPass(answer.response.status));
  }
}

/** The first response of a window of its own, or of one that is nearly whole. */
async function freshWindow(spender: Spender): Promise<Answered> {
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
  if (remaining >= 0.95 * limit || toReset <= 0) return first;
  // So long that a reset which is still shown then, without a key, is a past one whatever the clocks.
  await spender.sleep(toReset + clocksMs, waitReasons.toSpend);
  await orUndefined(spender.sendWithoutKey());
  return firstServed(spender);
}

/** The first response that is served, once a lock-out has ended or the time in a 429 has passed. */
async function firstServed(spender: Spender): Promise<Answered> {
  const first = await sendPatiently(spender, 'list');
  if (isServed(first)) return first;
  const wait = isBanned(first) ? lockMs : retryAfterMs(first.response, first.finishedAt);
  if (wait !== undefined && wait <= spender.maxWaitMs) {
    const reason = isBanned(first) ? waitReasons.lockedOut : waitReasons.indicated;
    await spender.sleep(wait + slackMs, reason);
    const second = await sendPatiently(spender, 'list');
    if (isServed(second)) return second;
  }
  return inconclusive(
    isRefused(first)
      ? 'requests with the key were answered 429 before the limit was used up'
      : `the key whose limit is to be used up gets ${first.response.status}: it is not a valid key, it may not list, or its caller is locked out for the bad log-ins of this run`,
  );
}

/** How far a round has come. */
interface Progress {
  readonly limit: number;
  /** What was served in the present window. */
  readonly served: readonly Answered[];
  /** How many requests remain, and until when, by the newest responses. */
  readonly left: number;
  readonly resetsAt: number;
  /** How many requests are sent at once. */
  readonly atOnce: number;
  /** How many requests came free during the last batch. */
  readonly freed: number;
  /** How often a gateway answered. */
  readonly pauses: number;
  /** Whether a window has ended since the round began. */
  readonly hasReset: boolean;
}

function begin(begun: Answered, atOnce: number): Progress {
  const { limit, remaining: left, resetsAt } = stateOf(begun);
  return { limit, served: [begun], left, resetsAt, atOnce, freed: 0, pauses: 0, hasReset: false };
}

/** One round, from a response that was served on; the second one knows the first. */
async function spendRound(spender: Spender, begun: Answered, before?: Round): Promise<Round> {
  let progress = begin(begun, spender.concurrency);
  // If a 429 came before the number shown said so, this run's own count tells when the next is due.
  const mostOwn = before?.mix.length === 0 ? before.served.length : Number.POSITIVE_INFINITY;
  for (;;) {
    const { limit, served, left, atOnce } = progress;
    if (
      spender.requestsLeft() < atOnce + mostBeyond ||
      served.length > 2 * limit + 4 * mostAtOnce
    ) {
      inconclusive(
        `${served.length} requests lowered what remains from ${remainingOf(begun)} to ${left}: it comes free as fast as this run asks, or --max-requests is too low`,
      );
    }
    const due = Math.min(left, Math.max(0, mostOwn - served.length));
    const isLast = due <= each.length + (atOnce === 1 ? 0 : atOnce);
    const last = isLast ? await spendLast(spender, progress, due, before ? 1 : 0) : undefined;
    const batch = last?.lists ?? (await sendAll(spender, lists(atOnce)));
    const counted = batch.filter(isServed);
    const refused = last?.refused ?? batch.filter(isRefused);
    const isNewWindow = beginsWindow(progress, counted);
    if (refused.length > 0 || (last && !isNewWindow)) {
      const { mix, apart } = last ?? { mix: [], apart: [] };
      const all = [...served, ...(last?.counted ?? counted)];
      return { served: all, above: servedAbove(all), mix, refused, apart };
    }
    if (batch.some(isAway)) {
      progress = { ...progress, pauses: progress.pauses + 1 };
      await pauseForGateway(spender, progress, batch);
    } else if (counted.length === 0) {
      const [first] = batch;
      inconclusive(`the key is answered ${first?.response.status} while ${left} requests remain`);
    }
    if (counted.length === 0) continue;
    progress = isNewWindow ? inNewWindow(progress, counted) : further(progress, counted);
    if (!isNewWindow && isPastCount(progress.served)) return spendLate(spender, progress.served);
  }
}

/** Whether lists show a later reset, and so much more than was left that a window has ended meanwhile. */
function beginsWindow({ left, limit, resetsAt }: Progress, counted: readonly Answered[]): boolean {
  if (counted.length === 0 || newestOf(counted) - resetsAt <= roundingMs) return false;
  return leastOf(counted) > left + limit / 2;
}

/** The round begins anew with what was served in another window, once. */
function inNewWindow(progress: Progress, counted: readonly Answered[]): Progress {
  if (progress.hasReset) {
    inconclusive(
      `the limit of ${progress.limit} reset twice before it was used up: it takes too long`,
    );
  }
  return {
    ...progress,
    served: counted,
    left: leastOf(counted),
    resetsAt: newestOf(counted),
    hasReset: true,
  };
}

/** The round goes on in its window. A bucket or a sliding window takes more requests at once to bring it down. */
function further(progress: Progress, counted: readonly Answered[]): Progress {
  const { left: before, atOnce, pauses } = progress;
  const left = leastOf(counted);
  const resetsAt = Math.max(progress.resetsAt, newestOf(counted));
  const next = { ...progress, served: [...progress.served, ...counted], left, resetsAt };
  if (atOnce === 1) return next;
  const freed = Math.min(counted.length, Math.max(0, counted.length - (before - left)));
  const isSlow = 4 * freed > counted.length && pauses === 0;
  return { ...next, freed, atOnce: isSlow ? Math.min(mostAtOnce, 2 * atOnce) : atOnce };
}

const newestOf = (answers: readonly Answered[]): number =>
  Math.max(...answers.map((one) => stateOf(one).resetsAt));

/** Waits until a gateway may let requests through again. */
async function pauseForGateway(
  spender: Spender,
  { left, pauses }: Progress,
  batch: readonly Answered[],
): Promise<void> {
  if (pauses > mostPauses) {
    inconclusive(
      `requests are answered ${batch.find(isAway)?.response.status} while ${left} are shown as remaining: see in the gateway's log why; if it takes only some requests at once, use --concurrency 1`,
    );
  }
  await spender.sleep(awayMs, waitReasons.gateway);
}

const lists = (many: number): SpendingRequest[] => Array.from({ length: many }, () => 'list');

/** A request of each operation that may be sent again and again. */
const each = repeatableOperations.map((one) => (one === 'listPets' ? 'otherList' : one));

/** Some of each kind, beginning with another one in each round: if one place is left, another takes it. */
function mixOf(turn: number, times: number): SpendingRequest[] {
  const turned = each.map((one, at) => each[(at + turn) % each.length] ?? one);
  return Array.from({ length: times }, () => turned).flat();
}

/** What is served once every node must know that the limit is used up: it is above the limit. */
async function spendLate(spender: Spender, served: readonly Answered[]): Promise<Round> {
  await spender.sleep(sharedLateMs, waitReasons.sharedLate);
  const mix = await sendAll(spender, mixOf(0, 1));
  const above = mix.filter((one) => isServed(one) && one.operation === 'listPets');
  return { served, above, mix, refused: mix.filter(isRefused), apart: [] };
}

/**
 * Sends one request of each kind, which must be served if so many are due; then lists for what is left and what comes
 * free meanwhile, and the mix above it, which begins with the operation whose turn it is.
 */
async function spendLast(spender: Spender, progress: Progress, due: number, turn: number) {
  const { freed, atOnce } = progress;
  const oneByOne = atOnce === 1;
  const lead = due >= each.length ? await sendAll(spender, mixOf(turn, 1), oneByOne) : [];
  const rest = Math.max(0, due + freed - lead.filter(isServed).length);
  // More of each if requests come free while these are under way.
  const times = oneByOne ? 1 : 3 + Math.min(3, freed);
  const requests = lead.some(isRefused) ? [] : [...lists(rest), ...mixOf(turn, times)];
  const answers = await sendAll(spender, requests, oneByOne);
  // Only creations may be left out, and these come after the lists.
  const lastLists = answers.slice(0, rest);
  const mixed = answers.slice(rest);
  const mix = [...mixed, ...(await sendAlone(spender, mixed))];
  const others = [...lead, ...mix].filter(
    (one) => one.operation !== 'listPets' && isApart(one, progress),
  );
  const apart = [...new Set(others.flatMap(({ operation }) => operation ?? []))];
  const isCounted = (one: Answered) =>
    one.operation === 'listPets'
      ? !isApart(one, progress)
      : one.operation && !apart.includes(one.operation);
  return {
    lists: lastLists,
    counted: [...lead.filter(isCounted), ...lastLists, ...mix.filter(isCounted)].filter(isServed),
    mix: mix.filter((one) => one.operation !== 'listPets' || !isApart(one, progress)),
    refused: [...lead, ...lastLists, ...mix].filter(isRefused),
    apart,
  };
}

/** Whether an operation, or a list of another query, is a route with a count of its own, or comes out of a cache. */
function isApart(one: Answered, { limit, left, freed }: Progress): boolean {
  if (!isServed(one)) return false;
  if (stateOf(one).limit !== limit || header(one.response, 'Age') !== undefined) return true;
  return remainingOf(one) > left + freed + apartBy;
}

/** Sends requests at once, or one after the other; no creation that is not allowed any more. */
async function sendAll(
  spender: Spender,
  requests: readonly SpendingRequest[],
  oneByOne = false,
): Promise<Answered[]> {
  const send = (one: SpendingRequest) => {
    const answer = oneByOne ? sendPatiently(spender, one) : spender.send(one);
    return one === 'createPet' ? orUndefined(answer) : answer;
  };
  const answers: (Answered | undefined)[] = [];
  if (oneByOne) for (const one of requests) answers.push(await send(one));
  else answers.push(...(await Promise.all(requests.map(send))));
  return answers.flatMap((one) => one ?? []);
}

/** Each operation of a mix to which only a gateway answered, sent alone: a service may take only some at once. */
async function sendAlone(spender: Spender, mix: readonly Answered[]): Promise<Answered[]> {
  const answered = new Set(mix.filter((one) => !isAway(one)).map(({ operation }) => operation));
  const away = new Set(mix.filter(isAway).flatMap(({ operation }) => operation ?? []));
  const answers: Answered[] = [];
  for (const operation of away) {
    if (answered.has(operation)) continue;
    const answer = await orUndefined(spender.send(requestOf(operation)));
    if (answer) answers.push(answer);
  }
  return answers;
}

type Recovery = Pick<Spending, 'recovery' | 'below' | 'notTried'>;

/** Sends each refused operation again when its 429 says so, and below the limit what was answered otherwise above it. */
async function recover(spender: Spender, { served, mix, refused }: Round): Promise<Recovery> {
  const recovery: Answered[] = [];
  const below: Answered[] = [];
  const strange = mix.filter((one) => !isServed(one) && !isRefused(one));
  if (refused.length === 0 && strange.length === 0) {
    return { recovery, below, notTried: 'no request was refused' };
  }
  const until = recoversAt(served, refused);
  const waitMs = until - spender.now();
  if (waitMs > spender.maxWaitMs) {
    const seconds = Math.ceil(waitMs / 1000);
    const notTried = `the indicated wait of ${seconds} s is beyond --max-wait`;
    return { recovery, below, notTried };
  }
  const firstOfEach = new Map(refused.toReversed().map((one) => [one.operation, one]));
  for (const one of firstOfEach.values()) {
    const again = await sendAgain(spender, one, { until, isFixed: isFixedWindow(served) });
    if (typeof again === 'string') return { recovery, below, notTried: again };
    recovery.push(again);
    if (isRefused(again)) return { recovery, below };
  }
  await waitUntil(spender, until);
  for (const operation of new Set(strange.flatMap((one) => one.operation ?? []))) {
    below.push(await sendPatiently(spender, requestOf(operation)));
  }
  return { recovery, below };
}

/** The time by which each 429 says that its request may be sent again: several came together. */
function recoversAt(served: readonly Answered[], refused: readonly Answered[]): number {
  if (refused.length === 0) return newestOf(served);
  const waitOf = (one: Answered) => retryAfterMs(one.response, one.finishedAt) ?? 0;
  return Math.max(...refused.map((one) => one.finishedAt + waitOf(one)));
}

const requestOf = (operation: Operation): SpendingRequest =>
  isRepeatable(operation) && operation !== 'listPets' ? operation : 'list';

async function waitUntil(spender: Spender, time: number): Promise<void> {
  const ms = time - spender.now();
  if (ms > 0) await spender.sleep(ms + timerSlackMs, waitReasons.indicated);
}

/** The response after the indicated time, or after a second more; or why it does not tell. */
async function sendAgain(
  spender: Spender,
  first: Answered,
  { until, isFixed }: { readonly until: number; readonly isFixed: boolean },
): Promise<Answered | string> {
  const request = requestOf(first.operation ?? 'listPets');
  let [before, last] = [first, first];
  for (const slack of [0, slackMs]) {
    before = last;
    const ms = retryAfterMs(last.response, last.finishedAt);
    if (ms === undefined) return 'a 429 did not say when to retry';
    await waitUntil(spender, Math.max(last.finishedAt + ms + slack, until));
    last = await sendPatiently(spender, request);
    // A key that may not create may list; one that is banned may not.
    const list = isBanned(last) ? await sendPatiently(spender, 'list') : last;
    if (isBanned(list)) {
      return `the key was answered ${list.response.status} after 429s: it may be banned for a time, as section 8.4 announces`;
    }
    if (!isRefused(last)) return last;
  }
  if (isFixed && resetsAtOf(before) <= last.startedAt) return last;
  return afterReset(spender, last, { request, isFixed });
}

/**
 * A request is refused still. Others who use the key may have come first; but not if all of the limit turns out to have
 * come back at its reset, nor if the limit of a fixed window is spent right after it.
 */
async function afterReset(
  spender: Spender,
  refused: Answered,
  { request, isFixed }: { readonly request: SpendingRequest; readonly isFixed: boolean },
): Promise<Answered | string> {
  const reset = resetsAtOf(refused) + slackMs;
  if (reset - spender.now() <= spender.maxWaitMs) {
    await waitUntil(spender, reset);
    const last = await sendPatiently(spender, request);
    if (isRefused(last) && isFixed) return refused;
    if (isServed(last) && remainingOf(last) >= stateOf(last).limit / 2) return refused;
  }
  return 'requests were refused after the indicated time: others who use the key may have come first';
}
