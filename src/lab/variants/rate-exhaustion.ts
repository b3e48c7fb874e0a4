import type { Call, Reply } from '../../reference/call.ts';
import { fixedWindow, type Quota } from '../../reference/quota.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { plans } from '../../spec/plans.ts';
import {
  animals,
  type Change,
  datedByOwnClock,
  inTooMany,
  remembering,
  retryAfterAs,
  standingAs,
  together,
  withHeaders,
  withStatus,
} from '../changes.ts';
import type { Variant } from '../subject.ts';
import { html } from './freedoms.ts';
import { apart, ownWindow, shared, shownFirst, slidingWindow, tokenBucket } from './quotas.ts';

const windowMs = 2500;
const limit = 160;
const day = 24 * 60 * 60_000;

const window = () => fixedWindow(limit, windowMs);

/** Spends the limit of such a server, over a store that holds enough. */
const spending = (
  one: Omit<Variant, 'server'>,
  quota: () => Quota = window,
  more: ReturnType<NonNullable<Variant['server']>> = {},
): Variant => ({
  ...one,
  settings: { profile: 'full', plan: 'unknown', ...one.settings },
  server: () => ({ animals: animals(63), quota: quota(), ...more }),
});

const everyRow: readonly RequirementId[] = [
  'rate.enforced',
  'rate.not-early',
  'rate.retry-after',
  'rate.recovers',
];

const counts: readonly Variant[] = [
  spending(
    {
      id: 'exhaustion.free',
      title: 'is on the free plan, in windows of 1.5 s',
      settings: { plan: 'free' },
    },
    () => fixedWindow(plans.free.perMinute, 1500),
  ),
  spending(
    { id: 'exhaustion.window-of-ones-own', title: 'opens a window with the first call' },
    () => ownWindow(limit, windowMs),
  ),
  spending(
    {
      id: 'exhaustion.sliding-oldest',
      title: 'has a sliding window that resets when its oldest call leaves it',
    },
    () => slidingWindow(limit, windowMs, 'oldest-leaves'),
  ),
  spending(
    {
      id: 'exhaustion.sliding-all',
      title: 'has a sliding window that resets when all calls have left it',
    },
    () => slidingWindow(limit, windowMs, 'all-have-left'),
  ),
  spending({ id: 'exhaustion.bucket', title: 'has a bucket that refills by one in 50 ms' }, () =>
    tokenBucket(50, 20),
  ),
  spending(
    { id: 'exhaustion.bucket-refilled-fast', title: 'has a bucket that refills by one in 18 ms' },
    () => tokenBucket(60, 55),
  ),
  spending(
    {
      id: 'exhaustion.bucket-never-empty',
      title: 'has a bucket that refills faster than anybody asks, so it cannot be spent',
      undecided: everyRow,
    },
    () => tokenBucket(limit, 10_000),
  ),
  spending({
    id: 'exhaustion.one-at-a-time',
    title: 'is asked one question at a time',
    settings: { concurrency: 1 },
  }),
];

/** The minute's quota in the headers, and another one that refuses before it is spent. */
const others: readonly Variant[] = [
  spending(
    {
      id: 'exhaustion.day-shown',
      title: 'shows the quota of the day, which nobody waits for, and refuses for the minute’s',
      settings: { plan: 'free' },
      undecided: everyRow,
    },
    () => shownFirst(fixedWindow(plans.free.perDay, day), fixedWindow(60, windowMs)),
  ),
  spending(
    {
      id: 'exhaustion.day-spent',
      title: 'shows the minute’s quota until the day’s is spent, in the midst of the minute’s',
      undecided: ['rate.enforced', 'rate.not-early', 'rate.recovers'],
    },
    () => shownFirst(ownWindow(limit, windowMs), ownWindow(180, day)),
  ),
  spending(
    {
      id: 'exhaustion.second-quota',
      title: 'shows the minute’s 2,000, and refuses for a bucket of 250 that refills by the second',
      settings: { maxRequests: 10_000, maxWait: 120 },
      undecided: ['rate.enforced', 'rate.not-early'],
    },
    () => shownFirst(ownWindow(2000, 60_000), tokenBucket(250, 1)),
  ),
  spending(
    {
      id: 'exhaustion.beyond-the-allowance',
      title: 'is on the business plan, whose limit is more than the run may ask',
      settings: { plan: 'business' },
      undecided: everyRow,
    },
    () => fixedWindow(plans.business.perMinute, 60_000),
  ),
];

const callers: readonly Variant[] = [
  spending(
    {
      id: 'exhaustion.strangers-share-a-limit',
      title: 'has a limit of 30 for all callers without a valid key',
    },
    () => apart(window(), fixedWindow(30, windowMs)),
  ),
  spending({
    id: 'exhaustion.401s-counted',
    title: 'counts every call from one address, with a valid key or without',
    change: () => ({ caller: () => 'address' }),
  }),
  spending(
    {
      id: 'exhaustion.shared',
      title: 'counts the calls that others make with the same key, one before each of ours',
      undecided: ['rate.enforced', 'rate.not-early'],
    },
    () => shared(window(), () => 1),
  ),
  spending(
    {
      id: 'exhaustion.shared-by-many',
      title: 'counts the calls that others make with the same key, eight at a time',
      undecided: ['rate.enforced', 'rate.not-early'],
    },
    () => shared(window(), (call) => (call % 6 === 0 ? 8 : 0)),
  ),
];

const inMs = retryAfterAs(({ retryAfter }) => `${Math.ceil(retryAfter)}`);

const waits: readonly Variant[] = [
  spending({
    id: 'exhaustion.retry-after-date',
    title: 'writes the date of the next try',
    change: retryAfterAs(({ retryAfter }, { at }) =>
      new Date(Math.ceil((at + retryAfter) / 1000) * 1000).toUTCString(),
    ),
  }),
  spending({
    id: 'exhaustion.retry-after-milliseconds',
    title: 'writes milliseconds, which agree with the time of reset',
    advised: ['rate.retry-after-format'],
    change: inMs,
  }),
  spending({
    id: 'exhaustion.retry-after-rounded-down',
    title: 'rounds the seconds to wait down',
    change: retryAfterAs(({ retryAfter }) => `${Math.floor(retryAfter / 1000)}`),
  }),
  spending({
    id: 'exhaustion.retry-after-decimals',
    title: 'writes seconds with three decimals',
    advised: ['rate.retry-after-format'],
    change: retryAfterAs(({ retryAfter }) => (retryAfter / 1000).toFixed(3)),
  }),
  spending({
    id: 'exhaustion.retry-after-with-margin',
    title: 'asks for a second more than it needs',
    change: retryAfterAs(({ retryAfter }) => `${Math.ceil(retryAfter / 1000) + 1}`),
  }),
  spending({
    id: 'exhaustion.retry-after-time-of-reset',
    title: 'writes the Unix time of the reset, which as a number of seconds is beyond any wait',
    undecided: ['rate.recovers'],
    change: retryAfterAs(({ resetsAt }) => `${Math.ceil(resetsAt / 1000)}`),
  }),
  spending({
    id: 'exhaustion.retry-after-in-words',
    title: 'writes in one minute, which no program understands',
    undecided: ['rate.recovers'],
    advised: ['rate.retry-after-format'],
    change: retryAfterAs(() => 'in one minute'),
  }),
];

const page = html('Too Many Requests');

const otherBody = (body: Pick<Reply, 'body' | 'text'>, type?: string): Change =>
  inTooMany(({ status, headers }) => ({
    status,
    headers: { ...headers, ...(type ? { 'Content-Type': type } : {}) },
    ...body,
  }));

const answers: readonly Variant[] = [
  spending({
    id: 'exhaustion.429-without-body',
    title: 'answers 429 without a body',
    change: otherBody({}),
  }),
  spending({
    id: 'exhaustion.429-html',
    title: 'answers 429 with a page of HTML',
    change: otherBody({ text: page.text }, page.type),
  }),
  spending({
    id: 'exhaustion.429-otherwise',
    title: 'answers 429 with JSON of another form',
    change: otherBody({ body: { status: 'throttled', code: 429, message: ['Slow', 'down'] } }),
  }),
  spending({
    id: 'exhaustion.429-ends-the-connection',
    title: 'ends the connection with each 429',
    change: inTooMany((reply) => ({
      ...reply,
      headers: { ...reply.headers, Connection: 'close' },
    })),
  }),
];

/** Blocks a key for 2 s after its first 429, and says so. */
const penalty = remembering(() => {
  let until = 0;
  return standingAs((standing, { at }) => {
    if (at >= until && standing.allowed) return standing;
    if (at >= until) until = at + 2000;
    return { ...standing, allowed: false, remaining: 0, resetsAt: until, retryAfter: until - at };
  });
});

/** Bans a key that goes on asking after a 429, but for what was under way. */
const strict = remembering(() => {
  let since: Call | undefined;
  let until = 0;
  let banned = false;
  return together(
    standingAs((standing, call) => {
      if (!standing.allowed && call.at >= until) {
        since = call;
        until = call.at + standing.retryAfter;
      } else if (since !== undefined && call.at < until && call.at > since.at + 200) banned = true;
      const retryAfter = 60_000;
      return banned ? { ...standing, allowed: false, remaining: 0, retryAfter } : standing;
    }),
    inTooMany((reply) => (banned ? withStatus(reply, 403) : reply)),
  );
});

const punishments: readonly Variant[] = [
  spending({
    id: 'exhaustion.penalty',
    title: 'blocks the key for 2 s after the first 429, and says so',
    change: penalty,
  }),
  spending({
    id: 'exhaustion.strict',
    title: 'bans the key with 403 once it asks again before the time that a 429 named',
    change: strict,
  }),
];

const clocks: readonly Variant[] = [
  spending(
    {
      id: 'exhaustion.clock-25-s-ahead',
      title: 'has a clock 25 s ahead, by which it dates answers',
      change: datedByOwnClock,
    },
    window,
    { now: () => Date.now() + 25_000 },
  ),
  spending(
    {
      id: 'exhaustion.clock-25-s-behind',
      title: 'has a clock 25 s behind, by which it dates answers and names the next try',
      change: together(
        datedByOwnClock,
        retryAfterAs(({ retryAfter }, { at }) =>
          new Date(Math.ceil((at + retryAfter) / 1000) * 1000).toUTCString(),
        ),
      ),
    },
    window,
    { now: () => Date.now() - 25_000 },
  ),
  spending({
    id: 'exhaustion.date-unreadable',
    title: 'writes a Date that is none',
    change: withHeaders({ Date: 'yesterday' }),
  }),
  spending({
    id: 'exhaustion.reset-rounded-down',
    title: 'rounds the time of reset down',
    change: ({ rateHeaders }) => ({
      rateHeaders: (standing, call) =>
        rateHeaders({ ...standing, resetsAt: standing.resetsAt - 999 }, call),
    }),
  }),
  spending({
    id: 'exhaustion.answers-out-of-order',
    title: 'answers now at once and now 12 ms late',
    change: ({ transmit }) => ({
      transmit: (reply, response, call) => {
        setTimeout(() => transmit(reply, response, call), (call.sequence % 4) * 4);
      },
    }),
  }),
];

/** Section 8, "Behavior when exceeded": sound servers whose limit is spent. */
export const exhaustionVariants: readonly Variant[] = [
  ...counts,
  ...others,
  ...callers,
  ...waits,
  ...answers,
  ...punishments,
  ...clocks,
];
