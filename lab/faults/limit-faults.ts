/** The limit: what is counted, what comes above it, and how it resets. Section 8. */

import type { Call, Reply } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  faultsOf,
  leavingOut,
  membersOf,
  onReply,
  remembering,
  showingStanding,
  standingAs,
  together,
  withStatus,
} from '../../src/reference/changes.ts';
import { fixedWindow, type Standing } from '../../src/reference/quota.ts';
import type { Fault, Link } from '../../src/reference/variant.ts';
import { plans } from '../../src/spec/plans.ts';
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
import { type Breaks, crossed, type Entries } from './fault-table.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

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

/** What a 429 says; its rate headers are written after it, so they are left out of the finished reply. */
const writingOn429 = (name: string, write: (standing: Standing) => string) =>
  inTooMany((reply, standing) => ({
    ...reply,
    headers: { ...reply.headers, [name]: write(standing) },
  }));
const leavingOutOn429 = (name: string) => leavingOut([name], ({ status }) => status === 429);

const retry = retryAfterAs;
const date = ({ resetsAt }: Standing) => new Date(resetsAt);

const tooMany: readonly Fault[] = [
  ...faultsOf('rate.retry-after', {
    'on-429.retry-missing': ['does not say when to retry', retry(() => undefined)],
    'on-429.retry-empty': ['writes an empty Retry-After', retry(() => '')],
  }),
  ...faultsOf('rate.retry-after-format', {
    'on-429.retry-soon': ['tells to retry soon', retry(() => 'soon')],
    'on-429.retry-unit': ['tells to retry in 2s', retry(() => '2s')],
    'on-429.retry-fraction': ['tells to retry in 60.5', retry(() => '60.5')],
    'on-429.retry-iso-date': ['writes an ISO date', retry((one) => date(one).toISOString())],
    'on-429.retry-negative': ['tells to retry in -1', retry(() => '-1')],
  }),
  ...faultsOf('rate.recovers', {
    'on-429.retry-minutes': [
      'counts in minutes',
      retry((one) => `${Math.floor(one.retryAfter / minute)}`),
    ],
    'on-429.retry-past': [
      'writes the date of the call',
      retry((one) => new Date(one.resetsAt - minute).toUTCString()),
    ],
  }),
  ...faultsOf('rate.limit-header', {
    'on-429.no-limit': ['shows no limit with a 429', leavingOutOn429('X-RateLimit-Limit')],
  }),
  ...faultsOf('rate.remaining-header', {
    'on-429.no-remaining': [
      'does not show what remains with a 429',
      leavingOutOn429('X-RateLimit-Remaining'),
    ],
  }),
  ...faultsOf('rate.reset-header', {
    'on-429.no-reset': ['shows no reset with a 429', leavingOutOn429('X-RateLimit-Reset')],
  }),
  ...faultsOf(['rate.limit-value', 'rate.remaining-value'], {
    'on-429.limit-zero': [
      'shows a limit of 0 with a 429',
      writingOn429('X-RateLimit-Limit', () => '0'),
    ],
    'on-429.remaining-negative': [
      'shows -1 with a 429',
      writingOn429('X-RateLimit-Remaining', () => '-1'),
    ],
  }),
  ...faultsOf(['rate.not-early', 'rate.remaining-true'], {
    'on-429.remaining-one': [
      'shows 1 with a 429',
      writingOn429('X-RateLimit-Remaining', () => '1'),
    ],
  }),
  ...faultsOf(['rate.reset-value', 'rate.reset-true'], {
    'on-429.reset-milliseconds': [
      'writes milliseconds with a 429',
      writingOn429('X-RateLimit-Reset', (one) => `${one.resetsAt}`),
    ],
    'on-429.reset-delta': [
      'writes seconds to go with a 429',
      writingOn429('X-RateLimit-Reset', (one) => `${Math.ceil(one.retryAfter / 1000)}`),
    ],
    'on-429.reset-hour': [
      'writes the hour with a 429',
      writingOn429('X-RateLimit-Reset', (one) => `${Math.ceil(one.resetsAt / 1000) + 3600}`),
    ],
  }),
];

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

/** Shows callers without the key the reset that was shown last, though it is over. */
const pastForStrangers: Fault = {
  id: 'reset.past-for-strangers',
  title: 'shows callers without the key the reset that was shown last',
  breaks: ['rate.reset-value'],
  inVirtualTime: { latencyMs: [20, 90] },
  settings: { plan: 'free', profile: 'full' },
  server: () => ({ animals: animals(63), quota: fixedWindow(plans.free.perMinute, minute) }),
  change: remembering(() => {
    const reset = 'X-RateLimit-Reset';
    let last: string | undefined;
    return onReply((reply) => {
      if (reply.status !== 401) last = reply.headers[reset];
      return { ...reply, headers: { ...reply.headers, [reset]: last ?? '' } };
    });
  }),
};

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

/** Counters, windows and answers: the first by spending the limit of a second key, the others as any run sees them. */
export const limitFaults: readonly Fault[] = [
  ...[...enforced, ...tooEarly, ...tooMany, ...blocked, ...bans, ...counts].map(spending),
  ...skipped,
  ...quotas,
  ...displays,
  pastForStrangers,
];
