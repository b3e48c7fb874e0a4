/**
 * What real rate-limit middleware does before a plain store, set up so that its headers are those of section 8: its way
 * of counting, its 429, and whom it counts.
 */
import { plans } from '../../src/catalogue/plans.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  onReply,
  showingStanding,
  together,
  withHeaders,
  withStatus,
  writingHeader,
} from '../../src/reference/changes.ts';
import {
  banning,
  leakyQueue,
  ownWindow,
  shownFirst,
  slidingCounter,
  slidingWindow,
} from '../../src/reference/limiters/counters.ts';
import { fixedWindow, type Quota, type Standing } from '../../src/reference/quota.ts';
import { heldInQueue, inTooMany, retryAfterAs } from '../limit-changes.ts';
import { crossed, day, type Freedoms, herd, minute, named, unchanged } from './freedom.ts';

type Make = (limit: number, windowMs: number) => Quota;
type Setup = readonly [title: string, make: Make, change?: Change];

const text = (body: string, type = 'text/plain; charset=utf-8'): Change =>
  inTooMany(({ headers }) => ({
    status: 429,
    headers: { ...headers, 'Content-Type': type },
    text: body,
  }));
const json = (body: object): Change => inTooMany(({ headers }) => ({ status: 429, headers, body }));
const page = (body: string) => text(body, 'text/html; charset=utf-8');

/** Everybody at one address, whatever the key. */
const byAddress: Change = () => ({ caller: () => 'address' });

/** Gives a call back after its answer, as `skipFailedRequests` does; its headers were written before. */
const givingBack =
  (which: (reply: Reply) => boolean): Change =>
  ({ caller, finish, quota }) => {
    let given = 0;
    return {
      quota: {
        take(who, at) {
          const standing = quota.take(who, at);
          const remaining = Math.min(standing.limit - 1, standing.remaining + given);
          return standing.allowed || given === 0
            ? { ...standing, remaining }
            : { ...standing, allowed: true, remaining: Math.max(0, given - 1), retryAfter: 0 };
        },
      },
      caller,
      finish: (reply, call) => {
        if (which(reply)) given += 1;
        return finish(reply, call);
      },
    };
  };

/** Blocks a key for as long as a window from its first refused call on, whatever comes free before. */
const blocking: Make = (limit, windowMs) => {
  const quota = slidingWindow(limit, windowMs, 'oldest-leaves');
  const until = new Map<string, number>();
  return {
    take(caller, at) {
      const blocked = until.get(caller) ?? 0;
      const standing = at < blocked ? undefined : quota.take(caller, at);
      if (standing?.allowed) return standing;
      const end = standing ? at + windowMs : blocked;
      until.set(caller, end);
      return { allowed: false, limit, remaining: 0, resetsAt: end, retryAfter: end - at };
    },
  };
};

/** A window that each refused call begins anew. */
const continuing: Make = (limit, windowMs) => {
  const windows = new Map<string, { until: number; used: number }>();
  return {
    take(caller, at) {
      const known = windows.get(caller);
      const { until, used } = known && at < known.until ? known : { until: at + windowMs, used: 0 };
      const allowed = used < limit;
      const resetsAt = allowed ? until : at + windowMs;
      windows.set(caller, { until: resetsAt, used: used + 1 });
      const remaining = Math.max(0, limit - used - 1);
      return { allowed, limit, remaining, resetsAt, retryAfter: allowed ? 0 : windowMs };
    },
  };
};

/** Sliding counters that refused calls count in, too: a caller that goes on asking stays blocked. */
const strictCounter: Make = (limit, windowMs) => {
  const counted = slidingCounter(Number.MAX_SAFE_INTEGER, windowMs);
  return {
    take(caller, at) {
      const standing = counted.take(caller, at);
      const left = limit - (standing.limit - standing.remaining);
      const allowed = left >= 0;
      const resetsAt = Math.floor(at / windowMs + 1) * windowMs;
      const retryAfter = allowed ? 0 : windowMs;
      return { allowed, limit, remaining: Math.max(0, left), resetsAt, retryAfter };
    },
  };
};

const inSeconds = (ms: number) => Math.ceil(ms / 1000);
const retryAlways: Change = ({ rateHeaders }) => ({
  rateHeaders: (standing, call) => ({
    ...rateHeaders(standing, call),
    'Retry-After': `${Math.max(1, inSeconds(standing.resetsAt - call.at))}`,
  }),
});
const beforePresent = showingStanding((one) =>
  one.allowed ? { ...one, remaining: Math.min(one.limit, one.remaining + 1) } : one,
);
const floored = writingHeader(
  'X-RateLimit-Reset',
  (_, { resetsAt }) => `${Math.floor(resetsAt / 1000)}`,
);
const lowerCase: Change = ({ rateHeaders }) => ({
  rateHeaders: (standing, call) =>
    Object.fromEntries(
      Object.entries(rateHeaders(standing, call)).map(([name, value]) => [
        name.toLowerCase(),
        value,
      ]),
    ),
});
const delta: Change = ({ rateHeaders }) => ({
  rateHeaders: (standing, call) => ({
    ...rateHeaders(standing, call),
    'RateLimit-Policy': `${standing.limit};w=60`,
    'RateLimit-Limit': `${standing.limit}`,
    'RateLimit-Remaining': `${standing.remaining}`,
    'RateLimit-Reset': `${inSeconds(standing.resetsAt - call.at)}`,
  }),
});
/** 403 to whoever was refused this often, as bans and fail2ban do. */
const bannedAfter =
  (most: number): Change =>
  (base) => {
    let refused = 0;
    return inTooMany((reply) => {
      refused += 1;
      return refused > most ? withStatus(reply, 403) : reply;
    })(base);
  };
const paths = ({ operation }: Call) => operation !== undefined;
const documentedOnly: Change = onReply((reply, call) =>
  paths(call) ? reply : { status: 404, headers: {}, text: '<pre>Cannot GET</pre>' },
);
const decimals = retryAfterAs(({ retryAfter }: Standing) => `${retryAfter / 1000}`);

const flaskPage =
  '<!doctype html>\n<html lang=en>\n<title>429 Too Many Requests</title>\n<h1>Too Many Requests</h1>\n<p>60 per 1 minute</p>\n';
const proxyPage =
  '<html><body><h1>429 Too Many Requests</h1>\nYou have sent too many requests in a given amount of time.\n</body></html>\n';

const setups: Readonly<Record<string, Setup>> = {
  'express-rate-limit': [
    'express-rate-limit, with legacy headers',
    ownWindow,
    page('Too many requests, please try again later.'),
  ],
  'express-rate-limit-drafts': [
    'express-rate-limit, with both kinds of headers',
    ownWindow,
    together(delta, page('Too many requests, please try again later.')),
  ],
  'express-rate-limit-by-address': ['express-rate-limit, counting addresses', ownWindow, byAddress],
  'express-rate-limit-skip-failed': [
    'express-rate-limit, giving failed requests back',
    ownWindow,
    givingBack(({ status }) => status >= 400 && status !== 429),
  ],
  'express-rate-limit-skip-successful': [
    'express-rate-limit, counting refusals of keys by address',
    fixedWindow,
    unchanged,
  ],
  'express-slow-down': [
    'express-slow-down before a limit',
    (limit, ms) => leakyQueue(limit, ms, limit),
    heldInQueue,
  ],
  'fastify-rate-limit': [
    '@fastify/rate-limit',
    ownWindow,
    together(
      lowerCase,
      json({
        statusCode: 429,
        error: 'Too Many Requests',
        message: 'Rate limit exceeded, retry in 1 minute',
      }),
    ),
  ],
  'fastify-rate-limit-ban': [
    '@fastify/rate-limit, with a ban after six',
    ownWindow,
    together(lowerCase, bannedAfter(6)),
  ],
  'fastify-rate-limit-continue-exceeding': [
    '@fastify/rate-limit, with continueExceeding',
    continuing,
    lowerCase,
  ],
  'fastify-rate-limit-per-route': [
    '@fastify/rate-limit, registered for its routes only',
    ownWindow,
    together(lowerCase, documentedOnly),
  ],
  'koa-ratelimit': [
    'koa-ratelimit with Redis',
    (limit, ms) => slidingWindow(limit, ms, 'oldest-leaves', true),
    together(floored, text('Rate limit exceeded, retry in 1 minute')),
  ],
  'koa-ratelimit-memory': [
    'koa-ratelimit in memory',
    ownWindow,
    together(beforePresent, floored, text('Rate limit exceeded, retry in 1 minute')),
  ],
  'hono-rate-limiter': [
    'hono-rate-limiter',
    ownWindow,
    together(delta, text('Too many requests, please try again later.')),
  ],
  'nestjs-throttler': [
    '@nestjs/throttler, which blocks for a window',
    blocking,
    json({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' }),
  ],
  'nestjs-throttler-of-several': [
    '@nestjs/throttler, with a limit of ten a second',
    (limit, ms) =>
      shownFirst(
        slidingWindow(limit, ms, 'oldest-leaves'),
        slidingWindow(10, 1000, 'oldest-leaves'),
      ),
  ],
  'rate-limiter-flexible': [
    'rate-limiter-flexible',
    ownWindow,
    together(decimals, text('Too Many Requests')),
  ],
  'rate-limiter-flexible-evenly': [
    'rate-limiter-flexible, which executes evenly',
    (limit, ms) => leakyQueue(limit, ms, Math.max(2, Math.ceil((limit * 5000) / ms))),
    heldInQueue,
  ],
  'rate-limiter-flexible-bursty': [
    'rate-limiter-flexible, with bursts of 20',
    (limit, ms) => shownFirst(ownWindow(limit, ms), ownWindow(20, 10_000)),
  ],
  'rate-limiter-flexible-block': [
    'rate-limiter-flexible, with a block of five minutes',
    (limit, ms) => banning(ownWindow(limit, ms), 0, 5 * minute),
    decimals,
  ],
  'flask-limiter': [
    'Flask-Limiter, by fixed windows',
    fixedWindow,
    together(retryAlways, page(flaskPage)),
  ],
  'flask-limiter-moving': [
    'Flask-Limiter, by a moving window',
    (limit, ms) => slidingWindow(limit, ms, 'oldest-leaves'),
    together(retryAlways, page(flaskPage)),
  ],
  'flask-limiter-of-a-day': [
    'Flask-Limiter, with a limit of a day too',
    (limit, ms) => shownFirst(fixedWindow(limit, ms), fixedWindow(limit * 17, day)),
    page(flaskPage),
  ],
  'rack-attack': [
    'Rack::Attack, with headers by its responder',
    fixedWindow,
    text('Retry later\n'),
  ],
  'rack-attack-fail2ban': [
    'Rack::Attack, with fail2ban after twelve',
    fixedWindow,
    together(text('Retry later\n'), bannedAfter(12)),
  ],
  nginx: [
    'nginx limit_req with a burst, and status 429',
    (limit, ms) => leakyQueue(limit, ms, 20),
    page('<html>\r\n<head><title>429 Too Many Requests</title></head>\r\n</html>\r\n'),
  ],
  'nginx-delay': [
    'nginx limit_req with a burst that waits',
    (limit, ms) => leakyQueue(limit, ms, 8),
    heldInQueue,
  ],
  haproxy: [
    'HAProxy, by http_req_rate',
    strictCounter,
    together(page(proxyPage), withHeaders({ 'Cache-Control': 'no-cache' })),
  ],
};

const onPlans = { free: 'free', pro: 'pro' } as const;

/** Each on two plans, spent by a full run. */
export const middlewareFreedoms: Freedoms = named(
  'middleware',
  crossed(setups, onPlans, ([title, make, change = unchanged], plan) => [
    `has the calls of the ${plan} plan a minute, by ${title}`,
    change,
    {
      settings: { plan, profile: 'full' },
      server: () => ({ plan, animals: herd(63), quota: make(plans[plan].perMinute, minute) }),
      ...(change === decimals ? { advised: ['rate.retry-after-format'] } : {}),
    },
  ]),
);
