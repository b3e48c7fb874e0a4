/** Spends the rate limit of a key, once and as carefully as possible; the requirements only read the result. */

import { type Operation, operationNames } from '../../catalogue/operations.ts';
import type { Answered } from '../../http/exchange.ts';
import { waitReasons } from '../../http/pacing/wait-reasons.ts';
import { inconclusive, orNothing } from '../asking/outcomes.ts';
import { recover } from './recovery.ts';
import { type SeparateCount, spendSeparateCount } from './separate-counts.ts';
import {
  awaitFreshWindow,
  awayMs,
  isAway,
  mostAway,
  mostBeyond,
  sleepAsIndicated,
} from './spending-waits.ts';
import {
  isOwnReason,
  isServed,
  isSharedLate,
  isWrittenLate,
  remainingAfter,
  stateOf,
} from './spent-answers.ts';
import { Counted, lookMs, others, type RoundStart } from './spent-count.ts';
import type { Round, Spender, Spending } from './spent-limit.ts';

/** A refilling bucket may rightly serve one of a volley; then another round tells. */
export const mostRounds = 5;

/** Spends the limit, asks for each operation beyond it, waits as indicated, and asks again. */
export async function spend(spender: Spender): Promise<Spending> {
  const spending = await spendTogether(spender);
  const own: SeparateCount[] = [];
  for (const operation of spending.rounds.at(-1)?.apart ?? []) {
    const wasRefused = spending.rounds.some(({ refused }) =>
      refused.some((one) => one.operation === operation),
    );
    if (!wasRefused) own.push(await spendSeparateCount(spender, operation));
  }
  return { ...spending, own };
}

async function spendTogether(spender: Spender): Promise<Spending> {
  const rounds: Round[] = [];
  let begun = await awaitFreshWindow(spender);
  let byOwnCount = false;
  let leftOut = spender.leftOut() ?? 0;
  let shown: number | undefined;
  let told: Spending | undefined;
  for (;;) {
    const apart = rounds.at(-1)?.apart ?? [];
    const spending = spendRound(spender, rounds.length, {
      begun,
      byOwnCount,
      leftOut,
      shown,
      apart,
      isProbed: rounds.length > 0,
    });
    // The results of the rounds before remain.
    const round = told === undefined ? await spending : await orNothing(spending);
    if (round === undefined) return told ?? inconclusive('no request was answered');
    rounds.push(round);
    const [refusal] = round.refused;
    if (refusal === undefined) return { rounds, recovery: [], notTried: 'no request was refused' };
    const recovered = await recover(spender, round);
    const { recovery, notTried } = recovered;
    const served =
      notTried === undefined && recovery.every((one) => isServed(one) || isOwnReason(one));
    const again =
      mayBeRefill(round) ||
      (round.volley.some(isAway) && mayBeSpentAgain(round, spender)) ||
      (rounds.length === 1 && mayBeSpentOtherwise(round, spender));
    told = { rounds: [...rounds], ...recovered };
    if (!served || rounds.length === mostRounds || !again) return told;
    byOwnCount = isShownLate(round);
    leftOut = leftOutOf(round, spender);
    const recovering = recovered.recovery.filter(isServed);
    begun = byOwnCount ? recovering : [];
    // After the wait a bucket has so little that what it shows may be none.
    shown = leftOut > 0 && recovering.length > 0 ? remainingAfter(recovering) : undefined;
  }
}

/** Some of the volley were refused and some served, as by a bucket that had just refilled. */
function mayBeRefill({ volley, served, most, apart }: Round): boolean {
  const alike = volley.filter(({ operation }) => operation && !apart.includes(operation));
  const refused = alike.filter(({ response }) => response.status === 429).length;
  return served.length <= most && refused > 0 && refused < alike.length;
}

/** The 429 came before the answers showed that nothing remains: others may have spent it, or it is shown late. */
function mayBeSpentOtherwise(round: Round, spender: Spender): boolean {
  return round.volley.length === 0 && mayBeSpentAgain(round, spender);
}

/** Whether --max-requests allows another round. */
function mayBeSpentAgain({ served: [first] }: Pick<Round, 'served'>, spender: Spender): boolean {
  return first !== undefined && stateOf(first).limit + mostBeyond <= spender.requestsLeft();
}

/** One request was shown as left when the first 429 came: the number may leave out the request that it answers. */
function leftOutOf({ volley, lowest, leftOut }: Round, spender: Spender): number {
  const told = spender.leftOut();
  if (told !== undefined) return told;
  if (leftOut > 0) return leftOut;
  return volley.length === 0 && lowest === 1 ? 1 : 0;
}

/** The number shown comes late, and this run's own count is better. */
function isShownLate({ volley, served }: Round): boolean {
  const [first] = served;
  if (first === undefined || volley.length > 0 || !isSharedLate(served)) return false;
  return served.length >= stateOf(first).limit || isWrittenLate(served);
}

async function spendRound(spender: Spender, turn: number, start: RoundStart): Promise<Round> {
  const round = new Counted(start);
  for (let volley = false; ; ) {
    if (spender.requestsLeft() < spender.concurrency + operationNames.length) {
      inconclusive(
        `${round.served.length} requests did not bring the remaining ones to 0 (--max-requests)`,
      );
    }
    volley ||= round.left === 0;
    if (!volley && round.mayProbe) {
      await probe(spender, round);
      continue;
    }
    const asked = volley ? volleyOf(turn, round.apart) : belowLimit(round, spender);
    const { batch, refused, isStrange } = await askTogether(spender, asked, { round, volley });
    const ended = { ...round.ended(), volley: volley || isStrange ? batch : [], refused };
    if (refused.length > 0 || isStrange) return ended;
    const vain = round.vain(spender.requestsLeft());
    if (vain !== undefined) inconclusive(vain);
    // Nodes that hand out the limit in parts show what is left of theirs.
    const isBelow = round.isBelow && batch.every(isServed);
    if ((!volley || isBelow) && !round.over) continue;
    // Within a second, a moving reset looks like one that stands still, and nodes may share a count late.
    if (!round.mayLookAgain(spender.now())) return ended;
    await spender.sleep(lookMs, waitReasons.sharedLate);
    volley = true;
  }
}

/** Asks once for each other operation while lists have some left: one with a count of its own shows more. */
async function probe(spender: Spender, round: Counted): Promise<void> {
  const batch = await Promise.all(others.map(spender.ask));
  round.probe(batch);
  for (const one of batch.filter(({ response }) => response.status === 429)) {
    await sleepAsIndicated(spender, one, 'a 429 came while lists had requests left');
  }
}

/**
 * Sends requests together, counted by the round. If a gateway answers for the service they are sent again, unless one
 * was refused. An answer is strange if it is neither served nor refused, and does not pass.
 */
async function askTogether(
  spender: Spender,
  asked: readonly Operation[],
  { round, volley }: { readonly round: Counted; readonly volley: boolean },
) {
  for (let times = 0; ; times += 1) {
    const batch = await Promise.all(asked.map(volley ? spender.askAbove : spender.ask));
    round.take(batch);
    if (volley) batch.push(...(await askAlone(spender, batch, round)));
    const refused = batch.filter(({ response }) => response.status === 429);
    const away = batch.filter(isAway);
    const isStrange = batch.some(
      (one) => ![...refused, ...away].includes(one) && !isServed(one) && !isOwnReason(one),
    );
    const isTold = refused.length > 0 || isStrange || (!volley && away.length < batch.length);
    if (isTold || away.length === 0) return { batch, refused, isStrange };
    if (times === mostAway) return { batch, refused, isStrange: true };
    await spender.sleep(awayMs, waitReasons.gateway);
  }
}

/**
 * Asks one by one for the operations that a gateway answered while others were refused: it may take only one call at a
 * time. Also for those that were served, if no other round can tell: a place had become free for them.
 */
async function askAlone(
  spender: Spender,
  batch: readonly Answered[],
  round: Counted,
): Promise<Answered[]> {
  const isLast = !mayBeSpentAgain(round, spender);
  const known = batch
    .filter((one) => !isAway(one) && !(isLast && isServed(one)))
    .map(({ operation }) => operation);
  const alone: Answered[] = [];
  if (!batch.some(({ response }) => response.status === 429)) return alone;
  for (const operation of new Set(batch.flatMap((one) => one.operation ?? []))) {
    if (!known.includes(operation)) alone.push(await spender.askAbove(operation));
  }
  round.take(alone);
  return alone;
}

/** Lists, as many as surely remain, and before the last of them once the other operations. */
function belowLimit(round: Counted, spender: Spender): readonly Operation[] {
  const lists = Array.from({ length: round.together(spender) }, (): Operation => 'listPets');
  const last = round.lastOthers(spender);
  return [...last, ...lists.slice(last.length)];
}

/**
 * Each operation once, at most `mostInVolley` in all, beginning with another one in each round: if one place is left,
 * another operation takes it. Twice if a round before was not clear, as a bucket may refill by more; as many if some
 * are counted separately.
 */
export function volleyOf(turn: number, apart: readonly Operation[]): Operation[] {
  const names = operationNames.filter((one) => !apart.includes(one));
  const each = names.map((_, at) => names[(at + turn) % names.length] ?? 'listPets');
  const times = (turn < 2 ? 1 : 2) * Math.ceil(operationNames.length / names.length);
  return Array.from({ length: times }, () => each).flat();
}
