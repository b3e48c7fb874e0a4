import {
  animals,
  type Change,
  onReply,
  together,
  withStatus,
} from '../../src/reference/changes.ts';
import { banning, leakyQueue, shownFirst, slidingWindow } from '../../src/reference/limiters.ts';
import { fixedWindow, ownWindow } from '../../src/reference/quota.ts';
import { heldInQueue, inTooMany, minute, retryAfterAs } from '../changes.ts';
import { type Freedoms, named, needing } from './freedom.ts';
import { type Limiter, limiting, resetRoundedDown, showingBefore } from './limit-freedoms.ts';
import { lowerCaseHeaders } from './value-freedoms.ts';

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
/** Says with every answer how long it is to the reset. */
const retryAlways: Change = ({ rateHeaders }) => ({
  rateHeaders: (standing, call) => ({
    ...rateHeaders(standing, call),
    'Retry-After': `${Math.max(1, Math.ceil((standing.resetsAt - call.at) / 1000))}`,
  }),
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
const setups: Readonly<Record<string, Limiter>> = {
  express: [ownWindow, express],
  'express-by-address': [ownWindow, byAddress],
  fastify: [ownWindow, together(lowerCaseHeaders, fastify)],
  'fastify-ban': [ownWindow, bannedAfter(6)],
  'fastify-routes-only': [ownWindow, routesOnly],
  koa: [refusedCount, together(resetRoundedDown, slowDown)],
  'koa-memory': [ownWindow, together(showingBefore, resetRoundedDown, slowDown)],
  hono: [ownWindow, text('Too many requests')],
  nestjs: [blocking, nest],
  'nestjs-two': [(limit, ms) => shownFirst(moving(limit, ms), moving(10, 1000))],
  flexible: [ownWindow, decimals],
  'flexible-bursty': [(limit, ms) => shownFirst(ownWindow(limit, ms), ownWindow(20, 10_000))],
  'flexible-block': [(limit, ms) => banning(ownWindow(limit, ms), 0, 5 * minute)],
  flask: [fixedWindow, together(retryAlways, page('429 Too Many Requests'))],
  'flask-moving': [moving, retryAlways],
  'rack-attack': [fixedWindow, text('Retry later\n')],
  'rack-attack-fail2ban': [fixedWindow, bannedAfter(12)],
  nginx: [queue(20), page('429 Too Many Requests')],
  'nginx-delay': [queue(8), heldInQueue],
};

/** On the free plan, whose limit a full run spends. */
export const middlewareFreedoms: Freedoms = needing(
  { settings: { profile: 'full' }, server: () => ({ animals: animals(63) }) },
  named(
    'middleware',
    Object.fromEntries(Object.entries(setups).map(([id, setup]) => [id, limiting('free', setup)])),
  ),
);
