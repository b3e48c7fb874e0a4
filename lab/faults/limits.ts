/** The limit: what is counted, what comes above it, and how it resets. Section 8. */
import { plans } from '../../src/catalogue/plans.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  membersOf,
  onReply,
  remembering,
  showingStanding,
  standingAs,
  together,
  without,
  withStatus,
} from '../../src/reference/changes.ts';
import { fixedWindow, type Quota, type Standing } from '../../src/reference/quota.ts';
import type { Fault, Link } from '../../src/reference/subject.ts';
import {
  banning,
  inTooMany,
  isA,
  onceRefused,
  refused,
  retryAfterAs,
  served,
  spending,
} from '../limit-changes.ts';
import { type Breaks, crossed, type Entries } from './table.ts';

type Which = (call: Call) => boolean;

const hasStatus = ({ query, body }: Call) =>
  query.has('status') || membersOf(body)?.status !== undefined;

const operations: Entries<Which> = {
  all: ['every call', () => true],
  lists: ['lists', isA('listPets')],
  creations: ['creations', isA('createPet')],
  reads: ['reads', isA('getPet')],
};

/** Calls that a limit may treat in a way of their own. */
const calls: Entries<Which> = {
  ...operations,
  'with-status': ['calls that name a status', hasStatus],
  plain: ['the list without a query', (call) => isA('listPets')(call) && call.query.size === 0],
  valid: [
    'creations that are valid',
    (call) => isA('createPet')(call) && /"categoryId":\d+[,}]/.test(call.body),
  ],
};

const instead = (change: (reply: Reply) => Reply) => (which: Which) =>
  inTooMany((reply, _, call) => (which(call) ? change(reply) : reply));
const insteadStatus = (status: number) => instead((reply) => withStatus(reply, status));

/** What comes in the place of a 429. */
const above: Entries<(which: Which) => Change> = {
  served: [
    'serves above the limit',
    (which) => standingAs((one, call) => (which(call) ? served(one) : one)),
  ],
  401: ['answers 401 above the limit to', insteadStatus(401)],
  403: ['answers 403 above the limit to', insteadStatus(403)],
  500: ['answers 500 above the limit to', insteadStatus(500)],
  503: ['answers 503 above the limit to', insteadStatus(503)],
  303: [
    'redirects above the limit',
    instead(({ headers }) => ({ status: 303, headers: { ...headers, Location: '/plans' } })),
  ],
  'empty-list': [
    'answers an empty list above the limit to',
    instead(({ headers }) => ({ status: 200, headers, body: [] })),
  ],
  'error-200': [
    'answers an Error with 200 above the limit to',
    instead((reply) => ({ ...reply, status: 200 })),
  ],
};

const enforced = crossed('above', above, calls, (answer, which, [answered, id]) =>
  answered !== 'served' && !['all', 'creations'].includes(id)
    ? undefined
    : { breaks: ['rate.enforced', 'list.returns-pets'], change: answer(which) },
);

/** Refuses while calls remain. */
const early: Entries<number> = {
  1: ['while one remains', 1],
  8: ['while eight remain', 8],
  30: ['while thirty remain', 30],
};

const tooEarly = crossed(
  'early',
  Object.fromEntries(
    Object.entries(operations).map(([id, [what, which]]) => [id, [`refuses ${what}`, which]]),
  ),
  early,
  (which, many) => ({
    breaks: ['rate.not-early'],
    change: standingAs((one, call) =>
      which(call) && one.remaining < many
        ? { ...refused(one, call), remaining: one.remaining }
        : one,
    ),
  }),
);

/** What a 429 says. */
const rateHeader = (name: string, write: (standing: Standing) => string | undefined) =>
  inTooMany((reply, standing) => {
    const value = write(standing);
    return {
      ...reply,
      headers:
        value === undefined ? without(reply.headers, name) : { ...reply.headers, [name]: value },
    };
  });

/** The rate headers are written before what a 429 says of its own, so they are left out of the finished reply. */
const leavingOutOn429 = (name: string) =>
  onReply((reply) =>
    reply.status === 429 ? { ...reply, headers: without(reply.headers, name) } : reply,
  );

const said: Entries<readonly [Breaks, Change]> = {
  'retry-missing': [
    'does not say when to retry',
    [['rate.retry-after'], retryAfterAs(() => undefined)],
  ],
  'retry-empty': ['writes an empty Retry-After', [['rate.retry-after'], retryAfterAs(() => '')]],
  'retry-soon': ['writes soon', [['rate.retry-after-format'], retryAfterAs(() => 'soon')]],
  'retry-unit': ['writes 2s', [['rate.retry-after-format'], retryAfterAs(() => '2s')]],
  'retry-fraction': [
    'writes half a second more',
    [['rate.retry-after-format'], retryAfterAs((one) => `${Math.ceil(one.retryAfter / 1000)}.5`)],
  ],
  'retry-iso-date': [
    'writes an ISO date',
    [['rate.retry-after-format'], retryAfterAs((one) => new Date(one.resetsAt).toISOString())],
  ],
  'retry-negative': [
    'writes -1',
    [['rate.retry-after-format', 'rate.recovers'], retryAfterAs(() => '-1')],
  ],
  'retry-minutes': [
    'writes Retry-After in whole minutes',
    [['rate.recovers'], retryAfterAs((one) => `${Math.floor(one.retryAfter / 60_000)}`)],
  ],
  'retry-past': [
    'writes a date that has passed',
    [['rate.recovers'], retryAfterAs((one) => new Date(one.resetsAt - 60_000).toUTCString())],
  ],
  'no-limit': ['shows no limit', [['rate.limit-header'], leavingOutOn429('X-RateLimit-Limit')]],
  'no-remaining': [
    'does not show what remains',
    [['rate.remaining-header'], leavingOutOn429('X-RateLimit-Remaining')],
  ],
  'no-reset': ['shows no reset', [['rate.reset-header'], leavingOutOn429('X-RateLimit-Reset')]],
  'limit-zero': [
    'shows a limit of 0',
    [['rate.limit-value'], rateHeader('X-RateLimit-Limit', () => '0')],
  ],
  'remaining-negative': [
    'shows -1 for what remains',
    [['rate.remaining-value'], rateHeader('X-RateLimit-Remaining', () => '-1')],
  ],
  'remaining-one': [
    'shows that one remains',
    [['rate.not-early', 'rate.remaining-true'], rateHeader('X-RateLimit-Remaining', () => '1')],
  ],
  'reset-milliseconds': [
    'writes the reset in milliseconds',
    [['rate.reset-value'], rateHeader('X-RateLimit-Reset', (one) => `${one.resetsAt}`)],
  ],
  'reset-delta': [
    'writes the seconds to the reset',
    [
      ['rate.reset-value'],
      rateHeader('X-RateLimit-Reset', (one) => `${Math.ceil(one.retryAfter / 1000)}`),
    ],
  ],
  'reset-hour': [
    'writes the reset of the hour',
    [
      ['rate.reset-true', 'rate.reset-value'],
      rateHeader('X-RateLimit-Reset', (one) => `${Math.ceil(one.resetsAt / 1000) + 3600}`),
    ],
  ],
};

const tooMany = crossed('on-429', said, { 429: ['on a 429', 0] }, ([breaks, change]) => ({
  breaks,
  change,
}));

/** What follows a 429. */
const penalties: Entries<(which: Which) => Change> = {
  blocked: [
    'serves no more',
    (which) => onceRefused((one, call) => (which(call) ? refused(one, call) : one)),
  ],
  'five-minutes': [
    'blocks for five minutes',
    (which) =>
      onceRefused((one, call, first) =>
        which(call) && call.at < first.at + 300_000 ? refused(one, call) : one,
      ),
  ],
};

const blocked = crossed('penalty', penalties, operations, (penalty, which) => ({
  breaks: ['rate.recovers'],
  change: penalty(which),
}));

const bans = crossed(
  'ban',
  { 401: ['answers 401 to the key', 401], 403: ['answers 403 to the key', 403] },
  { once: ['after its first 429', 1], thrice: ['after three 429s', 3] },
  (status, after) => ({
    breaks: ['rate.recovers', 'rate.enforced'],
    change: banning(after, status),
  }),
);

/** Counts these calls, and no others, on the headers and in fact; `sequence` is an account of its own. */
const countingOnly =
  (which: Which): Change =>
  ({ caller }) => ({
    caller: (call) => (which(call) ? caller(call) : `${caller(call)} ${call.sequence}`),
  });

/** Gives calls back that were refused, after the answer: `skipFailedRequests`. */
const givingBack = (which: (reply: Reply, call: Call) => boolean, back: number): Change =>
  remembering(() => {
    let given = 0;
    return together(
      showingStanding((one) => ({ ...one, remaining: Math.min(one.limit, one.remaining + given) })),
      onReply((reply, call) => {
        if (which(reply, call)) given += back;
        return reply;
      }),
    );
  });

const uncounted: Entries<(which: Which) => Change> = {
  uncounted: ['does not count', (which) => countingOnly((call) => !which(call))],
  'given-back': ['gives back', (which) => givingBack((_, call) => which(call), 2)],
  apart: [
    'has a count of its own for',
    (which) =>
      ({ caller }) => ({
        caller: (call) => `${caller(call)}${which(call) ? ' apart' : ''}`,
      }),
  ],
};

const counted: Breaks = [
  'rate.enforced',
  'rate.remaining-true',
  'rate.remaining-falls',
  'rate.not-early',
];

/** Counts that leave calls out, as the run that spends them sees it, and as an ordinary run does. */
const counts = crossed('count', uncounted, operations, (change, which, [, id]) =>
  id === 'all' ? undefined : { breaks: counted, change: change(which) },
);

const failing: Entries<(reply: Reply) => boolean> = {
  400: ['a 400', ({ status }) => status === 400],
  404: ['a 404', ({ status }) => status === 404],
  refused: ['whatever it refuses', ({ status }) => status >= 400],
};

const skipped = crossed(
  'refund',
  { one: ['gives one call back for', 1], ten: ['gives ten calls back for', 10] },
  failing,
  (back, which) => ({
    breaks: ['rate.remaining-true', 'rate.remaining-falls'],
    inVirtualTime: { latencyMs: [2, 12] },
    change: givingBack(which, back),
  }),
);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A plan's number and the window in which it is counted. */
const numbers: Entries<number> = {
  minute: ['counts the number of a minute', plans.pro.perMinute],
  day: ['counts the number of a day', plans.pro.perDay],
  other: ['counts another number', 299],
  lower: ['counts the number of a lower plan', plans.free.perMinute],
};
const windows: Entries<number> = {
  minute: ['by the minute', minute],
  quarter: ['by the quarter of an hour', hour / 4],
  hour: ['by the hour', hour],
  day: ['by the day', day],
};

const right = ['minute-minute', 'day-day'];

const quotas = crossed('window', numbers, windows, (limit, windowMs, ids) =>
  right.includes(ids.join('-'))
    ? undefined
    : {
        breaks:
          limit === plans.pro.perMinute || limit === plans.pro.perDay
            ? ['rate.reset-true', 'rate.plan-limit', 'rate.reset-value']
            : ['rate.plan-limit'],
        inVirtualTime: { latencyMs: [2, 12] },
        settings: { plan: 'pro' as const },
        day: '2026-06-01T11:20:00Z',
        server: () => ({ quota: fixedWindow(limit, windowMs) }),
      },
);

/** A count that never resets, whatever it says. */
const neverReset = (limit: number, windowMs: number): Quota => {
  let used = 0;
  return {
    take(caller, at) {
      if (caller === 'key') used += 1;
      const resetsAt = (Math.floor(at / windowMs) + 1) * windowMs;
      return {
        allowed: true,
        limit,
        remaining: Math.max(0, limit - used),
        resetsAt,
        retryAfter: 0,
      };
    },
  };
};

/** What an answer shows of a count that is right. */
const shown: Entries<() => (standing: Standing, call: Call) => Partial<Standing>> = {
  static: ['shows the same number all the time', () => () => ({ remaining: 50 })],
  'counts-up': [
    'shows what is used',
    () => {
      let used = 0;
      return () => ({ remaining: ++used });
    },
  ],
  refreshed: [
    'shows a fresh count with each GET',
    () =>
      ({ limit, remaining }, { method }) => ({
        remaining: method === 'GET' ? limit - 1 : remaining,
      }),
  ],
  anew: [
    'shows a fresh count with each creation',
    () => {
      let used = 0;
      return ({ limit }, call) => {
        used = isA('createPet')(call) ? 1 : used + 1;
        return { remaining: Math.max(0, limit - used) };
      };
    },
  ],
  floor: [
    'shows no less than 950',
    () =>
      ({ remaining }) => ({ remaining: Math.max(950, remaining) }),
  ],
  back: [
    'counts down to 970 and up again',
    () =>
      ({ remaining }) => ({ remaining: 970 + Math.abs(remaining - 970) }),
  ],
  random: [
    'shows any number',
    () =>
      ({ limit }, { sequence }) => ({ remaining: (sequence * 7919) % limit }),
  ],
  restarts: [
    'begins anew every ten seconds',
    () => {
      let since = 0;
      let lost = 0;
      return ({ limit, remaining }, { at }) => {
        if (at - since > 10_000) [since, lost] = [at, limit - 1 - remaining];
        return { remaining: Math.min(limit - 1, remaining + lost) };
      };
    },
  ],
  cached: [
    'shows what remained first for as long as the window lasts',
    () => {
      const seen = new Map<number, number>();
      return ({ resetsAt, remaining }) => {
        seen.set(resetsAt, seen.get(resetsAt) ?? remaining);
        return { remaining: seen.get(resetsAt) ?? remaining };
      };
    },
  ],
  'limit-rest': [
    'shows what remains as the limit',
    () =>
      ({ remaining }) => ({ limit: Math.max(1, remaining) }),
  ],
  'day-limit': ['shows the limit of the day', () => () => ({ limit: plans.business.perDay })],
  midnight: [
    'shows the reset of the day',
    () =>
      (_, { at }) => ({ resetsAt: (Math.floor(at / day) + 1) * day }),
  ],
  nearer: [
    'moves the reset a second nearer with each call',
    () => {
      let count = 0;
      return ({ resetsAt }) => ({ resetsAt: resetsAt + 600_000 - 1000 * ++count });
    },
  ],
  started: [
    'shows a reset that was fixed at the start',
    () => {
      let first: number | undefined;
      return (_, { at }) => {
        first ??= at;
        return { resetsAt: first - 600_000 };
      };
    },
  ],
};

const near: Link = { latencyMs: [2, 12] };
const far: Link = { latencyMs: [150, 350] };

const displays = crossed('shown', shown, { near: ['', near] }, (make, link) => ({
  breaks: [
    'rate.remaining-falls',
    'rate.remaining-true',
    'rate.reset-true',
    'rate.plan-limit',
    'rate.reset-value',
    'rate.limit-value',
  ],
  inVirtualTime: link,
  change: remembering(() => {
    const show = make();
    return showingStanding((one, call) => ({ ...one, ...show(one, call) }));
  }),
}));

const never = crossed(
  'never-reset',
  { free: ['never resets the count of 60', plans.free.perMinute] },
  { core: ['', 0], stocked: ['on a store that has animals', 63] },
  (limit, count) => ({
    breaks: ['rate.reset-true', 'rate.remaining-value', 'rate.remaining-falls'],
    inVirtualTime: far,
    settings: { plan: 'free' as const },
    server: () => ({ quota: neverReset(limit, minute), animals: animals(count) }),
  }),
);

/** Counters, windows and answers: the first by spending the limit of a second key, the others as any run sees them. */
export const limitFaults: readonly Fault[] = [
  ...[...enforced, ...tooEarly, ...tooMany, ...blocked, ...bans, ...counts].map(spending),
  ...skipped,
  ...quotas,
  ...displays,
  ...never,
];
