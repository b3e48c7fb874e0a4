/** Wrong counts that show only when the answers of a run are compared. */

import { plans } from '../../src/catalogue/plans.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  onReply,
  remembering,
  showingStanding,
  together,
} from '../../src/reference/changes.ts';
import { fixedWindow, type Quota, type Standing } from '../../src/reference/quota.ts';
import type { Fault, Subject } from '../../src/reference/subject.ts';
import { chance } from '../chance.ts';
import { isA } from '../limit-changes.ts';
import type { Link } from '../link.ts';
import { ownWindow } from '../variants/quotas.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const { free, pro, business } = plans;

const near: Link = { latencyMs: [2, 12] };
const far: Link = { latencyMs: [150, 350] };
/** What happens every ten seconds is seen by a longer run. */
const farther: Link = { latencyMs: [400, 800] };

type Which = (call: Call) => boolean;

/** Counts by the clock, but not these calls; they are shown the count as it is. */
const leavingUncounted =
  (which: Which, limit: number = business.perDay, windowMs = day): Change =>
  ({ caller }) => {
    const quota = fixedWindow(limit, windowMs);
    // The service asks for the caller just before it counts the call.
    let asked: Call | undefined;
    return {
      caller: (call) => {
        asked = call;
        return caller(call);
      },
      quota: {
        take(who, at) {
          if (asked === undefined || !which(asked)) return quota.take(who, at);
          const { remaining, ...standing } = quota.foresee(who, at);
          return { ...standing, remaining: Math.min(limit, remaining + 1) };
        },
      },
    };
  };

/** Counts these calls, and shows the count as if they gave some back. */
const givingBack = (which: Which, back: number): Change =>
  remembering(() => {
    let given = 0;
    return showingStanding((standing, call) => {
      if (which(call)) given += back;
      return { ...standing, remaining: Math.min(standing.limit, standing.remaining + given) };
    });
  });

type Setup = Pick<Subject, 'settings' | 'inVirtualTime' | 'server' | 'day'>;

const onBusiness: Setup = { inVirtualTime: near };

function faultsIn(
  requirement: Fault['breaks'][0],
  setup: Setup,
  faults: Readonly<Record<string, readonly [title: string, change: Change]>>,
): Fault[] {
  return Object.entries(faults).map(([id, [title, change]]) => {
    return { id: `counter.${id}`, title, breaks: [requirement], change, ...setup };
  });
}

/** Its answer is known only later, so these calls are recognised by what they ask. */
const isInvalidCreation: Which = ({ operation, body }) =>
  operation === 'createPet' && !/"name":"[^"]+","categoryId":\d+[,}]/.test(body);

/** Errors show that nothing remains, as their headers are written from an empty record. */
const emptyOn = (status: number): Change =>
  onReply((reply) =>
    reply.status === status
      ? { ...reply, headers: { ...reply.headers, 'X-RateLimit-Remaining': '0' } }
      : reply,
  );

// With the lab's short waits: a run that waits for each reset soon is in another window.
const empty = faultsIn(
  'rate.remaining-true',
  {},
  {
    'none-left-on-400': ['shows with a 400 that nothing remains, and goes on', emptyOn(400)],
    'none-left-on-404': ['shows with a 404 that nothing remains, and goes on', emptyOn(404)],
  },
);

const uncounted = faultsIn('rate.remaining-true', onBusiness, {
  'reads-not-counted': ['counts no getPet', leavingUncounted(isA('getPet'))],
  'creations-not-counted': ['counts no creation', leavingUncounted(isA('createPet'))],
  'refused-creations-not-counted': [
    'counts a creation only once its body is found to be valid',
    leavingUncounted(isInvalidCreation),
  ],
  'filtered-lists-not-counted': [
    'counts no list that is filtered, as these come from an index',
    leavingUncounted(({ query }) => query.has('status')),
  ],
  'reads-given-back': [
    'gives a request back for each use of the deprecated operation',
    givingBack(isA('getPet'), 2),
  ],
});

/** Shows another number of remaining requests than the count, from the calls so far and the standing. */
const showingRemaining = (make: () => (standing: Standing, call: Call) => number): Change =>
  remembering(() => {
    const remaining = make();
    return showingStanding((standing, call) => ({
      ...standing,
      remaining: remaining(standing, call),
    }));
  });

const onFreeDay: Setup = {
  inVirtualTime: far,
  settings: { plan: 'free' },
  server: () => ({ quota: fixedWindow(free.perDay, day) }),
};

const shown: readonly Fault[] = [
  ...faultsIn(
    'rate.remaining-true',
    { ...onFreeDay, inVirtualTime: farther },
    {
      'restarts-each-ten-seconds': [
        'restarts the count of the day every ten seconds, as its process restarts',
        showingRemaining(() => {
          let since = 0;
          let lost = 0;
          return ({ remaining, limit }, { at }) => {
            if (at - since > 10_000) [since, lost] = [at, limit - 1 - remaining];
            return Math.min(limit - 1, remaining + lost);
          };
        }),
      ],
    },
  ),
  ...faultsIn('rate.remaining-true', onFreeDay, {
    'turns-back': [
      'counts the day down to 920 and from there up again',
      showingRemaining(
        () =>
          ({ remaining }) =>
            920 + Math.abs(remaining - 920),
      ),
    ],
    'creations-given-back': [
      'adds for a creation what it takes for others, from 700 of the day on',
      together(
        givingBack(isA('createPet'), 2),
        showingStanding((one) => ({ ...one, remaining: Math.max(0, one.remaining - 300) })),
      ),
    ],
    'never-below-950': [
      'shows no less than 950 of the day’s 1,000',
      showingRemaining(
        () =>
          ({ remaining }) =>
            Math.max(950, remaining),
      ),
    ],
    'at-random': [
      'shows any number below the limit',
      showingRemaining(() => {
        const random = chance(5);
        return ({ limit }) => Math.floor(random() * limit);
      }),
    ],
  }),
];

const neverReset = (limit: number, windowMs: number): Quota => {
  let used = 0;
  return {
    take(caller, at) {
      if (caller === 'key') used += 1;
      const resetsAt = (Math.floor(at / windowMs) + 1) * windowMs;
      const remaining = Math.max(0, limit - used);
      return { allowed: true, limit, remaining, resetsAt, retryAfter: 0 };
    },
  };
};

/** Refuses by the minute, and shows the count of the day with the reset of the minute. */
const dayWithResetOfMinute = (): Quota => {
  const ofDay = fixedWindow(free.perDay, day);
  const ofMinute = fixedWindow(free.perMinute, minute);
  return {
    take(caller, at) {
      const told = ofMinute.take(caller, at);
      return told.allowed ? { ...ofDay.take(caller, at), resetsAt: told.resetsAt } : told;
    },
  };
};

const resets: readonly Fault[] = [
  {
    id: 'counter.limit-of-the-day',
    title: 'shows the limit of the day with what remains of the minute, and with its reset',
    breaks: ['rate.reset-true'],
    inVirtualTime: far,
    settings: { plan: 'free' },
    server: () => ({ plan: 'free' }),
    change: showingStanding((standing) => ({ ...standing, limit: free.perDay })),
  },
  {
    id: 'counter.day-with-reset-of-the-minute',
    title: 'shows the count of the day with the reset of the minute, which gives nothing back',
    breaks: ['rate.reset-true'],
    inVirtualTime: far,
    settings: { plan: 'free', profile: 'full' },
    server: () => ({ quota: dayWithResetOfMinute() }),
  },
  ...(['core', 'read-only'] as const).map(
    (profile): Fault => ({
      id: `counter.never-reset-${profile}`,
      title: `shows a new reset each minute and never resets, as a ${profile} run sees`,
      breaks: ['rate.reset-true'],
      inVirtualTime: far,
      settings: { plan: 'free', profile },
      server: () => ({ quota: neverReset(free.perMinute, minute), animals: animals(63) }),
    }),
  ),
  {
    id: 'counter.minute-in-an-hour',
    title: 'counts the calls of a minute by the hour',
    breaks: ['rate.reset-true'],
    inVirtualTime: near,
    day: '2026-06-01T11:20:00Z',
    server: () => ({ quota: fixedWindow(business.perMinute, hour) }),
  },
  {
    id: 'counter.minute-in-a-quarter',
    title: 'counts the calls of a minute by the quarter of an hour',
    breaks: ['rate.reset-true'],
    inVirtualTime: near,
    day: '2026-06-01T11:02:00Z',
    settings: { plan: 'pro' },
    server: () => ({ quota: fixedWindow(pro.perMinute, hour / 4) }),
  },
  {
    id: 'counter.minute-shown-with-midnight',
    title: 'shows what remains of the minute with the reset of the day',
    breaks: ['rate.reset-true'],
    inVirtualTime: near,
    server: () => ({ quota: ownWindow(business.perMinute, minute) }),
    change: showingStanding((standing, { at }) => ({
      ...standing,
      resetsAt: (Math.floor(at / day) + 1) * day,
    })),
  },
];

/** Repeats a field in other letters, as another layer writes it. */
const again = (name: string, value: (reply: Reply) => string, where = (_: Call) => true): Change =>
  onReply((reply, call) =>
    where(call)
      ? { ...reply, headers: { ...reply.headers, [name.toLowerCase()]: value(reply) } }
      : reply,
  );

const twice = faultsIn('rate.header-once', onBusiness, {
  'remaining-twice': [
    'shows what remains of the minute and, once more, of the day',
    again('X-RateLimit-Remaining', () => '99000'),
  ],
  'limit-twice': [
    'shows the limit of the minute and that of the day under one name',
    again('X-RateLimit-Limit', () => `${business.perDay}`),
  ],
  'reset-twice': [
    'shows the reset of the minute and that of the day under one name',
    again('X-RateLimit-Reset', (reply) => `${Number(reply.headers['X-RateLimit-Reset']) + 3600}`),
  ],
  'remaining-twice-for-reads': [
    'lets a gateway add its own count to the answers of getPet',
    again('X-RateLimit-Remaining', () => '7', isA('getPet')),
  ],
  'type-twice': [
    'names HTML beside JSON as the type of every answer',
    again('Content-Type', () => 'text/html'),
  ],
});

export const counterFaults: readonly Fault[] = [
  ...empty,
  ...uncounted,
  ...shown,
  ...resets,
  ...twice,
];
