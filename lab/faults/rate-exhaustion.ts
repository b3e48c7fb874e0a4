import type { Operation } from '../../src/catalogue/operations.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  membersOf,
  onReply,
  remembering,
  together,
  withStatus,
} from '../../src/reference/changes.ts';
import type { Standing } from '../../src/reference/quota.ts';
import type { Fault } from '../../src/reference/subject.ts';
import {
  banning,
  inTooMany,
  isA,
  neverRefusing,
  refused,
  served,
  spendingFaults,
  standingAs,
} from '../limit-changes.ts';
import { tooManyFaults } from './too-many.ts';

/** Answers something else than 429 above the limit. */
const instead = (change: (reply: Reply, call: Call) => Reply, where = (_: Call) => true): Change =>
  inTooMany((reply, _, call) => (where(call) ? change(reply, call) : reply));

const insteadStatus = (status: number) => instead((reply) => withStatus(reply, status));

/** Counts these calls separately. */
const countingApart = (account: (call: Call) => string): Change => {
  return ({ caller }) => ({ caller: (call) => `${caller(call)} ${account(call)}` });
};

/** Shows more than the enforced limit leaves. */
const showingMore = (more: number): Change =>
  standingAs((standing) => ({
    ...standing,
    limit: standing.limit + more,
    remaining: Math.max(0, standing.remaining + more),
  }));

/** Refuses these operations while as many remain, and says so. */
const keepingLast = (many: number, ...operations: readonly Operation[]): Change =>
  standingAs((one, call) =>
    isA(...operations)(call) && one.remaining < many
      ? { ...refused(one, call), remaining: one.remaining }
      : one,
  );

const hasStatus = ({ body }: Call) => membersOf(body)?.status !== undefined;

/** Found at some seeds, of which this is one: what is asked above the limit takes turns. */
const atSeed = (seed: number, faults: Parameters<typeof spendingFaults>[1]): Fault[] =>
  spendingFaults('rate.enforced', faults).map(({ settings, ...fault }) => ({
    ...fault,
    settings: { ...settings, seed },
  }));

/** Section 8, "Behavior when exceeded": found by spending the limit. */
export const exhaustionFaults: readonly Fault[] = [
  ...spendingFaults('rate.enforced', {
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
      'begins its count anew with every 429',
      remembering(() => {
        let forgiven = 0;
        return (base) => ({
          caller: (call) => `${base.caller(call)} ${forgiven}`,
          tooMany: (...given) => {
            forgiven += 1;
            return base.tooMany(...given);
          },
        });
      }),
    ],
    'exhaustion.queued': [
      'holds calls above the limit for eight seconds, and serves them then',
      remembering(() => {
        const late = new WeakMap<Call, number>();
        const serving = standingAs((one, call) => {
          if (!one.allowed) late.set(call, 8000);
          return served(one);
        });
        const holding = onReply((reply, call) => ({ ...reply, heldMs: late.get(call) ?? 0 }));
        return together(serving, holding);
      }),
    ],
    'exhaustion.503': ['answers 503 above the limit', insteadStatus(503)],
    'exhaustion.403': ['answers 403 above the limit', insteadStatus(403)],
    'exhaustion.400': ['answers 400 above the limit', insteadStatus(400)],
    'exhaustion.420': ['answers 420 above the limit, as another API once did', insteadStatus(420)],
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
  ...atSeed(1, {
    'exhaustion.plain-list-not-limited': [
      'serves the list without a query as a page of its site, which has no limit',
      neverRefusing((call) => isA('listPets')(call) && call.query.size === 0),
    ],
    'exhaustion.creations-with-status-not-limited': [
      'takes animals with a status above the limit, as an import writes them',
      neverRefusing((call) => isA('createPet')(call) && hasStatus(call)),
    ],
  }),
  ...atSeed(2, {
    'exhaustion.archive-not-limited': [
      'lists what is sold out of an archive, which the limit was never put on',
      neverRefusing(({ query }) => query.get('status') === 'sold'),
    ],
    'exhaustion.drafts-not-limited': [
      'takes animals without a status above the limit, as these are drafts',
      neverRefusing((call) => isA('createPet')(call) && !hasStatus(call)),
    ],
  }),
  ...atSeed(3, {
    'exhaustion.long-lists-not-limited': [
      'lists as an export, which has no limit, if the limit is 100',
      neverRefusing(({ query }) => query.get('limit') === '100'),
    ],
  }),
  ...atSeed(5, {
    'exhaustion.filtered-lists-not-limited': [
      'filters in a route of its own, which the limit was never put on',
      neverRefusing(({ query }) => query.has('status')),
    ],
  }),
  ...spendingFaults('rate.enforced', {
    'exhaustion.count-by-worker': [
      'has two processes, each with its own count',
      countingApart(({ sequence }) => `${sequence % 2}`),
    ],
  }),
  ...spendingFaults(['rate.enforced', 'rate.remaining-true'], {
    'exhaustion.only-gets-counted': [
      'counts GETs only',
      countingApart(({ method, sequence }) => (method === 'GET' ? 'all' : `${sequence}`)),
    ],
    'exhaustion.reads-not-counted': [
      'answers getPet from a cache in front of the count',
      countingApart(({ operation, sequence }) => (operation === 'getPet' ? `${sequence}` : 'all')),
    ],
    'exhaustion.every-second-counted': [
      'counts every second call, to spare its database',
      ({ quota }) => {
        const last = new Map<string, Standing>();
        let calls = 0;
        return {
          quota: {
            take: (who, at) => {
              calls += 1;
              const known = last.get(who);
              const counts = calls % 2 === 0 || !known?.allowed || known.resetsAt <= at;
              const standing = counts ? quota.take(who, at) : known;
              last.set(who, standing);
              return standing;
            },
          },
        };
      },
    ],
  }),
  ...spendingFaults(['rate.enforced', 'list.returns-pets'], {
    'exhaustion.200-with-an-error': [
      'answers lists above the limit with an Error and 200',
      instead((reply) => ({ ...reply, status: 200 }), isA('listPets')),
    ],
  }),
  ...spendingFaults(['rate.enforced', 'rate.recovers'], {
    'exhaustion.banned-at-once': ['bans the key with 403 after its first 429', banning(1, 403)],
  }),
  ...spendingFaults('rate.not-early', {
    'exhaustion.half': ['shows twice the limit that it enforces', showingMore(30)],
    'exhaustion.ten-early': ['refuses while ten remain', showingMore(10)],
    'exhaustion.one-early': ['refuses while one remains', showingMore(1)],
    'exhaustion.last-refused': [
      'compares with >= for >, and refuses the last call of each window, with none left then',
      standingAs((one, call) => (one.allowed && one.remaining === 0 ? refused(one, call) : one)),
    ],
    'exhaustion.never-below-ten': [
      'shows that ten remain when there are fewer, as it counts in tens at the end',
      standingAs((one) => ({ ...one, remaining: Math.max(10, one.remaining) })),
    ],
    'exhaustion.kept-for-creations': [
      'refuses lists while eight remain, which it keeps for creations',
      keepingLast(8, 'listPets'),
    ],
    'exhaustion.kept-for-lists': [
      'refuses creations while eight remain, which it keeps for those who look',
      keepingLast(8, 'createPet'),
    ],
    'exhaustion.deprecated-gives-way': [
      'refuses the deprecated operation while nine remain',
      keepingLast(9, 'getPet'),
    ],
    'exhaustion.last-ones-for-lists': [
      'refuses all but lists while six remain',
      keepingLast(6, 'getPet', 'createPet'),
    ],
    'exhaustion.one-left-on-429': [
      'shows on a 429 that one is left',
      inTooMany((reply) => ({
        ...reply,
        headers: { ...reply.headers, 'X-RateLimit-Remaining': '1' },
      })),
    ],
  }),
  ...spendingFaults('rate.reset-true', {
    'exhaustion.reset-an-hour-ahead-on-429': [
      'writes the reset of the hour on a 429, which the end of the minute lifts',
      inTooMany((reply, { resetsAt }) => ({
        ...reply,
        headers: { ...reply.headers, 'X-RateLimit-Reset': `${Math.ceil(resetsAt / 1000) + 3600}` },
      })),
    ],
  }).map((fault) => ({
    ...fault,
    settings: { ...fault.settings, plan: 'free' as const },
    server: () => ({ animals: animals(63), plan: 'free' as const }),
  })),
  ...tooManyFaults,
];
