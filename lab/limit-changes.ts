/** Builders of changes of the rate limit: who is counted, who is refused, and what a 429 says. */

import { bearerToken } from '../src/reference/behaviour.ts';
import type { Call, Reply } from '../src/reference/call.ts';
import {
  animals,
  type Change,
  onReply,
  remembering,
  standingAs,
  together,
  without,
  withStatus,
} from '../src/reference/changes.ts';
import { ownWindow } from '../src/reference/limiters.ts';
import { fixedWindow, type Quota, type Standing } from '../src/reference/quota.ts';
import type { Fault, Link } from '../src/reference/variant.ts';
import type { Operation } from '../src/spec/operations.ts';
import { plans } from '../src/spec/plans.ts';

/** A minute, as in reality: it costs nothing in virtual time. */
export const windowMs = 60_000;

export const limit = 60;

const dayMs = 86_400_000;

/** A quota that a full run can spend; its window opens with the first call. */
const spendable = () => ownWindow(limit, windowMs);

const spareKey = 'Reference-Spare-Key-4Tz';

/** Accepts a second key with its own quota: the one that is spent. */
const withSpareKey =
  (spareQuota: () => Quota): Change =>
  ({ authorized, caller, quota }) => {
    const spare = spareQuota();
    const isSpare = (call: Call) => bearerToken(call) === spareKey;
    return {
      authorized: (call) => authorized(call) || isSpare(call),
      caller: (call) => (isSpare(call) ? 'spare' : caller(call)),
      quota: {
        take: (who, at) =>
          who.startsWith('spare')
            ? spare.take(who.replace('spare', 'key'), at)
            : quota.take(who, at),
      },
    };
  };

const full = { profile: 'full', plan: 'unknown', rateLimitKey: spareKey } as const;

const link: Link = { latencyMs: [2, 12] };

/** The fault with a full run that spends the limit of a second key, on a store that holds enough. */
export const spending = ({ change = () => ({}), ...fault }: Fault): Fault => ({
  ...fault,
  settings: full,
  inVirtualTime: link,
  // The key that is not spent has a whole day, so that its count never resets during a run.
  server: () => ({ animals: animals(63), quota: fixedWindow(plans.business.perDay, dayMs) }),
  change: together(withSpareKey(spendable), change),
});

/** Picks the calls of these operations. */
export const isA =
  (...operations: readonly Operation[]) =>
  ({ operation }: Call) =>
    operations.some((one) => one === operation);

/** Holds served calls back for as long as their standing says that they wait in a queue. */
export const heldInQueue: Change = (base) => {
  const waits = new WeakMap<Call, number>();
  const noting = standingAs((standing, call) => {
    if (standing.allowed) waits.set(call, standing.retryAfter);
    return standing;
  });
  const holding = onReply((reply, call) => ({ ...reply, heldMs: waits.get(call) ?? 0 }));
  return together(noting, holding)(base);
};

/** Changes what is answered above the limit. */
export function inTooMany(change: (reply: Reply, standing: Standing, call: Call) => Reply): Change {
  return ({ tooMany }) => ({
    tooMany: (standing, call) => change(tooMany(standing, call), standing, call),
  });
}

/** Writes another `Retry-After`; undefined leaves it out. */
export function retryAfterAs(value: (standing: Standing, call: Call) => string | undefined) {
  return inTooMany((reply, standing, call) => {
    const text = value(standing, call);
    const rest = without(reply.headers, 'Retry-After');
    return { ...reply, headers: text === undefined ? rest : { ...rest, 'Retry-After': text } };
  });
}

/** A call that is served, whatever was counted. */
export const served = (standing: Standing): Standing => ({ ...standing, allowed: true });

/** A call that is refused until the reset shown. */
export const refused = (standing: Standing, { at }: Call): Standing =>
  standing.allowed
    ? { ...standing, allowed: false, remaining: 0, retryAfter: standing.resetsAt - at }
    : standing;

/** Changes the standing of calls after the first refused one. */
export const onceRefused = (
  change: (standing: Standing, call: Call, first: Call) => Standing,
): Change =>
  remembering(() => {
    let first: Call | undefined;
    return standingAs((standing, call) => {
      if (first !== undefined) return change(standing, call, first);
      if (!standing.allowed) first = call;
      return standing;
    });
  });

/** Refuses everything after this many 429s, with another status. */
export const banning = (after: number, status: number): Change =>
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
