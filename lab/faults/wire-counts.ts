import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  onReply,
  remembering,
  showingStanding,
} from '../../src/reference/changes.ts';
import { fixedWindow, type Standing } from '../../src/reference/quota.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { isA } from '../limit-changes.ts';
import { addingFields } from '../wire-changes.ts';

const reset = 'X-RateLimit-Reset';

/** Shows its own count: of the calls that count, for each account. */
const showingCount = (
  account: (call: Call) => unknown,
  counts: (call: Call) => boolean = () => true,
) =>
  remembering(() => {
    const used = new Map<unknown, number>();
    return showingStanding((standing, call) => {
      const who = account(call);
      const now = (used.get(who) ?? 0) + (counts(call) ? 1 : 0);
      used.set(who, now);
      return { ...standing, remaining: Math.max(0, standing.limit - now) };
    });
  });

const all = () => 'all';

// What remains falls in a burst, but not by the number of requests.
const remaining = faultsOf('rate.remaining-true', {
  'wire.count-of-reads': [
    'counts GETs, and no creation',
    showingCount(all, ({ method }) => method === 'GET'),
  ],
  'wire.count-of-lists': ['counts only lists', showingCount(all, isA('listPets'))],
  'wire.count-anew-with-creation': [
    'begins its count anew with each creation, as that writes the record of the key',
    remembering(() => {
      let used = 0;
      return showingStanding((one, call) => {
        used = isA('createPet')(call) ? 1 : used + 1;
        return { ...one, remaining: one.limit - used };
      });
    }),
  ],
  'wire.count-given-back': [
    'gives a creation that it refuses back ten times',
    remembering(() => {
      let used = 0;
      return onReply((reply) => {
        used = Math.max(0, used + (reply.status === 400 ? -10 : 1));
        const limit = Number(reply.headers['X-RateLimit-Limit']);
        return {
          ...reply,
          headers: { ...reply.headers, 'X-RateLimit-Remaining': `${limit - used}` },
        };
      });
    }),
  ],
});

const seconds = (ms: number) => `${Math.ceil(ms / 1000)}`;

/** Shows another time of reset; `at`: the time of the call. */
const resetAs =
  (time: (standing: Standing, call: Call) => number): Change =>
  ({ rateHeaders }) => ({
    rateHeaders: (standing, call) => ({
      ...rateHeaders(standing, call),
      [reset]: seconds(time(standing, call)),
    }),
  });

const hour = 3_600_000;
const day = 24 * hour;

/** A false reset, in short windows, so that it can be seen to pass. */
const inShortWindows = (
  faults: Readonly<Record<string, readonly [string, Change]>>,
  windowMs: number,
) =>
  faultsOf('rate.reset-true', faults).map((fault) => ({
    ...fault,
    server: () => ({ quota: fixedWindow(1000, windowMs) }),
  }));

// The shown reset is another time than the one at which the count begins anew.
const resets: readonly Fault[] = [
  ...faultsOf('rate.reset-true', {
    'wire.reset-two-hours-ahead': [
      'takes UTC for its local time, two hours behind: the minute resets in two hours',
      resetAs(({ resetsAt }) => resetsAt + 2 * hour),
    ],
    'wire.reset-at-midnight': [
      'shows with the limit of the minute the reset of the day',
      resetAs((_, { at }) => (Math.floor(at / day) + 1) * day),
    ],
    'wire.reset-of-other-quota-at-times': [
      'shows the reset of the minute with lists and that of the day with all else, and one limit',
      resetAs(({ resetsAt }, call) =>
        isA('listPets')(call) ? resetsAt : (Math.floor(call.at / day) + 1) * day,
      ),
    ],
    'wire.reset-comes-nearer': [
      'moves the reset a second nearer with each call',
      remembering(() => {
        let calls = 0;
        return resetAs(({ resetsAt }) => {
          calls += 1;
          return resetsAt + 600_000 - 1000 * calls;
        });
      }),
    ],
  }),
  ...inShortWindows({}, 2000),
  ...inShortWindows({}, 20_000),
  {
    id: 'wire.minute-of-a-day',
    title: 'has the number of the minute, and resets it each day',
    breaks: ['rate.reset-true'],
    settings: { plan: 'pro' },
    server: () => ({ plan: 'pro', quota: fixedWindow(300, day) }),
  },
];

/** A second value of a header that the answer already has. */
const twice = (
  name: string,
  value: string,
  which: (call: Call, reply: Reply) => boolean = () => true,
) => addingFields(() => [[name, value]], which);

// The service and something before it write the same header.
const fields = faultsOf('rate.header-once', {
  'wire.limit-twice': [
    'shows its limit, followed by that of the gateway',
    twice('X-RateLimit-Limit', '100000'),
  ],
  'wire.remaining-twice': [
    'shows what remains, and what remains by the count of the gateway',
    addingFields((_, { sequence }) => [['X-RateLimit-Remaining', `${400 - (sequence % 300)}`]]),
  ],
  'wire.media-type-twice': [
    'declares one animal as JSON, and then as text',
    twice('Content-Type', 'text/plain', isA('getPet')),
  ],
});

/** Section 8: counts and resets over time. */
export const wireCountFaults: readonly Fault[] = [...remaining, ...resets, ...fields];
