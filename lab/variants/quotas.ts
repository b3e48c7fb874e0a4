/** Other ways to count calls than the fixed windows of the reference server. */
import type { ForeseeingQuota, Quota, Standing } from '../../src/reference/quota.ts';

/** `capacity` calls at once, refilled by `perSecond`; resets when the bucket is full again. */
export function tokenBucket(capacity: number, perSecond: number): Quota {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take(caller, at) {
      const known = buckets.get(caller) ?? { tokens: capacity, at };
      const refilled = known.tokens + ((at - known.at) / 1000) * perSecond;
      const tokens = Math.min(capacity, refilled);
      const allowed = tokens >= 1;
      const left = allowed ? tokens - 1 : tokens;
      buckets.set(caller, { tokens: left, at });
      return {
        allowed,
        limit: capacity,
        remaining: Math.floor(left),
        resetsAt: at + ((capacity - left) / perSecond) * 1000,
        retryAfter: allowed ? 0 : ((1 - tokens) / perSecond) * 1000,
      };
    },
  };
}

/** What a sliding window calls its reset: when its oldest call leaves it, or when all have left it. */
export type SlidingReset = 'oldest-leaves' | 'all-have-left';

/** `limit` calls in the last `windowMs` at any time. */
export function slidingWindow(limit: number, windowMs: number, reset: SlidingReset): Quota {
  const taken = new Map<string, number[]>();
  return {
    take(caller, at) {
      const recent = (taken.get(caller) ?? []).filter((one) => one > at - windowMs);
      const allowed = recent.length < limit;
      if (allowed) recent.push(at);
      taken.set(caller, recent);
      const freeAt = (recent[0] ?? at) + windowMs;
      return {
        allowed,
        limit,
        remaining: limit - recent.length,
        resetsAt: reset === 'oldest-leaves' ? freeAt : (recent.at(-1) ?? at) + windowMs,
        retryAfter: allowed ? 0 : freeAt - at,
      };
    },
  };
}

/** `limit` calls in a window that the first call of each caller opens. */
export function ownWindow(limit: number, windowMs: number): Quota {
  const windows = new Map<string, { from: number; used: number }>();
  return {
    take(caller, at) {
      const known = windows.get(caller);
      const open = known !== undefined && at - known.from < windowMs;
      const { from, used } = open ? known : { from: at, used: 0 };
      const allowed = used < limit;
      windows.set(caller, { from, used: allowed ? used + 1 : used });
      const resetsAt = from + windowMs;
      return {
        allowed,
        limit,
        remaining: allowed ? limit - used - 1 : 0,
        resetsAt,
        retryAfter: allowed ? 0 : resetsAt - at,
      };
    },
  };
}

/** Another quota for callers without a valid key. */
export function apart(forKey: Quota, forStrangers: Quota): Quota {
  return {
    take: (caller, at) => (caller === 'key' ? forKey : forStrangers).take(caller, at),
  };
}

/** Does not count calls of strangers, but shows them a limit. */
export function notCounting(limit: number, windowMs: number): Quota {
  return {
    take: (_, at) => ({
      allowed: true,
      limit,
      remaining: limit,
      resetsAt: (Math.floor(at / windowMs) + 1) * windowMs,
      retryAfter: 0,
    }),
  };
}

/** Others use the key as well: before our n-th call they make some. */
export function shared(quota: ForeseeingQuota, others: (call: number) => number): ForeseeingQuota {
  let calls = 0;
  return {
    foresee: quota.foresee,
    take(caller, at) {
      if (caller === 'key') {
        calls += 1;
        for (let left = others(calls); left > 0; left -= 1) quota.take(caller, at);
      }
      return quota.take(caller, at);
    },
  };
}

/** Two quotas; the headers show the first until the second refuses a call. */
export function shownFirst(first: Quota, second: Quota): Quota {
  return {
    take(caller, at) {
      const shown = first.take(caller, at);
      const other = second.take(caller, at);
      return shown.allowed && !other.allowed ? other : shown;
    },
  };
}

/** Shows what remains in whole steps, rounded down. */
export function inSteps(quota: Quota, step: number): Quota {
  const rounded = (standing: Standing): Standing => ({
    ...standing,
    remaining: Math.floor(standing.remaining / step) * step,
  });
  return { take: (caller, at) => rounded(quota.take(caller, at)) };
}
