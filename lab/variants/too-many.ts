import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  datedByOwnClock,
  onReply,
  remembering,
  together,
  withHeaders,
  withStatus,
} from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import {
  inTooMany,
  retryAfterAs,
  spendable,
  spendingVariant,
  standingAs,
} from '../limit-changes.ts';
import { html } from './freedoms.ts';

const inMs = retryAfterAs(({ retryAfter }) => `${Math.ceil(retryAfter)}`);

const waits: readonly Variant[] = [
  spendingVariant({
    id: 'exhaustion.retry-after-date',
    title: 'writes the date of the next try',
    change: retryAfterAs(({ retryAfter }, { at }) =>
      new Date(Math.ceil((at + retryAfter) / 1000) * 1000).toUTCString(),
    ),
  }),
  spendingVariant({
    id: 'exhaustion.retry-after-milliseconds',
    title: 'writes milliseconds, which agree with the time of reset',
    advised: ['rate.retry-after-format'],
    change: inMs,
  }),
  spendingVariant({
    id: 'exhaustion.retry-after-rounded-down',
    title: 'rounds the seconds to wait down',
    change: retryAfterAs(({ retryAfter }) => `${Math.floor(retryAfter / 1000)}`),
  }),
  spendingVariant({
    id: 'exhaustion.retry-after-decimals',
    title: 'writes seconds with three decimals',
    advised: ['rate.retry-after-format'],
    change: retryAfterAs(({ retryAfter }) => (retryAfter / 1000).toFixed(3)),
  }),
  spendingVariant({
    id: 'exhaustion.retry-after-with-margin',
    title: 'asks for a second more than it needs',
    change: retryAfterAs(({ retryAfter }) => `${Math.ceil(retryAfter / 1000) + 1}`),
  }),
  spendingVariant({
    id: 'exhaustion.retry-after-time-of-reset',
    title: 'writes the Unix time of the reset, which as a number of seconds is beyond any wait',
    undecided: ['rate.recovers'],
    change: retryAfterAs(({ resetsAt }) => `${Math.ceil(resetsAt / 1000)}`),
  }),
  spendingVariant({
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
  spendingVariant({
    id: 'exhaustion.429-without-body',
    title: 'answers 429 without a body',
    change: otherBody({}),
  }),
  spendingVariant({
    id: 'exhaustion.429-html',
    title: 'answers 429 with a page of HTML',
    change: otherBody({ text: page.text }, page.type),
  }),
  spendingVariant({
    id: 'exhaustion.429-otherwise',
    title: 'answers 429 with JSON of another form',
    change: otherBody({ body: { status: 'throttled', code: 429, message: ['Slow', 'down'] } }),
  }),
  spendingVariant({
    id: 'exhaustion.429-ends-the-connection',
    title: 'ends the connection with every 429',
    change: inTooMany((reply) => ({
      ...reply,
      headers: { ...reply.headers, Connection: 'close' },
    })),
  }),
];

/** Blocks a key for 90 s after its first 429, and says so. */
const penalty = remembering(() => {
  let until = 0;
  return standingAs((standing, { at }) => {
    if (at >= until && standing.allowed) return standing;
    if (at >= until) until = at + 90_000;
    return { ...standing, allowed: false, remaining: 0, resetsAt: until, retryAfter: until - at };
  });
});

/** Bans a key that goes on asking after a 429, except for requests that were under way. */
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
  spendingVariant({
    id: 'exhaustion.penalty',
    title: 'blocks the key for 90 s after the first 429, and says so',
    change: penalty,
  }),
  spendingVariant({
    id: 'exhaustion.strict',
    title: 'bans the key with 403 once it asks again before the time that a 429 named',
    change: strict,
  }),
];

const clocks: readonly Variant[] = [
  spendingVariant(
    {
      id: 'exhaustion.clock-25-s-ahead',
      title: 'has a clock 25 s ahead, by which it dates answers',
      change: datedByOwnClock,
    },
    spendable,
    (now) => ({ now: () => now() + 25_000 }),
  ),
  spendingVariant(
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
    spendable,
    (now) => ({ now: () => now() - 25_000 }),
  ),
  spendingVariant({
    id: 'exhaustion.date-unreadable',
    title: 'writes a Date that is not a date',
    change: withHeaders({ Date: 'yesterday' }),
  }),
  spendingVariant({
    id: 'exhaustion.reset-rounded-down',
    title: 'rounds the time of reset down',
    change: ({ rateHeaders }) => ({
      rateHeaders: (standing, call) =>
        rateHeaders({ ...standing, resetsAt: standing.resetsAt - 999 }, call),
    }),
  }),
  spendingVariant({
    id: 'exhaustion.answers-out-of-order',
    title: 'answers now at once and now 12 ms late',
    change: onReply((reply, call) => ({ ...reply, heldMs: (call.sequence % 4) * 4 })),
  }),
];

/** What a 429 says, and when it is over. */
export const tooManyVariants: readonly Variant[] = [
  ...waits,
  ...answers,
  ...punishments,
  ...clocks,
];
