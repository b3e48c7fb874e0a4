/**
 * Section 8, "Behavior when exceeded": only in the profile full, and last of all because it spends the limit of a key.
 */

import { type Operation, operationNames } from '../src/catalogue/operations.ts';
import { fail, inconclusive, NotApplicable } from '../src/engine/asking/outcomes.ts';
import type { CheckContext } from '../src/engine/checks/context.ts';
import {
  earlyIn,
  fitsReset,
  inconclusiveIfOthersSpent,
  remainingOf,
} from '../src/engine/checks/early-refusals.ts';
import { mismatch } from '../src/engine/checks/matchers.ts';
import { check, gap, requirement } from '../src/engine/checks/requirement.ts';
import type { SeparateCount } from '../src/engine/limit/separate-counts.ts';
import { mostRounds } from '../src/engine/limit/spending.ts';
import { isAway } from '../src/engine/limit/spending-waits.ts';
import { isOwnReason, isServed } from '../src/engine/limit/spent-answers.ts';
import type { Round, Spending } from '../src/engine/limit/spent-limit.ts';
import { type Answered, header, isAnswered } from '../src/http/exchange.ts';
import { httpDate } from '../src/http/http-date.ts';
import { retryAfterMs } from '../src/http/rate-state.ts';
import { mayBeGone } from '../src/judge/defined.ts';

/**
 * Spends the limit, and says how many exchanges there were before. Once only, even if the limit could not be spent:
 * another try would go on after a 429.
 */
const spendOnce = (context: CheckContext) =>
  context.once('the rate limit, spent', async () => {
    const before = context.exchanges.length;
    try {
      return { before, spending: await context.spendLimit() };
    } catch (error) {
      return { before, error };
    }
  });

async function spent(context: CheckContext): Promise<Spending> {
  const tried = await spendOnce(context);
  if ('error' in tried) throw tried.error;
  return tried.spending;
}

const allRefused = ({ rounds, own = [] }: Spending) =>
  [...rounds, ...own].flatMap(({ refused }) => refused);

/** The 429s of the run; without any, the requirements about them are inconclusive. */
async function refusals(context: CheckContext): Promise<readonly [Answered, ...Answered[]]> {
  const [first, ...others] = allRefused(await spent(context));
  if (first === undefined) inconclusive('no request above the limit was answered 429');
  context.cite(first, ...others);
  return [first, ...others];
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

/** If a gateway answers an operation in this many rounds, it is not an accident. */
const mostAwayRounds = 3;

/** The operations that are answered 502, 503 or 504 above the limit each time. */
function awayForGood(rounds: readonly Round[]): readonly Answered['operation'][] {
  const alone = rounds.every(({ refused }) => refused.length === 0);
  if (!alone && rounds.length < mostAwayRounds) return [];
  return operationNames.filter((operation) =>
    rounds.every(({ volley }) => {
      const own = volley.filter((one) => one.operation === operation);
      return own.length > 0 && own.every(isAway);
    }),
  );
}

/**
 * Expects each operation to be refused in one of the rounds; one that never was, though others always were, is let
 * through.
 */
function expectAllRefused(rounds: readonly Round[], own: readonly SeparateCount[]): void {
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
  const letThrough = open.flatMap((operation) =>
    rounds.map(({ volley }) =>
      volley.filter((one) => one.operation === operation && isServed(one)),
    ),
  );
  const others = operationNames.filter((one) => !open.includes(one));
  const always = others.some((one) => rounds.every((round) => wasRefused(one, round)));
  if (rounds.length === mostRounds && always && letThrough.every(({ length }) => length > 0)) {
    fail(
      `expected: 429 above the limit on every operation\nreceived: ${open.join(' and ')} served in each of ${mostRounds} tries, where ${others.join(' and ')} were refused`,
      ...letThrough.flat(),
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
    inconclusiveIfOthersSpent(first);
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
    const { before: count } = await spendOnce(context);
    const before = context.exchanges
      .slice(0, count)
      .filter(isAnswered)
      .filter(
        ({ caller, operation, response }) =>
          caller !== 'stranger' && operation !== undefined && response.status === 429,
      );
    if (before.length === 0) throw new NotApplicable('there was none');
    const early = before.filter((one) => remainingOf(one) > 0);
    // A wait of a second for another limit agrees by chance in the last second of a minute.
    if (!early.every((one) => fitsReset(one, one))) {
      throw new NotApplicable('another limit than the one shown refused requests');
    }
    const resets = new Set(early.map(({ response }) => header(response, 'X-RateLimit-Reset')));
    // A single one may belong to a day that ends with the minute.
    if (resets.size < 2) throw new NotApplicable('no two say by themselves that requests remain');
    const shown = Math.max(...early.map(remainingOf));
    fail(
      `expected: no 429 while requests remain\nreceived: 429 with ${shown} shown by itself, in ${resets.size} windows`,
      ...early,
    );
  });
});

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
      // Milliseconds, by the reset that agrees only with them, are not delta-seconds.
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
  const type = header(first.response, 'Content-Type') ?? 'no Content-Type';
  const { body } = first.response;
  return body === '' ? 'no body' : `${type}: ${body.slice(0, 120)}`;
});

gap('gap.retry-after-unit', 'the unit of Retry-After', async (context) => {
  const [first] = await refusals(context);
  const value = header(first.response, 'Retry-After')?.trim() ?? '';
  if (value === '') return 'no Retry-After';
  if (!deltaSeconds.test(value))
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
