/** How a limit may be counted, shown and refused for (section 8). Times and windows in milliseconds. */
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  onReply,
  showingStanding,
  together,
  writingHeader,
} from '../../src/reference/changes.ts';
import {
  banning,
  bucket,
  lateNodes,
  leakyQueue,
  type SlidingReset,
  shared,
  shownFirst,
  slidingCounter,
  slidingWindow,
} from '../../src/reference/limiters.ts';
import { fixedWindow, ownWindow, type Quota, type Standing } from '../../src/reference/quota.ts';
import { plans } from '../../src/spec/plans.ts';
import { day, heldInQueue, inTooMany, minute, retryAfterAs, stopping } from '../changes.ts';
import { combined, type Freedom, type Freedoms, named, needing, type Rows } from './freedom.ts';

type Make = (limit: number, windowMs: number) => Quota;

/** A kind of limiter: it counts so many calls in so many milliseconds; perhaps the service differs, too. */
export type Limiter = readonly [make: Make, change?: Change];

const log =
  (reset: SlidingReset): Make =>
  (limit, windowMs) =>
    slidingWindow(limit, windowMs, reset);
const tokens =
  (reset: 'full' | 'next', capacityOf: (limit: number) => number = (limit) => limit): Make =>
  (limit, windowMs) =>
    bucket({ limit, windowMs, reset, capacity: capacityOf(limit) });

const countingEach: Change = ({ caller }) => ({
  caller: (call) => `${caller(call)} ${call.operation}`,
});
export const showingBefore = showingStanding((one) =>
  one.allowed ? { ...one, remaining: Math.min(one.limit, one.remaining + 1) } : one,
);

/** Each meets each plan, in pairs or alone. */
export const limiters: Readonly<Record<string, Limiter>> = {
  'fixed-clock': [fixedWindow],
  'fixed-own': [ownWindow],
  'fixed-before': [fixedWindow, showingBefore],
  'sliding-oldest': [log('oldest-leaves')],
  'sliding-counter': [slidingCounter],
  'bucket-full': [tokens('full')],
  'bucket-next': [tokens('next')],
  gcra: [tokens('full', (limit) => Math.ceil(limit / 3))],
  queue: [
    (limit, ms) => leakyQueue(limit, ms, Math.max(2, Math.ceil((limit * 8000) / ms))),
    heldInQueue,
  ],
  'late-nodes': [(limit, windowMs) => lateNodes({ limit, windowMs, nodes: 3, lagMs: 1000 })],
  'used-by-others': [
    (limit, ms) => shared(fixedWindow(limit, ms), (call) => (call % 3 === 0 ? 1 : 0)),
  ],
  'nearly-spent': [
    (limit, ms) => shared(fixedWindow(limit, ms), (call) => (call === 1 ? limit - 4 : 0)),
  ],
  'own-for-each': [fixedWindow, countingEach],
  'ban-when-rash': [(limit, ms) => banning(fixedWindow(limit, ms), 500, 10 * minute)],
};

type NumberedPlan = 'free' | 'pro' | 'business';

/** A server on a plan, which counts so. */
const on = (plan: NumberedPlan, quota: () => Quota): Freedom => ({
  settings: { plan },
  server: () => ({ plan, animals: animals(63), quota: quota() }),
});

/** A limiter that counts the calls of a minute of a plan. */
export const limiting = (plan: NumberedPlan, [make, change]: Limiter): Freedom => ({
  settings: { plan },
  server: () => ({ plan, quota: make(plans[plan].perMinute, minute) }),
  ...(change && { change }),
});

const filled: Freedom = { server: () => ({ animals: animals(63) }) };

/** Each kind of limiter, spent by a full run. */
const minutes: Rows = Object.fromEntries(
  Object.entries(limiters).map(([id, limiter], at) => {
    const plan = at % 2 === 0 ? 'free' : 'pro';
    return [`${id}-${plan}`, combined([filled, limiting(plan, limiter)])];
  }),
);

const oneMinute = (plan: NumberedPlan) => fixedWindow(plans[plan].perMinute, minute);
const freeMinute = () => oneMinute('free');
const freeDay = () => fixedWindow(plans.free.perDay, day);
const free = on('free', freeMinute);

const byMethod = (): Quota => {
  const [reads, writes] = [fixedWindow(150, minute), fixedWindow(20, minute)];
  return { take: (caller, at) => (caller.endsWith('POST') ? writes : reads).take(caller, at) };
};

/** Two limits of which the headers show one, and limits that were agreed. */
const shown: Rows = {
  'business-minute': on('business', () => oneMinute('business')),
  'day-shown': on('free', () => shownFirst(freeDay(), freeMinute())),
  'five-a-second-too': on('pro', () => shownFirst(oneMinute('pro'), fixedWindow(5, 1000))),
  'reads-and-writes-apart': {
    change: ({ caller }) => ({ caller: (call) => `${caller(call)} ${call.method}` }),
    settings: { plan: 'unknown' },
    server: () => ({ animals: animals(40), quota: byMethod() }),
  },
  'bucket-1000-far-away': {
    ...on('business', () => tokens('full')(1000, minute)),
    inVirtualTime: { latencyMs: [90, 110] },
  },
};

/** Counts callers without the key in another way. */
const strangers = (quota: () => Quota) =>
  on('free', () => {
    const [forKey, forOthers] = [freeMinute(), quota()];
    return { take: (caller, at) => (caller === 'key' ? forKey : forOthers).take(caller, at) };
  });
const callers: Rows = {
  'strangers-apart': strangers(() => fixedWindow(10, minute)),
  'strangers-own': strangers(() => ownWindow(60, minute)),
  '401s-not-counted': strangers(() => ({ take: (...call) => freeMinute().take(...call) })),
  '401s-counted': { change: () => ({ caller: () => 'key' }), ...free },
};

const dateOf = ({ retryAfter }: Standing, { at }: Call) =>
  new Date(Math.ceil((at + retryAfter) / 1000) * 1000).toUTCString();
const wait = (write: (ms: number) => string) => retryAfterAs(({ retryAfter }) => write(retryAfter));
const bodyOf429 = (body: Pick<Reply, 'body' | 'text'>, headers: Reply['headers'] = {}): Change =>
  inTooMany((reply) => ({ status: 429, headers: { ...reply.headers, ...headers }, ...body }));

/** Bans a key for ten minutes that was answered 429 so often, and says so with 403 (sections 5.4 and 8.4). */
const bannedAfter =
  (most: number): Change =>
  (base) => {
    let [refused, until] = [0, 0];
    const body = { code: 'banned', message: 'The key is banned for ten minutes.', status: 403 };
    const counting = inTooMany((reply, _, { at }) => {
      refused += 1;
      if (refused >= most) until = at + 10 * minute;
      return reply;
    });
    const banned = stopping(() => ({ at }) => {
      if (at >= until) return undefined;
      return ({ headers }) => ({
        status: 403,
        headers: { ...headers, 'Retry-After': '600' },
        body,
      });
    });
    return together(counting, banned)(base);
  };

const refusals: Freedoms = needing(free, {
  'retry-after-date': retryAfterAs(dateOf),
  'retry-after-rounded-down': wait((ms) => `${Math.floor(ms / 1000)}`),
  ...needing(
    { advised: ['rate.retry-after-format'] },
    {
      'retry-after-milliseconds': wait((ms) => `${Math.ceil(ms)}`),
      'retry-after-decimals': wait((ms) => (ms / 1000).toFixed(3)),
      'retry-after-in-words': wait(() => 'in one minute'),
    },
  ),
  '429-without-body': bodyOf429({}),
  '429-page': bodyOf429({ text: '<p>' }, { 'Content-Type': 'text/html' }),
  'banned-at-the-third-429': bannedAfter(3),
});

const ahead = (seconds: number): Freedom => ({
  ...free,
  server: (now) => ({ plan: 'free', now: () => now() + seconds * 1000 }),
});
const datedByOwnClock = onReply((reply, { at }) => ({
  ...reply,
  headers: { ...reply.headers, Date: new Date(at).toUTCString() },
}));
const reset = (write: (ms: number) => string) =>
  writingHeader('X-RateLimit-Reset', (_, { resetsAt }) => write(resetsAt));

export const resetRoundedDown = reset((ms) => `${Math.floor(ms / 1000)}`);

const clocks: Rows = {
  'clock-25-s-ahead': { change: datedByOwnClock, ...ahead(25) },
  undated: { ...ahead(-120), inVirtualTime: { latencyMs: [20, 90], dated: false } },
  'reset-rounded-down': { change: resetRoundedDown, ...free },
  'reset-with-fraction': { change: reset((ms) => (ms / 1000).toFixed(3)), ...free },
};

/** Limits of a day, of which core may ask enough and full may not. */
const days: Rows = {
  'minute-and-day': { ...free, server: () => ({ plan: 'free' }) },
  day: on('free', freeDay),
  'last-24-hours': on('free', () => log('all-have-left')(1000, day)),
  midnight: { ...on('free', freeDay), day: '2026-06-01T23:57:55Z' },
};

export const limitFreedoms: Freedoms = named('limit', {
  ...needing(
    { settings: { profile: 'full' } },
    { ...minutes, ...shown, ...callers, ...refusals, ...clocks },
  ),
  ...days,
});
