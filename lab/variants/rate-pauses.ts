import type { Call, Reply } from '../../src/reference/call.ts';
import type { Change } from '../../src/reference/changes.ts';
import { fixedWindow, type Quota, type Standing } from '../../src/reference/quota.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { html } from './freedoms.ts';
import { staging } from './limiters.ts';
import { shared, tokenBucket } from './quotas.ts';

/** Answers 429 with this `Retry-After`. */
const retryAfter = (value: (standing: Standing, call: Call) => string): Change => {
  return ({ tooMany }) => ({
    tooMany: (standing, call) => ({
      ...tooMany(standing, call),
      headers: { 'Retry-After': value(standing, call) },
    }),
  });
};

/** Answers 429 with this body, which is a gap. */
const refusing = (body: Pick<Reply, 'body' | 'text'>, type?: string): Change => {
  return ({ tooMany }) => ({
    tooMany: (standing, call) => {
      const { status, headers } = tooMany(standing, call);
      return {
        status,
        headers: { ...headers, ...(type ? { 'Content-Type': type } : {}) },
        ...body,
      };
    },
  });
};

/** The pro plan's 300; others once spend all that is left, so that the next call is above the limit. */
const spentOnce = (windowMs: number): Quota => {
  return shared(fixedWindow(300, windowMs), (call) => (call === 60 ? 300 : 0));
};

const page = html('Too Many Requests');

/** A variant in which the calls of others cause a 429. */
const onceRefused = (one: Pick<Variant, 'id' | 'title' | 'change'>): Variant => ({
  ...one,
  settings: { plan: 'pro' },
  server: () => ({ quota: spentOnce(500) }),
});

const waits: readonly Variant[] = [
  onceRefused({
    id: 'quota.retry-after-seconds',
    title: 'answers 429 with a wait in seconds',
  }),
  onceRefused({
    id: 'quota.retry-after-zero',
    title: 'answers 429 with a wait in seconds, rounded down to none',
    change: retryAfter(({ retryAfter: ms }) => String(Math.floor(ms / 1000))),
  }),
  onceRefused({
    id: 'quota.retry-after-date',
    title: 'answers 429 with the date of the next try',
    change: retryAfter((standing, { at }) =>
      new Date(Math.ceil((at + standing.retryAfter) / 1000) * 1000).toUTCString(),
    ),
  }),
  onceRefused({
    id: 'quota.retry-after-milliseconds',
    title:
      'answers 429 with a wait in milliseconds, a second at least, which agrees with the time of reset',
    change: retryAfter(({ retryAfter: ms }) => String(Math.max(1000, Math.ceil(ms)))),
  }),
  onceRefused({
    id: 'quota.retry-after-fraction',
    title: 'answers 429 with a wait in seconds with a fraction',
    change: retryAfter(({ retryAfter: ms }) => (ms / 1000).toFixed(3)),
  }),
  onceRefused({
    id: 'quota.retry-after-with-unit',
    title: 'answers 429 with a wait that names its unit',
    change: retryAfter(({ retryAfter: ms }) => `${Math.ceil(ms)}ms`),
  }),
];

const bodies: readonly Variant[] = [
  onceRefused({
    id: 'quota.429-without-body',
    title: 'answers 429 without a body',
    change: refusing({}),
  }),
  onceRefused({
    id: 'quota.429-html',
    title: 'answers 429 with a page of HTML',
    change: refusing({ text: page.text }, page.type),
  }),
  onceRefused({
    id: 'quota.429-otherwise',
    title: 'answers 429 with JSON of another form',
    change: refusing({ body: { status: 'throttled', code: 429, message: ['Slow', 'down'] } }),
  }),
];

/** Times to wait: the rest is spent, or a call is above the limit because others spent it. */
export const pauseVariants: readonly Variant[] = [
  {
    id: 'quota.free-by-the-second',
    title: 'is on the free plan with windows of a second, so that a run must wait',
    settings: { plan: 'free' },
    server: () => ({ plan: 'free', windowMs: 1000 }),
  },
  {
    id: 'quota.free-bucket',
    title: 'is on the free plan with a bucket that refills by 150 a second',
    settings: { plan: 'free' },
    server: () => ({ quota: tokenBucket(60, 150) }),
  },
  {
    id: 'quota.free-bucket-full-again-under-way',
    title: 'has a bucket that refills while requests sent at once are under way',
    settings: { plan: 'free', profile: 'quick' },
    inVirtualTime: staging,
    server: () => ({ quota: tokenBucket(60, 150) }),
  },
  ...waits,
  ...bodies,
];
