/**
 * What real rate-limit middleware does before a plain store, set up so that its headers are those of section 8: its way
 * of counting, its 429, and whom it counts.
 */

import type { Reply } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  onReply,
  showingStanding,
  together,
  withStatus,
  writingHeader,
} from '../../src/reference/changes.ts';
import {
  banning,
  leakyQueue,
  shownFirst,
  slidingCounter,
  slidingWindow,
} from '../../src/reference/limiters.ts';
import { fixedWindow, ownWindow } from '../../src/reference/quota.ts';
import { heldInQueue, inTooMany, minute, retryAfterAs } from '../changes.ts';
import { type Freedoms, named, needing } from './freedom.ts';
import { type Limiter, limiting } from './limit-freedoms.ts';

type Make = Limiter[0];

const moving: Make = (limit, ms) => slidingWindow(limit, ms, 'oldest-leaves');
const refusedCount: Make = (limit, ms) => slidingWindow(limit, ms, 'oldest-leaves', true);
const queue = (places: number) => (limit: number, ms: number) => leakyQueue(limit, ms, places);

/** Blocks a key for a window from its first refused call on, whatever comes free before. */
const blocking: Make = (limit, windowMs) => {
  const quota = moving(limit, windowMs);
  const ends = new Map<string, number>();
  return {
    take(caller, at) {
      const blocked = ends.get(caller) ?? 0;
      const standing = at < blocked ? undefined : quota.take(caller, at);
      if (standing?.allowed) return standing;
      const end = standing ? at + windowMs : blocked;
      ends.set(caller, end);
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

/** A sliding counter that refused calls count in, too: a caller that goes on asking stays blocked. */
const strictCounter: Make = (limit, windowMs) => {
  const counted = slidingCounter(Number.MAX_SAFE_INTEGER, windowMs);
  return {
    take(caller, at) {
      const all = counted.take(caller, at);
      const left = limit - (all.limit - all.remaining);
      const resetsAt = (Math.floor(at / windowMs) + 1) * windowMs;
      const remaining = Math.max(0, left);
      return {
        allowed: left >= 0,
        limit,
        remaining,
        resetsAt,
        retryAfter: left < 0 ? windowMs : 0,
      };
    },
  };
};

/** Gives a call back in its window after its answer, whose headers were written before. */
const givingBack =
  (which: (reply: Reply) => boolean): Change =>
  ({ finish, quota }) => {
    let [given, window] = [0, 0];
    return {
      quota: {
        take(who, at) {
          const standing = quota.take(who, at);
          if (who !== 'key') return standing;
          if (standing.resetsAt !== window) [given, window] = [0, standing.resetsAt];
          const { allowed, limit, remaining } = standing;
          if (allowed) return { ...standing, remaining: Math.min(limit - 1, remaining + given) };
          if (given === 0) return standing;
          given -= 1;
          return { ...standing, allowed: true, remaining: given, retryAfter: 0 };
        },
      },
      finish: (reply, call) => {
        if (which(reply)) given += 1;
        return finish(reply, call);
      },
    };
  };

const text = (body: string, type = 'text/plain; charset=utf-8') =>
  inTooMany((reply) => ({
    ...reply,
    headers: { ...reply.headers, 'Content-Type': type },
    body: undefined,
    text: body,
  }));
const page = (title: string) => text(`<!doctype html>\n<title>${title}</title>\n`, 'text/html');
const json = (body: object) => inTooMany((reply) => ({ ...reply, body }));

const decimals = retryAfterAs(({ retryAfter }) => `${retryAfter / 1000}`);
/** Adds header fields to every answer. */
const adding =
  (fields: (remaining: number, seconds: number) => Record<string, string>): Change =>
  ({ rateHeaders }) => ({
    rateHeaders: (standing, call) => ({
      ...rateHeaders(standing, call),
      ...fields(standing.remaining, Math.max(1, Math.ceil((standing.resetsAt - call.at) / 1000))),
    }),
  });
const drafts = adding((remaining, seconds) => ({
  'RateLimit-Policy': '60;w=60',
  'RateLimit-Limit': '60',
  'RateLimit-Remaining': `${remaining}`,
  'RateLimit-Reset': `${seconds}`,
}));
const retryAlways = adding((_, seconds) => ({ 'Retry-After': `${seconds}` }));
const floored = writingHeader(
  'X-RateLimit-Reset',
  (_, { resetsAt }) => `${Math.floor(resetsAt / 1000)}`,
);
const before = showingStanding((one) => ({
  ...one,
  remaining: one.allowed ? one.remaining + 1 : 0,
}));
const lowerCase: Change = ({ rateHeaders }) => ({
  rateHeaders: (standing, call) =>
    Object.fromEntries(
      Object.entries(rateHeaders(standing, call)).map(([name, value]) => [
        name.toLowerCase(),
        value,
      ]),
    ),
});
/** 403 to whoever was refused more often, as bans and fail2ban do. */
const bannedAfter =
  (most: number): Change =>
  (base) => {
    let refused = 0;
    return inTooMany((reply) => (++refused > most ? withStatus(reply, 403) : reply))(base);
  };
const routesOnly: Change = onReply((reply, { operation }) =>
  operation ? reply : { status: 404, headers: {}, text: '<pre>Cannot GET</pre>' },
);
const slowDown = text('Rate limit exceeded, retry in 1 minute');
const nest = json({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' });
const fastify = json({
  statusCode: 429,
  error: 'Too Many Requests',
  message: 'Rate limit exceeded',
});
const express = page('Too many requests, please try again later.');
const byAddress: Change = () => ({ caller: () => 'address' });
/** Failed requests of the key; others are counted apart. */
const failed = ({ status }: Reply) => status >= 400 && status !== 401 && status !== 429;

const setups: Readonly<Record<string, Limiter>> = {
  express: [ownWindow, express],
  'express-by-address': [ownWindow, byAddress],
  'express-skip-failed': [fixedWindow, givingBack(failed)],
  fastify: [ownWindow, together(lowerCase, fastify)],
  'fastify-ban': [ownWindow, bannedAfter(6)],
  'fastify-continue-exceeding': [continuing, lowerCase],
  'fastify-routes-only': [ownWindow, routesOnly],
  koa: [refusedCount, together(floored, slowDown)],
  'koa-memory': [ownWindow, together(before, floored, slowDown)],
  hono: [ownWindow, together(drafts, text('Too many requests'))],
  nestjs: [blocking, nest],
  'nestjs-two': [(limit, ms) => shownFirst(moving(limit, ms), moving(10, 1000))],
  flexible: [ownWindow, decimals],
  'flexible-evenly': [queue(5), heldInQueue],
  'flexible-bursty': [(limit, ms) => shownFirst(ownWindow(limit, ms), ownWindow(20, 10_000))],
  'flexible-block': [(limit, ms) => banning(ownWindow(limit, ms), 0, 5 * minute)],
  flask: [fixedWindow, together(retryAlways, page('429 Too Many Requests'))],
  'flask-moving': [moving, retryAlways],
  'rack-attack': [fixedWindow, text('Retry later\n')],
  'rack-attack-fail2ban': [fixedWindow, bannedAfter(12)],
  nginx: [queue(20), page('429 Too Many Requests')],
  'nginx-delay': [queue(8), heldInQueue],
  haproxy: [strictCounter, page('429 Too Many Requests')],
};

/** On the free plan, whose limit a full run spends. */
export const middlewareFreedoms: Freedoms = needing(
  { settings: { profile: 'full' }, server: () => ({ animals: animals(63) }) },
  named(
    'middleware',
    Object.fromEntries(Object.entries(setups).map(([id, setup]) => [id, limiting('free', setup)])),
  ),
);
