/** How a limit may be counted, shown and refused for (section 8). Times and windows in milliseconds. */
import { plans } from '../../src/catalogue/plans.ts';
import { Refusal } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  datedByOwnClock,
  onReply,
  showingStanding,
  together,
  withHeaders,
  withStatus,
  writingHeader,
} from '../../src/reference/changes.ts';
import {
  apart,
  banning,
  begunBy,
  bucket,
  busy,
  costing,
  lateNodes,
  leakyQueue,
  notCounting,
  ownWindow,
  readLate,
  showingEither,
  shownFirst,
  skewedClocks,
  slidingCounter,
  slidingWindow,
} from '../../src/reference/limiters/counters.ts';
import { fixedWindow, type Quota, type Standing } from '../../src/reference/quota.ts';
import { chance } from '../chance.ts';
import { heldInQueue, inTooMany, retryAfterAs, standingAs } from '../limit-changes.ts';
import { day, type Freedoms, herd, type More, minute, named, unchanged } from './freedom.ts';

/** A kind of limiter: it counts so many calls in so many milliseconds. */
export type Limiter = readonly [
  title: string,
  make: (limit: number, windowMs: number) => Quota,
  change?: Change,
];

/** A log of calls in parts of a window, each of which expires as a whole. */
function inParts(limit: number, windowMs: number, parts: number): Quota {
  const partMs = windowMs / parts;
  const counts = new Map<string, Map<number, number>>();
  return {
    take(caller, at) {
      const part = Math.floor(at / partMs);
      const known = new Map([...(counts.get(caller) ?? [])].filter(([one]) => one > part - parts));
      const used = [...known.values()].reduce((sum, one) => sum + one, 0);
      const allowed = used < limit;
      if (allowed) known.set(part, (known.get(part) ?? 0) + 1);
      counts.set(caller, known);
      const leaves = (one: number) => (one + parts) * partMs;
      return {
        allowed,
        limit,
        remaining: limit - used - (allowed ? 1 : 0),
        resetsAt: leaves(Math.max(...known.keys())),
        retryAfter: allowed ? 0 : leaves(Math.min(...known.keys())) - at,
      };
    },
  };
}

/** Hands its calls to nodes in parcels, and shows what a node has plus the rest. */
function inParcels(limit: number, windowMs: number, nodes: number, parcel: number): Quota {
  const windows = new Map<string, { window: number; left: number; at: number[] }>();
  let calls = 0;
  return {
    take(caller, at) {
      const window = Math.floor(at / windowMs);
      const known = windows.get(caller);
      const fresh = { window, left: limit, at: Array.from({ length: nodes }, () => 0) };
      const now = known?.window === window ? known : fresh;
      windows.set(caller, now);
      const node = calls % nodes;
      calls += 1;
      if (now.at[node] === 0) {
        now.at[node] = Math.min(parcel, now.left);
        now.left -= now.at[node];
      }
      const own = now.at[node] ?? 0;
      const allowed = own > 0;
      now.at[node] = allowed ? own - 1 : 0;
      const resetsAt = (window + 1) * windowMs;
      const remaining = now.left + (now.at[node] ?? 0);
      return { allowed, limit, remaining, resetsAt, retryAfter: allowed ? 0 : resetsAt - at };
    },
  };
}

/** Another count from a moment after the first call on, or between two moments. */
const switching = (
  before: Quota,
  after: Quota,
  from: number,
  to = Number.POSITIVE_INFINITY,
): Quota => {
  let first: number | undefined;
  return {
    take(caller, at) {
      first ??= at;
      return (at - first >= from && at - first < to ? after : before).take(caller, at);
    },
  };
};

/** A count for each operation, of the one that is asked for. */
const forEach =
  (make: () => Quota): Change =>
  ({ caller }) => {
    const quotas = new Map<string, Quota>();
    return {
      caller: (call) => `${caller(call)} ${call.operation}`,
      quota: {
        take: (who, at) => {
          const [name = '', operation = ''] = who.split(' ');
          const own = quotas.get(operation) ?? make();
          quotas.set(operation, own);
          return own.take(name, at);
        },
      },
    };
  };

const leavingOutPresent = showingStanding((one) =>
  one.allowed ? { ...one, remaining: Math.min(one.limit, one.remaining + 1) } : one,
);
/** Nodes, one of which answers by chance. */
const byChance = (nodes: number) => {
  const next = chance(5);
  return () => Math.floor(next() * nodes);
};

const gcra = (limit: number, windowMs: number) =>
  bucket({ limit, windowMs, capacity: Math.ceil(limit / 3), reset: 'full' });

/** Each meets each plan. */
export const limiters: Readonly<Record<string, Limiter>> = {
  'fixed-clock': ['windows by the clock', fixedWindow],
  'fixed-own': ['windows that the first call opens', ownWindow],
  'sliding-oldest': [
    'a log of calls, which resets when the oldest leaves it',
    (limit, ms) => slidingWindow(limit, ms, 'oldest-leaves'),
  ],
  'sliding-all': [
    'a log of calls, which resets when all have left it',
    (limit, ms) => slidingWindow(limit, ms, 'all-have-left'),
  ],
  'sliding-counter': ['two counters, of which the older weighs less and less', slidingCounter],
  'six-parts': ['a log of calls in six parts of a window', (limit, ms) => inParts(limit, ms, 6)],
  'bucket-full': [
    'a bucket, which resets when it is full',
    (limit, windowMs) => bucket({ limit, windowMs, reset: 'full' }),
  ],
  'bucket-next': [
    'a bucket, which resets with the next token',
    (limit, windowMs) => bucket({ limit, windowMs, reset: 'next' }),
  ],
  'bucket-of-20': [
    'a bucket of 20',
    (limit, windowMs) => bucket({ limit, windowMs, capacity: 20, reset: 'full' }),
  ],
  gcra: ['GCRA with bursts of a third of the limit', gcra],
  'gcra-before': ['GCRA, and shows what remained before each request', gcra, leavingOutPresent],
  'fixed-before': [
    'windows by the clock, and shows what remained before each request',
    fixedWindow,
    leavingOutPresent,
  ],
  queue: [
    'a queue served at an even pace',
    (limit, ms) => leakyQueue(limit, ms, Math.max(2, Math.ceil((limit * 8000) / ms))),
    heldInQueue,
  ],
  'late-nodes': [
    'three nodes that share counts a second late, by chance',
    (limit, windowMs) => lateNodes({ limit, windowMs, nodes: 3, lagMs: 1000, pick: byChance(3) }),
  ],
  'read-late': [
    'a count that answers read half a second late',
    (limit, ms) => readLate(fixedWindow(limit, ms), 500),
  ],
  'written-each-two-seconds': [
    'a count that answers read 1.5 seconds late',
    (limit, ms) => readLate(fixedWindow(limit, ms), 1500),
  ],
  parcels: [
    'a count handed to three nodes in parcels',
    (limit, ms) => inParcels(limit, ms, 3, Math.ceil(limit / 30)),
  ],
  'skewed-clocks': [
    'replicas whose clocks are 4 s apart',
    (limit, ms) => skewedClocks(fixedWindow(limit, ms), [0, 4000, -4000]),
  ],
  'costs-two': [
    'windows in which each call costs two',
    (limit, ms) => costing(fixedWindow(limit, ms), () => 2),
  ],
  'creations-cost-five': [
    'windows in which each third call costs five',
    (limit, ms) => costing(fixedWindow(limit, ms), (call) => (call % 3 === 0 ? 5 : 1)),
  ],
  'used-by-others': [
    'windows, and others use the key once in three seconds',
    (limit, ms) => busy(fixedWindow(limit, ms), 1 / 3),
  ],
  'used-much': [
    'windows, and others use a third of the limit',
    (limit, ms) => busy(fixedWindow(limit, ms), limit / (ms / 1000) / 3),
  ],
  'nearly-spent': [
    'windows, and all but four calls spent before',
    (limit, ms) => begunBy(fixedWindow(limit, ms), limit - 4),
  ],
  'own-for-each-operation': [
    'a count for each operation',
    fixedWindow,
    forEach(() => fixedWindow(plans.pro.perMinute, minute)),
  ],
  'ban-when-rash': [
    'windows, and a ban for who asks before the time',
    (limit, ms) => banning(fixedWindow(limit, ms), 500, 10 * minute),
  ],
  'penalty-of-90-s': [
    'windows, and 90 s more once one is spent',
    (limit, ms) => banning(fixedWindow(limit, ms), Number.POSITIVE_INFINITY, 90_000),
    prolonged(90_000),
  ],
  'forgotten-at-9-s': [
    'a count that a restart forgets in the ninth second',
    (limit, ms) => switching(fixedWindow(limit, ms), fixedWindow(limit, ms), 9000),
  ],
  'counts-away': [
    'a store of counts that is away for two seconds, and shows the whole limit',
    (limit, ms) => switching(fixedWindow(limit, ms), notCounting(limit, ms), 1500, 3500),
  ],
};

/** Blocks for this long from the first refused call on. */
function prolonged(ms: number): Change {
  return (base) => {
    let until = 0;
    return standingAs((standing, { at }) => {
      if (at >= until && standing.allowed) return standing;
      if (at >= until) until = at + ms;
      return { ...standing, allowed: false, remaining: 0, resetsAt: until, retryAfter: until - at };
    })(base);
  };
}

const plansOfNumbers = ['free', 'pro', 'business'] as const;
type Numbered = (typeof plansOfNumbers)[number];

const onPlan = (plan: Numbered, quota: () => Quota, more: More = {}): More => ({
  ...more,
  settings: { plan, ...more.settings },
  server: () => ({ plan, animals: herd(63), quota: quota() }),
});
const full = { settings: { profile: 'full' } } as const;

/** Each kind of limiter on each plan, spent by a full run. */
const minutes: Freedoms = Object.fromEntries(
  Object.entries(limiters).flatMap(([id, [title, make, change = unchanged]]) =>
    plansOfNumbers.map((plan) => [
      `${id}-${plan}`,
      [
        `has the calls of the ${plan} plan a minute, by ${title}`,
        change,
        onPlan(plan, () => make(plans[plan].perMinute, minute), full),
      ],
    ]),
  ),
);

/** The same for the calls of a day, which no run spends. */
const days: Freedoms = Object.fromEntries(
  [
    'fixed-clock',
    'fixed-own',
    'sliding-oldest',
    'sliding-all',
    'sliding-counter',
    'bucket-full',
  ].flatMap((id) =>
    Object.entries(limiters).flatMap(([name, [title, make]]) =>
      name === id
        ? [
            [
              `${id}-day`,
              [
                `shows the calls of the free plan a day, by ${title}`,
                unchanged,
                onPlan('free', () => make(plans.free.perDay, day)),
              ],
            ] as const,
          ]
        : [],
    ),
  ),
);

const freeMinute = () => fixedWindow(plans.free.perMinute, minute);
const freeDay = () => fixedWindow(plans.free.perDay, day);
const free = (quota: () => Quota = freeMinute, more?: More) => onPlan('free', quota, more);

/** Two limits at once: the headers show one of them, or either. */
const both: Freedoms = {
  'minute-and-day': [
    'has the minute and the day of the free plan, and shows the tighter',
    unchanged,
    { server: () => ({ plan: 'free' }), settings: { plan: 'free' } },
  ],
  'minute-or-day': [
    'shows the minute and the day by turns',
    unchanged,
    free(() =>
      showingEither(freeMinute(), freeDay(), (call) => (call % 2 === 0 ? 'first' : 'second')),
    ),
  ],
  'day-shown-minute-enforced': [
    'shows the day, and refuses for the minute too',
    unchanged,
    free(() => shownFirst(freeDay(), freeMinute()), full),
  ],
  'five-a-second-too': [
    'has a limit of five calls a second too, which nothing but its 429 shows',
    unchanged,
    onPlan('pro', () => shownFirst(fixedWindow(300, minute), fixedWindow(5, 1000))),
  ],
  'burst-of-20-too': [
    'has a bucket of 20 too, which nothing but its 429 shows',
    unchanged,
    free(
      () =>
        shownFirst(
          freeMinute(),
          bucket({ limit: 60, capacity: 20, windowMs: minute, reset: 'full' }),
        ),
      full,
    ),
  ],
  'writes-apart': [
    'has 150 reads and 20 creations a minute',
    ({ caller }) => ({ caller: (call) => `${caller(call)} ${call.method}` }),
    {
      server: () => ({
        animals: herd(40),
        quota: byMethod(fixedWindow(150, minute), fixedWindow(20, minute)),
      }),
      settings: { plan: 'unknown', ...full.settings },
    },
  ],
  'plan-raised': [
    'goes from the free plan to the pro plan in the middle of a run',
    unchanged,
    {
      server: () => ({
        quota: switching(freeMinute(), fixedWindow(plans.pro.perMinute, minute), 3000),
      }),
      settings: { plan: 'unknown' },
    },
  ],
  'at-midnight': [
    'shows the day, which ends during the run',
    unchanged,
    { ...free(freeDay), day: '2026-06-01T23:57:55Z' },
  ],
  'enterprise-int64': [
    'has an Enterprise limit of 2^63 - 1, shown in steps of 1,000',
    inSteps(1000n),
    {
      settings: { plan: 'enterprise', ...full.settings },
      server: () => ({ quota: fixedWindow(1_000_000, minute) }),
      inVirtualTime: { latencyMs: [100, 300] },
    },
  ],
  'enterprise-of-a-month': [
    'has an Enterprise limit of 20,000 in 31 days',
    unchanged,
    { settings: { plan: 'enterprise' }, server: () => ({ quota: ownWindow(20_000, 31 * day) }) },
  ],
  'enterprise-odd': [
    'has an Enterprise limit of 777 in seven seconds',
    unchanged,
    { settings: { plan: 'enterprise' }, server: () => ({ quota: fixedWindow(777, 7000) }) },
  ],
  // The more latency, the more comes free while the limit is being spent.
  'bucket-300-far-away': [
    'has a bucket of 300 a minute, 300 ms away',
    unchanged,
    {
      ...onPlan('pro', () => bucket({ limit: 300, windowMs: minute, reset: 'full' }), full),
      inVirtualTime: { latencyMs: [280, 320] },
    },
  ],
  'bucket-1000-far-away': [
    'has a bucket of 1,000 a minute, 100 ms away',
    unchanged,
    {
      ...onPlan('business', () => bucket({ limit: 1000, windowMs: minute, reset: 'full' }), full),
      inVirtualTime: { latencyMs: [90, 110] },
    },
  ],
};

function byMethod(reads: Quota, writes: Quota): Quota {
  return {
    take(caller, at) {
      const [name = '', method] = caller.split(' ');
      return (method === 'POST' ? writes : reads).take(name, at);
    },
  };
}

/** Counts down from 2^63 - 1, and shows what remains in whole steps. */
function inSteps(step: bigint): Change {
  const most = 2n ** 63n - 1n;
  return together(
    writingHeader('X-RateLimit-Limit', () => `${most}`),
    writingHeader('X-RateLimit-Remaining', (_, { limit, remaining }) => {
      const left = most - BigInt(limit - remaining);
      return `${left - (left % step)}`;
    }),
  );
}

const anAddress: Change = () => ({ caller: () => 'key' });
const business = () => fixedWindow(plans.business.perMinute, minute);
const callers: Freedoms = {
  'strangers-apart': [
    'gives callers without a key ten calls a minute',
    unchanged,
    free(() => apart(freeMinute(), fixedWindow(10, minute))),
  ],
  'strangers-none': [
    'gives callers without a key a limit of 0',
    unchanged,
    free(() => apart(freeMinute(), notCounting(0, minute))),
  ],
  'strangers-stopped': [
    'stops callers without a key after ten calls',
    unchanged,
    onPlan('business', () => apart(business(), ownWindow(10, minute))),
  ],
  '401s-not-counted': [
    'counts no call that it answers 401',
    unchanged,
    onPlan('business', () => apart(business(), notCounting(1000, minute))),
  ],
  '401s-counted': [
    'counts each call from an address, with a key or without',
    anAddress,
    free(freeMinute, full),
  ],
  'own-window-for-401s': [
    'opens a window for callers without a key with their first call',
    unchanged,
    free(() => apart(freeMinute(), ownWindow(60, minute))),
  ],
};

const inSeconds = (ms: number) => Math.ceil(ms / 1000);
const notAsDue = { advised: ['rate.retry-after-format'] } as const;
const dateOf = ({ retryAfter }: Standing, { at }: Call) =>
  new Date(inSeconds(at + retryAfter) * 1000).toUTCString();
const waits: Freedoms = {
  'retry-after-date': [
    'writes the date of the next try',
    retryAfterAs(dateOf),
    free(freeMinute, full),
  ],
  'retry-after-rounded-down': [
    'rounds the wait down',
    retryAfterAs(({ retryAfter }) => `${Math.floor(retryAfter / 1000)}`),
    free(freeMinute, full),
  ],
  'retry-after-with-margin': [
    'asks for a second more',
    retryAfterAs(({ retryAfter }) => `${inSeconds(retryAfter) + 1}`),
    free(freeMinute, full),
  ],
  'retry-after-milliseconds': [
    'writes the wait in milliseconds',
    retryAfterAs(({ retryAfter }) => `${Math.ceil(retryAfter)}`),
    free(freeMinute, { ...full, ...notAsDue }),
  ],
  'retry-after-decimals': [
    'writes the wait with decimals',
    retryAfterAs(({ retryAfter }) => (retryAfter / 1000).toFixed(3)),
    free(freeMinute, { ...full, ...notAsDue }),
  ],
  'retry-after-with-unit': [
    'writes the wait with its unit',
    retryAfterAs(({ retryAfter }) => `${Math.ceil(retryAfter)}ms`),
    free(freeMinute, { ...full, ...notAsDue }),
  ],
  'retry-after-in-words': [
    'writes the wait in words',
    retryAfterAs(() => 'in one minute'),
    free(freeMinute, { ...full, ...notAsDue }),
  ],
};

const bodyOf429 = (body: Pick<Reply, 'body' | 'text'>, headers: Reply['headers'] = {}): Change =>
  inTooMany((reply) => ({ status: 429, headers: { ...reply.headers, ...headers }, ...body }));
/** Answers with this status to a key that asks again before the time that a 429 named; calls under way are let through. */
const bannedAs =
  (status: number): Change =>
  (base) => {
    let [since, until, isBanned] = [0, 0, false];
    return together(
      standingAs((standing, { at }) => {
        if (!standing.allowed && at >= until) [since, until] = [at, at + standing.retryAfter];
        else if (at < until && at > since + 200) isBanned = true;
        return isBanned
          ? { ...standing, allowed: false, remaining: 0, retryAfter: minute }
          : standing;
      }),
      inTooMany((reply) => (isBanned ? withStatus(reply, status) : reply)),
    )(base);
  };
const refusals: Freedoms = {
  '429-without-body': ['answers 429 without a body', bodyOf429({}), free(freeMinute, full)],
  '429-page': [
    'answers 429 with a page',
    bodyOf429({ text: '<h1>Slow down</h1>' }, { 'Content-Type': 'text/html' }),
    free(freeMinute, full),
  ],
  '429-other-json': [
    'answers 429 with JSON of another form',
    bodyOf429({ body: { status: 'throttled', code: 429, message: ['Slow', 'down'] } }),
    free(freeMinute, full),
  ],
  '429-closes': [
    'ends the connection with each 429',
    bodyOf429({}, { Connection: 'close' }),
    free(freeMinute, full),
  ],
  'banned-with-401': [
    'bans a key that asks before the time: 401',
    bannedAs(401),
    free(freeMinute, full),
  ],
  'banned-with-403': [
    'bans a key that asks before the time: 403',
    bannedAs(403),
    free(freeMinute, full),
  ],
  'banned-at-the-third-429': [
    'bans a key at its third 429: 403',
    bannedAfter(2, 403),
    free(freeMinute, full),
  ],
  'banned-at-the-sixth-429': [
    'bans a key at its sixth 429: 401',
    bannedAfter(5, 401),
    free(freeMinute, full),
  ],
};

/** Bans a key for ten minutes after so many 429s (sections 5.4 and 8.4). */
function bannedAfter(most: number, status: 401 | 403): Change {
  return ({ authorized, newAnimal, finish, error }) => {
    let [refused, until] = [0, 0];
    const refusal = new Refusal(status, 'banned', 'The key is banned for ten minutes.');
    return {
      authorized,
      newAnimal: (call) => (call.at < until ? refusal : newAnimal(call)),
      finish: (reply, call) => {
        const finished = finish(reply, call);
        if (call.at < until)
          return {
            ...finished,
            status,
            body: error(refusal, call),
            headers: { ...finished.headers, 'Retry-After': '600' },
          };
        if (finished.status === 429) refused += 1;
        if (refused > most) until = call.at + 10 * minute;
        return finished;
      },
    };
  };
}

const ahead = (seconds: number, more: More = free()): More => ({
  ...more,
  server: (now) => ({ ...more.server?.(now), now: () => now() + seconds * 1000 }),
});
const undated: More = { inVirtualTime: { latencyMs: [20, 90], dated: false } };
/** The form of C's `asctime` (RFC 9110, section 5.6.7). */
const asctime = (at: number) => {
  const [weekday = '', date = '', month = '', year = '', time = ''] = new Date(at)
    .toUTCString()
    .split(' ');
  return `${weekday.slice(0, 3)} ${month} ${String(Number(date)).padStart(2)} ${time} ${year}`;
};
const clocks: Freedoms = {
  'clock-25-s-ahead': [
    'has a clock 25 s ahead, by which it dates answers',
    datedByOwnClock,
    ahead(25),
  ],
  'clock-20-s-behind-its-front': [
    'counts by a clock 20 s behind that of its front',
    unchanged,
    ahead(-20),
  ],
  'clock-20-s-ahead-of-its-front': [
    'counts by a clock 20 s ahead of that of its front',
    unchanged,
    ahead(20),
  ],
  'clock-a-year-behind': [
    'has a clock a year behind, by which it dates answers',
    datedByOwnClock,
    ahead(-365 * 86_400),
  ],
  undated: [
    'dates no answer, and has a clock two minutes behind',
    unchanged,
    { ...ahead(-120), ...undated },
  ],
  'undated-ahead': [
    'dates no answer, and has a clock two minutes ahead',
    unchanged,
    { ...ahead(120), ...undated },
  ],
  'date-unreadable': [
    'writes a Date that is not a date',
    withHeaders({ Date: 'yesterday' }),
    free(freeMinute, full),
  ],
  'dated-as-asctime': [
    'dates its answers in the form of asctime',
    onReply((reply, { at }) => ({ ...reply, headers: { ...reply.headers, Date: asctime(at) } })),
    free(freeMinute, full),
  ],
  'clock-set-back': [
    'has its clock set five seconds back in the middle of a run',
    (base) => ({ quota: { take: (caller, at) => base.quota.take(caller, clockSetBack(at)) } }),
    free(),
  ],
  'reset-rounded-down': [
    'rounds the reset down',
    showingStanding((one) => ({ ...one, resetsAt: one.resetsAt - 999 })),
    free(freeMinute, full),
  ],
  'reset-with-fraction': [
    'writes the reset with a fraction',
    writingHeader('X-RateLimit-Reset', (_, { resetsAt }) => (resetsAt / 1000).toFixed(3)),
    free(),
  ],
  'reset-in-whole-minutes': [
    'rounds the reset of a bucket up to minutes',
    showingStanding((one) => ({ ...one, resetsAt: Math.ceil(one.resetsAt / minute) * minute })),
    free(() => bucket({ limit: 60, windowMs: minute, reset: 'full' })),
  ],
  'day-of-25-hours': [
    'shows a day that ends an hour later, as clocks are set back',
    showingStanding((one) => ({ ...one, resetsAt: one.resetsAt + 3_600_000 })),
    free(freeDay),
  ],
  'windows-of-five-seconds': [
    'has the free plan in windows of five seconds',
    unchanged,
    free(() => ownWindow(60, 5000)),
  ],
};

/** Five seconds earlier in each second half of a minute. */
const clockSetBack = (at: number) => (at % minute > 30_000 ? at - 5000 : at);

export const limitFreedoms: Freedoms = named('limit', {
  ...minutes,
  ...days,
  ...both,
  ...callers,
  ...waits,
  ...refusals,
  ...clocks,
});
