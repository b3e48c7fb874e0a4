/**
 * Section 8, "Behavior when exceeded": only in the profile full, and last of all because it spends the limit of a key.
 */

import { type Answered, header, isAnswered } from '../src/http/exchange.ts';
import { httpDate } from '../src/http/http-date.ts';
import { retryAfterMs } from '../src/http/rate-state.ts';
import { operationMayBeGone } from '../src/judge/answers.ts';
import type { CheckContext } from '../src/run/checks/check-context.ts';
import { mismatch } from '../src/run/checks/matchers.ts';
import { check, gap, requirement } from '../src/run/checks/registration.ts';
import {
  earlyRefusalIn,
  fitsReset,
  isAway,
  isBanned,
  isFixedWindow,
  isOwnReason,
  isRefused,
  isServed,
  type Round,
  remainingOf,
  type Spending,
} from '../src/run/limit/spent-responses.ts';
import { fail, inconclusive, NotApplicable } from '../src/run/requests/outcomes.ts';
import { type Operation, repeatableOperations } from '../src/spec/operations.ts';

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

/** The 429s of spending; without any, the requirements about them are inconclusive. */
async function refusals(context: CheckContext): Promise<readonly [Answered, ...Answered[]]> {
  const { rounds } = await spent(context);
  const [first, ...others] = rounds.flatMap(({ refused }) => refused);
  if (first === undefined) inconclusive('no request above the limit was answered 429');
  context.cite(first, ...others);
  return [first, ...others];
}

requirement('rate.enforced', () => {
  check('one request of each operation above the limit', async (context) => {
    const { rounds, below } = await spent(context);
    context.cite(...rounds.flatMap(({ mix, refused }) => [...mix, ...refused]));
    const strange = strangeIn(rounds, below);
    if (strange !== undefined) mismatch('429', strange);
    for (const { served, above } of rounds) {
      if (above.length === 0) continue;
      fail(
        `expected: 429 once the limit was spent\nreceived: ${served.length} were served, ${above.length} of them above it`,
        ...above,
      );
    }
    expectAllRefused(rounds);
  });
});

/** A response above the limit that is neither served nor 429, where the same request is served below it. */
function strangeIn(rounds: readonly Round[], below: readonly Answered[]): Answered | undefined {
  const isAnyRefused = rounds.some(({ refused }) => refused.length > 0);
  return rounds
    .flatMap(({ mix }) => mix)
    .find((one) => {
      if (isServed(one) || isRefused(one)) return false;
      if (!below.some((other) => isServed(other) && other.operation === one.operation))
        return false;
      // After a 429 it is the ban that section 8.4 announces, unless it hits one operation alone each time.
      const isApart = rounds.every((round) => isBannedAlone(one.operation, round));
      if (isAnyRefused && isBanned(one) && !isApart) return false;
      // A gateway fails now and then, and not with each request of each round.
      return !isAway(one) || rounds.every((round) => isAlwaysAway(one.operation, round));
    });
}

const isAlwaysAway = (operation: Operation | undefined, round: Round): boolean => {
  const responses = responsesTo(operation, round);
  return responses.some(isAway) && !responses.some(isRefused);
};

/** Whether the key is banned from this operation, while all others get 429: a ban is one of the key. */
function isBannedAlone(operation: Operation | undefined, { mix, refused }: Round): boolean {
  const banned = mix.filter(isBanned);
  const isApart = (one: Answered) => one.operation !== operation;
  return banned.length > 0 && !banned.some(isApart) && refused.length > 0 && refused.every(isApart);
}

/** The responses of a round to an operation above the limit. */
function responsesTo(
  operation: Operation | undefined,
  { mix, refused }: Round,
): readonly Answered[] {
  const ofIt = (one: Answered) => one.operation === operation;
  return mix.some(ofIt) ? mix.filter(ofIt) : refused.filter(ofIt);
}

/** So many responses with one number show no count at all. */
const enoughStill = 3;

/** Whether an operation was served above the limit, and not because one request came free: several were sent at once. */
function isServedAbove(operation: Operation, round: Round): boolean {
  const own = responsesTo(operation, round);
  return own.length > (isFixedWindow(round.served) ? 0 : 1) && own.every(isServed);
}

/** Expects each operation to be refused in one of the rounds; one that is served in both is let through. */
function expectAllRefused(rounds: readonly Round[]): void {
  const responses = (operation: Operation) => rounds.map((round) => responsesTo(operation, round));
  const open = repeatableOperations.filter((operation) => {
    const all = responses(operation).flat();
    return !all.some((one) => isRefused(one) || operationMayBeGone(one));
  });
  if (open.length === 0) return;
  const apart = open.filter((operation) => rounds.some((one) => one.apart.includes(operation)));
  for (const operation of apart) {
    const own = responses(operation).flat().filter(isServed);
    const [shown, ...others] = new Set(own.map(remainingOf));
    if (own.length >= enoughStill && others.length === 0) {
      fail(
        `expected: 429 above the limit on every operation\nreceived: ${operation} served ${own.length} times, each with ${shown} shown as remaining`,
        ...own,
      );
    }
  }
  if (apart.length > 0) {
    inconclusive(`${apart.join(' and ')}: the headers show a count apart, which is not spent`);
  }
  const others = repeatableOperations.filter((one) => !open.includes(one));
  const isLetThrough =
    rounds.length > 1 &&
    others.length > 0 &&
    open.every((one) => rounds.every((round) => isServedAbove(one, round))) &&
    others.every((one) => responses(one).every((own) => own.some(isRefused)));
  if (isLetThrough) {
    fail(
      `expected: 429 above the limit on every operation\nreceived: ${open.join(' and ')} served each time, where ${others.join(' and ')} were refused`,
      ...rounds.flatMap(({ mix }) => mix.filter(isServed)),
    );
  }
  const isNeverAbove = rounds.every(({ mix }) => mix.length === 0);
  const why = isNeverAbove
    ? ', as 429s came before the number shown said so: others may use the key, or another limit refuses'
    : '';
  inconclusive(`no 429 was seen on ${open.join(' and ')}${why}`);
}

requirement('rate.not-early', () => {
  check('the answers before the first 429', async (context) => {
    await refusals(context);
    const { rounds } = await spent(context);
    const early = rounds.flatMap((round) => earlyRefusalIn(round) ?? []);
    const [first] = early;
    if (first === undefined) return;
    const { shown, itself, excuse } = first;
    if (excuse !== undefined) inconclusive(`429 came with ${shown} shown as remaining, ${excuse}`);
    // The 429 itself said that nothing remained: others may have spent it since, but not in each round.
    if (itself === 0 && early.length < rounds.length) return;
    if (itself === 0 && rounds.length === 1) {
      inconclusive(`429 came once with ${shown} shown as remaining just before, and 0 by itself`);
    }
    fail(
      `expected: no 429 while requests remain\nreceived: 429 with ${shown} shown`,
      ...early.map(({ refusal }) => refusal),
    );
  });
});

requirement('rate.not-early', () => {
  check('the 429s before the limit was used up', async (context) => {
    const { before: count } = await spendOnce(context);
    const before = context.exchanges
      .slice(0, count)
      .filter(isAnswered)
      .filter(
        ({ caller, operation, response }) =>
          caller !== 'anonymous' && operation !== undefined && response.status === 429,
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

/** So many 429s without `Retry-After` are enough though the limit could not be spent. */
const enoughWithout = 3;

requirement('rate.retry-after', () => {
  check('every 429', async (context) => {
    const tried = await spendOnce(context);
    const tooMany = context.exchanges
      .filter(isAnswered)
      .filter((one) => one.operation !== undefined && isRefused(one));
    if (tooMany.length === 0) await refusals(context);
    const without = tooMany.filter(
      ({ response }) => (header(response, 'Retry-After')?.trim() ?? '') === '',
    );
    const [first] = without;
    if (first === undefined) return context.cite(...tooMany.slice(0, 5));
    if ('error' in tried && without.length < enoughWithout) throw tried.error;
    mismatch('429 with a Retry-After that is not empty', first);
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
  if (!deltaSeconds.test(value)) return Number.isNaN(httpDate(value)) ? 'unknown' : 'an HTTP date';
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
