/** The limit: what is counted, what comes above it, and how it resets. Section 8. */
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
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
import type { Fault } from '../../src/reference/variant.ts';
import { plans } from '../../src/spec/plans.ts';
import { day, inTooMany, isA, minute, retryAfterAs as retry, spending } from '../changes.ts';
import { type Breaks, crossed, type Entries, faultsOf } from './fault-table.ts';

const near: Partial<Fault> = { inVirtualTime: { latencyMs: [2, 12] } };

type Which = (call: Call) => boolean;

const operations: Entries<Which> = {
  all: () => true,
  lists: isA('listPets'),
  creations: isA('createPet'),
  reads: isA('getPet'),
};

/** Calls that a limit may treat in a way of their own. */
const calls: Entries<Which> = {
  ...operations,
  'with-status': ({ query, body }) => query.has('status') || membersOf(body)?.status !== undefined,
  plain: (call) => isA('listPets')(call) && call.query.size === 0,
  valid: (call) => isA('createPet')(call) && /"categoryId":\d+[,}]/.test(call.body),
};

const instead = (change: (reply: Reply) => Reply) => (which: Which) =>
  inTooMany((reply, _, call) => (which(call) ? change(reply) : reply));
const insteadStatus = (status: number) => instead((reply) => withStatus(reply, status));

/** What comes in the place of a 429. */
const above: Entries<(which: Which) => Change> = {
  served: (which) => standingAs((one, call) => ({ ...one, allowed: one.allowed || which(call) })),
  401: insteadStatus(401),
  403: insteadStatus(403),
  500: insteadStatus(500),
  503: insteadStatus(503),
  303: instead(({ headers }) => ({ status: 303, headers: { ...headers, Location: '/plans' } })),
  'empty-list': instead(({ headers }) => ({ status: 200, headers, body: [] })),
  'error-200': instead((reply) => ({ ...reply, status: 200 })),
};

const enforced = crossed('above', above, calls, (answer, which, [answered, id]) =>
  answered !== 'served' && !['all', 'creations'].includes(id)
    ? undefined
    : { breaks: ['rate.enforced', 'list.returns-pets'], change: answer(which) },
);

/** A call that is refused until the reset shown; what remains is shown as it is counted. */
const refused = (standing: Standing, { at }: Call): Standing =>
  standing.allowed ? { ...standing, allowed: false, retryAfter: standing.resetsAt - at } : standing;

/** Refuses while so many calls remain. */
const tooEarly = crossed('early', operations, { 1: 1, 8: 8, 30: 30 }, (which, many) => ({
  breaks: ['rate.not-early'],
  change: standingAs((one, call) =>
    which(call) && one.remaining < many ? refused(one, call) : one,
  ),
}));

/** Writes a header of a 429. */
const write = (name: string, value: (standing: Standing) => string) =>
  inTooMany((reply, standing) => ({
    ...reply,
    headers: { ...reply.headers, [name]: value(standing) },
  }));
// The rate headers are written after it.
const leave = (name: string) => leavingOut([name], ({ status }) => status === 429);

const [limit, remaining, reset] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** What a 429 says. */
const tooMany: readonly Fault[] = [
  ...faultsOf('rate.retry-after', {
    'on-429.retry-missing': retry(() => undefined),
    'on-429.retry-empty': retry(() => ''),
  }),
  ...faultsOf('rate.retry-after-format', {
    'on-429.retry-soon': retry(() => 'soon'),
    'on-429.retry-unit': retry(() => '2s'),
    'on-429.retry-fraction': retry(() => '60.5'),
    'on-429.retry-iso-date': retry(({ resetsAt }) => new Date(resetsAt).toISOString()),
    'on-429.retry-negative': retry(() => '-1'),
  }),
  ...faultsOf('rate.recovers', {
    'on-429.retry-minutes': retry((one) => `${Math.floor(one.retryAfter / minute)}`),
    'on-429.retry-past': retry((one) => new Date(one.resetsAt - minute).toUTCString()),
  }),
  ...faultsOf('rate.limit-header', { 'on-429.no-limit': leave(limit) }),
  ...faultsOf('rate.remaining-header', { 'on-429.no-remaining': leave(remaining) }),
  ...faultsOf('rate.reset-header', { 'on-429.no-reset': leave(reset) }),
  ...faultsOf(['rate.limit-value', 'rate.remaining-value'], {
    'on-429.limit-zero': write(limit, () => '0'),
    'on-429.remaining-negative': write(remaining, () => '-1'),
  }),
  ...faultsOf(['rate.not-early', 'rate.remaining-true'], {
    'on-429.remaining-one': write(remaining, () => '1'),
  }),
  ...faultsOf(['rate.reset-value', 'rate.reset-true'], {
    'on-429.reset-milliseconds': write(reset, (one) => `${one.resetsAt}`),
    'on-429.reset-delta': write(reset, (one) => `${Math.ceil(one.retryAfter / 1000)}`),
    'on-429.reset-hour': write(reset, (one) => `${Math.ceil(one.resetsAt / 1000) + 3600}`),
  }),
];

/** Refuses these calls for some milliseconds from the first 429 on. */
const blocking = (which: Which, ms: number): Change =>
  remembering(() => {
    let until: number | undefined;
    return standingAs((one, call) => {
      if (!one.allowed) until ??= call.at + ms;
      const isBlocked = which(call) && call.at < (until ?? 0);
      return isBlocked ? { ...refused(one, call), remaining: 0 } : one;
    });
  });

const penalties = crossed(
  'penalty',
  { blocked: Number.POSITIVE_INFINITY, 'five-minutes': 5 * minute },
  operations,
  (ms, which) => ({ breaks: ['rate.recovers'], change: blocking(which, ms) }),
);

/** Gives calls back after the answer, as `skipFailedRequests` does. */
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

/** Counts these calls in an account of their own. */
const accounting =
  (account: (call: Call) => string): Change =>
  ({ caller }) => ({ caller: (call) => `${caller(call)}${account(call)}` });

const uncounted: Entries<(which: Which) => Change> = {
  uncounted: (which) => accounting((call) => (which(call) ? ` ${call.sequence}` : '')),
  'given-back': (which) => givingBack((_, call) => which(call), 2),
  apart: (which) => accounting((call) => (which(call) ? ' apart' : '')),
};

const { all: _, ...single } = operations;

/** Counts that leave calls out, as the run that spends them sees it, and as an ordinary run does. */
const counts = crossed('count', uncounted, single, (change, which) => ({
  breaks: ['rate.enforced', 'rate.remaining-true', 'rate.remaining-falls', 'rate.not-early'],
  change: change(which),
}));

const failing: Entries<(reply: Reply) => boolean> = {
  400: ({ status }) => status === 400,
  404: ({ status }) => status === 404,
  refused: ({ status }) => status >= 400,
};

const refunds = crossed('refund', { one: 1 }, failing, (back, which) => ({
  ...near,
  breaks: ['rate.remaining-true', 'rate.remaining-falls'],
  change: givingBack(which, back),
}));

/** Numbers of the pro plan, and others, counted in a window. */
const { perMinute, perDay } = plans.pro;
const numbers = { minute: perMinute, day: perDay, other: 299, lower: plans.free.perMinute };
const windows = { minute, quarter: 15 * minute, hour: 60 * minute, day };

const quotas = crossed('window', numbers, windows, (number, windowMs, ids) => {
  if (['minute-minute', 'day-day'].includes(ids.join('-'))) return undefined;
  const isOfPlan = number === perMinute || number === perDay;
  const breaks: Breaks = isOfPlan
    ? ['rate.reset-true', 'rate.plan-limit', 'rate.reset-value']
    : ['rate.plan-limit'];
  return {
    ...near,
    breaks,
    settings: { plan: 'pro' },
    day: '2026-06-01T11:20:00Z',
    server: () => ({ quota: fixedWindow(number, windowMs) }),
  };
});

/** What an answer shows of a count that is right; `nth`: the number of the call, from 1. */
type Show = (standing: Standing, call: Call, nth: number, first: Call) => Partial<Standing>;

const shown: Entries<Show> = {
  static: () => ({ remaining: 50 }),
  'counts-up': (_, __, nth) => ({ remaining: nth }),
  refreshed: ({ limit, remaining }, { method }) => ({
    remaining: method === 'GET' ? limit - 1 : remaining,
  }),
  floor: ({ remaining }) => ({ remaining: Math.max(950, remaining) }),
  back: ({ remaining }) => ({ remaining: 970 + Math.abs(remaining - 970) }),
  random: ({ limit }, { sequence }) => ({ remaining: (sequence * 7919) % limit }),
  // As a worker that is restarted every forty calls.
  restarts: ({ limit }, _, nth) => ({ remaining: limit - 1 - (nth % 40) }),
  'limit-rest': ({ remaining }) => ({ limit: Math.max(1, remaining) }),
  'day-limit': () => ({ limit: plans.business.perDay }),
  midnight: (_, { at }) => ({ resetsAt: (Math.floor(at / day) + 1) * day }),
  nearer: ({ resetsAt }, _, nth) => ({ resetsAt: resetsAt + 600_000 - 1000 * nth }),
  // As if it were fixed when the service was started.
  started: (_, __, ___, first) => ({ resetsAt: first.at - 600_000 }),
};

const displays = crossed('shown', shown, { near }, (show, more) => ({
  ...more,
  breaks: [
    'rate.remaining-falls',
    'rate.remaining-true',
    'rate.reset-true',
    'rate.plan-limit',
    'rate.reset-value',
    'rate.limit-value',
  ],
  change: remembering(() => {
    let nth = 0;
    let first: Call | undefined;
    return showingStanding((one, call) => {
      nth += 1;
      first ??= call;
      return { ...one, ...show(one, call, nth, first) };
    });
  }),
}));

/** Shows callers without the key the reset that was shown last, though it is over. */
const pastForStrangers: Change = remembering(() => {
  let last: string | undefined;
  return onReply((reply) => {
    if (reply.status !== 401) last = reply.headers[reset];
    return { ...reply, headers: { ...reply.headers, [reset]: last ?? '' } };
  });
});

const ordinary: readonly Fault[] = [
  ...faultsOf(
    'rate.reset-value',
    { 'reset.past-for-strangers': pastForStrangers },
    {
      inVirtualTime: { latencyMs: [20, 90] },
      settings: { plan: 'free', profile: 'full' },
      server: () => ({ animals: animals(63), quota: fixedWindow(plans.free.perMinute, minute) }),
    },
  ),
  ...faultsOf(
    ['rate.not-early', 'rate.enforced'],
    {
      // With hundreds of calls shown to remain.
      'limit.few-creations': remembering(() => {
        const creations = fixedWindow(10, minute);
        return standingAs((one, call) =>
          isA('createPet')(call) && !creations.take('', call.at).allowed ? refused(one, call) : one,
        );
      }),
    },
    { ...near, settings: { profile: 'full' } },
  ),
  ...faultsOf('rate.retry-after', {
    'limit.429-without-retry-after': together(
      standingAs((one, call) => (call.sequence % 10 === 9 ? refused(one, call) : one)),
      retry(() => undefined),
    ),
  }),
  { id: 'limit.of-lower-plan', breaks: ['rate.plan-limit'], server: () => ({ plan: 'pro' }) },
];

/** Counts that only a run sees which spends the limit. */
const spent = faultsOf(['rate.enforced', 'rate.remaining-true'], {
  'limit.counts-anew-after-429': remembering(() => {
    let forgiven = 0;
    return together(
      accounting(() => ` ${forgiven}`),
      inTooMany((reply) => {
        forgiven += 1;
        return reply;
      }),
    );
  }),
  'limit.two-workers': accounting(({ sequence }) => ` ${sequence % 2}`),
});

/** Counters, windows and answers: the first by spending the limit of a second key, the others as any run sees them. */
export const limitFaults: readonly Fault[] = [
  ...[...enforced, ...tooEarly, ...tooMany, ...penalties, ...counts, ...spent].map(spending),
  ...refunds,
  ...quotas,
  ...displays,
  ...ordinary,
];
