import type { Call, Reply } from '../../reference/call.ts';
import { fixedWindow, type Standing } from '../../reference/quota.ts';
import type { Operation } from '../../spec/operations.ts';
import {
  animals,
  type Change,
  faultsOf,
  inTooMany,
  leavingOut,
  remembering,
  retryAfterAs,
  standingAs,
  together,
  withStatus,
} from '../changes.ts';
import type { Fault } from '../subject.ts';

const limitHeader = 'X-RateLimit-Limit';
const remainingHeader = 'X-RateLimit-Remaining';
const resetHeader = 'X-RateLimit-Reset';

const windowMs = 2500;
const limit = 160;

/** A limit that a run can spend within its time, over a store that holds enough. */
const spendable = {
  settings: { profile: 'full', plan: 'unknown' },
  server: () => ({ animals: animals(63), quota: fixedWindow(limit, windowMs) }),
} as const;

/** As faultsOf, with a limit that can be spent. */
const spending = (...given: Parameters<typeof faultsOf>): Fault[] =>
  faultsOf(...given).map((fault) => ({ ...fault, ...spendable }));

const served = (standing: Standing): Standing => ({ ...standing, allowed: true });

const refused = (standing: Standing, { at }: Call): Standing =>
  standing.allowed
    ? { ...standing, allowed: false, remaining: 0, retryAfter: standing.resetsAt - at }
    : standing;

const isA =
  (...operations: readonly Operation[]) =>
  ({ operation }: Call) =>
    operations.some((one) => one === operation);

/** Serves these calls above the limit, too. */
const neverRefusing = (which: (call: Call) => boolean): Change =>
  standingAs((standing, call) => (which(call) ? served(standing) : standing));

/** Answers otherwise than 429 above the limit. */
const instead = (change: (reply: Reply, call: Call) => Reply, where = (_: Call) => true): Change =>
  inTooMany((reply, _, call) => (where(call) ? change(reply, call) : reply));

const insteadStatus = (status: number) => instead((reply) => withStatus(reply, status));

/** Changes how calls stand after the first that was refused. */
const onceRefused = (change: (standing: Standing, call: Call, first: Call) => Standing): Change =>
  remembering(() => {
    let first: Call | undefined;
    return standingAs((standing, call) => {
      if (first !== undefined) return change(standing, call, first);
      if (!standing.allowed) first = call;
      return standing;
    });
  });

/** Refuses everything after so many 429s, and under another status. */
const banning = (after: number, status: number): Change =>
  remembering(() => {
    let refusals = 0;
    return together(
      standingAs((standing, call) => (refusals < after ? standing : refused(standing, call))),
      inTooMany((reply) => {
        refusals += 1;
        return refusals > after ? withStatus(reply, status) : reply;
      }),
    );
  });

/** Counts these calls apart from the others. */
const countingApart = (account: (call: Call) => string): Change => {
  return ({ caller }) => ({ caller: (call) => `${caller(call)} ${account(call)}` });
};

/** Counts a call by a rule of its own; `used` are those counted before in its window. */
const counting = (weight: (call: Call, standing: Standing) => number): Change =>
  remembering(() => {
    let window = { resetsAt: 0, used: 0 };
    return standingAs((standing, call) => {
      if (call.headers.authorization === undefined) return standing;
      const { resetsAt } = standing;
      const used = window.resetsAt === resetsAt ? window.used : 0;
      const allowed = used < limit;
      const counted = allowed ? used + weight(call, standing) : used;
      window = { resetsAt, used: counted };
      const retryAfter = resetsAt - call.at;
      return { ...standing, allowed, remaining: Math.max(0, limit - counted), retryAfter };
    });
  });

/** Shows more than the limit that it enforces leaves. */
const showingMore = (more: number): Change =>
  standingAs((standing) => ({
    ...standing,
    limit: standing.limit + more,
    remaining: Math.max(0, standing.remaining + more),
  }));

const refusalsShow = (header: string, value: (standing: Standing, call: Call) => unknown): Change =>
  inTooMany((reply, standing, call) => ({
    ...reply,
    headers: { ...reply.headers, [header]: `${value(standing, call)}` },
  }));

const on429 = (reply: Reply) => reply.status === 429;

/** Section 8, "Behavior when exceeded": found by spending the limit. */
export const exhaustionFaults: readonly Fault[] = [
  ...spending('rate.enforced', {
    'exhaustion.no-limit': ['counts and never refuses', neverRefusing(() => true)],
    'exhaustion.no-limit-and-one-left': [
      'never refuses, and always shows that one is left',
      standingAs((one) => ({ ...one, allowed: true, remaining: Math.max(1, one.remaining) })),
    ],
    'exhaustion.lists-not-limited': ['lists above the limit', neverRefusing(isA('listPets'))],
    'exhaustion.creations-not-limited': [
      'takes creations above the limit, as they are orders',
      neverRefusing(isA('createPet')),
    ],
    'exhaustion.reads-not-limited': [
      'answers the deprecated operation above the limit',
      neverRefusing(isA('getPet')),
    ],
    'exhaustion.only-gets-counted': [
      'counts GETs only',
      countingApart(({ method, sequence }) => (method === 'GET' ? 'all' : `${sequence}`)),
    ],
    'exhaustion.reads-not-counted': [
      'answers getPet from a cache in front of the count',
      countingApart(({ operation, sequence }) => (operation === 'getPet' ? `${sequence}` : 'all')),
    ],
    'exhaustion.count-by-operation': [
      'has a count for each operation',
      countingApart(({ operation }) => `${operation}`),
    ],
    'exhaustion.count-by-worker': [
      'has two processes, each with its own count',
      countingApart(({ sequence }) => `${sequence % 2}`),
    ],
    'exhaustion.count-by-scheme-case': [
      'keys its count by the whole header, so that bearer in lower case has a limit of its own',
      countingApart(({ headers }) => headers.authorization?.split(' ')[0] ?? ''),
    ],
    'exhaustion.every-second-counted': [
      'counts every second call, to spare its database',
      counting(({ sequence }) => sequence % 2),
    ],
    'exhaustion.five-more': ['lets five more through', showingMore(-5)],
    'exhaustion.one-more': ['compares with > for >=, and lets one more through', showingMore(-1)],
    'exhaustion.every-second-refused': [
      'refuses every second call above the limit',
      remembering(() => {
        let above = 0;
        return standingAs((one) => {
          if (one.allowed) return one;
          above += 1;
          return above % 2 === 0 ? served(one) : one;
        });
      }),
    ],
    'exhaustion.count-reset-by-refusal': [
      'begins its count anew with each 429',
      remembering(() => {
        let forgiven = 0;
        return (sound) => ({
          caller: (call) => `${sound.caller(call)} ${forgiven}`,
          tooMany: (...given) => {
            forgiven += 1;
            return sound.tooMany(...given);
          },
        });
      }),
    ],
    'exhaustion.queued': [
      'holds calls above the limit until the window ends, and serves them then',
      together(
        neverRefusing(() => true),
        ({ quota, transmit, caller }) => {
          const late = new WeakSet<Call>();
          let asked: Call | undefined;
          return {
            caller: (call) => {
              asked = call;
              return caller(call);
            },
            quota: {
              take: (who, at) => {
                const standing = quota.take(who, at);
                if (asked !== undefined && standing.retryAfter > 0) late.add(asked);
                return standing;
              },
            },
            transmit: (reply, response, call) => {
              const toReset = windowMs - (call.at % windowMs);
              setTimeout(() => transmit(reply, response, call), late.has(call) ? toReset : 0);
            },
          };
        },
      ),
    ],
    'exhaustion.503': ['answers 503 above the limit', insteadStatus(503)],
    'exhaustion.403': ['answers 403 above the limit', insteadStatus(403)],
    'exhaustion.400': ['answers 400 above the limit', insteadStatus(400)],
    'exhaustion.420': ['answers 420 above the limit, as another API once did', insteadStatus(420)],
    'exhaustion.402': ['asks for payment above the limit', insteadStatus(402)],
    'exhaustion.503-for-creations': [
      'answers 503 to creations above the limit',
      instead((reply) => withStatus(reply, 503), isA('createPet')),
    ],
    'exhaustion.404-for-reads': [
      'answers 404 to getPet above the limit',
      instead((reply) => withStatus(reply, 404), isA('getPet')),
    ],
    'exhaustion.to-the-plans': [
      'redirects to the page of its plans above the limit',
      instead(({ headers }) => ({ status: 303, headers: { ...headers, Location: '/plans' } })),
    ],
    'exhaustion.empty-list': [
      'lists nothing above the limit',
      instead(({ headers }) => ({ status: 200, headers, body: [] }), isA('listPets')),
    ],
  }),
  ...spending(['rate.enforced', 'list.returns-pets'], {
    'exhaustion.200-with-an-error': [
      'answers lists above the limit with an Error and 200',
      instead((reply) => ({ ...reply, status: 200 }), isA('listPets')),
    ],
  }),
  ...spending(['rate.enforced', 'rate.recovers'], {
    'exhaustion.banned-at-once': ['bans the key with 403 after its first 429', banning(1, 403)],
  }),
  ...spending('rate.not-early', {
    'exhaustion.half': ['shows twice the limit that it enforces', showingMore(limit)],
    'exhaustion.ten-early': ['refuses while ten remain', showingMore(10)],
    'exhaustion.one-early': ['refuses while one remains', showingMore(1)],
    'exhaustion.tens': [
      'shows what remains in tens, rounded up',
      standingAs((one) => ({ ...one, remaining: Math.ceil(one.remaining / 10) * 10 })),
    ],
    'exhaustion.kept-for-creations': [
      'refuses lists while 20 remain, which it keeps for creations',
      standingAs((one, call) =>
        call.operation === 'listPets' && one.remaining < 20
          ? { ...refused(one, call), remaining: one.remaining }
          : one,
      ),
    ],
    'exhaustion.one-left-on-429': [
      'shows on a 429 that one is left',
      refusalsShow(remainingHeader, () => 1),
    ],
  }),
  ...spending('rate.retry-after', {
    'exhaustion.no-retry-after': ['does not say when to retry', retryAfterAs(() => undefined)],
    'exhaustion.retry-after-empty': ['writes an empty Retry-After', retryAfterAs(() => '')],
    'exhaustion.retry-after-for-gets-only': [
      'does not say when to retry a creation',
      leavingOut(['Retry-After'], (reply, { method }) => on429(reply) && method === 'POST'),
    ],
    'exhaustion.retry-after-misspelt': [
      'writes RetryAfter',
      inTooMany(({ headers, ...reply }) => {
        const { 'Retry-After': value = '', ...rest } = headers;
        return { ...reply, headers: { ...rest, RetryAfter: value } };
      }),
    ],
    'exhaustion.retry-after-as-x': [
      'says when to retry in X-RateLimit-Retry-After only',
      inTooMany(({ headers, ...reply }) => {
        const { 'Retry-After': value = '', ...rest } = headers;
        return { ...reply, headers: { ...rest, 'X-RateLimit-Retry-After': value } };
      }),
    ],
  }),
  ...spending('rate.recovers', {
    'exhaustion.blocked-for-ever': ['serves no call after a 429', onceRefused(refused)],
    'exhaustion.unannounced-penalty': [
      'blocks for six seconds after a 429, and names the end of its window',
      onceRefused((one, call, first) => (call.at < first.at + 6000 ? refused(one, call) : one)),
    ],
    'exhaustion.banned-later': ['bans the key with 403 after three 429s', banning(3, 403)],
    'exhaustion.key-revoked': ['revokes the key after three 429s', banning(3, 401)],
    'exhaustion.overloaded-later': ['answers 503 after three 429s', banning(3, 503)],
    'exhaustion.lists-stay-blocked': [
      'serves no list after a 429, and all else',
      onceRefused((one, call) => (isA('listPets')(call) ? refused(one, call) : one)),
    ],
    'exhaustion.creations-stay-blocked': [
      'takes no creation after a 429, and serves all else',
      onceRefused((one, call) => (isA('createPet')(call) ? refused(one, call) : one)),
    ],
    'exhaustion.retry-after-in-minutes': [
      'writes Retry-After in whole minutes, rounded down to none',
      retryAfterAs(({ retryAfter }) => `${Math.floor(retryAfter / 60_000)}`),
    ],
    'exhaustion.retry-after-past': [
      'writes the date at which its window began',
      retryAfterAs(({ resetsAt }) => new Date(resetsAt - 3000).toUTCString()),
    ],
    'exhaustion.retry-after-one': [
      'blocks for four seconds after a 429, and writes 1',
      together(
        onceRefused((one, call, first) => {
          const resetsAt = first.at + 4000;
          return call.at < resetsAt ? { ...refused(one, call), resetsAt } : one;
        }),
        retryAfterAs(() => '1'),
      ),
    ],
  }),
  ...spending('rate.limit-header', {
    'exhaustion.no-limit-on-429': ['shows no limit on a 429', leavingOut([limitHeader], on429)],
  }),
  ...spending('rate.remaining-header', {
    'exhaustion.no-remaining-on-429': [
      'does not show on a 429 what remains, as nothing does',
      leavingOut([remainingHeader], on429),
    ],
  }),
  ...spending('rate.reset-header', {
    'exhaustion.no-reset-on-429': [
      'shows Retry-After on a 429 instead of the reset',
      leavingOut([resetHeader], on429),
    ],
  }),
  ...spending(['rate.limit-header', 'rate.remaining-header', 'rate.reset-header'], {
    'exhaustion.no-headers-on-429': [
      'shows no rate headers on a 429, which another layer writes',
      leavingOut([limitHeader, remainingHeader, resetHeader], on429),
    ],
  }),
  ...spending('rate.limit-value', {
    'exhaustion.limit-zero-on-429': [
      'shows a limit of 0 on a 429',
      refusalsShow(limitHeader, () => 0),
    ],
  }),
  ...spending('rate.remaining-value', {
    'exhaustion.remaining-negative-on-429': [
      'shows how many calls are above the limit, below zero',
      refusalsShow(remainingHeader, () => -1),
    ],
  }),
  ...spending('rate.reset-value', {
    'exhaustion.reset-in-milliseconds-on-429': [
      'writes the reset in milliseconds on a 429',
      refusalsShow(resetHeader, ({ resetsAt }) => resetsAt),
    ],
    'exhaustion.reset-as-delta-on-429': [
      'writes the seconds to the reset on a 429',
      refusalsShow(resetHeader, ({ retryAfter }) => Math.ceil(retryAfter / 1000)),
    ],
  }),
  ...spending('rate.retry-after-format', {
    'exhaustion.retry-after-soon': ['writes soon', retryAfterAs(() => 'soon')],
    'exhaustion.retry-after-fraction': ['writes 1.5', retryAfterAs(() => '1.5')],
    'exhaustion.retry-after-with-unit': ['writes 2s', retryAfterAs(() => '2s')],
    'exhaustion.retry-after-iso-date': [
      'writes an ISO date',
      retryAfterAs(({ resetsAt }) => new Date(resetsAt).toISOString()),
    ],
    'exhaustion.retry-after-negative': ['writes -1', retryAfterAs(() => '-1')],
  }),
];
