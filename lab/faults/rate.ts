import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  leavingOut,
  onReply,
  remembering,
  showingStanding,
  together,
  undated,
  without,
  writingHeader,
} from '../../src/reference/changes.ts';
import { fixedWindow, type Standing } from '../../src/reference/quota.ts';
import type { Fault } from '../../src/reference/subject.ts';

const limit = 'X-RateLimit-Limit';
const remaining = 'X-RateLimit-Remaining';
const reset = 'X-RateLimit-Reset';

type Where = (reply: Reply, call: Call) => boolean;

const status =
  (wanted: number): Where =>
  (reply) =>
    reply.status === wanted;
const everySeventh: Where = (_, { sequence }) => sequence % 7 === 0;

/** Writes the rate headers under other names. */
const renaming = (rename: (name: string) => string, ...names: readonly string[]): Change =>
  onReply((reply) => ({
    ...reply,
    headers: Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [
        names.includes(name) ? rename(name) : name,
        value,
      ]),
    ),
  }));

const limitAs = (write: (standing: Standing) => string | number) =>
  writingHeader(limit, (_, standing) => `${write(standing)}`);
const remainingAs = (write: (standing: Standing) => string | number) =>
  writingHeader(remaining, (_, standing) => `${write(standing)}`);
const resetAs = (write: (standing: Standing, call: Call) => string | number) =>
  writingHeader(reset, (_, standing, call) => `${write(standing, call)}`);

/** Shows the standing of a count of its own instead of the one that is enforced. */
const counting = (counts: (call: Call) => boolean) =>
  remembering(() => {
    let used = 0;
    return showingStanding((standing, call) => {
      if (counts(call)) used += 1;
      return { ...standing, remaining: standing.limit - used };
    });
  });

const day = 86_400;
const seconds = ({ resetsAt }: Standing) => Math.ceil(resetsAt / 1000);

/** Section 8: the headers of the rate limit. */
export const rateFaults: readonly Fault[] = [
  ...faultsOf('rate.limit-header', {
    'rate.no-limit': ['shows no limit', leavingOut([limit], () => true)],
    'rate.limit-missing-in-lists': [
      'shows no limit in lists',
      leavingOut([limit], (_, { operation }) => operation === 'listPets'),
    ],
    'rate.limit-missing-for-missing': [
      'shows no limit with a 404',
      leavingOut([limit], status(404)),
    ],
    'rate.limit-missing-at-times': [
      'shows no limit in every seventh answer',
      leavingOut([limit], everySeventh),
    ],
    'rate.limit-without-x': [
      'shows the limit under its newer name',
      renaming((name) => name.slice(2), limit),
    ],
  }),
  ...faultsOf('rate.remaining-header', {
    'rate.remaining-missing-for-creations': [
      'does not show what remains after a creation',
      leavingOut([remaining], status(201)),
    ],
    'rate.remaining-missing-for-bad-requests': [
      'does not show what remains after a 400',
      leavingOut([remaining], status(400)),
    ],
    'rate.remaining-missing-at-times': [
      'does not show what remains in every seventh answer',
      leavingOut([remaining], everySeventh),
    ],
    'rate.remaining-misspelt': [
      'shows what remains under X-RateLimit-Remain',
      renaming((name) => name.replace('ing', ''), remaining),
    ],
  }),
  ...faultsOf('rate.reset-header', {
    'rate.no-reset': ['does not show when the limit resets', leavingOut([reset], () => true)],
    'rate.reset-missing-for-missing': [
      'does not show the reset with a 404',
      leavingOut([reset], status(404)),
    ],
    'rate.reset-missing-for-one-animal': [
      'does not show the reset in getPet',
      leavingOut([reset], (_, { operation }) => operation === 'getPet'),
    ],
    'rate.reset-missing-for-first': [
      'does not show the reset in the first answer of all, as the window opens with it',
      leavingOut([reset], (_, { sequence }) => sequence === 1),
    ],
    'rate.reset-missing-at-times': [
      'does not show the reset in every seventh answer',
      leavingOut([reset], everySeventh),
    ],
  }),
  ...faultsOf(['rate.limit-header', 'rate.remaining-header', 'rate.reset-header'], {
    'rate.headers-missing-without-key': [
      'shows no rate headers with a 401, as the gateway checks keys first',
      leavingOut([limit, remaining, reset], status(401)),
    ],
    'rate.headers-missing-for-bad-requests': [
      'shows no rate headers with a 400, as errors go another way',
      leavingOut([limit, remaining, reset], status(400)),
    ],
    'rate.headers-with-hyphen': [
      'writes X-Rate-Limit for X-RateLimit',
      renaming((name) => name.replace('RateLimit', 'Rate-Limit'), limit, remaining, reset),
    ],
    'rate.headers-of-the-draft': [
      'shows the headers under the names of the IETF draft',
      renaming((name) => name.slice(2), limit, remaining, reset),
    ],
  }),
  ...faultsOf(['rate.limit-header', 'error.fields'], {
    'rate.limit-missing-in-words-of-a-filter': [
      'answers a wrong key in the words of a filter, which counts nothing',
      onReply((reply) =>
        reply.status === 401
          ? { ...reply, headers: without(reply.headers, limit), text: 'Unauthorized' }
          : reply,
      ),
    ],
  }),
  ...faultsOf('rate.limit-value', {
    'rate.limit-with-unit': ['writes the limit as 1000/min', limitAs((one) => `${one.limit}/min`)],
    'rate.limit-with-policy': [
      'writes the limit with its window, as drafts of the IETF had it',
      limitAs((one) => `${one.limit}, ${one.limit};w=60`),
    ],
    'rate.limit-in-thousands': ['writes the limit as 1,000', limitAs(() => '1,000')],
    'rate.limit-in-scientific-notation': ['writes the limit as 1e3', limitAs(() => '1e3')],
    'rate.limit-unlimited': ['writes unlimited for the limit', limitAs(() => 'unlimited')],
    'rate.limit-minus-one': ['writes -1 for a limit that it does not enforce', limitAs(() => -1)],
    'rate.limit-empty': ['writes an empty limit', limitAs(() => '')],
    'rate.limit-with-fraction': ['writes the limit as 1000.0', limitAs((one) => `${one.limit}.0`)],
  }),
  ...faultsOf('rate.remaining-value', {
    'rate.remaining-of-the-day': [
      'shows the limit of the minute and what remains of the day',
      remainingAs((one) => 99_000 + one.remaining),
    ],
    'rate.remaining-negative': [
      'shows what is used, below zero',
      remainingAs((one) => one.remaining - one.limit),
    ],
    'rate.remaining-with-fraction': [
      'shows the fill of its bucket, with a fraction',
      remainingAs((one) => one.remaining - 0.5),
    ],
    'rate.remaining-with-limit': [
      'writes what remains as 998/1000',
      remainingAs((one) => `${one.remaining}/${one.limit}`),
    ],
    'rate.remaining-empty': ['writes nothing for what remains', remainingAs(() => '')],
    'rate.remaining-undefined': [
      'writes undefined for what remains',
      remainingAs(() => 'undefined'),
    ],
    'rate.remaining-above-in-get': [
      'refunds the deprecated operation twice, above the limit',
      showingStanding((standing, { operation }) =>
        operation === 'getPet' ? { ...standing, remaining: standing.limit + 1 } : standing,
      ),
    ],
  }),
  ...faultsOf('rate.reset-value', {
    'rate.reset-in-milliseconds': [
      'writes the reset in milliseconds',
      resetAs((one) => one.resetsAt),
    ],
    'rate.reset-as-delta': [
      'writes the seconds to the reset',
      resetAs((one, { at }) => Math.ceil((one.resetsAt - at) / 1000)),
    ],
    'rate.reset-as-delta-undated': [
      'writes the seconds to the reset, and dates no answer',
      together(
        undated,
        resetAs((one, { at }) => Math.ceil((one.resetsAt - at) / 1000)),
      ),
    ],
    'rate.reset-as-http-date': [
      'writes the reset as an HTTP date',
      resetAs((one) => new Date(one.resetsAt).toUTCString()),
    ],
    'rate.reset-as-iso-date': [
      'writes the reset as an ISO date',
      resetAs((one) => new Date(one.resetsAt).toISOString()),
    ],
    'rate.reset-in-local-time': [
      'takes its local time for UTC and is an hour behind',
      resetAs((one) => seconds(one) - 3600),
    ],
    'rate.reset-in-two-days': [
      'resets in two days, though its plan has a quota of a day',
      resetAs((one) => seconds(one) + 2 * day),
    ],
    'rate.reset-zero': ['writes 0 until the limit is reached', resetAs(() => 0)],
    'rate.reset-zero-without-key': [
      'writes 0 for callers without a key',
      onReply((reply) =>
        reply.status === 401 ? { ...reply, headers: { ...reply.headers, [reset]: '0' } } : reply,
      ),
    ],
  }),
  ...faultsOf('rate.plan-limit', {
    'rate.limit-doubled': [
      'shows twice the limit of the plan',
      showingStanding((one) => ({ ...one, limit: 2 * one.limit })),
    ],
    'rate.limit-one-too-high': ['shows 1001', showingStanding((one) => ({ ...one, limit: 1001 }))],
    'rate.limit-shows-rest': [
      'shows what remains as the limit, too',
      showingStanding((one) => ({ ...one, limit: Math.max(1, one.remaining) })),
    ],
    'rate.limit-of-visitors-for-missing': [
      'shows the limit of visitors with a 404',
      onReply((reply) =>
        reply.status === 404 ? { ...reply, headers: { ...reply.headers, [limit]: '1500' } } : reply,
      ),
    ],
    'rate.limit-of-both': ['adds up the limits of the minute and the day', limitAs(() => 101_000)],
    'rate.limit-halved-for-creations': [
      'counts creations twice and shows half the limit for them',
      showingStanding((one, { operation }) =>
        operation === 'createPet'
          ? { ...one, limit: one.limit / 2, remaining: Math.floor(one.remaining / 2) }
          : one,
      ),
    ],
  }),
  {
    id: 'rate.limit-of-lower-plan',
    title: 'serves a Business customer by the Pro plan',
    breaks: ['rate.plan-limit'],
    server: () => ({ plan: 'pro' }),
  },
  {
    id: 'rate.limit-one-too-low',
    title: 'counts from 0 and has a limit of 999',
    breaks: ['rate.plan-limit'],
    server: () => ({ quota: fixedWindow(999, 60_000) }),
  },
  {
    id: 'rate.limit-of-an-hour',
    title: 'counts 60,000 an hour for 1,000 a minute',
    breaks: ['rate.plan-limit'],
    server: () => ({ quota: fixedWindow(60_000, 3_600_000) }),
  },
  ...faultsOf('rate.remaining-falls', {
    'rate.remaining-static': ['shows 999 all the time', remainingAs(() => 999)],
    'rate.remaining-is-limit': [
      'shows the limit for what remains',
      remainingAs((one) => one.limit),
    ],
    'rate.remaining-counts-up': [
      'shows what is used for what remains',
      remembering(() => {
        let used = 0;
        return remainingAs(() => (used += 1));
      }),
    ],
    'rate.remaining-refreshed-by-reading': [
      'starts its window anew with each GET',
      showingStanding((one, { method }) =>
        method === 'GET' ? { ...one, remaining: one.limit - 1 } : one,
      ),
    ],
    'rate.remaining-read-once': [
      'caches what remains for as long as the window lasts',
      remembering(() => {
        const seen = new Map<number, number>();
        return showingStanding((one) => {
          const shown = seen.get(one.resetsAt) ?? one.remaining;
          seen.set(one.resetsAt, shown);
          return { ...one, remaining: shown };
        });
      }),
    ],
    'rate.remaining-counts-creations-only': [
      'counts creations only',
      counting(({ operation }) => operation === 'createPet'),
    ],
    'rate.remaining-counts-bad-keys-only': [
      'counts requests without a valid key only',
      counting(({ headers }) => headers.authorization === undefined),
    ],
  }),
];
