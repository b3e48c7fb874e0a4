/** Section 8, "Behavior when exceeded": full profile, last of all, for it spends the limit of a key. */

import { type Operation, operationNames } from '../src/catalogue/operations.ts';
import type { CheckContext } from '../src/engine/context.ts';
import { leftOutBy } from '../src/engine/left-out.ts';
import { mismatch } from '../src/engine/matchers.ts';
import { fail, inconclusive, NotApplicable } from '../src/engine/outcomes.ts';
import type { OwnCount } from '../src/engine/own-counts.ts';
import { check, gap, requirement } from '../src/engine/requirement.ts';
import { mostRounds } from '../src/engine/spending.ts';
import { isAway } from '../src/engine/spending-waits.ts';
import { isOwnReason, isServed, isSharedLate } from '../src/engine/spent-answers.ts';
import type { Round, Spending } from '../src/engine/spent-limit.ts';
import {
  type Answered,
  header,
  isAnswered,
  unixSeconds,
  wholeNumber,
} from '../src/http/exchange.ts';
import { dateOf, httpDate } from '../src/http/http-date.ts';
import { retryAfterMs } from '../src/http/rate-state.ts';
import { mayBeGone } from '../src/judge/defined.ts';

/** Spent once, and never again where it could not be: another try would go on after a 429. */
async function spent(context: CheckContext): Promise<Spending> {
  const tried = await context.once('the rate limit, spent', async () => {
    try {
      return { spending: await context.spendLimit() };
    } catch (error) {
      return { error };
    }
  });
  if ('error' in tried) throw tried.error;
  return tried.spending;
}

const allRefused = ({ rounds, own = [] }: Spending) =>
  [...rounds, ...own].flatMap(({ refused }) => refused);

/** The 429s of the run; without any, the requirements about them stay open. */
async function refusals(context: CheckContext): Promise<readonly Answered[]> {
  const refused = allRefused(await spent(context));
  if (refused.length === 0) inconclusive('no request above the limit was answered 429');
  context.cite(...refused);
  return refused;
}

requirement('rate.enforced', () => {
  check('one request of each operation above the limit', async (context) => {
    const { rounds, second = [], own = [] } = await spent(context);
    context.cite(...rounds.flatMap(({ volley, refused }) => [...volley, ...refused]));
    const succeeds = new Set(second.filter(isServed).map(({ operation }) => operation));
    const stays = awayForGood(rounds);
    for (const { served, most, above, volley } of rounds) {
      // A request that fails anyway may be refused for its own reason first.
      const strange = volley.find(
        (one) =>
          one.response.status !== 429 &&
          !isServed(one) &&
          (!isAway(one) || stays.includes(one.operation)) &&
          !(isOwnReason(one) && !succeeds.has(one.operation)),
      );
      if (strange) mismatch('429', strange);
      if (above.length === 0) continue;
      fail(
        `expected: 429 once ${most} requests were served\nreceived: ${served.length} were served`,
        ...above,
      );
    }
    for (const { operation, above } of own) {
      if (above.length === 0) continue;
      fail(
        `expected: 429 once the count that ${operation} has of its own was spent\nreceived: ${above.length} served above it`,
        ...above,
      );
    }
    expectAllRefused(rounds, own);
  });
});

/** So many rounds in which a gateway answers an operation are no accident. */
const mostAwayRounds = 3;

/** The operations that a 502, 503 or 504 answers above the limit each time. */
function awayForGood(rounds: readonly Round[]): readonly Answered['operation'][] {
  const alone = rounds.length === 1 && rounds.every(({ refused }) => refused.length === 0);
  if (!alone && rounds.length < mostAwayRounds) return [];
  return operationNames.filter((operation) =>
    rounds.every(({ volley }) => {
      const own = volley.filter((one) => one.operation === operation);
      return own.length > 0 && own.every(isAway);
    }),
  );
}

/** Each operation was refused in one of the rounds; one that never was, where others always were, is let through. */
function expectAllRefused(rounds: readonly Round[], own: readonly OwnCount[]): void {
  const wasRefused = (operation: Operation, { refused }: Round) =>
    refused.some((one) => one.operation === operation);
  const gone = rounds.flatMap(({ volley }) => volley).filter(mayBeGone);
  const open = operationNames.filter(
    (one) =>
      !rounds.some((round) => wasRefused(one, round)) &&
      !own.some(({ operation, refused }) => operation === one && refused.length > 0) &&
      !gone.some(({ operation }) => operation === one),
  );
  if (open.length === 0) return;
  const apart = own.find(({ operation }) => open.includes(operation))?.open;
  if (apart !== undefined) inconclusive(apart);
  const letThrough = rounds
    .flatMap(({ volley }) => volley)
    .filter((one) => isServed(one) && one.operation !== undefined && open.includes(one.operation));
  const others = operationNames.filter((one) => !open.includes(one));
  const always = others.some((one) => rounds.every((round) => wasRefused(one, round)));
  if (rounds.length === mostRounds && always && letThrough.length >= open.length * mostRounds) {
    fail(
      `expected: 429 above the limit on every operation\nreceived: ${open.join(' and ')} served in each of ${mostRounds} tries, where ${others.join(' and ')} were refused`,
      ...letThrough,
    );
  }
  inconclusive(`no 429 was seen on ${open.join(' and ')}`);
}

requirement('rate.not-early', () => {
  check('the answers before the first 429', async (context) => {
    await refusals(context);
    const { rounds } = await spent(context);
    const early = earlyIn(rounds, context.exchanges);
    const [first] = early;
    if (first === undefined) return;
    judgeAlone(first);
    // The 429 itself said that nothing remained: others may have spent it since, but not in each round.
    if (first.itself === 0 && early.length < rounds.length) return;
    if (first.itself === 0 && rounds.length === 1) {
      inconclusive(
        `429 came once with ${first.shown} shown as remaining just before, and 0 by itself`,
      );
    }
    fail(
      `expected: no 429 while requests remain\nreceived: 429 with ${first.shown} shown`,
      ...early.map(({ refusal }) => refusal),
    );
  });
});

requirement('rate.not-early', () => {
  check('the 429s before the limit was to be spent', async (context) => {
    const spending = await spent(context);
    const own = new Set(allRefused(spending).map(({ index }) => index));
    const before = context.exchanges
      .filter(isAnswered)
      .filter(
        ({ index, caller, operation, response }) =>
          caller !== 'stranger' &&
          operation !== undefined &&
          response.status === 429 &&
          !own.has(index),
      );
    if (before.length === 0) throw new NotApplicable('there was none');
    const untold = before.filter((one) => remainingOf(one) > 0);
    // A wait of a second for another limit fits by chance in the last second of a minute.
    if (!untold.every((one) => fitsReset(one, one))) {
      throw new NotApplicable('another limit than the one shown refused requests');
    }
    const early = untold;
    const resets = new Set(early.map(({ response }) => header(response, 'X-RateLimit-Reset')));
    // One alone may be that of a day which ends when the minute does.
    if (resets.size < 2) throw new NotApplicable('no two say by themselves that requests remain');
    const [first] = early;
    const shown = first === undefined ? 0 : remainingOf(first);
    fail(
      `expected: no 429 while requests remain\nreceived: 429 with ${shown} shown by itself, in ${resets.size} windows`,
      ...early,
    );
  });
});

const remainingOf = ({ response }: Answered): number =>
  wholeNumber(header(response, 'X-RateLimit-Remaining')) ?? 0;

/** A 429 that came while requests remained, as far as it was shown. */
interface Early {
  readonly round: Round;
  readonly refusal: Answered;
  /** What the answers just before showed to remain, and what the 429 showed itself. */
  readonly shown: number;
  readonly itself: number;
}

function earlyIn(rounds: readonly Round[], exchanges: CheckContext['exchanges']): Early[] {
  const caller = rounds.flatMap(({ served }) => served)[0]?.caller ?? 'key-holder';
  // Where nothing tells, a service may mean that none is left beyond the request which it answers.
  const leftOut = leftOutBy(exchanges, caller) ?? 1;
  return rounds.flatMap((round) => earlyOf(round, leftOut));
}

function earlyOf(round: Round, leftOut: number): Early[] {
  const [refusal] = round.refused;
  if (refusal === undefined) return [];
  const itself = remainingOf(refusal);
  // Whatever was shown, this run alone had spent the limit.
  if (itself === 0 && round.served.length >= limitOf(refusal)) return [];
  const isSpent = round.volley.length > 0 && round.leftOut <= leftOut;
  const before = isSpent ? 0 : round.lowest;
  const shown = before > leftOut ? Math.max(before, itself) : itself;
  return shown > 0 ? [{ round, refusal, shown, itself }] : [];
}

/** Leaves it undecided if something else than this run may have spent what was shown. */
function judgeAlone({ round: { served }, refusal, shown, itself }: Early): void {
  if (!fitsReset(refusal, served.at(-1) ?? refusal)) {
    inconclusive(
      `429 came with ${shown} shown as remaining, but the wait indicated does not fit the reset shown: another quota may be spent`,
    );
  }
  if (itself === 0 && isSharedLate(served)) {
    inconclusive(
      `429 came with ${shown} shown as remaining, but the number shown is that of some seconds before`,
    );
  }
  if (othersUse(served)) {
    inconclusive(
      `429 came with ${shown} shown as remaining, but others use the key at the same time`,
    );
  }
}

const limitOf = ({ response }: Answered): number =>
  wholeNumber(header(response, 'X-RateLimit-Limit')) ?? Number.POSITIVE_INFINITY;

/** Whether the remaining requests fell faster than this run asked, within one window. */
function othersUse(served: readonly Answered[]): boolean {
  const shown = served
    .map(({ response }) => wholeNumber(header(response, 'X-RateLimit-Remaining')))
    .filter((one) => one !== undefined);
  return Math.max(...shown) - Math.min(...shown) + 1 > served.length;
}

/** Whether the wait that a 429 indicates ends about when the limit shown before it resets. */
function fitsReset({ response, finishedAt }: Answered, before: Answered): boolean {
  const limit = 'X-RateLimit-Limit';
  if (header(response, limit) !== header(before.response, limit)) return false;
  const wait = retryAfterMs(response, finishedAt);
  const reset = unixSeconds(header(before.response, 'X-RateLimit-Reset'));
  const date = dateOf(response, finishedAt);
  if (wait === undefined || reset === undefined) return true;
  const toReset = reset * 1000 - (Number.isNaN(date) ? finishedAt : date);
  // The reset and the wait are rounded up to whole seconds, the date down.
  return toReset - wait > -1100 && toReset - wait < 2100;
}

requirement('rate.retry-after', () => {
  check('every 429', async (context) => {
    for (const one of await refusals(context)) {
      const value = header(one.response, 'Retry-After')?.trim() ?? '';
      if (value === '') mismatch('429 with a Retry-After that is not empty', one);
    }
  });
});

requirement('rate.recovers', () => {
  check('a request after the indicated time', async (context) => {
    await refusals(context);
    const { recovery, notTried } = await spent(context);
    context.cite(...recovery);
    for (const one of recovery) {
      if (isServed(one) || isOwnReason(one)) continue;
      mismatch('the request served, after the indicated time', one);
    }
    if (notTried !== undefined || recovery.length === 0)
      inconclusive(notTried ?? 'it was not tried');
  });
});

const deltaSeconds = /^\d+$/;
const imfFixdate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

requirement('rate.retry-after-format', () => {
  check('every 429', async (context) => {
    for (const one of await refusals(context)) {
      const value = header(one.response, 'Retry-After')?.trim() ?? '';
      if (value === '') inconclusive('a 429 came without Retry-After');
      // Milliseconds, by the reset that only they agree with, are no delta-seconds.
      const inSeconds =
        deltaSeconds.test(value) && retryAfterMs(one.response, one.finishedAt) !== Number(value);
      if (inSeconds || Number(value) === 0 || imfFixdate.test(value)) continue;
      fail(
        `expected: whole seconds or an HTTP date\nreceived: Retry-After ${JSON.stringify(value)}`,
        one,
      );
    }
  });
});

gap('gap.429-body', 'the body of a 429', async (context) => {
  const [first] = await refusals(context);
  if (first === undefined) return 'none';
  const type = header(first.response, 'Content-Type') ?? 'no Content-Type';
  const { body } = first.response;
  return body === '' ? 'no body' : `${type}: ${body.slice(0, 120)}`;
});

gap('gap.retry-after-unit', 'the unit of Retry-After', async (context) => {
  const [first] = await refusals(context);
  const value = first === undefined ? '' : (header(first.response, 'Retry-After')?.trim() ?? '');
  if (first === undefined || value === '') return 'no Retry-After';
  if (!/^\d+$/.test(value))
    return Number.isNaN(httpDate(value, first.finishedAt)) ? 'unknown' : 'an HTTP date';
  const ms = retryAfterMs(first.response, first.finishedAt);
  return ms === Number(value) && ms > 0 ? 'milliseconds' : 'seconds';
});

gap('gap.rate-window', 'how requests are counted', async (context) => {
  const { rounds } = await spent(context);
  const [round] = rounds;
  const first = round?.served[0];
  if (round === undefined || first === undefined) inconclusive('no answer shows a count');
  context.cite(first, ...round.refused.slice(0, 1));
  const resets = round.served.map(({ response }) =>
    Number(header(response, 'X-RateLimit-Reset') ?? Number.NaN),
  );
  const moved = Math.max(...resets) - Math.min(...resets);
  const ahead = Math.round(Math.min(...resets) - first.finishedAt / 1000);
  const limit = header(first.response, 'X-RateLimit-Limit');
  const kind =
    moved === 0
      ? 'the reset stood still: a fixed window'
      : `the reset moved by ${moved} s: a sliding window or a bucket that refills`;
  return `limit ${limit}, reset ${ahead} s ahead at the start; ${kind}`;
});
