import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, leavingOut, together } from '../../src/reference/changes.ts';
import type { Standing } from '../../src/reference/quota.ts';
import type { Fault } from '../../src/reference/subject.ts';
import {
  banning,
  inTooMany,
  isA,
  onceRefused,
  refused,
  retryAfterAs,
  spendingFaults,
} from '../limit-changes.ts';

const limitHeader = 'X-RateLimit-Limit';
const remainingHeader = 'X-RateLimit-Remaining';
const resetHeader = 'X-RateLimit-Reset';

/** Writes a header of the 429s differently. */
const refusalsShow = (header: string, value: (standing: Standing, call: Call) => unknown): Change =>
  inTooMany((reply, standing, call) => ({
    ...reply,
    headers: { ...reply.headers, [header]: `${value(standing, call)}` },
  }));

const on429 = (reply: Reply) => reply.status === 429;

/** What a 429 says, and whether it comes true. */
export const tooManyFaults: readonly Fault[] = [
  ...spendingFaults('rate.retry-after', {
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
  }),
  ...spendingFaults('rate.recovers', {
    'exhaustion.blocked-for-ever': ['serves no call after a 429', onceRefused(refused)],
    'exhaustion.unannounced-penalty': [
      'blocks for five minutes after a 429, and names the end of its window',
      onceRefused((one, call, first) => (call.at < first.at + 300_000 ? refused(one, call) : one)),
    ],
    'exhaustion.banned-later': ['bans the key with 403 after three 429s', banning(3, 403)],
    'exhaustion.key-revoked': ['revokes the key after three 429s', banning(3, 401)],
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
  ...spendingFaults('rate.limit-header', {
    'exhaustion.no-limit-on-429': ['shows no limit on a 429', leavingOut([limitHeader], on429)],
  }),
  ...spendingFaults('rate.remaining-header', {
    'exhaustion.no-remaining-on-429': [
      'does not show on a 429 what remains, as nothing does',
      leavingOut([remainingHeader], on429),
    ],
  }),
  ...spendingFaults('rate.reset-header', {
    'exhaustion.no-reset-on-429': [
      'shows Retry-After on a 429 instead of the reset',
      leavingOut([resetHeader], on429),
    ],
  }),
  ...spendingFaults(['rate.limit-header', 'rate.remaining-header', 'rate.reset-header'], {
    'exhaustion.no-headers-on-429': [
      'shows no rate headers on a 429, which another layer writes',
      leavingOut([limitHeader, remainingHeader, resetHeader], on429),
    ],
  }),
  ...spendingFaults('rate.limit-value', {
    'exhaustion.limit-zero-on-429': [
      'shows a limit of 0 on a 429',
      refusalsShow(limitHeader, () => 0),
    ],
  }),
  ...spendingFaults('rate.remaining-value', {
    'exhaustion.remaining-negative-on-429': [
      'shows how many calls are above the limit, below zero',
      refusalsShow(remainingHeader, () => -1),
    ],
  }),
  ...spendingFaults('rate.reset-value', {
    'exhaustion.reset-in-milliseconds-on-429': [
      'writes the reset in milliseconds on a 429',
      refusalsShow(resetHeader, ({ resetsAt }) => resetsAt),
    ],
    'exhaustion.reset-as-delta-on-429': [
      'writes the seconds to the reset on a 429',
      refusalsShow(resetHeader, ({ retryAfter }) => Math.ceil(retryAfter / 1000)),
    ],
  }),
  ...spendingFaults('rate.retry-after-format', {
    'exhaustion.retry-after-soon': ['writes soon', retryAfterAs(() => 'soon')],
    'exhaustion.retry-after-fraction': [
      'writes half a second more than it needs',
      retryAfterAs(({ retryAfter }) => `${Math.ceil(retryAfter / 1000)}.5`),
    ],
    'exhaustion.retry-after-with-unit': ['writes 2s', retryAfterAs(() => '2s')],
    'exhaustion.retry-after-iso-date': [
      'writes an ISO date',
      retryAfterAs(({ resetsAt }) => new Date(resetsAt).toISOString()),
    ],
    'exhaustion.retry-after-negative': ['writes -1', retryAfterAs(() => '-1')],
  }),
];
