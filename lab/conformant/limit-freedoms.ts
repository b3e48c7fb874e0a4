/** How a limit may be counted, shown and refused for (section 8). Times and windows in milliseconds. */

import { Refusal } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  datedByOwnClock,
  onReply,
  showingStanding,
  together,
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
  type SlidingReset,
  shownFirst,
  skewedClocks,
  slidingCounter,
  slidingWindow,
} from '../../src/reference/limiters.ts';
import {
  type ForeseeingQuota,
  fixedWindow,
  type Quota,
  type Standing,
} from '../../src/reference/quota.ts';
import { plans } from '../../src/spec/plans.ts';
import { chance, drawnIds } from '../chance.ts';
import { heldInQueue, inTooMany, retryAfterAs } from '../limit-changes.ts';
import {
  day,
  type Freedom,
  type Freedoms,
  herd,
  type More,
  minute,
  named,
  needing,
  type Rows,
  unchanged,
} from './freedom.ts';

/** A kind of limiter: it counts so many calls in so many milliseconds. */
export type Limiter = readonly [
  title: string,
  make: (limit: number, windowMs: number) => Quota,
  change?: Change,
];

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

/** Counts each operation apart. */
const forEach: Change = ({ caller }) => ({
  caller: (call) => `${caller(call)} ${call.operation}`,
});

const leavingOutPresent = showingStanding((one) =>
  one.allowed ? { ...one, remaining: Math.min(one.limit, one.remaining + 1) } : one,
);

/** Nodes, one of which answers by chance, and which share their counts late. */
const nodes = (limit: number, windowMs: number): Quota => {
  const next = chance(5);
  const pick = () => Math.floor(next() * 3);
  return lateNodes({ limit, windowMs, nodes: 3, lagMs: 1000, pick });
};

type Make = Limiter[1];
const log =
  (reset: SlidingReset): Make =>
  (limit, windowMs) =>
    slidingWindow(limit, windowMs, reset);
const tokens =
  (reset: 'full' | 'next', capacityOf: (limit: number) => number = (limit) => limit): Make =>
  (limit, windowMs) =>
    bucket({ limit, windowMs, reset, capacity: capacityOf(limit) });
const gcra = tokens('full', (limit) => Math.ceil(limit / 3));
const line: Make = (limit, ms) =>
  leakyQueue(limit, ms, Math.max(2, Math.ceil((limit * 8000) / ms)));
const windowed =
  (change: (quota: ForeseeingQuota, limit: number, windowMs: number) => Quota): Make =>
  (limit, windowMs) =>
    change(fixedWindow(limit, windowMs), limit, windowMs);

/** Each meets each plan, in pairs or alone. */
export const limiters: Readonly<Record<string, Limiter>> = {
  'fixed-clock': ['windows by the clock', fixedWindow],
  'fixed-own': ['windows that the first call opens', ownWindow],
  'fixed-before': ['windows, and what remained before a request', fixedWindow, leavingOutPresent],
  'sliding-oldest': ['a log of calls, which resets when the oldest leaves', log('oldest-leaves')],
  'sliding-counter': ['two counters, the older weighing less and less', slidingCounter],
  'bucket-full': ['a bucket, which resets when it is full', tokens('full')],
  'bucket-next': ['a bucket, which resets with the next token', tokens('next')],
  gcra: ['GCRA with bursts of a third of the limit', gcra],
  queue: ['a queue served at an even pace', line, heldInQueue],
  'late-nodes': ['three nodes that share counts a second late, by chance', nodes],
  'read-late': ['a count read half a second late', windowed((one) => readLate(one, 500))],
  'skewed-clocks': ['clocks 4 s apart', windowed((one) => skewedClocks(one, [0, 4000, -4000]))],
  'costs-two': ['windows, each call costing two', windowed((one) => costing(one, () => 2))],
  'used-by-others': ['windows, and others who use the key', windowed((one) => busy(one, 1 / 3))],
  'nearly-spent': ['windows, nearly spent', windowed((one, most) => begunBy(one, most - 4))],
  'own-for-each': ['a count for each operation', fixedWindow, forEach],
  'ban-when-rash': ['windows, and bans', windowed((one) => banning(one, 500, 10 * minute))],
  forgotten: ['a count that a restart forgets', (limit, ms) => forgotten(limit, ms)],
  'counts-away': ['a store of counts that is away for two seconds', countsAway('whole limit')],
};

function forgotten(limit: number, ms: number) {
  return switching(fixedWindow(limit, ms), fixedWindow(limit, ms), 9000);
}

/** Counts nothing for two seconds, serves everybody, and shows the whole limit or the last number. */
function countsAway(shown: 'whole limit' | 'last number'): Make {
  return (limit, windowMs) => {
    let last: Standing | undefined;
    const counted = fixedWindow(limit, windowMs);
    const noting: Quota = {
      take: (caller, at) => {
        last = counted.take(caller, at);
        return last;
      },
    };
    const away: Quota = {
      take: (caller, at) => {
        const standing = counted.foresee(caller, at);
        const remaining = shown === 'whole limit' ? limit : (last ?? standing).remaining;
        return { ...standing, allowed: true, retryAfter: 0, remaining };
      },
    };
    return switching(noting, away, 1500, 3500);
  };
}

type NumberedPlan = 'free' | 'pro' | 'business';

/** A server on a plan, which counts so. */
const on = (plan: NumberedPlan, quota: () => Quota): More => ({
  settings: { plan },
  server: () => ({ plan, animals: herd(63), quota: quota() }),
});
const full: More = { settings: { profile: 'full' } };

const drawnPlans = drawnIds(
  Object.keys(limiters).flatMap((id) =>
    ['free', 'pro'].map((plan) => [`${id}-${plan}`, id, ''] as const),
  ),
  1,
);

/** Each kind of limiter on one of two plans, spent by a full run; the business plan's thousand calls take it long. */
const minutes = Object.fromEntries(
  Object.entries(limiters).flatMap(([id, [title, make, change = unchanged]]) =>
    (['free', 'pro'] as const)
      .filter((plan) => drawnPlans.has(`${id}-${plan}`))
      .map((plan): readonly [string, Freedom] => [
        `${id}-${plan}`,
        [
          `has the calls of the ${plan} plan a minute, by ${title}`,
          change,
          on(plan, () => make(plans[plan].perMinute, minute)),
        ],
      ]),
  ),
);

const oneMinute = (plan: NumberedPlan) => fixedWindow(plans[plan].perMinute, minute);
const freeMinute = () => oneMinute('free');
const freeDay = () => fixedWindow(plans.free.perDay, day);
const free = on('free', freeMinute);
const bucketOf = (limit: number) => () => bucket({ limit, windowMs: minute, reset: 'full' });
const far = (least: number, most: number): More => ({
  inVirtualTime: { latencyMs: [least, most] },
});

/** Two limits of which the headers show one, and limits that were agreed. */
const shown: Rows = {
  'business-minute': [
    'has the calls of the business plan',
    unchanged,
    on('business', () => oneMinute('business')),
  ],
  'day-shown': [
    'shows the day, and refuses for the minute too',
    unchanged,
    on('free', () => shownFirst(freeDay(), freeMinute())),
  ],
  'five-a-second-too': [
    'refuses for a limit of five calls a second too, which its 429 alone shows',
    unchanged,
    on('pro', () => shownFirst(oneMinute('pro'), fixedWindow(5, 1000))),
  ],
  'reads-and-writes-apart': [
    'has 150 reads and 20 creations a minute',
    ({ caller }) => ({ caller: (call) => `${caller(call)} ${call.method}` }),
    { settings: { plan: 'unknown' }, server: () => ({ animals: herd(40), quota: byMethod() }) },
  ],
  'plan-raised': [
    'goes from the free plan to the pro plan',
    unchanged,
    {
      settings: { plan: 'unknown' },
      server: () => ({ quota: switching(freeMinute(), oneMinute('pro'), 3000) }),
    },
  ],
  'bucket-1000-far-away': [
    'is 100 ms away',
    unchanged,
    { ...on('business', bucketOf(1000)), ...far(90, 110) },
  ],
  ...needing(
    { settings: { plan: 'enterprise' } },
    {
      'int64-in-steps': [
        'has a limit of 2^63 - 1, shown in steps of 1,000',
        inSteps(1000n),
        { server: () => ({ quota: fixedWindow(1_000_000, minute) }) },
      ],
      'of-a-month': [
        'has 20,000 calls in 31 days',
        unchanged,
        { server: () => ({ quota: ownWindow(20_000, 31 * day) }) },
      ],
    },
  ),
};

function byMethod(): Quota {
  const [reads, writes] = [fixedWindow(150, minute), fixedWindow(20, minute)];
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

const strangers = (quota: () => Quota) => on('free', () => apart(freeMinute(), quota()));
const callers: Rows = {
  'strangers-apart': [
    'gives strangers ten calls',
    unchanged,
    strangers(() => fixedWindow(10, minute)),
  ],
  'strangers-own': ['has windows for strangers', unchanged, strangers(() => ownWindow(60, minute))],
  '401s-not-counted': ['counts no 401', unchanged, strangers(() => notCounting(60, minute))],
  '401s-counted': ['counts each call from an address', () => ({ caller: () => 'key' }), free],
};

const inSeconds = (ms: number) => Math.ceil(ms / 1000);
const dateOf = ({ retryAfter }: Standing, { at }: Call) =>
  new Date(inSeconds(at + retryAfter) * 1000).toUTCString();
const wait = (write: (ms: number) => string) => retryAfterAs(({ retryAfter }) => write(retryAfter));
const bodyOf429 = (body: Pick<Reply, 'body' | 'text'>, headers: Reply['headers'] = {}): Change =>
  inTooMany((reply) => ({ status: 429, headers: { ...reply.headers, ...headers }, ...body }));

/** Bans a key that was answered 429 so often, and says so with another status (sections 5.4 and 8.4). */
const bannedAfter =
  (most: number, status: 401 | 403): Change =>
  ({ keep, finish, error }) => {
    let [refused, until] = [0, 0];
    const refusal = new Refusal(status, 'banned', 'The key is banned for ten minutes.');
    return {
      keep: (animal, call) => (call.at < until ? undefined : keep(animal, call)),
      finish: (reply, call) => {
        const finished = finish(reply, call);
        const headers = { ...finished.headers, 'Retry-After': '600' };
        if (call.at < until) return { status, headers, body: error(refusal, call) };
        if (finished.status === 429) refused += 1;
        if (refused >= most) until = call.at + 10 * minute;
        return finished;
      },
    };
  };

const refusals: Freedoms = needing(free, {
  'retry-after-date': ['writes the date of the next try', retryAfterAs(dateOf)],
  'retry-after-rounded-down': ['rounds the wait down', wait((ms) => `${Math.floor(ms / 1000)}`)],
  ...needing(
    { advised: ['rate.retry-after-format'] },
    {
      'retry-after-milliseconds': ['writes a wait in ms', wait((ms) => `${Math.ceil(ms)}`)],
      'retry-after-decimals': ['writes a wait with decimals', wait((ms) => (ms / 1000).toFixed(3))],
      'retry-after-in-words': ['writes a wait in words', wait(() => 'in one minute')],
    },
  ),
  '429-without-body': ['answers 429 without a body', bodyOf429({})],
  '429-page': bodyOf429({ text: '<p>' }, { 'Content-Type': 'text/html' }),
  '429-closes': ['ends the connection with each 429', bodyOf429({}, { Connection: 'close' })],
  'banned-at-the-third-429': ['bans a key at its third 429: 403', bannedAfter(3, 403)],
});

const ahead = (seconds: number): More => ({
  ...free,
  server: (now) => ({ plan: 'free', now: () => now() + seconds * 1000 }),
});
const undated: More = { inVirtualTime: { latencyMs: [20, 90], dated: false } };
/** The form of C's `asctime` (RFC 9110, section 5.6.7). */
const asctime = (at: number) => {
  const [weekday = '', date = '', month = '', year = '', time = ''] = new Date(at)
    .toUTCString()
    .split(' ');
  return `${weekday.slice(0, 3)} ${month} ${String(Number(date)).padStart(2)} ${time} ${year}`;
};
const dated = (date: (at: number) => string): Change =>
  onReply((reply, { at }) => ({ ...reply, headers: { ...reply.headers, Date: date(at) } }));
const reset = (write: (ms: number) => string) =>
  writingHeader('X-RateLimit-Reset', (_, { resetsAt }) => write(resetsAt));

const clocks: Rows = {
  'clock-25-s-ahead': [
    'has a clock 25 s ahead, and dates answers by it',
    datedByOwnClock,
    ahead(25),
  ],
  'clock-20-s-ahead': ['counts by a clock 20 s ahead of that of its front', unchanged, ahead(20)],
  undated: ['dates nothing, two minutes behind', unchanged, { ...ahead(-120), ...undated }],
  'dated-as-asctime': ['dates answers in the form of asctime', dated(asctime), free],
  'reset-rounded-down': ['rounds the reset down', reset((ms) => `${Math.floor(ms / 1000)}`), free],
  'reset-with-fraction': ['writes a fraction', reset((ms) => (ms / 1000).toFixed(3)), free],
};

/** Limits of a day, of which core may ask enough and full may not. */
const days: Rows = {
  'minute-and-day': [
    'has the whole free plan',
    unchanged,
    { ...free, server: () => ({ plan: 'free' }) },
  ],
  day: ['shows the day', unchanged, on('free', freeDay)],
  'last-24-hours': [
    'shows the last 24 hours',
    unchanged,
    on('free', () => log('all-have-left')(1000, day)),
  ],
  midnight: [
    'shows the day, which ends',
    unchanged,
    { ...on('free', freeDay), day: '2026-06-01T23:57:55Z' },
  ],
  'day-of-25-hours': [
    'shows a day that ends an hour later, as clocks are set back',
    reset((ms) => `${ms / 1000 + 3600}`),
    on('free', freeDay),
  ],
};

export const limitFreedoms: Freedoms = named('limit', {
  ...needing(full, { ...minutes, ...shown, ...callers, ...refusals, ...clocks }),
  ...days,
});
