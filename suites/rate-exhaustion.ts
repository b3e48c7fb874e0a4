/** Section 8, "Behavior when exceeded": full profile, last of all, for it spends the limit of a key. */

import { type Operation, operationNames } from '../src/catalogue/operations.ts';
import type { CheckContext } from '../src/engine/context.ts';
import { mismatch } from '../src/engine/matchers.ts';
import { fail, undecided } from '../src/engine/outcomes.ts';
import { check, gap, requirement } from '../src/engine/requirement.ts';
import { isServed, mostRounds, type Round, type Spending } from '../src/engine/spending.ts';
import { type Answered, header, wholeNumber } from '../src/http/exchange.ts';
import { retryAfterMs } from '../src/http/rate-state.ts';

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

const allRefused = ({ rounds }: Spending) => rounds.flatMap(({ refused }) => refused);

/** The 429s of the run; without any, the rows about them stay open. */
async function refusals(context: CheckContext): Promise<readonly Answered[]> {
  const refused = allRefused(await spent(context));
  if (refused.length === 0) undecided('no request above the limit was answered 429');
  context.cite(...refused);
  return refused;
}

requirement('rate.enforced', () => {
  check('one request of each operation above the limit', async (context) => {
    const { rounds } = await spent(context);
    context.cite(...rounds.flatMap(({ volley, refused }) => [...volley, ...refused]));
    for (const { served, most, volley } of rounds) {
      const strange = volley.find((one) => one.response.status !== 429 && !isServed(one));
      if (strange) mismatch('429', strange);
      if (served.length <= most) continue;
      fail(
        `expected: 429 once ${most} requests were served\nreceived: ${served.length} were served`,
        ...served.slice(most),
      );
    }
    expectAllRefused(rounds);
  });
});

/** Each operation was refused in one of the rounds; one that never was, where others always were, is let through. */
function expectAllRefused(rounds: readonly Round[]): void {
  const wasRefused = (operation: Operation, { refused }: Round) =>
    refused.some((one) => one.operation === operation);
  const open = operationNames.filter((one) => !rounds.some((round) => wasRefused(one, round)));
  if (open.length === 0) return;
  const letThrough = rounds
    .flatMap(({ volley }) => volley)
    .filter(({ operation }) => operation !== undefined && open.includes(operation));
  const others = operationNames.filter((one) => !open.includes(one));
  const always = others.some((one) => rounds.every((round) => wasRefused(one, round)));
  if (rounds.length === mostRounds && always && letThrough.length === open.length * mostRounds) {
    fail(
      `expected: 429 above the limit on every operation\nreceived: ${open.join(' and ')} served in each of ${mostRounds} tries, where ${others.join(' and ')} were refused`,
      ...letThrough,
    );
  }
  undecided(`no 429 was seen on ${open.join(' and ')}`);
}

requirement('rate.not-early', () => {
  check('the answers before the first 429', async (context) => {
    await refusals(context);
    const { rounds } = await spent(context);
    for (const round of rounds) {
      const [first] = round.refused;
      if (first === undefined) continue;
      const itself = wholeNumber(header(first.response, 'X-RateLimit-Remaining')) ?? 0;
      const shown = round.volley.length > 0 ? itself : Math.max(round.lowest, itself);
      if (shown > 0) judgeEarly(round, first, shown);
    }
  });
});

/** A 429 while requests remain is a failure, unless something else than this run may have spent them. */
function judgeEarly({ served }: Round, first: Answered, shown: number): never {
  const due = 'expected: no 429 while requests remain';
  if (!fitsReset(first, served.at(-1) ?? first)) {
    undecided(
      `429 came with ${shown} shown as remaining, but the wait indicated does not fit the reset shown: another quota may be spent`,
    );
  }
  if (othersUse(served)) {
    undecided(`429 came with ${shown} shown as remaining, but others use the key at the same time`);
  }
  fail(`${due}\nreceived: 429 with ${shown} shown`, first);
}

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
  const reset = wholeNumber(header(before.response, 'X-RateLimit-Reset'));
  const date = Date.parse(header(response, 'Date') ?? '');
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
      if (!isServed(one)) mismatch('the request served, after the indicated time', one);
    }
    if (notTried !== undefined || recovery.length === 0) undecided(notTried ?? 'it was not tried');
  });
});

const deltaSeconds = /^\d+$/;
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

requirement('rate.retry-after-format', () => {
  check('every 429', async (context) => {
    for (const one of await refusals(context)) {
      const value = header(one.response, 'Retry-After')?.trim() ?? '';
      if (value === '') undecided('a 429 came without Retry-After');
      // Milliseconds, by the reset that only they agree with, are no delta-seconds.
      const inSeconds =
        deltaSeconds.test(value) && retryAfterMs(one.response, one.finishedAt) !== Number(value);
      if (inSeconds || Number(value) === 0 || httpDate.test(value)) continue;
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
  if (!/^\d+$/.test(value)) return Number.isNaN(Date.parse(value)) ? 'unknown' : 'an HTTP date';
  const ms = retryAfterMs(first.response, first.finishedAt);
  return ms === Number(value) && ms > 0 ? 'milliseconds' : 'seconds';
});

gap('gap.rate-window', 'how requests are counted', async (context) => {
  const { rounds } = await spent(context);
  const [round] = rounds;
  const first = round?.served[0];
  if (round === undefined || first === undefined) undecided('no answer shows a count');
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
