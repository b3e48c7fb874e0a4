/** Section 8, "Behavior when exceeded": full profile, last of all, for it spends the limit of a key. */
import { retryAfterMs } from '../src/client/rate-state.ts';
import { type Answered, header } from '../src/exchange/exchange.ts';
import { wholeNumber } from '../src/judge/rate-headers.ts';
import { type Operation, operationNames } from '../src/spec/operations.ts';
import type { CheckContext } from '../src/suite/context.ts';
import { mismatch, received } from '../src/suite/matchers.ts';
import { fail, undecided } from '../src/suite/outcomes.ts';
import { check, gap, requirement } from '../src/suite/requirement.ts';
import type { Round, Spending } from '../src/suite/spending.ts';

const spent = (context: CheckContext): Promise<Spending> =>
  context.once('the rate limit, spent', () => context.spendLimit());

const allRefused = ({ rounds }: Spending) => rounds.flatMap(({ refused }) => refused);

/** The 429s of the run; without any, the rows about them stay open. */
async function refusals(context: CheckContext): Promise<readonly Answered[]> {
  const refused = allRefused(await spent(context));
  if (refused.length === 0) undecided('no request above the limit was answered 429');
  context.cite(...refused);
  return refused;
}

/** What a request above the limit may be answered instead of 429, if it was not above it after all. */
const ordinary: Readonly<Record<Operation, readonly number[]>> = {
  listPets: [200],
  createPet: [400],
  getPet: [404, 410],
};

requirement('rate.enforced', () => {
  check('one request of each operation above the limit', async (context) => {
    const { rounds } = await spent(context);
    context.cite(...rounds.flatMap(({ volley, refused }) => [...volley, ...refused]));
    for (const round of rounds) {
      const strange = round.volley.find(isStrange);
      if (strange) mismatch('429', strange);
      expectCounted(round);
    }
    const refused = new Set(
      rounds.flatMap((round) => round.refused).map(({ operation }) => operation),
    );
    const open = operationNames.filter((operation) => !refused.has(operation));
    if (open.length > 0) undecided(`no 429 was seen on ${open.join(' and ')}`);
  });
});

function isStrange({ operation, response }: Answered): boolean {
  const usual = operation === undefined ? [] : ordinary[operation];
  return response.status !== 429 && !usual.includes(response.status);
}

/** No more are served than remained, while one and the same reset time stands. */
function expectCounted({ served, volley }: Round): void {
  const resets = new Map<string, Answered[]>();
  for (const one of served) {
    const reset = header(one.response, 'X-RateLimit-Reset') ?? '';
    resets.set(reset, [...(resets.get(reset) ?? []), one]);
  }
  for (const [reset, answers] of resets) {
    const remaining = answers
      .map(({ response }) => wholeNumber(header(response, 'X-RateLimit-Remaining')))
      .filter((one) => one !== undefined);
    const allowed = Math.max(...remaining) + 1;
    if (answers.length <= allowed) continue;
    const extra = answers.filter((one) => volley.includes(one));
    fail(
      `expected: 429 once ${allowed} requests were served before the reset at ${reset}\n` +
        `received: ${answers.length} were served`,
      ...(extra.length > 0 ? extra : answers.slice(-1)),
    );
  }
}

requirement('rate.not-early', () => {
  check('the answers before the first 429', async (context) => {
    await refusals(context);
    const { rounds } = await spent(context);
    for (const { lowest, inFlight, refused } of rounds) {
      const [first] = refused;
      if (first === undefined || lowest - inFlight <= 0) continue;
      if (fitsReset(first)) {
        fail(`expected: no 429 while requests remain\nreceived: 429 with ${lowest} shown`, first);
      }
      undecided(
        `429 came with ${lowest} shown as remaining, but the wait indicated does not fit the reset shown: another quota may be spent`,
      );
    }
  });
});

/** Whether the wait that a 429 indicates ends about when the limit shown resets. */
function fitsReset({ response, finishedAt }: Answered): boolean {
  const wait = retryAfterMs(response, finishedAt);
  const reset = wholeNumber(header(response, 'X-RateLimit-Reset'));
  const date = Date.parse(header(response, 'Date') ?? '');
  if (wait === undefined || reset === undefined) return true;
  const toReset = reset * 1000 - (Number.isNaN(date) ? finishedAt : date);
  return Math.abs(wait - toReset) <= 2000;
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
    const last = recovery.at(-1);
    if (last === undefined) undecided(notTried ?? 'it was not tried');
    context.cite(...recovery);
    if (last.response.status === 200) return;
    fail(`expected: 200 after the indicated time\n${received(last)}`, last);
  });
});

const deltaSeconds = /^\d+$/;
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

requirement('rate.retry-after-format', () => {
  check('every 429', async (context) => {
    for (const one of await refusals(context)) {
      const value = header(one.response, 'Retry-After')?.trim() ?? '';
      if (value === '') undecided('a 429 came without Retry-After');
      if (deltaSeconds.test(value) || httpDate.test(value)) continue;
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
