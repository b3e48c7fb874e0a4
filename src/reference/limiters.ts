/** Limiters as services have them, each a pure count of calls by time. Times and windows in milliseconds. */
import type { ForeseeingQuota, Quota } from './quota.ts';

/** The calls of the last window count less and less during the present one; resets at its end. */
export function slidingCounter(limit: number, windowMs: number): Quota {
  const counts = new Map<string, { window: number; now: number; before: number }>();
  /** Milliseconds until the older calls count so little that one more fits; the present ones grow older, too. */
  const freedAfter = (count: { now: number; before: number; used: number; toReset: number }) => {
    const { now, before, used, toReset } = count;
    const freed = before > 0 ? ((used + 1 - limit) * windowMs) / before : Number.POSITIVE_INFINITY;
    if (freed <= toReset) return Math.max(1, freed);
    return toReset + (windowMs * Math.max(0, now + 1 - limit)) / Math.max(1, now);
  };
  return {
    take(caller, at) {
      const window = Math.floor(at / windowMs);
      const known = counts.get(caller);
      const rolled = known?.window === window - 1 ? known.now : 0;
      const { now, before } = known?.window === window ? known : { now: 0, before: rolled };
      const used = now + before * (1 - (at % windowMs) / windowMs);
      const allowed = used + 1 <= limit;
      counts.set(caller, { window, now: allowed ? now + 1 : now, before });
      const resetsAt = (window + 1) * windowMs;
      const remaining = Math.max(0, Math.floor(limit - used - (allowed ? 1 : 0)));
      const retryAfter = allowed ? 0 : freedAfter({ now, before, used, toReset: resetsAt - at });
      return { allowed, limit, remaining, resetsAt, retryAfter };
    },
  };
}

interface BucketOptions {
  /** What the header shows as the limit. */
  readonly limit: number;
  /** Calls at once; default: the limit. */
  readonly capacity?: number;
  /** Milliseconds in which as many calls as the limit come free. */
  readonly windowMs: number;
  /** What it calls its reset: when the bucket is full, or when it holds one more call. */
  readonly reset: 'full' | 'next';
}

/** A bucket of calls that refills all the time; GCRA counts the same by times of arrival. */
export function bucket(options: BucketOptions): Quota {
  const { limit, windowMs, reset, capacity = limit } = options;
  const each = windowMs / limit;
  const levels = new Map<string, { level: number; at: number }>();
  return {
    take(caller, at) {
      const known = levels.get(caller) ?? { level: capacity, at };
      const level = Math.min(capacity, known.level + (at - known.at) / each);
      const allowed = level >= 1;
      const left = allowed ? level - 1 : level;
      levels.set(caller, { level: left, at });
      const toNext = (Math.floor(left) + 1 - left) * each;
      const resetsAt = at + (reset === 'full' ? (capacity - left) * each : toNext);
      const retryAfter = allowed ? 0 : toNext;
      return { allowed, limit, remaining: Math.floor(left), resetsAt, retryAfter };
    },
  };
}

/** A queue with this many places that is served at an even pace; an accepted call waits `retryAfter` in it. */
export function leakyQueue(limit: number, windowMs: number, places: number): Quota {
  const each = windowMs / limit;
  const lasts = new Map<string, number>();
  return {
    take(caller, at) {
      const free = Math.max(lasts.get(caller) ?? at, at);
      const waiting = (free - at) / each;
      const allowed = waiting <= places - 1;
      const until = allowed ? free + each : free;
      lasts.set(caller, until);
      const remaining = Math.max(0, Math.floor(places - (until - at) / each));
      const retryAfter = allowed ? free - at : free - at - (places - 1) * each;
      return { allowed, limit, remaining, resetsAt: until, retryAfter };
    },
  };
}

interface NodesOptions {
  readonly limit: number;
  readonly windowMs: number;
  readonly nodes: number;
  /** How much later a node learns what the others have counted. */
  readonly lagMs: number;
}

/** Nodes that take calls in turn, count in fixed windows by the clock and inform each other late. */
export function lateNodes({ limit, windowMs, nodes, lagMs }: NodesOptions): Quota {
  const taken = new Map<string, { at: number; node: number }[]>();
  let calls = 0;
  return {
    take(caller, at) {
      const node = calls % nodes;
      calls += 1;
      const from = Math.floor(at / windowMs) * windowMs;
      const known = (taken.get(caller) ?? []).filter((one) => one.at >= from);
      const seen = known.filter((one) => one.node === node || one.at <= at - lagMs).length;
      const allowed = seen < limit;
      taken.set(caller, allowed ? [...known, { at, node }] : known);
      const resetsAt = from + windowMs;
      const remaining = allowed ? limit - seen - 1 : 0;
      return { allowed, limit, remaining, resetsAt, retryAfter: allowed ? 0 : resetsAt - at };
    },
  };
}

/** A key that is refused while it still has to wait is banned for a time, and is told so. */
export function banning(quota: Quota, graceMs: number, banMs: number): Quota {
  const waits = new Map<string, { since: number; until: number }>();
  const bans = new Map<string, number>();
  return {
    take(caller, at) {
      const standing = quota.take(caller, at);
      const banned = bans.get(caller) ?? 0;
      const wait = waits.get(caller);
      const early = wait !== undefined && at < wait.until && at > wait.since + graceMs;
      if (early && at >= banned) bans.set(caller, at + banMs);
      if (!standing.allowed && (wait === undefined || at >= wait.until)) {
        waits.set(caller, { since: at, until: at + standing.retryAfter });
      }
      const until = bans.get(caller) ?? 0;
      if (at >= until) return standing;
      return { ...standing, allowed: false, remaining: 0, resetsAt: until, retryAfter: until - at };
    },
  };
}

/** What a sliding window calls its reset: when its oldest call leaves it, or when all have left it. */
export type SlidingReset = 'oldest-leaves' | 'all-have-left';

/** `limit` calls in the last `windowMs` at any time; refused ones count too if `strict`. */
export function slidingWindow(
  limit: number,
  windowMs: number,
  reset: SlidingReset,
  strict = false,
): Quota {
  const taken = new Map<string, number[]>();
  return {
    take(caller, at) {
      const recent = (taken.get(caller) ?? []).filter((one) => one > at - windowMs).slice(-limit);
      const allowed = recent.length < limit;
      if (allowed || strict) recent.push(at);
      taken.set(caller, recent);
      const freeAt = (recent.at(-limit) ?? recent[0] ?? at) + windowMs;
      return {
        allowed,
        limit,
        remaining: Math.max(0, limit - recent.length),
        resetsAt: reset === 'oldest-leaves' ? freeAt : (recent.at(-1) ?? at) + windowMs,
        retryAfter: allowed ? 0 : freeAt - at,
      };
    },
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
